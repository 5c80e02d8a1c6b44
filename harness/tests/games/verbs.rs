//! Helpers for verbs that every game supports: worked cases, positions, experiments.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{complaint, done, printed, refused, run};

/// Runs `ergo cases` on a file with this text. Returns its output and status.
pub fn cases(game: &str, text: &str) -> (String, Option<i32>) {
    let folder = crate::common::tempdir().unwrap();
    let path = folder.path().join("cases.txt");
    fs::write(&path, text).unwrap();
    let output = run(&["cases", game, path.to_str().unwrap()]);
    (printed(&output) + &complaint(&output), output.status.code())
}

/// Asserts that a line of cases differs after each change; the changed part must exist.
#[track_caller]
pub fn differs(game: &str, changes: &[(&str, &str, &str)], line: impl Fn(&str) -> &'static str) {
    for (id, from, to) in changes {
        let wrong = line(id).replacen(from, to, 1);
        assert_ne!(wrong, line(id), "{id}");
        let (said, status) = cases(game, &wrong);
        assert!(said.starts_with(&format!("{id} differs: expected ")), "{said}");
        assert_eq!(status, Some(1), "{said}");
    }
}

/// Asserts that each text, as line 2 of a file, is refused in one line that contains the given word.
#[track_caller]
pub fn unreadable(game: &str, texts: &[(&str, &str)]) {
    for (text, word) in texts {
        let (said, status) = cases(game, &format!("# head\n{text}"));
        assert!(said.contains("line 2") && said.contains(word), "{said}");
        assert_eq!((said.lines().count(), status), (1, Some(2)), "{said}");
    }
}

/// Runs `ergo position` and returns its JSON.
pub fn position(game: &str, arguments: &[&str]) -> Value {
    let output = run(&[&["position", game], arguments].concat());
    done(&output);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Asserts that `ergo position` refuses these arguments.
#[track_caller]
pub fn no_position(game: &str, arguments: &[&str], words: &[&str]) {
    refused(&run(&[&["position", game], arguments].concat()), words);
}

/// Runs an experiment, verifies it and rewrites its report. Returns its folder.
pub fn played(text: &str, at: &Path) -> String {
    let file = at.join("it.toml");
    fs::write(&file, text).unwrap();
    let out = at.join("out").to_str().unwrap().to_owned();
    for verb in [&["run", file.to_str().unwrap(), "--out", &out][..], &["verify", &out], &["report", &out]] {
        done(&run(verb));
    }
    out
}

/// Asserts that `ergo compare` finds `better` better than the random agent, and that the result can be verified.
#[track_caller]
pub fn is_better(better: &str, arguments: &[&str]) {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().join("compared");
    let out = out.to_str().unwrap();
    let compared = run(&[&["compare", "--game"], arguments, &["random", better, "--out", out]].concat());
    done(&compared);
    assert!(complaint(&compared).contains(&format!("{better} is better than random")), "{}", complaint(&compared));
    done(&run(&["verify", out]));
}
