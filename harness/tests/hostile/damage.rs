//! Twelve kinds of damage to every file of every kind of folder, for every verb that reads it. The verb must report the
//! damage, or not read the file and print the same as without damage.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tempfile::TempDir;

use crate::common::{complaint, copy, ergo, printed, tempdir, toy, verbs, within};

/// Damage is reported within this time.
const SOON: Duration = Duration::from_secs(30);

/// A kind of folder, with the commands that write and read it.
struct Kind {
    /// The folder to damage.
    folder: &'static str,
    /// The commands that create it. `SEED` stands for a number; another number gives the folder of another run.
    made: &'static [&'static str],
    /// Every verb that reads it.
    readers: &'static [Reader],
}

/// A verb that reads a folder.
struct Reader {
    /// The command.
    what: &'static str,
    /// Files that it does not read; a `/` at the end stands for all files in a folder.
    not_read: &'static str,
}

const fn reader(what: &'static str, not_read: &'static str) -> Reader {
    Reader { what, not_read }
}

const RUN: &str = "run toy.toml --threads 1 --out results/out --set seed=SEED";
const COMPARE: &str =
    "compare --game kuhn-poker random ismcts:iterations=20 --threads 1 --out results/out --elo1 90 --seed SEED";
const TUNE: &str = "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out results/out \
                    --generations 2 --population 4 --deals 1 --held-out 2 --threads 1 --seed SEED";
const TRAIN: &str =
    "train --seats 2 --out results/out --rounds 6 --batch 3 --hidden 2 --trial 2 --threads 1 --seed SEED";
const PLAN: &str = "shard plan toy.toml --shards 2 --out cuts --set seed=SEED";
const DESIGN: &str = "run design.toml --threads 1 --out results/out --set seed=SEED";

const REPORTS: &str = "arms.csv blocks.csv summary.csv report.md report.html plots/";

const KINDS: &[Kind] = &[
    Kind {
        folder: "results/out",
        made: &[RUN],
        readers: &[
            // A changed output file is set aside before rewriting.
            reader("report results/out", ""),
            reader("verify results/out --threads 1", ""),
            reader(RUN_RESUME, ""),
            reader(
                "diff results/out whole",
                "arms.csv findings.csv findings.toml matches.csv report.html report.md rounds.csv seats.csv summary.csv transcripts.jsonl plots/",
            ),
            reader(
                "replay results/out --match 2",
                "arms.csv blocks.csv experiment.toml findings.csv findings.toml matches.csv report.html report.md rounds.csv seats.csv summary.csv plots/",
            ),
            reader(
                "replay results/out --lost-by one",
                "arms.csv blocks.csv experiment.toml findings.csv findings.toml report.html report.md rounds.csv seats.csv summary.csv plots/",
            ),
            reader(
                "replay results/out --match 2 --explain",
                "arms.csv blocks.csv findings.csv findings.toml matches.csv report.html report.md rounds.csv seats.csv summary.csv plots/",
            ),
        ],
    },
    Kind {
        folder: "results/out",
        made: &[COMPARE],
        readers: &[
            reader("report results/out", ""),
            reader("verify results/out --threads 1", ""),
            reader(COMPARE_RESUME, ""),
            reader("plan --difference 0.2 --pilot results/out", "report.html report.md summary.csv plots/"),
        ],
    },
    Kind {
        folder: "results/out",
        made: &[TUNE],
        readers: &[reader("verify results/out --threads 1", ""), reader(TUNE_RESUME, "")],
    },
    Kind { folder: "results/out", made: &[TRAIN], readers: &[reader(TRAIN_RESUME, "")] },
    Kind {
        folder: "cuts",
        made: &[PLAN, "shard run cuts --index 0", "shard run cuts --index 1"],
        readers: &[
            reader("shard status cuts --check", ""),
            reader("shard run cuts --index 1", "shards/0/"),
            reader("shard merge cuts --out merged --threads 1", ""),
        ],
    },
    Kind {
        folder: "results/out",
        made: &[DESIGN],
        readers: &[reader("propose results/out --out proposed --best 2", REPORTS)],
    },
];

const RUN_RESUME: &str = "run toy.toml --threads 1 --out results/out --set seed=SEED --resume";
const COMPARE_RESUME: &str = "compare --game kuhn-poker random ismcts:iterations=20 --threads 1 --out results/out --elo1 90 \
                              --seed SEED --resume";
const TUNE_RESUME: &str = "tune --game kuhn-poker ismcts:iterations=9 --against random --keys iterations=5..20 --out results/out \
                           --generations 2 --population 4 --deals 1 --held-out 2 --threads 1 --seed SEED --resume";
