//! Limits of the system on files and memory: one line and status 2, and nothing finished is lost. The memory of a report.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::bytes::{experiment, path};
use crate::common::{complaint, done, ergo, refused, run, same_bytes, tempdir, toy, verbs};

/// Runs `ergo` after the shell command `limit`.
fn under(limit: &str, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{limit}; exec \"$@\""), "sh", env!("CARGO_BIN_EXE_ergo")]);
    command.args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn run_beyond_file_size_limit_can_be_resumed() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 5_000));
    let (whole, out) = path(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    let mut ended = 0;
    // Blocks of 512 or 1024 bytes.
    for blocks in [0, 1, 20, 200, 700, 1_000, 100_000] {
        let (cut, out) = path(&folder, &format!("cut-{blocks}"));
        let output = under(&format!("ulimit -f {blocks}"), folder.path(), &["run", &file, "--out", &out]);
        if output.status.success() {
            ended += 1;
        } else {
            refused(&output, &["File too large", "ulimit -f"]);
            done(&run(&["run", &file, "--out", &out, "--resume"]));
        }
        same_bytes(&whole, &cut);
    }
    assert!((1..5).contains(&ended), "{ended}");
}

#[test]
fn verbs_beyond_file_size_limit_are_refused() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 200));
    let (_, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let mut finished = Vec::new();
    for line in [
        "report out",
        "verify out",
        "compare --game kuhn-poker random ismcts:iterations=20 --out compared",
        "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out tuned --generations 2 \
         --population 4 --deals 1 --held-out 2",
        "train --seats 2 --out trained --rounds 6 --batch 3 --hidden 2 --trial 2",
        "shard plan trial.toml --shards 2 --out shards",
        "replay out --match 1 --html page.html",
        "new bot bot --python",
    ] {
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = under("ulimit -f 1", folder.path(), &words);
        match output.status.success() {
            true => finished.push(line),
            false => refused(&output, &["File too large", "ulimit -f"]),
        }
    }
    // Plans may be small enough.
    assert!(finished.iter().all(|line| line.starts_with("shard")), "{finished:?}");
    done(&run(&["verify", &out]));
    // Standard output, at its end and after a seek.
    for redirect in [">", ">>"] {
        let limit = format!("ulimit -f 1; exec {redirect} printed.txt");
        refused(&under(&limit, folder.path(), &["games"]), &["standard output: File too large"]);
    }
    assert_eq!(fs::read(folder.path().join("printed.txt")).unwrap(), b"");
}

#[test]
fn address_space_limit_is_checked_before_the_first_match() {
    let (folder, file) = experiment(&toy("tic-tac-toe", 3_000));
    let (whole, out) = path(&folder, "whole");
    done(&run(&["run", &file, "--out", &out]));
    let mut ends = Vec::new();
    for kilobytes in [40_000, 80_000, 120_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000] {
        for threads in ["1", "4"] {
            let (cut, out) = path(&folder, "cut");
            let arguments = ["run", &file, "--out", &out, "--threads", threads];
            let output = under(&format!("ulimit -v {kilobytes}"), folder.path(), &arguments);
            ends.push(output.status.code());
            if output.status.success() {
                same_bytes(&whole, &cut);
                fs::remove_dir_all(&cut).unwrap();
            } else {
                refused(&output, &["ulimit -v: got ", "MiB of address space, expected at least "]);
                assert!(!cut.exists());
            }
        }
    }
    assert!(ends[0] == Some(2) && ends[1] == Some(2) && ends[16] == Some(0) && ends[17] == Some(0), "{ends:?}");
    for line in ["report whole", "verify whole", "compare --game kuhn-poker random random:blunder=0.5 --out compared"] {
        let words: Vec<&str> = line.split_whitespace().collect();
        refused(&under("ulimit -v 100000", folder.path(), &words), &["ulimit -v: got 97 MiB"]);
    }
    done(&under("ulimit -v 100000", folder.path(), &["games"]));
}

/// Runs `ergo` and returns the peak of its resident memory in KiB.
fn peak_memory(arguments: &[&str]) -> u64 {
    let mut child = ergo().args(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    done(&child.wait_with_output().unwrap());
    peak
}

/// Largest growth of the peak memory of `ergo report` for each table of an arm, in KiB.
const MOST_PER_TABLE: u64 = 22;

#[test]
fn report_memory_per_arm_is_bounded() {
    let peak = |arms: usize| {
        let numbers: Vec<String> = (2..2 + arms.div_ceil(20)).map(|number| number.to_string()).collect();
        let tables = r#"["one", "two"], ["one", "three"], ["two", "three"]"#;
        let third = "[[entrant]]\nname = \"three\"\nagent = { kind = \"random\" }\n[schedule]";
        let text = toy("ergo", 2).replace(r#"["one", "two"]"#, tables).replace("[schedule]", third);
        let text = text.replace("transcripts = true", "transcripts = false")
            + "[[sweep]]\nkey = \"game.rules.cards.not\"\n\
               values = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]\n"
            + &format!("[[sweep]]\nkey = \"game.rules.cards.or\"\nvalues = [{}]\n", numbers.join(", "));
        let (folder, file) = experiment(&text);
        let (_, out) = path(&folder, "out");
        done(&run(&["run", &file, "--out", &out, "--set", "game.rules.max_rounds=2"]));
        peak_memory(&["report", &out])
    };
    let (few, many) = (peak(40), peak(400));
    let per_table = many.saturating_sub(few) / (360 * 3);
    eprintln!("{few} KiB for 40 arms, {many} KiB for 400 arms, {per_table} KiB per table");
    assert!((1..=MOST_PER_TABLE).contains(&per_table), "{few} {many}: {per_table} KiB per table");
}

#[test]
fn argument_that_is_not_utf8_is_refused_by_every_verb() {
    let folder = tempdir().unwrap();
    let name = OsStr::from_bytes(b"bad\xff");
    for verb in verbs() {
        let output = ergo().arg(&verb).arg(name).current_dir(folder.path()).output().unwrap();
        refused(&output, &["not UTF-8, expected arguments and paths in UTF-8"]);
    }
    // A working folder is no argument.
    let inner = folder.path().join(name);
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("trial.toml"), toy("tic-tac-toe", 20)).unwrap();
    for line in ["run trial.toml --out out", "verify out", "report out", "shard plan trial.toml --shards 2 --out cut"] {
        let output = ergo().args(line.split(' ')).current_dir(&inner).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}: {}", complaint(&output));
    }
}
