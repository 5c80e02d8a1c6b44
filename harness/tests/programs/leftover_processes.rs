//! Attempts of programs to leave processes behind: none survives the match or the run.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::test_folder::{PATIENT, TestFolder, process};
use crate::common::{done, has, rows};

/// Ways to start other processes, most of them before playing. `$sleeper` sleeps for a long time.
const WAYS: [(&str, &str); 12] = [
    ("a child", "$sleeper & listen"),
    ("a grandchild", "($sleeper & $sleeper) & listen"),
    ("a child that hears no signals", "(trap '' HUP INT TERM; nohup $sleeper >&2 & nohup $sleeper >&2 &) ; listen"),
    ("a group of its own", "sh -c \"set -m; $sleeper & exit\" ; listen"),
    ("a session of its own", "setsid $sleeper & listen"),
    ("a daemon", "(setsid sh -c \"$sleeper & $sleeper\" &) ; listen"),
    ("a daemon without a mark", "(env -i setsid sh -c \"$sleeper & $sleeper\" &) ; listen"),
    ("a daemon of a daemon", "(env -i setsid sh -c \"(env -i setsid $sleeper &) ; exit\" &) ; listen"),
    ("a daemon left at once", "(env -i setsid $sleeper &) ; exit 1"),
    ("a daemon made at the end", "listen; (env -i setsid $sleeper &)"),
    (
        "a daemon that is killed while it makes others",
        "(env -i setsid sh -c \"while :; do $sleeper & sleep 0.05; done\" &); listen",
    ),
    ("one that is always on the move", "(env -i setsid sh $hop &) ; listen"),
];

/// Forks and exits repeatedly.
fn hop(place: &TestFolder) -> String {
    let path = place.file("hop.sh");
    fs::write(&path, "sleep 0.02\nenv -i setsid sh \"$0\" &\nexit 0\n").unwrap();
    path.to_str().unwrap().to_owned()
}

fn script(place: &TestFolder, way: &str) -> String {
    let (sleeper, hop) = (place.sleeper(), hop(place));
    place.script("bad.sh", &way.replace("$sleeper", &sleeper).replace("$hop", &hop))
}

#[test]
fn no_program_outlives_its_match() {
    if !has(&["setsid", "true"], "no_program_outlives_its_match") {
        return;
    }
    for (name, way) in WAYS {
        let place = TestFolder::new();
        let bad = script(&place, way);
        let limits = format!("{PATIENT}, processes = 0");
        let out = place.run("out", &place.experiment("bad", &process(&bad, &limits), ""), &["--threads", "2"]);
        let left = place.left();
        // No process survives the last match, not even briefly.
        assert!(left.is_empty(), "{name}: {left:?}");
        assert_eq!(rows(&out, "matches.csv").len(), 16, "{name}");
    }
}

/// Starts a run of many matches whose bots leave daemons, and waits for some daemons.
fn with_daemons(place: &TestFolder, way: &str) -> Child {
    let bad = script(place, way);
    let experiment = place.experiment("long", &process(&bad, PATIENT), "");
    let out = place.file("out");
    let arguments =
        ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "2", "--set", "schedule.deals=200"];
    let child = place.ergo(&arguments).stderr(Stdio::null()).spawn().unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while sleepers(place) < 4 {
        assert!(Instant::now() < patience, "no daemons: {:?}", place.left());
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

fn sleepers(place: &TestFolder) -> usize {
    let path = place.file("sleeper");
    place.left().iter().filter(|(_, command)| command.starts_with(path.to_str().unwrap())).count()
}

fn signal(name: &str, process: u32) {
    assert!(Command::new("kill").args(["-s", name, &process.to_string()]).status().unwrap().success());
}

/// The supervisor of a run: the child whose script contains `groups`.
fn keeper(run: u32) -> u32 {
    let listed = fs::read_dir("/proc").unwrap().flatten();
    let mut numbers = listed.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_keeper = |number: &u32| {
        let read = |name: &str| fs::read(format!("/proc/{number}/{name}")).unwrap_or_default();
        let (command, stat) = (read("cmdline"), read("stat"));
        let parent = String::from_utf8_lossy(&stat)
            .rsplit_once(')')
            .map(|(_, rest)| rest.split_whitespace().nth(1).map(str::to_owned));
        parent.flatten() == Some(run.to_string()) && String::from_utf8_lossy(&command).contains("groups=")
    };
    numbers.find(is_keeper).expect("there is a keeper")
}

/// Every match takes long.
const SLOW: &str = "answer() { sleep 30; echo \"{\\\"id\\\":$id,\\\"action\\\":0}\"; }; ";

#[test]
fn no_program_outlives_a_run_that_is_killed() {
    if !has(&["setsid", "true"], "no_program_outlives_a_run_that_is_killed") {
        return;
    }
    // Hidden processes are found by observation or by their marks.
    let hidden = format!("{SLOW}env -i setsid sh -c \"$sleeper & $sleeper\" & listen");
    let marked = format!("{SLOW}(setsid sh -c \"$sleeper & $sleeper\" &) ; listen");
    for (way, wait) in [(hidden.as_str(), 1_000), (marked.as_str(), 0)] {
        for end in ["KILL", "TERM", "ABRT"] {
            let place = TestFolder::new();
            let mut run = with_daemons(&place, way);
            std::thread::sleep(Duration::from_millis(wait));
            signal(end, run.id());
            run.wait().unwrap();
            place.assert_no_process_left();
        }
    }
}

/// Daemons that start all the time and remove their mark, so that some were never observed by `ergo` before it is killed.
#[test]
fn no_new_daemon_without_mark_outlives_a_killed_run() {
    if !has(&["setsid", "true"], "no_new_daemon_without_mark_outlives_a_killed_run") {
        return;
    }
    let daemon = "(env -i setsid $sleeper &) ; listen";
    let daemon_of_daemon = "(env -i setsid sh -c \"(env -i setsid $sleeper &) ; exit\" &) ; listen";
    for kill in 0..16 {
        let place = TestFolder::new();
        let bad = script(&place, if kill % 2 == 0 { daemon } else { daemon_of_daemon });
        let experiment = place.experiment("long", &process(&bad, PATIENT), "");
        let out = place.file("out");
        let arguments =
            ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "2", "--set", "schedule.deals=2000"];
        let mut run = place.ergo(&arguments).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400 + 37 * kill));
        signal("KILL", run.id());
        run.wait().unwrap();
        place.assert_no_process_left();
    }
}

