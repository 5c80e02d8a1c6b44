//! What several tests need.
#![allow(dead_code, reason = "each test file uses some of it")]

#[cfg(unix)]
pub mod browser;
pub mod place;
pub mod race;
#[cfg(unix)]
pub mod terminal;

use std::path::Path;
use std::process::{Command, Output};

use ergo_lab::digest::of_text;
use ergo_lab::job::{PartLength, Played, Progress};
use ergo_lab::manifest::program;

/// The program, to be given arguments.
pub fn ergo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ergo"))
}

/// What it does with these arguments.
pub fn run(arguments: &[&str]) -> Output {
    ergo().args(arguments).output().expect("the program starts")
}

/// What it says on standard error.
pub fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

/// Asserts status 2 and one line on standard error that holds every one of `words`.
#[track_caller]
pub fn refused(output: &Output, words: &[&str]) {
    let said = complaint(output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("ergo: "), "{said}");
    for word in words {
        assert!(said.contains(word), "no {word:?} in {said}");
    }
}

/// Asserts status 0.
#[track_caller]
pub fn done(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", complaint(output));
}

/// A small experiment with toys: two random entrants, so many deals.
pub fn toy(game: &str, deals: u32) -> String {
    format!(
        "question = \"Who gains?\"\nseed = 11\n[game]\nname = \"{game}\"\n\
         [[entrant]]\nname = \"one\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"two\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"one\", \"two\"]]\ndeals = {deals}\n[output]\ntranscripts = true\n"
    )
}

/// Makes a folder at `cut` as a kill after `tasks` whole tasks leaves it: what was asked, and of each file of rows what counts and
/// what the kill tore.
pub fn interrupted(cut: &Path, asked: &[(&str, String)], rows: &[(&str, &str, &str)], tasks: u64, played: Played) {
    let write = |name: &str, text: &str| std::fs::write(cut.join(format!("{name}.part")), text).unwrap();
    std::fs::create_dir_all(cut).unwrap();
    asked.iter().for_each(|(name, text)| write(name, text));
    rows.iter().for_each(|(name, whole, torn)| write(name, &format!("{whole}{torn}")));
    let part = |(name, whole, _): &(&str, &str, &str)| PartLength {
        name: (*name).to_owned(),
        bytes: whole.len() as u64,
        rows: whole.lines().count() as u64 - 1,
        sha256: of_text(whole),
    };
    let progress = Progress {
        asked: of_text(&asked.iter().map(|(_, text)| text.as_str()).collect::<String>()),
        program: program(),
        tasks,
        played,
        parts: rows.iter().map(part).collect(),
        ..Progress::default()
    };
    std::fs::write(cut.join("progress.json"), serde_json::to_string(&progress).unwrap()).unwrap();
}

/// The first `count` lines of a text after the one at its top, and that.
pub fn lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(1 + count).collect()
}

/// Every file that must come out the same.
pub const SAME: [&str; 10] = [
    "experiment.toml",
    "rounds.csv",
    "seats.csv",
    "matches.csv",
    "transcripts.jsonl",
    "summary.csv",
    "arms.csv",
    "blocks.csv",
    "report.md",
    "report.html",
];

/// Asserts that two results folders hold the same bytes, and nothing but finished files.
#[track_caller]
pub fn same_bytes(one: &Path, two: &Path) {
    let plots = |folder: &Path| {
        let entries = std::fs::read_dir(folder.join("plots")).expect("every report has plots");
        let mut names: Vec<String> =
            entries.map(|entry| format!("plots/{}", entry.unwrap().file_name().to_string_lossy())).collect();
        names.sort();
        names
    };
    assert_eq!(plots(one), plots(two));
    for name in SAME.into_iter().map(str::to_owned).chain(plots(one)) {
        assert!(!name.ends_with(".part") && !name.ends_with(".new"), "{name}");
        let read = |folder: &Path| std::fs::read(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(read(one) == read(two), "{name} differs");
    }
    for folder in [one, two] {
        let mut names: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        let mut expected: Vec<&str> = SAME.into_iter().chain(["manifest.json", "plots"]).collect();
        expected.sort();
        assert_eq!(names, expected, "in {}", folder.display());
    }
}
