//! Malicious files and arguments: each is refused in one line or read literally, soon, and no other file is touched.

use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::common::{complaint, done, ergo, refused, run, tempdir, toy, within};
use ergo_lab::experiment::{Document, Experiment};
use tempfile::TempDir;

/// Input is refused within this time.
const SOON: Duration = Duration::from_secs(60);

/// Runs `command`, which must end soon.
#[track_caller]
pub fn soon(command: &mut Command) -> Output {
    within(command, SOON).expect("it ends soon")
}

/// A folder with a toy experiment.
pub fn place() -> (TempDir, String) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("toy.toml");
    fs::write(&file, toy("kuhn-poker", 20)).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (folder, file)
}

/// A path in a folder, also as text.
pub fn at(folder: &TempDir, name: &str) -> (PathBuf, String) {
    let path = folder.path().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

#[test]
fn deep_keys_are_read_or_refused() {
    let deep = vec!["a"; 60_000].join(".");
    let (folder, file) = place();
    // Arguments can have 128 KB at most.
    refused(&run(&["run", &file, "--set", &format!("{deep}=1")]), &["--set a.a.a", "60000 parts", "at most 8"]);
    refused(&run(&["run", &file, "--set", &format!("game.rules.{deep}=1")]), &["--set game.rules.a"]);
    let nested = format!("seed={}", "[".repeat(60_000));
    refused(&run(&["run", &file, "--set", &nested]), &["seed", "whole number"]);
    // The same keys in files.
    let (_, other) = at(&folder, "other.toml");
    for text in [
        format!("{deep} = 1\n"),
        format!("x = {}\n", "[".repeat(100_000)),
        format!("x = {}\n", "{a=".repeat(100_000)),
        format!("[{deep}]\n"),
        format!("[game.rules.{deep}]\nx = 1\n"),
    ] {
        fs::write(&other, text).unwrap();
        refused(&run(&["run", &other]), &["other.toml"]);
    }
}

#[test]
fn listed_arms_have_the_same_limit_as_sweeps() {
    let arms = |count: usize| {
        let set = |i| format!("set = {{ entrant.one.agent.iterations = {} }}", i + 1);
        let arm = |i| format!("[[arm]]\nname = \"arm {i}\"\n{}\n", set(i));
        let text = toy("kuhn-poker", 1).replacen("\"random\"", "\"ismcts\"", 1);
        format!("{text}{}", (0..count).map(arm).collect::<String>())
    };
    let read = |text: &str| Experiment::read(&Document::parse(text).unwrap());
    assert_eq!(read(&arms(1_000)).map(|experiment| experiment.arms.len()).ok(), Some(1_000));
    let problem = read(&arms(1_001)).err().unwrap().to_string();
    assert!(problem.contains("arm: 1001 of them") && problem.contains("at most 1000"), "{problem}");
    // Refusing 100,000 values must take time only for reading their bytes.
    let start = Instant::now();
    assert!(read(&arms(100_000)).is_err());
    assert!(start.elapsed() < SOON);
}

#[test]
fn thousand_entrants_and_arms_use_little_memory() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let entrant = |i| format!("[[entrant]]\nname = \"e{i}\"\nagent = {{ kind = \"greedy\" }}\n");
    let arm = |i| format!("[[arm]]\nname = \"arm {i}\"\nset = {{ \"entrant.e1.agent.blunder\" = 0.5{i:03} }}\n");
    let text = format!(
        "question = \"q\"\nseed = 1\n[game]\nname = \"ergo\"\n{}[schedule]\ntables = [[\"e1\", \"e2\"]]\ndeals = 1\n\
         rotations = \"none\"\n{}",
        (0..1_000).map(entrant).collect::<String>(),
        (0..1_000).map(arm).collect::<String>()
    );
    let (folder, _) = place();
    let (path, file) = at(&folder, "many.toml");
    fs::write(path, text).unwrap();
    let (_, out) = at(&folder, "out");
    let limited = "ulimit -v 1500000; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_ergo"), "run", &file, "--out", &out, "--threads", "1"]);
    // Limits memory, not time.
    done(&command.env("MALLOC_ARENA_MAX", "2").output().unwrap());
}

#[test]
fn overlong_transcript_lines_are_refused() {
    let mut command = ergo();
    refused(&soon(command.args(["replay", "/dev/zero"])), &["/dev/zero", "line 1", "longer than 16 MB"]);
    // Input from a pipe is still read.
    let (folder, file) = place();
    let (out, out_text) = at(&folder, "out");
    done(&run(&["run", &file, "--out", &out_text]));
    let transcripts = File::open(out.join("transcripts.jsonl")).unwrap();
    let told = ergo().args(["replay", "/dev/stdin", "--match", "2"]).stdin(transcripts).output().unwrap();
    done(&told);
    assert!(!told.stdout.is_empty());
}

