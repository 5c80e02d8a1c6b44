//! Runs give the same bytes after kills, interruptions and errors.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::common::{complaint, done, ergo, killed_at_any_moment, refused, run, same_bytes, tempdir, toy};
use tempfile::TempDir;

/// A folder with an experiment file.
pub(super) fn experiment(text: &str) -> (TempDir, String) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("trial.toml");
    fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (folder, file)
}

pub(super) fn path(folder: &TempDir, name: &str) -> (std::path::PathBuf, String) {
    let path = folder.path().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let greedy = toy("ergo", 200).replacen("\"random\"", "\"greedy\"", 1);
    for text in [toy("kuhn-poker", 3_000), toy("tic-tac-toe", 3_000), greedy] {
        let (folder, file) = experiment(&text);
        let (one, out) = path(&folder, "one");
        done(&run(&["run", &file, "--out", &out, "--threads", "1"]));
        for threads in ["2", "8"] {
            let (many, out) = path(&folder, threads);
            done(&run(&["run", &file, "--out", &out, "--threads", threads]));
            same_bytes(&one, &many);
        }
    }
}

/// Starts a run in the background.
fn start(file: &str, out: &str, more: &[&str]) -> Child {
    let command = &mut ergo();
    command.args(["run", file, "--out", out, "--threads", "2"]).args(more);
    command.stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn kills_at_any_moment_and_resumption_leave_the_same_bytes() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 40_000));
    killed_at_any_moment(folder.path(), &file, 20, 6, 2);
}

/// Leaves an interrupted run with a progress record in `out`.
fn interrupt(file: &str, out: &Path) {
    use ergo_lab::job::Progress;

    let mut child = start(file, out.to_str().unwrap(), &["--fresh"]);
    // The first progress record precedes the first match.
    let tasks = |text: String| serde_json::from_str::<Progress>(&text).map_or(0, |progress| progress.tasks);
    while !fs::read_to_string(out.join("progress.json")).is_ok_and(|text| tasks(text) > 0) {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it could be interrupted");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn interrupted_run_resumes_with_any_damaged_tail() {
    // Several times longer than the tenth of a second after which progress is recorded first.
    let (folder, file) = experiment(&toy("tic-tac-toe", 15_000));
    let (whole, out) = path(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    let (cut, out) = path(&folder, "cut");
    type Mishap = fn(&Path);
    let mishaps: [(&str, Mishap); 4] = [
        ("rows after the last word", |cut| {
            let part = cut.join("rounds.csv.part");
            let mut bytes = fs::read(&part).unwrap();
            bytes.extend_from_slice(b"base,17,half a ro");
            fs::write(part, bytes).unwrap();
        }),
        ("a torn word", |cut| fs::write(cut.join("progress.json"), "{\"experiment\":\"12").unwrap()),
        ("no word", |cut| fs::remove_file(cut.join("progress.json")).unwrap()),
        ("half a word beside", |cut| fs::write(cut.join("progress.json.new"), "{").unwrap()),
    ];
    for (name, mishap) in mishaps {
        interrupt(&file, &cut);
        mishap(&cut);
        let output = run(&["run", &file, "--out", &out, "--resume"]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", complaint(&output));
        // Without a progress record and a first line, a file may belong to another program: it is kept.
        let kept = fs::remove_file(cut.join("transcripts.jsonl.part.aside"));
        assert_eq!(kept.is_ok(), ["a torn word", "no word"].contains(&name), "{name}: {}", complaint(&output));
        same_bytes(&whole, &cut);
    }

    interrupt(&file, &cut);
    // A report may not use it, and another experiment may not continue it. The same command continues it without `--resume`.
    refused(&run(&["report", &out]), &["unfinished"]);
    refused(&run(&["verify", &out]), &["unfinished"]);
    refused(&run(&["run", &file, "--out", &out, "--resume", "--set", "seed=12"]), &["another experiment", "--fresh"]);
    refused(
        &run(&["run", &file, "--out", &out, "--set", "seed=12"]),
        &["another experiment", "another --out, or --fresh"],
    );
    done(&run(&["run", &file, "--out", &out]));
    same_bytes(&whole, &cut);
    interrupt(&file, &cut);
    // Missing rows are played again; changed rows are refused.
    fs::write(cut.join("rounds.csv.part"), "arm").unwrap();
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    same_bytes(&whole, &cut);
    interrupt(&file, &cut);
    let part = fs::read(cut.join("rounds.csv.part")).unwrap();
    let changed: Vec<u8> = part.iter().enumerate().map(|(i, byte)| if i == 200 { b'7' } else { *byte }).collect();
    fs::write(cut.join("rounds.csv.part"), changed).unwrap();
    refused(&run(&["run", &file, "--out", &out, "--resume"]), &["rounds.csv.part", "damaged", "digest"]);
    fs::write(cut.join("rounds.csv.part"), part).unwrap();
    // Progress of another program version is refused.
    let progress = fs::read_to_string(cut.join("progress.json")).unwrap();
    let program = ergo_lab::manifest::program();
    assert!(progress.contains(&program));
    fs::write(cut.join("progress.json"), progress.replace(&program, "0.0.1 earlier")).unwrap();
    refused(&run(&["run", &file, "--out", &out, "--resume"]), &["another version of the program", "--fresh"]);
    done(&run(&["run", &file, "--out", &out, "--fresh"]));
    same_bytes(&whole, &cut);
}

#[test]
fn older_result_stays_until_the_new_one_is_complete() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 40_000));
    let (old, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out, "--set", "schedule.deals=10"]));
    let before = fs::read(old.join("matches.csv")).unwrap();
    interrupt(&file, &old);
    assert!(fs::read(old.join("matches.csv")).unwrap() == before);
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    assert_eq!(fs::read_to_string(old.join("matches.csv")).unwrap().lines().count(), 1 + 40_000 * 2 * 2);
    // Transcripts that the new run does not write are removed.
    done(&run(&[
        "run",
        &file,
        "--out",
        &out,
        "--fresh",
        "--set",
        "output.transcripts=false",
        "--set",
        "schedule.deals=10",
    ]));
    assert!(!old.join("transcripts.jsonl").exists());
    done(&run(&["verify", &out]));
}

