//! Helpers for several test programs.
#![allow(dead_code, reason = "each test file uses some of it")]

#[cfg(unix)]
pub mod axe;
#[cfg(unix)]
pub mod browser;
#[cfg(unix)]
pub mod picture;
pub mod race;
mod tempdir;
#[cfg(unix)]
pub mod terminal;
pub mod test_folder;

pub use tempdir::tempdir;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use ergo_engine::rng::{Seed, below};
use ergo_lab::digest::of_text;
use ergo_lab::job::{PartLength, PlayedCounts, Progress};
use ergo_lab::manifest::program;

/// Removes the checksum of a record, so that edited records are accepted.
pub fn unsealed(record: &str) -> String {
    let (record, _) = record.rsplit_once(",\n  \"sum\"").unwrap();
    format!("{record}\n}}\n")
}

/// A row of a CSV file: values by column name.
pub type Row = BTreeMap<String, String>;

/// The command `ergo`, without arguments.
pub fn ergo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_ergo"))
}

/// Runs `ergo` with these arguments.
pub fn run(arguments: &[&str]) -> Output {
    ergo().args(arguments).output().expect("the program starts")
}

/// Returns the text on standard error.
pub fn complaint(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are UTF-8")
}

/// Returns the text on standard output.
pub fn printed(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("what is printed is UTF-8")
}

/// The root folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace").to_owned()
}

/// Returns true if `command` works on this machine. Otherwise prints that `test` is skipped.
pub fn has(command: &[&str], test: &str) -> bool {
    let found = Command::new(command[0]).args(&command[1..]).output().is_ok_and(|tried| tried.status.success());
    if !found {
        eprintln!("{test}: skipped, there is no {} here", command[0]);
    }
    found
}

/// Runs `command` and returns its output. Kills it after `limit` and returns `None`.
pub fn within(command: &mut Command, limit: Duration) -> Option<Output> {
    // Files instead of pipes, because a full pipe would block the command.
    let mut files = [(); 2].map(|()| tempfile::tempfile().unwrap());
    let [out, error] = files.each_ref().map(|file| Stdio::from(file.try_clone().unwrap()));
    let mut child = command.stdout(out).stderr(error).spawn().unwrap();
    let start = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if start.elapsed() > limit => {
                child.kill().unwrap();
                child.wait().unwrap();
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    };
    let [stdout, stderr] = files.each_mut().map(|file| {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).unwrap();
        bytes
    });
    Some(Output { status, stdout, stderr })
}

/// Copies a folder with its contents.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(std::fs::copy(entry.path(), to).unwrap()),
        }
    }
}

/// Returns the names of all verbs.
pub fn verbs() -> BTreeSet<String> {
    let of_verb = |line: &str| {
        line.split_once("__fish_ergo_needs_command\" -f -a \"")?.1.split_once('"').map(|it| it.0.to_owned())
    };
    printed(&run(&["completions", "fish"])).lines().filter_map(of_verb).collect()
}

/// Compares the file at `path` with `found` and describes the first differing lines. `UPDATE_SNAPSHOTS=1` writes the file
/// first.
pub fn difference(path: &Path, found: &str) -> Option<String> {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, found).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    let without = |text: &str, other: &str, sign: char| -> Vec<String> {
        let other: BTreeSet<&str> = other.lines().collect();
        text.lines().filter(|line| !other.contains(line)).take(9).map(|line| format!("{sign} {line}")).collect()
    };
    let lines = [without(&expected, found, '-'), without(found, &expected, '+')].concat().join("\n");
    (expected != found).then(|| format!("{}: not as recorded (UPDATE_SNAPSHOTS=1 records it)\n{lines}", path.display()))
}

/// Returns the rows of a CSV file.
pub fn rows(folder: &Path, file: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(folder.join(file)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// Asserts status 2 and one line on standard error that contains each of `words`.
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

/// The text of a small experiment: two random entrants at a toy game.
pub fn toy(game: &str, deals: u32) -> String {
    format!(
        "question = \"Who gains?\"\nseed = 11\n[game]\nname = \"{game}\"\n\
         [[entrant]]\nname = \"one\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"two\"\nagent = {{ kind = \"random\" }}\n\
         [schedule]\ntables = [[\"one\", \"two\"]]\ndeals = {deals}\n[output]\ntranscripts = true\n"
    )
}

/// Creates a folder at `cut` as a kill after `tasks` complete tasks leaves it. `asked` are the input files; `rows` has for
/// each file its name, the counted rows and a torn rest.
pub fn interrupted(
    cut: &Path,
    asked: &[(&str, String)],
    rows: &[(&str, &str, &str)],
    tasks: u64,
    played: PlayedCounts,
) {
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

/// Returns the header and the first `count` lines after it.
pub fn lines(text: &str, count: usize) -> String {
    text.split_inclusive('\n').take(1 + count).collect()
}

/// Files that must be identical between runs.
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

/// Asserts that two results folders hold the same bytes and no unfinished files.
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

/// Runs an experiment once without interruption and once with repeated kills at random moments and resumption. Asserts
/// identical bytes, and that at least `least` of `kills` kills interrupted a running process.
#[track_caller]
pub fn killed_at_any_moment(folder: &Path, file: &str, kills: u32, least: u32, seed: u64) {
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    let (first, out) = (whole.to_str().unwrap(), killed.to_str().unwrap());
    let clock = Instant::now();
    done(&run(&["run", file, "--out", first]));
    let whole_time = clock.elapsed().as_millis() as u32;
    let mut rng = Seed::master(seed).rng();
    let mut interrupted = 0;
    for kill in 0..kills {
        let mut command = ergo();
        command.args(["run", file, "--out", out, "--threads", "2", "--resume"]);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        // Most kills are early; some hit the renaming at the end.
        let longest = if kill % 4 == 3 { whole_time * 5 / 4 } else { whole_time / 3 };
        std::thread::sleep(Duration::from_millis(u64::from(below(&mut rng, longest.max(1)))));
        child.kill().unwrap();
        let finished = child.wait().unwrap().success();
        interrupted += u32::from(!finished);
        if finished {
            same_bytes(&whole, &killed);
            std::fs::remove_dir_all(&killed).unwrap();
        }
    }
    assert!(interrupted >= least, "only {interrupted} of {kills} runs were interrupted");
    done(&run(&["run", file, "--out", out, "--resume"]));
    same_bytes(&whole, &killed);
    done(&run(&["verify", out]));
}
