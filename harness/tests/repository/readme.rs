//! Runs every command that a page shows and compares its output with the page.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{root, tempdir};
use tempfile::TempDir;

/// The pages whose commands are run.
const PAGES: [&str; 14] = [
    "README.md",
    "experiments/README.md",
    "harness/README.md",
    "harness/TUTORIAL.md",
    "harness/HOWTO.md",
    "harness/EXPERIMENTS.md",
    "harness/STATISTICS.md",
    "harness/RUNS.md",
    "harness/SHARDS.md",
    "harness/MAP.md",
    "agents/README.md",
    "agents/PROTOCOL.md",
    "engine/README.md",
    ".github/CONTRIBUTING.md",
];
/// Options that shorten long commands, unless the page shows their output.
const SHORTER: [(&str, &[&str]); 4] = [
    ("run ", &["--set", "schedule.deals=1", "--fresh"]),
    ("tune ", &["--generations", "1", "--population", "4", "--deals", "1", "--held-out", "2"]),
    ("train ", &["--rounds", "20", "--batch", "5", "--hidden", "2", "--trial", "2"]),
    ("compare ", &["--fresh", "--most-blocks", "20"]),
];
/// Commands that are not run: they build, test or measure the whole workspace, or take long.
const NOT_HERE: [&str; 6] = [
    "cargo test",
    "cargo doc",
    "cargo bench",
    "cargo build",
    // new_crates.rs builds and runs this crate.
    "cd /tmp/tricks && cargo run",
    // It needs the rows of minutes of play.
    "ergo propose",
];

/// A command of a page with the output that the page shows.
struct Shown {
    page: &'static str,
    command: String,
    prints: Vec<String>,
}

/// Returns the commands in the blocks of a page that have no language.
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

/// Writes each block of TOML whose first line is a comment with a file name, such as `# deck.toml`, to that file. All blocks must be
/// TOML.
fn write_files(page: &str, place: &Path) {
    let text = fs::read_to_string(root().join(page)).unwrap();
    for block in text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()) {
        assert!(block.parse::<toml::Table>().is_ok(), "{page}: this block is not TOML:\n{block}");
        let file = block.lines().next().and_then(|line| line.strip_prefix("# ")).filter(|name| name.ends_with(".toml"));
        file.into_iter().for_each(|file| fs::write(place.join(file), block).unwrap());
    }
}

/// Returns a folder like that of the repository, in which commands may write.
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

/// Runs `command`, the words after `ergo`, as a shell reads them.
fn run(place: &Path, command: &str, more: &[&str]) -> Output {
    let tmp = place.join("tmp");
    fs::create_dir_all(&tmp).unwrap();
    let command = command.replace("/tmp/", &format!("{}/", tmp.display()));
    let script = format!("exec \"$0\" {command} \"$@\"");
    Command::new("sh").args(["-c", &script, env!("CARGO_BIN_EXE_ergo")]).args(more).current_dir(place).output().unwrap()
}

/// Returns a line without the parts that depend on the machine.
fn masked(line: &str) -> String {
    match line.split_once(" turns in ") {
        Some((before, after)) => format!("{before} turns in …{}", after.split_once(';').map_or("", |(_, rest)| rest)),
        None => line.trim_end().to_owned(),
    }
}

/// Asserts that `found` is the output on the page. A line `…` stands for any lines.
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