#[test]
fn messages_stay_short() {
    let (folder, file) = place();
    let long = "x".repeat(100_000);
    let (other, other_text) = at(&folder, "other.toml");
    let said = |arguments: &[&str]| {
        let output = run(arguments);
        refused(&output, &["characters left out"]);
        assert!(complaint(&output).chars().count() < 1_000, "{}", complaint(&output).len());
    };
    said(&["run", &file, "--set", &format!("game.name={long}")]);
    said(&["run", &file, "--set", &format!("schedule.{long}=1")]);
    fs::write(&other, toy("kuhn-poker", 1).replacen("\"random\"", &format!("\"{long}{long}\""), 1)).unwrap();
    said(&["run", &other_text]);
}

#[test]
fn reports_escape_tags() {
    let (folder, file) = place();
    let (out, out_text) = at(&folder, "out");
    let question = "<script>alert(1)</script> is 1 < 2 <!-- or --> <img src=x onerror=y>?";
    let set = format!("question={question}");
    let arm = "\n[[arm]]\nname = \"<u>a</u>\"\n[[arm]]\nname = \"b\"\nset = { entrant.one.agent.kind = \"ismcts\", entrant.one.agent.iterations = 5 }\n";
    fs::write(&file, format!("{}{arm}", toy("kuhn-poker", 20))).unwrap();
    done(&run(&["run", &file, "--out", &out_text, "--set", &set]));
    for name in ["report.md", "report.html"] {
        let text = fs::read_to_string(out.join(name)).unwrap();
        for tag in ["<script>alert", "<img", "<u>", "</u>", "<!-- or"] {
            assert!(!text.contains(tag), "{tag} in {name}");
        }
    }
    let text = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(text.starts_with("# &lt;script>alert(1)&lt;/script> is 1 < 2 &lt;!-- or --> &lt;img"), "{text}");
}

#[test]
fn cells_are_never_spreadsheet_formulas() {
    let (_folder, file) = place();
    for (more, words) in [
        ("[[arm]]\nname = \"=cmd|'/C calc'!A0\"\n", [".name", "formula"]),
        ("[[arm]]\nname = \"@SUM(A1)\"\n", [".name", "formula"]),
        ("[[arm]]\nname = \"a\"\nset = { \"entrant.one.agent.kind\" = \"+1\" }\n", ["arm.a.set", "formula"]),
        ("[[sweep]]\nkey = \"entrant.one.agent.kind\"\nvalues = [\"-1\"]\n", ["sweep.1", "formula"]),
        ("[[entrant]]\nname = \"@one\"\nagent = { kind = \"random\" }\n", ["entrant.", "formula"]),
        (
            "[[entrant]]\nname = \"three\"\nagent = { kind = \"process\", command = \"=1+1\" }\n",
            ["entrant.three.agent", "formula"],
        ),
    ] {
        fs::write(&file, format!("{}{more}", toy("kuhn-poker", 2))).unwrap();
        refused(&run(&["run", &file]), &words);
    }
}

#[test]
fn failed_replacement_leaves_no_temporary_file() {
    let (folder, _) = place();
    let (readme, _) = at(&folder, "README.md");
    let beside = folder.path().join("README.md.new");
    fs::write(&readme, "old").unwrap();
    ergo_lab::folder::disk::write_whole(&readme, |file| file.add(b"new")).unwrap();
    assert_eq!(fs::read_to_string(&readme).unwrap(), "new");
    fs::remove_file(&readme).unwrap();
    fs::create_dir(&readme).unwrap();
    assert!(ergo_lab::folder::disk::write_whole(&readme, |file| file.add(b"new")).is_err());
    assert!(!beside.exists());
}

#[test]
fn results_stay_inside_the_results_folder() {
    let (folder, _) = place();
    for name in ["...toml", "..toml"] {
        fs::create_dir_all(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("in").join(name), toy("kuhn-poker", 2)).unwrap();
        let output = ergo().args(["run", name]).current_dir(folder.path().join("in")).output().unwrap();
        refused(&output, &[name, "no default results folder", "--out"]);
        let mut names: Vec<_> =
            fs::read_dir(folder.path().join("in")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [name]);
        fs::remove_file(folder.path().join("in").join(name)).unwrap();
    }
}

#[test]
fn output_has_no_control_characters() {
    let (folder, file) = place();
    let (out, out_text) = at(&folder, "out");
    done(&run(&["run", &file, "--out", &out_text]));
    let mut text = String::new();
    File::open(out.join("transcripts.jsonl")).unwrap().read_to_string(&mut text).unwrap();
    let line = text.lines().next().unwrap().replace("\"one\"", "\"\\u001b]0;owned\\u0007\\u009b2J\"");
    let (hostile, hostile_text) = at(&folder, "hostile.jsonl");
    fs::write(hostile, line).unwrap();
    let told = run(&["replay", &hostile_text]);
    done(&told);
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("]0;owned") && !told.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{told:?}");
}