#[test]
fn orphan_without_mark_is_killed() {
    if !has(&["setsid", "true"], "orphan_without_mark_is_killed") {
        return;
    }
    let place = TestFolder::new();
    let way = format!("{SLOW}(env -i setsid sh -c \"$sleeper & $sleeper\" &) ; listen");
    let bad = script(&place, &way);
    let experiment = place.experiment("long", &process(&bad, PATIENT), "");
    let out = place.file("out");
    let arguments = ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "1"];
    let mut run = place.ergo(&arguments).stderr(Stdio::null()).spawn().unwrap();
    // Wait until the processes are started and observed: those of the last tenth of a second before a kill may be missed.
    std::thread::sleep(Duration::from_secs(3));
    // The bot thinks for half a minute; its daemons are killed much earlier.
    let patience = Instant::now() + Duration::from_secs(25);
    while !place.left().iter().any(|(_, command)| command.starts_with("sleep 30")) || sleepers(&place) > 0 {
        assert!(Instant::now() < patience, "still there: {:?}", place.left());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(run.try_wait().unwrap().is_none());
    signal("KILL", run.id());
    run.wait().unwrap();
    place.assert_no_process_left();
}

#[test]
fn no_program_outlives_a_run_without_its_supervisor() {
    if !has(&["setsid", "true"], "no_program_outlives_a_run_without_its_supervisor") {
        return;
    }
    for end in ["KILL", "STOP"] {
        let place = TestFolder::new();
        let mut run = with_daemons(&place, &format!("{SLOW}$sleeper & (setsid $sleeper &) ; listen"));
        let first = keeper(run.id());
        signal(end, first);
        // The next supervisor starts soon and knows the processes of the first.
        std::thread::sleep(Duration::from_millis(500));
        assert!(keeper(run.id()) != first, "{end}");
        signal("KILL", run.id());
        run.wait().unwrap();
        place.assert_no_process_left();
    }
}

#[test]
fn a_program_may_have_helpers_until_its_match_is_over() {
    // An orphaned helper answers a question. It is not taken for a leftover process.
    let place = TestFolder::new();
    let helper = "mkfifo $0.$$; (setsid sh -c \"trap '' PIPE; while :; do echo x > $0.$$; done\" &)\n\
                  answer() { sleep 0.15; read -r x < $0.$$; echo \"{\\\"id\\\":$id,\\\"action\\\":0}\"; }; listen";
    let bad = place.script("bad.sh", helper);
    let out = place.run("out", &place.experiment("bad", &process(&bad, PATIENT), ""), &["--threads", "2"]);
    assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
    assert!(place.left().is_empty());
}

#[test]
fn check_leaves_no_process() {
    let place = TestFolder::new();
    let bad = script(&place, "(env -i setsid $sleeper &) ; listen");
    done(&place.ergo(&["agents", "check", &bad, "--game", "tic-tac-toe", "--matches", "1"]).output().unwrap());
    assert!(place.left().is_empty(), "{:?}", place.left());
}
