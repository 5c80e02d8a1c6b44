//! Exhausted resources: a shortage of the machine stops the run without a forfeit, and a program above its limits forfeits.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::{Command, Output};

use crate::common::test_folder::{PATIENT, TestFolder, process};
use crate::common::{complaint, done, has, refused, rows, same_bytes};

/// Runs `ergo` with these arguments after the shell commands `before`.
fn under(place: &TestFolder, before: &str, arguments: &[&str]) -> Output {
    let (key, value) = place.mark.split_once('=').unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_ergo")]);
    command.args(arguments).env(key, value).output().unwrap()
}

/// Asserts that a run under `before` either finishes without a fault, or ends with status 2 and one of `words` and can be
/// resumed to the same bytes. Returns true if it finished.
#[track_caller]
fn assert_no_agent_is_blamed(place: &TestFolder, experiment: &str, before: &str, words: &[&str]) -> bool {
    let out = place.file("cut");
    let _ = fs::remove_dir_all(&out);
    let arguments = ["run", experiment, "--out", out.to_str().unwrap(), "--threads", "4"];
    let output = under(place, before, &arguments);
    let said = complaint(&output);
    let ended = output.status.code() == Some(0);
    if !ended {
        assert_eq!(output.status.code(), Some(2), "{before}: {said}");
        assert!(words.iter().any(|word| said.contains(word)) && said.lines().count() == 1, "{before}: {said}");
        place.assert_no_process_left();
        done(&place.ergo(&[&arguments[..], &["--resume"]].concat()).output().unwrap());
    }
    assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()), "{before}: {said}");
    same_bytes(&place.file("whole"), &out);
    ended
}

#[test]
fn too_few_files_or_processes_end_the_run_and_forfeit_nothing() {
    let place = TestFolder::new();
    let good = place.script("first.sh", "listen");
    let more = "[output]\ntranscripts = true";
    let experiment = place.experiment("good", &process(&good, PATIENT), more);
    place.run("whole", &experiment, &["--threads", "2"]);
    let words = ["Too many open files", "No file descriptors", "cannot be", "Resource temporarily unavailable"];
    let ends: Vec<bool> = [8, 12, 14, 16, 18, 20, 22, 24, 28, 32, 200]
        .map(|files| assert_no_agent_is_blamed(&place, &experiment, &format!("ulimit -n {files}"), &words))
        .into();
    assert!(!ends[0] && ends[ends.len() - 1], "{ends:?}");
    place.assert_no_process_left();
}