#[test]
fn resuming_a_finished_run_plays_nothing() {
    let (folder, file) = experiment(&toy("kuhn-poker", 10));
    let (finished, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    let manifest = fs::read(finished.join("manifest.json")).unwrap();
    let again = run(&["run", &file, "--out", &out, "--resume"]);
    done(&again);
    assert!(complaint(&again).contains("finished earlier"));
    assert!(complaint(&run(&["run", &file, "--out", &out])).contains("finished earlier"));
    assert!(fs::read(finished.join("manifest.json")).unwrap() == manifest);
    // A record without its rows is played again.
    let rows = fs::read(finished.join("rounds.csv")).unwrap();
    fs::remove_file(finished.join("rounds.csv")).unwrap();
    fs::remove_file(finished.join("matches.csv")).unwrap();
    refused(&run(&["run", &file, "--out", &out, "--resume"]), &["missing", "--fresh"]);
    let played = run(&["run", &file, "--out", &out]);
    done(&played);
    assert!(!complaint(&played).contains("finished earlier") && fs::read(finished.join("rounds.csv")).unwrap() == rows);
    refused(&run(&["run", &file, "--out", &out, "--resume", "--set", "seed=1"]), &["another experiment"]);
    fs::write(finished.join("manifest.json"), "{\"half\":").unwrap();
    refused(&run(&["run", &file, "--out", &out, "--resume"]), &["manifest.json", "damaged"]);
    refused(&run(&["verify", &out]), &["manifest.json", "damaged"]);
    refused(&run(&["report", &out]), &["manifest.json", "damaged"]);
}

#[test]
fn two_runs_do_not_write_in_one_folder() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 10));
    let (out, text) = path(&folder, "out");
    fs::create_dir(&out).unwrap();
    let held = ergo_lab::folder::Folder::open(&out).unwrap();
    refused(&run(&["run", &file, "--out", &text]), &["another run"]);
    drop(held);
    done(&run(&["run", &file, "--out", &text]));
}

#[test]
fn folders_that_cannot_be_written_are_refused() {
    let (folder, file) = experiment(&toy("kuhn-poker", 10));
    let (taken, out) = path(&folder, "taken");
    fs::write(&taken, "a file").unwrap();
    refused(&run(&["run", &file, "--out", &out]), &["taken", "folder"]);
    assert_eq!(fs::read_to_string(&taken).unwrap(), "a file");
    refused(&run(&["run", &file, "--out", &format!("{out}/below")]), &["below", "folder"]);
    if cfg!(target_os = "linux") {
        // Even root cannot write there.
        refused(&run(&["run", &file, "--out", "/proc/results"]), &["/proc/results", "folder"]);
    }
    refused(&run(&["verify", folder.path().to_str().unwrap()]), &["no manifest.json"]);
    refused(&run(&["report", folder.path().to_str().unwrap()]), &["no manifest.json"]);
    refused(&run(&["verify", "no/such/folder"]), &["no/such/folder"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 20_000));
    let (whole, out) = path(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    let (full, out) = path(&folder, "full");
    // Limit files to 500 blocks of 512 or 1024 bytes. The signal is ignored, so that writing fails instead.
    let script = format!("trap '' XFSZ; ulimit -f 500; exec '{}' run {file} --out {out}", env!("CARGO_BIN_EXE_ergo"));
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    refused(&output, &["part", "cannot be written"]);
    assert!(!full.join("manifest.json").exists());
    refused(&run(&["verify", &out]), &["unfinished"]);
    done(&run(&["run", &file, "--out", &out]));
    same_bytes(&whole, &full);
}
