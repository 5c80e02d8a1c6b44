//! The program run as a whole: the same bytes whatever happens on the way.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::common::{complaint, done, ergo, killed_at_any_moment, refused, run, same_bytes, tempdir, toy};
use tempfile::TempDir;

/// A folder with an experiment file in it.
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

/// Starts a run that goes on by itself.
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

/// Leaves an interrupted run with a word about its progress in `out`.
fn interrupt(file: &str, out: &Path) {
    use ergo_lab::job::Progress;

    let mut child = start(file, out.to_str().unwrap(), &["--fresh"]);
    // The first word comes before the first match.
    let tasks = |text: String| serde_json::from_str::<Progress>(&text).map_or(0, |progress| progress.tasks);
    while !fs::read_to_string(out.join("progress.json")).is_ok_and(|text| tasks(text) > 0) {
        assert!(child.try_wait().unwrap().is_none(), "the run ended before it could be interrupted");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_interrupted_run_is_continued_whatever_became_of_its_last_words() {
    // Several times as long as the tenth of a second after which progress is written down first.
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
        // Without a word, and without a first line, nothing says whose a file is: it is kept.
        let kept = fs::remove_file(cut.join("transcripts.jsonl.part.aside"));
        assert_eq!(kept.is_ok(), ["a torn word", "no word"].contains(&name), "{name}: {}", complaint(&output));
        same_bytes(&whole, &cut);
    }

    interrupt(&file, &cut);
    // Neither another run nor a report may touch it, and another experiment may not continue it.
    refused(&run(&["run", &file, "--out", &out]), &["unfinished", "--resume", "--fresh"]);
    refused(&run(&["report", &out]), &["unfinished"]);
    refused(&run(&["verify", &out]), &["unfinished"]);
    refused(&run(&["run", &file, "--out", &out, "--resume", "--set", "seed=12"]), &["another experiment", "--fresh"]);
    // Rows that were written down and are gone are played again; rows that were changed are refused.
    fs::write(cut.join("rounds.csv.part"), "arm").unwrap();
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    same_bytes(&whole, &cut);
    interrupt(&file, &cut);
    let part = fs::read(cut.join("rounds.csv.part")).unwrap();
    let changed: Vec<u8> = part.iter().enumerate().map(|(i, byte)| if i == 200 { b'7' } else { *byte }).collect();
    fs::write(cut.join("rounds.csv.part"), changed).unwrap();
    refused(&run(&["run", &file, "--out", &out, "--resume"]), &["rounds.csv.part", "damaged", "digest"]);
    fs::write(cut.join("rounds.csv.part"), part).unwrap();
    // Nor can those of another program.
    let progress = fs::read_to_string(cut.join("progress.json")).unwrap();
    let program = ergo_lab::manifest::program();
    assert!(progress.contains(&program));
    fs::write(cut.join("progress.json"), progress.replace(&program, "0.0.1 earlier")).unwrap();
    refused(&run(&["run", &file, "--out", &out, "--resume"]), &["another version of the program", "--fresh"]);
    done(&run(&["run", &file, "--out", &out, "--fresh"]));
    same_bytes(&whole, &cut);
}

/// A run of the toy whose text is `text`, played up to match `to` from the one after `from`, as a slice.
fn slice(text: &str, out: &Path, from: u64, to: u64) -> bool {
    use ergo_lab::experiment::{Document, Experiment};
    use ergo_lab::run::{Mode, RunOptions, run_slice};

    let experiment = Experiment::read(&Document::parse(text).unwrap()).unwrap();
    let options = RunOptions { threads: 1 + (to % 3) as usize, mode: Mode::Resume, command: String::new() };
    run_slice(&experiment, out, from..to, &options).unwrap()
}

#[test]
fn a_run_cut_in_the_middle_goes_on_to_the_same_bytes() {
    let text = toy("kuhn-poker", 200);
    let (folder, file) = experiment(&text);
    let (whole, out) = path(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    for matches in [0, 1, 77, 400] {
        let (cut, out) = path(&folder, &format!("after-{matches}"));
        assert!(!slice(&text, &cut, 0, matches));
        // What a kill tore is behind what counts.
        let part = cut.join("seats.csv.part");
        let rows = fs::read(&part).unwrap();
        fs::write(&part, [&rows[..], b"base,9,1,2,o"].concat()).unwrap();
        refused(&run(&["run", &file, "--out", &out]), &["unfinished", "--resume", "--fresh"]);
        if matches > 0 {
            // A digit that is not the one written is found.
            let last = rows.iter().rposition(u8::is_ascii_digit).unwrap();
            let mut changed = rows.clone();
            changed[last] = if rows[last] == b'7' { b'8' } else { b'7' };
            fs::write(&part, changed).unwrap();
            refused(&run(&["run", &file, "--out", &out, "--resume"]), &["seats.csv.part", "damaged", "digest"]);
            fs::write(&part, rows).unwrap();
        }
        done(&run(&["run", &file, "--out", &out, "--resume"]));
        same_bytes(&whole, &cut);
        done(&run(&["verify", &out]));
    }
}

/// A kill in the middle of the renaming, and then one of a run that was to begin afresh: never files of two results under one
/// manifest.
#[test]
fn beginning_afresh_over_half_a_result_finishes_that_first() {
    use ergo_lab::digest::of_file;
    use ergo_lab::job::Progress;

    let text = toy("kuhn-poker", 50);
    let (folder, file) = experiment(&text);
    let (new, out_new) = path(&folder, "new");
    done(&run(&["run", &file, "--out", &out_new]));
    let names = ["rounds.csv", "seats.csv", "matches.csv", "transcripts.jsonl", "manifest.json"].map(str::to_owned);
    for renamed in 0..=names.len() {
        let (mixed, out) = path(&folder, &format!("mixed-{renamed}"));
        done(&run(&["run", &file, "--out", &out, "--set", "seed=1"]));
        for (i, name) in names.iter().enumerate() {
            let to = if i < renamed { mixed.join(name) } else { mixed.join(format!("{name}.part")) };
            fs::copy(new.join(name), to).unwrap();
        }
        let asked = of_file(&new.join("experiment.toml")).unwrap();
        let progress = Progress { asked, finishing: Some(names.to_vec()), ..Progress::default() };
        fs::write(mixed.join("progress.json"), serde_json::to_string(&progress).unwrap()).unwrap();
        // What a run that begins afresh does before its first match.
        let other = text.replace("seed = 11", "seed = 3");
        fresh_and_killed(&other, &mixed);
        let manifest = fs::read_to_string(mixed.join("manifest.json")).unwrap();
        for name in &names[..4] {
            assert!(manifest.contains(&of_file(&mixed.join(name)).unwrap()), "{name} after {renamed}");
        }
        refused(&run(&["report", &out]), &["unfinished"]);
    }
}

/// Begins the toy whose text is `text` afresh, and ends before its first match.
fn fresh_and_killed(text: &str, out: &Path) {
    use ergo_lab::experiment::{Document, Experiment};
    use ergo_lab::run::{Mode, RunOptions, run_slice};

    let experiment = Experiment::read(&Document::parse(text).unwrap()).unwrap();
    let options = RunOptions { threads: 1, mode: Mode::Fresh, command: String::new() };
    run_slice(&experiment, out, 0..0, &options).unwrap();
}

#[test]
fn a_kill_between_two_renamings_is_mended() {
    use ergo_lab::digest::of_file;
    use ergo_lab::job::Progress;
    use ergo_lab::manifest::Manifest;

    let (folder, file) = experiment(&toy("kuhn-poker", 50));
    let (whole, out) = path(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    let (cut, out) = path(&folder, "cut");
    let manifest = Manifest::read(&whole).unwrap().unwrap();
    let names = manifest.files.into_iter().map(|file| file.name).chain(["manifest.json".to_owned()]);
    let names: Vec<String> = names.collect();
    for renamed in 0..=names.len() {
        if cut.exists() {
            fs::remove_dir_all(&cut).unwrap();
        }
        // An older result, over which the first few files have already been put.
        done(&run(&["run", &file, "--out", &out, "--set", "seed=1"]));
        for (i, name) in names.iter().enumerate() {
            let to = if i < renamed { cut.join(name) } else { cut.join(format!("{name}.part")) };
            fs::copy(whole.join(name), to).unwrap();
        }
        let asked = of_file(&whole.join("experiment.toml")).unwrap();
        let progress = Progress { asked, finishing: Some(names.clone()), ..Progress::default() };
        fs::write(cut.join("progress.json"), serde_json::to_string(&progress).unwrap()).unwrap();
        refused(&run(&["verify", &out]), &["unfinished"]);
        done(&run(&["run", &file, "--out", &out, "--resume"]));
        same_bytes(&whole, &cut);
    }
}

/// A word about progress that somebody else wrote leads nowhere outside the folder.
#[test]
fn nothing_outside_the_folder_is_touched() {
    use ergo_lab::digest::{of_file, of_text};
    use ergo_lab::job::{Progress, Written};

    let (folder, file) = experiment(&toy("kuhn-poker", 10));
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let (victim, _) = path(&folder, "victim.txt");
    fs::write(&victim, "mine").unwrap();
    let asked = of_file(&results.join("experiment.toml")).unwrap();
    let names = |name: &str| vec![name.to_owned()];
    for name in ["../victim.txt", victim.to_str().unwrap()] {
        let stale = Progress {
            asked: asked.clone(),
            finishing: Some(names("rounds.csv")),
            stale: vec![Written { name: name.to_owned(), sha256: of_text("mine") }],
            ..Progress::default()
        };
        let text = serde_json::to_string(&stale).unwrap();
        fs::write(results.join("progress.json"), &text).unwrap();
        refused(
            &run(&["run", &file, "--out", &out, "--resume"]),
            &["progress.json", "victim.txt", "no file of this folder"],
        );
        done(&run(&["run", &file, "--out", &out, "--fresh"]));
        // Nor does a manifest.
        let manifest = fs::read_to_string(results.join("manifest.json")).unwrap();
        fs::write(results.join("manifest.json"), manifest.replace("summary.csv", name)).unwrap();
        done(&run(&["run", &file, "--out", &out]));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
    }
}

#[test]
fn an_older_result_stays_until_the_new_one_is_whole() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 40_000));
    let (old, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out, "--set", "schedule.deals=10"]));
    let before = fs::read(old.join("matches.csv")).unwrap();
    interrupt(&file, &old);
    assert!(fs::read(old.join("matches.csv")).unwrap() == before);
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    assert_eq!(fs::read_to_string(old.join("matches.csv")).unwrap().lines().count(), 1 + 40_000 * 2 * 2);
    // Transcripts that the new run does not write are gone with the old one.
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
fn a_finished_run_is_not_played_again_by_resuming() {
    let (folder, file) = experiment(&toy("kuhn-poker", 10));
    let (finished, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    let manifest = fs::read(finished.join("manifest.json")).unwrap();
    let again = run(&["run", &file, "--out", &out, "--resume"]);
    done(&again);
    assert!(complaint(&again).contains("finished before"));
    assert!(fs::read(finished.join("manifest.json")).unwrap() == manifest);
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
        // Nobody can write there, whatever they may do elsewhere.
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
    // No file may grow beyond 500 blocks of 512 or 1024 bytes; the signal is ignored so that writing fails instead.
    let script = format!("trap '' XFSZ; ulimit -f 500; exec {} run {file} --out {out}", env!("CARGO_BIN_EXE_ergo"));
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    refused(&output, &["part", "cannot be written"]);
    assert!(!full.join("manifest.json").exists());
    refused(&run(&["run", &file, "--out", &out]), &["unfinished"]);
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    same_bytes(&whole, &full);
}
