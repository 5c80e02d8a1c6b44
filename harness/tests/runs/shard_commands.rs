//! The commands that `ergo shard plan` prints run as they are, whatever the name of the folder, and damaged shards are
//! listed and played again.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use super::shard::ShardFolder;
use crate::common::{complaint, done, ergo, printed, refused, run};

/// Stand-ins for programs of engines: each gives its text to a shell, as the program does.
const ENGINES: [(&str, &str); 3] = [
    ("sbatch", "for i in 0 1; do SLURM_ARRAY_TASK_ID=$i sh -c \"${3#--wrap=}\" || exit 1; done"),
    ("hq", "while [ \"$1\" != -- ]; do shift; done; shift; for i in 0 1; do HQ_TASK_ID=$i \"$@\" || exit 1; done"),
    ("parallel", "shift 2; while read -r i; do sh -c \"$(printf '%s' \"$*\" | sed \"s/{}/$i/g\")\" || exit 1; done"),
];

/// Returns the PATH with `ergo` and the stand-ins in the folder `bin`.
fn path(bin: &Path) -> String {
    fs::create_dir(bin).unwrap();
    symlink(env!("CARGO_BIN_EXE_ergo"), bin.join("ergo")).unwrap();
    for (name, script) in ENGINES {
        fs::write(bin.join(name), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap())
}

#[test]
fn printed_commands_run_with_any_folder_name() {
    let room = ShardFolder::new();
    let (toy, path) = (room.toy(4), path(Path::new(&room.at("bin"))));
    for name in [
        "plain",
        "$(touch PWNED) `touch PWNED`",
        "it's \"quoted\" \\ ; touch PWNED",
        "-index",
        "{} {= touch =}",
        "日本 *",
    ] {
        let work = room.at("work");
        fs::create_dir(&work).unwrap();
        let planned = ergo()
            .args(["shard", "plan", &toy, "--shards", "2", &format!("--out={name}")])
            .current_dir(&work)
            .output()
            .unwrap();
        done(&planned);
        let mut ran = Vec::new();
        for line in printed(&planned).lines() {
            let (engine, command) = line.split_at(14);
            // The last ones need Python packages, or a number.
            if ["Ray", "from PyPI", "others"].contains(&engine.trim()) {
                continue;
            }
            let shell =
                Command::new("sh").args(["-c", command]).env("PATH", &path).current_dir(&work).output().unwrap();
            done(&shell);
            let status = ergo().args(["shard", "status", "--", name]).current_dir(&work).output().unwrap();
            assert!(printed(&status).starts_with("done      2 of 2: 0,1\n"), "{command}: {}", printed(&status));
            fs::remove_dir_all(Path::new(&work).join(name).join("shards")).unwrap();
            ran.push(engine.trim().to_owned());
        }
        assert_eq!(ran.len(), if name.contains('{') { 3 } else { 4 }, "{ran:?}");
        let names: Vec<_> = fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, [name]);
        fs::remove_dir_all(work).unwrap();
    }
    for name in ["two\nlines", "esc\u{1b}", "\u{202e}"] {
        let out = room.at(name);
        refused(&run(&["shard", "plan", &toy, "--shards", "2", "--out", &out]), &["cannot be written in a command"]);
        assert!(!Path::new(&out).exists());
    }
}

#[test]
fn damaged_shard_is_listed_and_played_again_on_request() {
    let room = ShardFolder::new();
    let (toy, plan) = (room.toy(6), room.at("plan"));
    done(&run(&["shard", "plan", &toy, "--shards", "4", "--out", &plan]));
    let shard = |index: &str, more: &[&str]| run(&[&["shard", "run", &plan, "--index", index], more].concat());
    for index in ["0", "1", "3"] {
        done(&shard(index, &[]));
    }
    let rows = Path::new(&plan).join("shards/1/rounds.csv.part");
    let whole = fs::read(&rows).unwrap();
    let mut bytes = whole.clone();
    bytes[10] ^= 1;
    fs::write(&rows, &bytes).unwrap();

    let status = |more: &[&str]| run(&[&["shard", "status", &plan, "--check"], more].concat());
    let checked = status(&[]);
    assert_eq!(checked.status.code(), Some(1));
    let hint = format!("to play it again: ergo shard run {plan} --index 1 --fresh");
    assert!(printed(&checked).contains("invalid   1: rounds.csv.part") && printed(&checked).contains(&hint));
    assert!(complaint(&checked).contains("invalid shards 1"), "{}", complaint(&checked));
    let missing = status(&["--missing"]);
    assert_eq!((missing.status.code(), printed(&missing).as_str()), (Some(1), "1,2\n"));

    refused(&shard("1", &[]), &["rounds.csv.part", "changed", "run it again with --fresh"]);
    let again = shard("1", &["--fresh"]);
    done(&again);
    assert!(!complaint(&again).contains("already done"), "{}", complaint(&again));
    assert!(fs::read(&rows).unwrap() == whole);
    assert!(fs::read(Path::new(&plan).join("shards/1.aside/rounds.csv.part")).unwrap() == bytes);
    let whole = status(&["--missing"]);
    done(&whole);
    assert_eq!(printed(&whole), "2\n");
    // An intact shard is played again, too, and stays.
    let same = shard("0", &["--fresh"]);
    done(&same);
    assert!(complaint(&same).contains("same bytes"), "{}", complaint(&same));
    done(&shard("2", &[]));
    done(&run(&["shard", "merge", &plan, "--out", &room.at("out")]));
}