#[test]
fn resource_error_suggests_a_remedy() {
    let place = TestFolder::new();
    let good = place.script("first.sh", "listen");
    let experiment = place.experiment("good", &process(&good, PATIENT), "");
    let out = place.file("out");
    let arguments = ["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "8"];
    // Enough for the run itself, but not for four programs.
    let mut said = Vec::new();
    for files in 10..60 {
        let _ = fs::remove_dir_all(&out);
        let output = under(&place, &format!("ulimit -n {files}"), &arguments);
        said.push(complaint(&output));
        if output.status.code() == Some(0) {
            break;
        }
        assert_eq!(output.status.code(), Some(2));
    }
    let clear = |said: &&String| {
        said.contains("its program cannot be started: Too many open files")
            && said.contains("expected room for more open files (ulimit -n), or fewer --threads")
            && said.contains("use --resume to continue")
    };
    assert!(said.iter().filter(clear).count() >= 3, "{said:?}");
    // `ergo agents check` prints the same error.
    let checked: Vec<String> = (9..30)
        .map(|files| {
            complaint(&under(
                &place,
                &format!("ulimit -n {files}"),
                &["agents", "check", &good, "--game", "tic-tac-toe", "--matches", "1"],
            ))
        })
        .collect();
    assert!(checked.iter().any(|said| said.contains("cannot be started: Too many open files")), "{checked:?}");
}

#[test]
fn a_user_with_few_processes_forfeits_nothing() {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    let setpriv = Command::new("setpriv").arg("--version").output().is_ok();
    let place = TestFolder::new();
    let program = place.file("ergo");
    fs::copy(env!("CARGO_BIN_EXE_ergo"), &program).unwrap();
    done(&Command::new("chmod").args(["-R", "a+rwX", place.folder.path().to_str().unwrap()]).output().unwrap());
    let other = "setpriv --reuid 64999 --clear-groups";
    let can = is_root && setpriv && {
        let tried = Command::new("sh").args(["-c", &format!("{other} {} games", program.display())]).output().unwrap();
        tried.status.success()
    };
    if !can {
        eprintln!("a_user_with_few_processes_forfeits_nothing: skipped, it takes root, setpriv and a folder for all");
        return;
    }
    let good = place.script("first.sh", "listen");
    let experiment = place.experiment("good", &process(&good, PATIENT), "");
    let mut ended = Vec::new();
    for most in [3, 6, 7, 8, 9, 10, 12, 40] {
        let out = place.file(&format!("out-{most}"));
        let run = format!("ulimit -u {most} 2>/dev/null || ulimit -p {most}; exec \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &format!("exec {other} sh -c '{run}' sh \"$@\""), "sh", program.to_str().unwrap()])
            .args(["run", &experiment, "--out", out.to_str().unwrap(), "--threads", "2"])
            .output()
            .unwrap();
        let said = complaint(&output);
        if output.status.success() {
            assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()), "{most}: {said}");
        } else {
            assert_eq!(output.status.code(), Some(2), "{most}: {said}");
        }
        ended.push((output.status.success(), said));
    }
    let clear = |(_, said): &&(bool, String)| said.contains("expected room for more processes (ulimit -u)");
    assert!(ended.iter().any(|(ended, _)| *ended) && ended.iter().filter(clear).count() >= 1, "{ended:?}");
}

#[test]
fn no_memory_for_another_process_forfeits_nothing() {
    if !has(&["strace", "-V"], "no_memory_for_another_process_forfeits_nothing") {
        return;
    }
    let place = TestFolder::new();
    let good = place.script("first.sh", "listen");
    let experiment = place.experiment("good", &process(&good, PATIENT), "[output]\ntranscripts = true");
    place.run("whole", &experiment, &["--threads", "2"]);
    let calls = "clone,clone3,vfork,fork";
    // From this process or thread on there is no memory for another.
    let ends: Vec<bool> = [1, 2, 3, 4, 5, 6, 8, 12, 10_000]
        .map(|from| {
            let inject = format!("inject={calls}:error=ENOMEM:when={from}+");
            let traced = format!("set -- strace -f -qq -o /dev/null -e trace={calls} -e {inject} \"$@\"");
            assert_no_agent_is_blamed(
                &place,
                &experiment,
                &traced,
                &["Cannot allocate memory", "Resource temporarily unavailable"],
            )
        })
        .into();
    assert!(!ends[0] && ends[ends.len() - 1], "{ends:?}");
    assert!(ends.iter().filter(|ended| !**ended).count() >= 3, "{ends:?}");
    place.assert_no_process_left();
}

/// Plays a bot whose script ends with `text`. Asserts that each of its matches ends with the fault `died`.
#[track_caller]
fn dies(text: &str, limits: &str, why: &str) -> TestFolder {
    let place = TestFolder::new();
    let bad = place.script("bad.sh", text);
    let out = place.run(
        "out",
        &place.experiment("bad", &process(&bad, &format!("{PATIENT}{limits}")), ""),
        &["--set", "schedule.deals=1"],
    );
    for row in rows(&out, "matches.csv") {
        assert_eq!(row["fault"] == "died", row["entrant"] == "bad", "{row:?}");
    }
    let log = fs::read_to_string(out.join("stderr/bad.log")).unwrap();
    assert!(log.contains(why), "no {why:?} in {log}");
    assert!(place.left().is_empty());
    place
}