const TRAIN_RESUME: &str =
    "train --seats 2 --out results/out --rounds 6 --batch 3 --hidden 2 --trial 2 --threads 1 --seed SEED --resume";

/// Verbs that read no results folder.
const OTHERS: &[&str] = &[
    "judge",
    "moves",
    "play",
    "cases",
    "position",
    "game",
    "games",
    "agents",
    "completions",
    "rules",
    "exploit",
    "new",
];

#[test]
fn every_reading_verb_has_a_case() {
    let readers = KINDS.iter().flat_map(|kind| kind.readers).filter_map(|reader| reader.what.split(' ').next());
    let known: BTreeSet<String> = readers.chain(OTHERS.iter().copied()).map(str::to_owned).collect();
    assert_eq!(known, verbs());
}

/// A kind of damage.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Emptied,
    Halved,
    LastLineOff,
    ByteFlipped,
    DigitChanged,
    LineDoubled,
    LinesSwapped,
    LineRemoved,
    Appended,
    OfAnotherRun,
    Deleted,
    Folder,
    Pipe,
}

const ALL: [Damage; 13] = {
    use Damage::*;
    [
        Emptied,
        Halved,
        LastLineOff,
        ByteFlipped,
        DigitChanged,
        LineDoubled,
        LinesSwapped,
        LineRemoved,
        Appended,
        OfAnotherRun,
        Deleted,
        Folder,
        Pipe,
    ]
};

impl Damage {
    /// Damages the file at `path`; `other` is the same file of another run. Returns true if the bytes changed.
    fn done(self, path: &Path, other: &Path) -> bool {
        let whole = fs::read(path).unwrap();
        let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
        let middle = lines.len() / 2;
        let without = |place: usize| [&lines[..place], &lines[place + 1..]].concat().concat();
        let damaged = match self {
            Damage::Deleted | Damage::Folder | Damage::Pipe => {
                fs::remove_file(path).unwrap();
                match self {
                    Damage::Folder => fs::create_dir(path).unwrap(),
                    Damage::Pipe => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
                    _ => {}
                }
                return true;
            }
            Damage::Emptied => Vec::new(),
            Damage::Halved => whole[..whole.len() / 2].to_vec(),
            Damage::LastLineOff => lines[..lines.len().saturating_sub(1)].concat(),
            Damage::ByteFlipped => {
                let mut bytes = whole.clone();
                if let Some(byte) = bytes.get_mut(whole.len() * 2 / 3) {
                    *byte ^= 1;
                }
                bytes
            }
            Damage::DigitChanged => {
                let mut bytes = whole.clone();
                if let Some(digit) = bytes.iter_mut().rev().find(|byte| byte.is_ascii_digit()) {
                    *digit = if *digit == b'1' { b'2' } else { b'1' };
                }
                bytes
            }
            Damage::LineDoubled => {
                [&lines[..middle], &lines[middle.min(lines.len() - 1)..=middle.min(lines.len() - 1)], &lines[middle..]]
                    .concat()
                    .concat()
            }
            Damage::LinesSwapped => {
                let mut lines = lines.clone();
                if middle > 0 {
                    lines.swap(middle - 1, middle);
                }
                lines.concat()
            }
            Damage::LineRemoved => without(middle.min(lines.len() - 1)),
            Damage::Appended => [&whole[..], b"junk\n"].concat(),
            Damage::OfAnotherRun => fs::read(other).unwrap_or_else(|_| whole.clone()),
        };
        fs::write(path, &damaged).unwrap();
        damaged != whole
    }
}

/// Returns every non-empty file below a folder.
fn files(folder: &Path, inner: &str) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.join(inner)).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{inner}{}", entry.file_name().to_str().unwrap());
        match entry.path().is_dir() {
            true => names.extend(files(folder, &format!("{name}/"))),
            false if entry.metadata().unwrap().len() > 0 => names.push(name),
            false => {}
        }
    }
    names.sort();
    names
}

/// Runs `what` in the folder `at`. Returns its status, output and messages.
fn does(at: &Path, what: &str, seed: &str) -> (Option<i32>, String, String) {
    let what = what.replace("SEED", seed);
    match within(ergo().args(what.split_whitespace()).current_dir(at).stdin(Stdio::null()), SOON) {
        None => (None, String::new(), format!("still running after {SOON:?}")),
        Some(output) => (output.status.code(), printed(&output), complaint(&output)),
    }
}

