//! Temporary files that a killed process left are removed at the next start; files of others stay.

use std::fs;
use std::path::Path;

use crate::common::tempdir;
use ergo_lab::folder::Folder;
use ergo_lab::job::{Checkpoint, FolderClaim, Mode, OpenedWork};

/// Opens the work that is defined by `asked` in the folder at `path`.
fn open(path: &Path, asked: &str, mode: Mode) -> Checkpoint {
    let claim = FolderClaim {
        what: "test",
        other: ("another test", "the same test"),
        asked: &[("experiment.toml", asked)],
        asked_stays: true,
        rows: &[],
        completion_file: "manifest.json",
        later: &["summary.csv"],
        logs: &[],
        replaces: false,
        inner: &[],
    };
    match Checkpoint::open(Folder::open(path).unwrap(), &claim, mode).unwrap() {
        OpenedWork::Begun(checkpoint) => *checkpoint,
        OpenedWork::Finished(_) => panic!("the work is not finished"),
    }
}

#[test]
fn torn_temporary_files_are_removed_at_the_next_start() {
    for mode in [Mode::Resume, Mode::Fresh] {
        let folder = tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mut work = open(folder.path(), "question = \"a\"\n", Mode::Begin);
        // This file of another program exists before the write, so that the next name is used.
        fs::write(at("manifest.json.part.new"), "mine").unwrap();
        work.announce(
            [("summary.csv.part", "aa"), ("manifest.json.part", "bb")].map(|(name, sum)| (name.into(), sum.into())),
        )
        .unwrap();
        drop(work);
        fs::write(at("summary.csv.part.new"), "torn").unwrap();
        fs::write(at("manifest.json.part.new-2"), "torn").unwrap();
        fs::write(at("other.part.new"), "mine").unwrap();
        drop(open(folder.path(), "question = \"a\"\n", mode));
        for name in ["summary.csv.part.new", "manifest.json.part.new-2"] {
            assert!(!at(name).exists(), "{name} after {mode:?}");
        }
        for name in ["manifest.json.part.new", "other.part.new"] {
            assert_eq!(fs::read_to_string(at(name)).unwrap(), "mine", "{name} after {mode:?}");
        }
    }
}

#[test]
fn torn_definition_is_removed_by_other_work() {
    for (left, stays) in [("question = \"b", false), ("que", false), ("", false), ("my notes", true)] {
        let folder = tempdir().unwrap();
        let left_at = folder.path().join("experiment.toml.part.new");
        fs::write(&left_at, left).unwrap();
        drop(open(folder.path(), "question = \"a\"\n", Mode::Begin));
        assert_eq!(left_at.exists(), stays, "{left:?}");
    }
}
