//! Runs every command that a README shows and compares the shown output.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{root, tempdir};
use tempfile::TempDir;

/// The pages with commands.
const PAGES: [&str; 5] =
    ["README.md", "experiments/README.md", "harness/README.md", "agents/README.md", "engine/README.md"];
/// Long commands, shortened if their output is not shown.
const SHORTER: [(&str, &[&str]); 4] = [
    ("run ", &["--set", "schedule.deals=1", "--fresh"]),
    ("tune ", &["--generations", "1", "--population", "4", "--deals", "1", "--held-out", "2"]),
    ("train ", &["--rounds", "20", "--batch", "5", "--hidden", "2", "--trial", "2"]),
    ("compare ", &["--fresh", "--most-blocks", "20"]),
];
/// Commands that are not run here: they build, test or measure the repository, or take long.
const NOT_HERE: [&str; 6] = [
    "cargo test",
    "cargo doc",
    "cargo bench",
    "cargo build",
    // `new_crates.rs` builds and plays this crate.
    "cd /tmp/nim && cargo run",
    // Needs rows that take minutes to play.
    "ergo propose",
];

/// A command of a page with the lines below it.
struct Shown {
    page: &'static str,
    command: String,
    prints: Vec<String>,
}

/// Returns the commands of all code blocks without a language.
fn shown(page: &'static str) -> Vec<Shown> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut found: Vec<Shown> = Vec::new();
    let (mut inside, mut is_plain, mut in_command) = (false, false, false);
    for line in text.lines() {
        if let Some(language) = line.strip_prefix("```") {
            (inside, is_plain, in_command) = (!inside, language.is_empty(), false);
            continue;
        }
        if !inside || !is_plain {
            continue;
        }
        let is_command = ["ergo ", "cargo ", "cd "].iter().any(|start| line.starts_with(start));
        if is_command {
            let command = line.split("   #").next().unwrap().split("  #").next().unwrap().trim().to_owned();
            found.push(Shown { page, command, prints: Vec::new() });
            in_command = true;
        } else if in_command {
            found.last_mut().unwrap().prints.push(line.to_owned());
        }
    }
    found
}

/// A copy of the repository folder, in which commands may write.
fn place() -> TempDir {
    let place = tempdir().unwrap();
    for name in ["experiments", "agents", "engine", "harness"] {
        std::os::unix::fs::symlink(root().join(name).canonicalize().unwrap(), place.path().join(name)).unwrap();
    }
    let smoke = place.path().join("results/smoke");
    fs::create_dir_all(smoke.join("plots")).unwrap();
    for inner in ["", "plots"] {
        for entry in fs::read_dir(root().join("results/smoke").join(inner)).unwrap().map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), smoke.join(inner).join(entry.file_name())).unwrap();
            }
        }
    }
    place
}

/// Runs `command` (the words after `ergo`) with shell quoting.
fn run(place: &Path, command: &str, more: &[&str]) -> Output {
    let tmp = place.join("tmp");
    fs::create_dir_all(&tmp).unwrap();
    let command = command.replace("/tmp/", &format!("{}/", tmp.display()));
    let script = format!("exec \"$0\" {command} \"$@\"");
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).args(more).current_dir(place).output().unwrap()
}

/// Replaces machine-dependent parts of a line.
fn masked(line: &str) -> String {
    match line.split_once(" turns in ") {
        Some((before, after)) => format!("{before} turns in …{}", after.split_once(';').map_or("", |(_, rest)| rest)),
        None => line.trim_end().to_owned(),
    }
}

/// Asserts that the output is as shown; a line `…` stands for any lines.
#[track_caller]
fn compare(shown: &Shown, found: &[String]) {
    let mut left = found;
    let mut skips = false;
    for line in &shown.prints {
        if line.trim() == "…" {
            skips = true;
            continue;
        }
        let at = left.iter().position(|found| *found == masked(line));
        let whole = format!("{}: {}\nprints\n{}", shown.page, shown.command, found.join("\n"));
        assert!(at.is_some_and(|at| skips || at == 0), "{whole}\nand not, or not there, {line:?}");
        left = &left[at.unwrap() + 1..];
        skips = false;
    }
    assert!(
        skips || left.iter().all(|line| line.is_empty()),
        "{}: {} prints more: {left:?}",
        shown.page,
        shown.command
    );
}

/// Runs the commands of `page` in order. Returns how many ran, and how many outputs were compared.
fn read(page: &'static str, has_python: bool) -> (u64, u64) {
    let (place, mut ran, mut compared) = (place(), 0, 0);
    for shown in shown(page) {
        if NOT_HERE.iter().any(|start| shown.command.starts_with(start)) {
            continue;
        }
        if !has_python && ["python3", "outside.toml"].iter().any(|word| shown.command.contains(word)) {
            eprintln!("{}: skipped, no python3 here", shown.command);
            continue;
        }
        let known = ["cargo run --release -- ", "ergo "].iter().find_map(|start| shown.command.strip_prefix(start));
        let command = known.unwrap_or_else(|| panic!("{page}: {} is no command of this program", shown.command));
        let prints = shown.prints.iter().any(|line| !line.trim().is_empty());
        let shorter = SHORTER.iter().find(|(start, _)| command.starts_with(start) && !prints);
        // Do not set a key that the command sets.
        let is_set = command.contains("--set schedule.deals=");
        let more = shorter.map_or(&[][..], |(start, more)| match *start {
            "run " if is_set => &more[2..],
            "compare " if command.contains("--most-blocks") => &more[..1],
            _ => more,
        });
        let output = run(place.path(), &command.replace("--most-blocks 50", "--most-blocks 4"), more);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{page}: {}\n{said}", shown.command);
        ran += 1;
        if prints {
            let all = format!("{}{said}", String::from_utf8_lossy(&output.stdout));
            compare(&shown, &all.lines().map(masked).collect::<Vec<_>>());
            compared += 1;
        }
    }
    (ran, compared)
}

#[test]
fn readme_commands_print_the_shown_output() {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    // Pages are independent.
    let counts = std::thread::scope(|scope| {
        let readers = PAGES.map(|page| scope.spawn(move || read(page, has_python)));
        readers.map(|reader| reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (ran, compared) = counts.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(ran > 25 && compared >= 3, "{ran} ran, {compared} were compared");
}

#[test]
fn readme_is_short_and_its_links_resolve() {
    for page in PAGES {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let folder = root().join(page).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let path = link.split('#').next().unwrap();
            assert!(link.starts_with("http") || folder.join(path).exists(), "{page}: {link} leads nowhere");
        }
    }
    let words = fs::read_to_string(root().join("README.md")).unwrap().split_whitespace().count();
    assert!(words <= 700, "README.md has {words} words");
}