#[test]
fn program_process_count_is_limited() {
    let fork = "answer() { for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1000 & done; wait; }; listen";
    dies(fork, ", processes = 8", "died at decision 1: was ended: took more than 8 processes (processes)");
    let daemons = fork.replace("sleep 1000 &", "(setsid sleep 1000 &);").replace("wait", "sleep 1000");
    dies(&daemons, ", processes = 8", "took more than 8 processes");
    // A fork bomb with an upper bound of a few hundred processes.
    let bomb = "bomb() { [ $1 = 0 ] || bomb $(($1 - 1)) | bomb $(($1 - 1)) & sleep 10; }\nanswer() { bomb 8; sleep 1000; }; listen";
    dies(bomb, "", "took more than 64 processes");
}

#[test]
fn program_memory_is_limited() {
    // Each process is below the limit.
    let hold =
        "answer() { for i in 1 2 3 4; do head -c 90000000 /dev/zero | tail -n 1 | sleep 1000 & done; wait; }; listen";
    dies(hold, ", total_memory_mb = 200", "took more than 200 MB of memory in all (total_memory_mb)");
}

#[test]
fn program_cpu_time_is_limited() {
    let busy = "answer() { while :; do :; done; }; listen";
    dies(busy, ", cpu_s = 1", "died at decision 1: ");
    // Each process is below the limit.
    let all = "answer() { for i in 1 2 3 4; do while :; do :; done & done; wait; sleep 1000; }; listen";
    dies(all, ", cpu_s = 2", "took more than 2 seconds of processors in all (cpu_s)");
}

#[test]
fn program_file_size_is_limited() {
    let place = TestFolder::new();
    let bad = place.script("bad.sh", "head -c 5000000 /dev/zero > $0.big; listen");
    let limits = format!("{PATIENT}, file_mb = 1");
    let out = place.run("out", &place.experiment("bad", &process(&bad, &limits), ""), &[]);
    assert!(rows(&out, "matches.csv").iter().all(|row| row["fault"].is_empty()));
    assert_eq!(fs::metadata(place.file("bad.sh.big")).unwrap().len(), 1 << 20);
}

#[test]
fn deleted_results_folder_is_a_clear_error() {
    for (name, act) in [("removed", "rm -rf \"$out\""), ("replaced", "mv \"$out\" \"$out.old\" && mkdir \"$out\"")] {
        let place = TestFolder::new();
        let out = place.file("out");
        let bad = place.script(
            "bad.sh",
            &format!("out={}\n[ -e $out.done ] || {{ : > $out.done; {act}; }}; listen", out.display()),
        );
        let experiment = place.experiment("bad", &process(&bad, PATIENT), "");
        let output = place.ergo(&["run", &experiment, "--out", out.to_str().unwrap()]).output().unwrap();
        refused(&output, &["out: was removed or replaced while it was written to", "expected "]);
        let inside = fs::read_dir(&out).map_or(0, Iterator::count);
        assert_eq!(inside, 0, "{name}: nothing that looks like a result");
    }
}

#[test]
fn program_silent_at_start_costs_only_seconds() {
    let place = TestFolder::new();
    let bad = place.script("bad.sh", "sleep 1000");
    let experiment = place.experiment("bad", &process(&bad, ", start_ms = 700"), "");
    let start = std::time::Instant::now();
    let out = place.run("out", &experiment, &["--threads", "1", "--set", "schedule.deals=60"]);
    let words: Vec<String> = rows(&out, "matches.csv")
        .iter()
        .filter(|row| row["entrant"] == "bad")
        .map(|row| row["fault"].clone())
        .collect();
    assert_eq!(words.iter().filter(|word| *word == "timeout").count(), 2);
    assert_eq!(words.iter().filter(|word| *word == "given_up").count(), 118);
    assert!(start.elapsed().as_secs() < 40, "{:?}", start.elapsed());
    // A program that is slow only at its first start is tried again.
    let slow = "[ -e $0.warm ] || { : > $0.warm; sleep 3; }; listen";
    let bad = place.script("slow.sh", slow);
    let experiment = place.experiment("slow", &process(&bad, ", start_ms = 1500, move_ms = 60000"), "");
    let out = place.run("slow", &experiment, &["--threads", "1"]);
    let faults = rows(&out, "matches.csv").iter().filter(|row| !row["fault"].is_empty()).count();
    assert!(faults <= 1, "{faults}");
}
