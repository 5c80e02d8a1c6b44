//! `sandbox = true`: what a program can reach then, beside what it can reach without.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::common::place::{PATIENT, Place, process};
use crate::common::{done, has, printed, refused, root, rows};

/// Whether there is `bwrap` here, and it works; says so if not.
fn has_bwrap(test: &str) -> bool {
    let room = ["--ro-bind", "/", "/", "--unshare-all", "--proc", "/proc", "--dev", "/dev", "true"];
    let found = Command::new("bwrap").args(room).output().is_ok_and(|tried| tried.status.success());
    if !found {
        eprintln!("{test}: skipped, there is no bwrap that works here (Debian: apt-get install bubblewrap)");
    }
    found
}

/// Looks around, and says on standard error what it found; then plays on.
const SPY: &str = r#"
here=${0%/*}
{
    echo "seed: $(cat "$here"/*.toml 2>/dev/null | grep -c '^seed = 7')"
    echo "results: $(ls -A "$here/out" 2>/dev/null | grep -c part)"
    echo "others: $(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -c -- '[-]-threads')"
    echo "environment: $(env | grep -c ERGO_TEST)"
    echo "networks: $(grep -c ':' /proc/net/dev)"
    echo "file: $( (: > "$here/written") 2>/dev/null && echo yes || echo no)"
    echo "root: $( (: > /written) 2>/dev/null && rm -f /written && echo yes || echo no)"
    echo "home: $( (ls -A /root /home) 2>/dev/null | grep -c .)"
    echo "tmp: $(ls -A /tmp | grep -c .)"
    echo "room: $( (: > /tmp/written) 2>/dev/null && rm -f /tmp/written && echo yes || echo no)"
    echo "own: $(grep -c '^here=' "$0")"
} >&2
listen
"#;

#[test]
fn seed_results_network_and_others_are_out_of_reach() {
    if !has_bwrap("seed_results_network_and_others_are_out_of_reach") {
        return;
    }
    let look = |sandbox: &str| {
        let place = Place::new();
        // Beside the experiment and its results, which is the worst place for it.
        let spy = place.script("spy.sh", SPY);
        let experiment = place.experiment("spy", &process(&spy, &format!("{PATIENT}{sandbox}")), "");
        let out = place.run("out", &experiment, &["--threads", "1"]);
        assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
        assert!(place.left().is_empty());
        let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
        log.lines().skip(1).take(11).map(str::to_owned).collect::<Vec<_>>()
    };
    let (open, closed) = (look(""), look(", sandbox = true"));
    let number = |lines: &[String], what: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(&format!("{what}: "))).unwrap_or("none");
        line.parse::<u32>().unwrap_or_else(|_| panic!("{what}: {lines:?}"))
    };
    // Each of these can be seen without a sandbox: this test can see them.
    for what in ["seed", "results", "others", "environment"] {
        assert!(number(&open, what) > 0, "{what}: {open:?}");
        assert_eq!(number(&closed, what), 0, "{what}: {closed:?}");
    }
    assert_eq!((number(&closed, "networks"), number(&closed, "home"), number(&closed, "own")), (1, 0, 1), "{closed:?}");
    // Its own folder, which happens to lie there, and nothing else; but that of the binary where the repository does, too.
    let repository = u32::from(root().canonicalize().unwrap().starts_with("/tmp"));
    assert_eq!(number(&closed, "tmp"), 1 + repository, "{closed:?}");
    for (what, yes) in [("file", "no"), ("root", "no"), ("room", "yes")] {
        assert!(closed.contains(&format!("{what}: {yes}")), "{what}: {closed:?}");
    }
    assert!(open.contains(&"file: yes".to_owned()), "{open:?}");
}

#[test]
fn the_results_of_a_sandbox_are_the_same_and_its_daemons_end() {
    if !has_bwrap("the_results_of_a_sandbox_are_the_same_and_its_daemons_end") {
        return;
    }
    let place = Place::new();
    let good = place.script("first.sh", "(env -i setsid sleep 1000 &); listen");
    let play = |name: &str, sandbox: &str| {
        let experiment = place.experiment(name, &process(&good, &format!("{PATIENT}{sandbox}")), "");
        let out = place.run(name, &experiment, &["--threads", "2"]);
        assert!(place.left().is_empty());
        ["matches.csv", "rounds.csv", "seats.csv"].map(|file| fs::read_to_string(out.join(file)).unwrap())
    };
    assert_eq!(play("open", ""), play("closed", ", sandbox = true"));
}

#[test]
fn without_bwrap_there_is_one_clear_error() {
    let place = Place::new();
    let good = place.script("first.sh", "listen");
    let experiment = place.experiment("good", &process(&good, &format!("{PATIENT}, sandbox = true")), "");
    // A path on which there is a shell, and nothing else.
    let folder = place.file("path");
    fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink("/bin/sh", folder.join("sh")).unwrap();
    let out = place.file("out");
    let run = ["run", &experiment, "--out", out.to_str().unwrap()];
    let output = place.ergo(&run).env("PATH", &folder).output().unwrap();
    refused(&output, &["sandbox = true needs bwrap", "cannot be started", "expected bubblewrap", "sandbox = false"]);
    // One that cannot make a sandbox is none.
    fs::write(folder.join("bwrap"), "#!/bin/sh\necho 'bwrap: no permissions here' >&2\nexit 1\n").unwrap();
    assert!(Command::new("chmod").arg("+x").arg(folder.join("bwrap")).status().unwrap().success());
    let output = place.ergo(&[&run[..], &["--fresh"]].concat()).env("PATH", &folder).output().unwrap();
    refused(&output, &["sandbox = true needs bwrap", "no permissions here"]);
}

#[test]
fn a_program_sees_itself_and_its_interpreter() {
    if !has_bwrap("a_program_sees_itself_and_its_interpreter") {
        return;
    }
    let bot = root().join("agents/examples/bot.py");
    if !has(&["python3", "--version"], "a_program_sees_itself_and_its_interpreter") {
        return;
    }
    let place = Place::new();
    let command = format!("python3 {}", bot.display());
    let experiment = place.experiment("python", &process(&command, &format!("{PATIENT}, sandbox = true")), "");
    let out = place.run("out", &experiment, &["--threads", "1"]);
    assert!(
        rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()),
        "{:?}",
        fs::read_to_string(out.join("stderr/bad.log"))
    );
}

#[test]
fn a_plan_in_the_folder_of_a_program_is_hidden_from_it_once() {
    if !has_bwrap("a_plan_in_the_folder_of_a_program_is_hidden_from_it_once") {
        return;
    }
    let place = Place::new();
    let bot = place.script("bot.sh", "ls ${0%/*}/cuts >&2; listen");
    let experiment = place.experiment("own", &process(&bot, &format!("{PATIENT}, sandbox = true")), "");
    let plan = place.file("cuts");
    let plan = plan.to_str().unwrap();
    let lines = printed(&place.ergo(&["shard", "plan", &experiment, "--shards", "1", "--out", plan]).output().unwrap());
    assert!(lines.contains(" --run-programs --index"), "{lines}");
    let out = place.file("out");
    done(&place.ergo(&["shard", "run", plan, "--index", "0", "--run-programs"]).output().unwrap());
    done(&place.ergo(&["shard", "merge", plan, "--out", out.to_str().unwrap()]).output().unwrap());
    assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
}

/// Chooses its second action where it sees any of what is written of this match, else its first.
const PEEKS: &str = r#"
answer() {
    seen=$(cat "${0%/*}"/*.jsonl "${0%/*}"/out/*.json* 2>/dev/null | wc -c)
    [ "$seen" = 0 ] && action=0 || action=1
    echo "{\"id\":$id,\"action\":$action}"
}
listen
"#;

#[test]
fn what_is_written_of_a_match_is_hidden_while_it_is_played_or_asked_again() {
    if !has_bwrap("what_is_written_of_a_match_is_hidden_while_it_is_played_or_asked_again") {
        return;
    }
    let place = Place::new();
    let spy = place.script("spy.sh", PEEKS);
    let played = |name: &str, sandbox: &str| {
        let out = place.file(name);
        let against = format!("process:command={spy},start_ms=60000,move_ms=60000,sandbox={sandbox}");
        let arguments = ["play", "--game", "tic-tac-toe", "--hints", "random", "--against", &against, "--seed", "1"];
        let mut command = place.ergo(&[&arguments[..], &["--out", out.to_str().unwrap()]].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"1\n\n").unwrap();
        child.wait().unwrap();
        let text = fs::read_to_string(&out).unwrap();
        fs::remove_file(out).unwrap();
        let actions = text.split_once("\"actions\":\"").unwrap().1.split_once('"').unwrap().0.to_owned();
        actions.split(' ').nth(1).unwrap().to_owned()
    };
    assert_ne!(played("open.jsonl", "false"), played("closed.jsonl", "true"));

    // Played with nothing to be seen, it chooses the same when it is asked again beside what was written.
    let tables = "[output]\ntranscripts = true";
    let experiment = place.experiment("peeks", &process(&spy, &format!("{PATIENT}, sandbox = true")), tables);
    let out = place.run("out", &experiment, &["--threads", "1"]);
    let again = ["replay", out.to_str().unwrap(), "--match", "1", "--explain", "--run-programs"];
    done(&place.ergo(&again).output().unwrap());
}

/// Serves an empty object to every request. Returns its port.
fn serve() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
        }
    });
    port
}

/// Says on standard error which of two ports it can reach, then plays on.
const CALLER: &str = r#"
import json, sys, urllib.request

def reach(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10) as answer:
            return answer.read().decode()
    except OSError:
        return "closed"

print("ports:", *[reach(port) for port in sys.argv[1:]], file=sys.stderr, flush=True)
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"id": told["id"], "action": 0}), flush=True)
"#;

#[test]
fn sandbox_with_a_network_reaches_one_address() {
    let test = "sandbox_with_a_network_reaches_one_address";
    if !has_bwrap(test) || !has(&["python3", "--version"], test) {
        return;
    }
    let (one, other) = (serve(), serve());
    let look = |more: &str| {
        let place = Place::new();
        fs::create_dir(place.file("bot")).unwrap();
        fs::create_dir(place.file("tmp")).unwrap();
        let script = place.file("bot/caller.py");
        fs::write(&script, CALLER).unwrap();
        let command = format!("python3 {} {one} {other}", script.display());
        let experiment = place.experiment("caller", &process(&command, &format!("{PATIENT}{more}")), "");
        let out = place.file("out");
        let ran =
            place.ergo(&["run", &experiment, "--out", out.to_str().unwrap()]).env("TMPDIR", place.file("tmp")).output();
        done(&ran.unwrap());
        assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
        place.nobody_left();
        // The socket is gone with the run.
        assert_eq!(fs::read_dir(place.file("tmp")).unwrap().count(), 0);
        let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
        let told: Vec<String> =
            log.lines().filter_map(|line| line.strip_prefix("ports: ")).map(str::to_owned).collect();
        assert!(!told.is_empty() && told.iter().all(|line| *line == told[0]), "{log}");
        told[0].clone()
    };
    assert_eq!(look(""), "{} {}");
    assert_eq!(look(", sandbox = true"), "closed closed");
    assert_eq!(look(&format!(", sandbox = true, network = \"127.0.0.1:{one}\"")), "{} closed");
    assert_eq!(look(&format!(", sandbox = true, network = \"127.0.0.1:{other}\"")), "closed {}");
}