/// Creates a folder of `kind` with this seed.
fn made(kind: &Kind, seed: &str) -> TempDir {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let design = "question = \"What?\"\nmeasure = [\"turns_per_round\"]\nseed = 7\n[game]\nname = \"ergo\"\nrules = { target = 20 }\n\
         [[entrant]]\nname = \"r\"\nagent = { kind = \"random\" }\n[schedule]\ntables = [[\"r\", \"r\"]]\ndeals = 12\n\
         rotations = \"none\"\n";
    let factors = "[design]\nkind = \"factorial\"\nfactors = [{ key = \"game.rules.cards.not\", from = 4, to = 8, step = 2 }, \
         { name = \"and+or\", keys = [\"game.rules.cards.and\", \"game.rules.cards.or\"], values = [3, 4] }]\n\
         [targets]\nturns_per_round = [10, 20]\nseat_deviation = [0.0, 0.02]\n";
    let finding =
        "[[finding]]\ntext = \"{turns} turns\"\n[finding.values]\nturns = { measure = \"turns_per_round\" }\n";
    fs::write(at.join("toy.toml"), toy("kuhn-poker", 4) + finding).unwrap();
    fs::write(at.join("design.toml"), format!("{design}{factors}")).unwrap();
    for what in kind.made {
        let (status, _, said) = does(at, what, seed);
        assert_eq!(status, Some(0), "{what}: {said}");
    }
    if kind.readers.iter().any(|reader| reader.what.contains("whole")) {
        copy(&at.join(kind.folder), &at.join("whole"));
    }
    folder
}

/// Returns true if the verb does not read the file `name`.
fn is_not_read(reader: &Reader, name: &str) -> bool {
    reader.not_read.split_whitespace().any(|word| name == word || word.ends_with('/') && name.starts_with(word))
}

#[test]
fn damaged_results_are_never_used_silently() {
    let places: Vec<(&Kind, TempDir, TempDir)> =
        KINDS.iter().map(|kind| (kind, made(kind, "1"), made(kind, "2"))).collect();
    let mut cases = Vec::new();
    for (place, (kind, whole, _)) in places.iter().enumerate() {
        for reader in kind.readers {
            let room = tempdir().unwrap();
            copy(whole.path(), room.path());
            let (status, printed, said) = does(room.path(), reader.what, "1");
            assert_eq!(status, Some(0), "{}: {said}", reader.what);
            for name in files(&whole.path().join(kind.folder), "") {
                cases.extend(ALL.map(|damage| (place, reader, printed.clone(), name.clone(), damage)));
            }
        }
    }
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let silent: Mutex<BTreeMap<(String, String), Vec<Damage>>> = Mutex::default();
    let work = || {
        while let Some((place, reader, undamaged, name, damage)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (kind, whole, other) = &places[*place];
            let room = tempdir().unwrap();
            copy(whole.path(), room.path());
            let file = room.path().join(kind.folder).join(name);
            if !damage.done(&file, &other.path().join(kind.folder).join(name)) {
                continue;
            }
            let (status, printed, said) = does(room.path(), reader.what, "1");
            tried.fetch_add(1, Ordering::Relaxed);
            let ok = match status {
                Some(0) if is_not_read(reader, name) => printed == *undamaged,
                // The file is set aside with a message, reported as invalid, or known only by its digest. A missing file is
                // rewritten, or was not needed: a transcript alone is replayed without statistics.
                Some(0) => {
                    let by_itself = reader.what.starts_with("replay") && name == "manifest.json";
                    let no_figure = reader.what.starts_with("report") && name == "transcripts.jsonl";
                    let gone = matches!(damage, Damage::Deleted) && (file.exists() || by_itself || no_figure);
                    // Findings may be removed after a run.
                    let no_finding = reader.what.starts_with("report")
                        && name == "findings.toml"
                        && matches!(damage, Damage::Emptied | Damage::Deleted);
                    let words = [name.as_str(), "left out"].iter().any(|word| said.contains(word));
                    words
                        || gone
                        || no_finding
                        || printed.contains("invalid ")
                        || printed.contains(&format!("{name} (by digest"))
                }
                Some(1 | 2) => !said.contains("panicked") && !is_not_read(reader, name),
                _ => false,
            };
            if !ok {
                let case = (format!("{} {status:?} {}", reader.what, said.lines().next().unwrap_or("")), name.clone());
                silent.lock().unwrap().entry(case).or_default().push(*damage);
            }
        }
    };
    std::thread::scope(|scope| (0..3).for_each(|_| drop(scope.spawn(work))));
    let (silent, tried) = (silent.into_inner().unwrap(), tried.into_inner());
    println!("{tried} cases of {}", cases.len());
    let lines = silent.iter().map(|((what, name), damages)| format!("{name}: {what}: {damages:?}"));
    assert!(silent.is_empty(), "{} of {tried}:\n{}", silent.len(), lines.collect::<Vec<_>>().join("\n"));
    assert!(tried > 1_500, "{tried}");
}