/// Runs the commands of `page` in order. Returns the number of commands and the number of compared outputs.
fn read(page: &'static str, has_python: bool) -> (u64, u64) {
    let (place, mut ran, mut compared) = (place(), 0, 0);
    write_files(page, place.path());
    for shown in shown(page) {
        if NOT_HERE.iter().any(|start| shown.command.starts_with(start)) {
            continue;
        }
        if !has_python && ["python3", "outside.toml", "tournament.toml"].iter().any(|word| shown.command.contains(word))
        {
            eprintln!("{}: skipped, no python3 here", shown.command);
            continue;
        }
        let known = ["cargo run --release -- ", "ergo "].iter().find_map(|start| shown.command.strip_prefix(start));
        let command = known.unwrap_or_else(|| panic!("{page}: {} is no command of this program", shown.command));
        let prints = shown.prints.iter().any(|line| !line.trim().is_empty());
        let shorter = SHORTER.iter().find(|(start, _)| command.starts_with(start) && !prints);
        // No option is given twice.
        let is_set = command.contains("--set schedule.deals=");
        let has_mode = ["--fresh", "--resume", "--cost"].iter().any(|option| command.contains(option));
        let more = shorter.map_or(&[][..], |(start, more)| match *start {
            "run " if is_set => &more[2..],
            "run " if has_mode => &more[..2],
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
fn every_command_of_every_page_runs_and_prints_the_shown_output() {
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    // Every page is read on its own.
    let counts = std::thread::scope(|scope| {
        let readers = PAGES.map(|page| scope.spawn(move || read(page, has_python)));
        readers.map(|reader| reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let (ran, compared) = counts.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(ran > 60 && compared >= 7, "{ran} ran, {compared} were compared");
}

#[test]
fn links_of_every_page_exist() {
    for page in PAGES.into_iter().chain(["AGENTS.md", "harness/CHANGELOG.md", "harness/python/README.md"]) {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let folder = root().join(page).parent().unwrap().to_owned();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let (path, section) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { root().join(page) } else { folder.join(path) };
            assert!(link.starts_with("http") || target.exists(), "{page}: {link} leads nowhere");
            if !link.starts_with("http") && !section.is_empty() {
                let text = fs::read_to_string(target).unwrap();
                let mut anchors = text.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(anchors.any(|anchor| anchor == section), "{page}: {link} names no heading");
            }
        }
    }
}

/// Returns the anchor of a heading as GitHub makes it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
}

#[test]
fn first_paragraph_of_every_page_names_its_readers() {
    // The pages of agents/ and engine/ are the front pages of crates.
    let front_pages = ["agents/README.md", "engine/README.md"];
    for page in
        PAGES.into_iter().filter(|page| !front_pages.contains(page)).chain(["AGENTS.md", "harness/CHANGELOG.md"])
    {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let first = text.split("\n\n").find(|part| !part.starts_with('#')).unwrap();
        assert!(first.contains(" is for ") || first.starts_with("For "), "{page} begins with {first:?}");
    }
}

#[test]
fn experiment_reference_lists_every_key_and_word() {
    let reference = fs::read_to_string(root().join("harness/EXPERIMENTS.md")).unwrap();
    let smoke = fs::read_to_string(root().join("experiments/smoke.toml")).unwrap();
    let folder = tempdir().unwrap();
    let file = folder.path().join("wrong.toml");
    let lists =
        "[[entrant]]\nx = 1\n[[arm]]\nx = 1\n[[sweep]]\nx = 1\n[[measures]]\nx = 1\n[[finding]]\ntext = \"\"\nx = 1\n";
    let tables = "[design]\nfactors = [{ x = 1 }]\n[[finding]]\ntext = \"\"\n[finding.values]\ny = { x = 1 }\n";
    let words = [
        "x",
        "game.x",
        "schedule.x",
        "output.x",
        "design.x",
        "kind",
        "schedule.form",
        "schedule.rotations",
        "schedule.faults",
    ];
    let cases = words.map(|key| ("", vec!["--set".to_owned(), format!("{key}=x")]));
    let mut seen = 0;
    for (more, options) in cases.into_iter().chain([(lists, Vec::new()), (tables, Vec::new())]) {
        fs::write(&file, format!("{smoke}{more}")).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_ergo")).arg("run").arg(&file).args(&options).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        for list in message.split("expected one of ").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            for word in list.split(", ") {
                let shown = [format!("`{word}`"), format!("`\"{word}\"`"), format!("[{word}]")];
                assert!(
                    shown.iter().any(|shown| reference.contains(shown)),
                    "EXPERIMENTS.md has no {word}, of {message}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen >= 75, "{seen} words");
}

#[test]
fn readme_has_at_most_700_words() {
    let words = fs::read_to_string(root().join("README.md")).unwrap().split_whitespace().count();
    assert!(words <= 700, "README.md has {words} words");
}
