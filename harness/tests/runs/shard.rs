//! Shards: the merged result equals a run on one machine, and invalid plans and shards are refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{complaint, copy, done, ergo, refused, root, run, tempdir, toy, unsealed};
use ergo_lab::manifest::{Manifest, program};
use tempfile::TempDir;

/// Small versions of the experiments for testing cluster engines.
const KINDS: [(&str, u32); 3] = [("plain", 6), ("sweep", 4), ("stop", 40)];

/// A temporary folder.
pub(super) struct ShardFolder(TempDir);

impl ShardFolder {
    pub(super) fn new() -> Self {
        ShardFolder(tempdir().unwrap())
    }

    pub(super) fn at(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes a toy experiment with this number of deals, two matches each.
    pub(super) fn toy(&self, deals: u32) -> String {
        let file = self.at("toy.toml");
        fs::write(&file, toy("kuhn-poker", deals)).unwrap();
        file
    }

    /// Plans the toy experiment in the folder `name`.
    fn plan(&self, name: &str, deals: u32, shards: u32) -> String {
        let (file, out) = (self.toy(deals), self.at(name));
        done(&run(&["shard", "plan", &file, "--shards", &shards.to_string(), "--out", &out]));
        out
    }

    /// Plans the toy experiment and runs all shards.
    fn shards(&self, name: &str, deals: u32, shards: u32) -> String {
        let out = self.plan(name, deals, shards);
        (0..shards).for_each(|index| done(&shard(&out, index)));
        out
    }
}

pub(super) fn shard(folder: &str, index: u32) -> Output {
    run(&["shard", "run", folder, "--index", &index.to_string()])
}

pub(super) fn merge(folder: &str, out: &str, more: &[&str]) -> Output {
    run(&[&["shard", "merge", folder, "--out", out, "--threads", "2"], more].concat())
}

/// Returns the lines of the status that begin with `word`.
pub(super) fn status(folder: &str, word: &str) -> Vec<String> {
    let output = run(&["shard", "status", folder]);
    done(&output);
    let said = String::from_utf8(output.stdout).unwrap();
    let lines = said.lines().filter_map(|line| line.strip_prefix(&format!("{word:<10}")));
    lines.map(str::to_owned).collect()
}

/// Returns every file except the manifest and program logs.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut open = vec![PathBuf::from(folder)];
    let mut found = BTreeMap::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read(path).unwrap());
        }
    }
    found.retain(|name, _| name != "manifest.json" && !name.starts_with("stderr"));
    found
}

#[track_caller]
pub(super) fn same(one: &str, two: &str) {
    let (one_files, two_files) = (files(one), files(two));
    assert_eq!(one_files.keys().collect::<Vec<_>>(), two_files.keys().collect::<Vec<_>>());
    one_files.iter().for_each(|(name, bytes)| assert!(*bytes == two_files[name], "{name} differs"));
    let manifest = |folder: &str| {
        let Manifest { files, complete, matches, rounds, turns, faults, experiment, .. } =
            Manifest::read(Path::new(folder)).unwrap().unwrap();
        (files, complete, matches, rounds, turns, faults, experiment)
    };
    assert_eq!(manifest(one), manifest(two));
}

/// Runs in the repository, where the programs of the experiments are.
fn here(arguments: &[&str]) -> Output {
    ergo().args(arguments).current_dir(root()).output().unwrap()
}

/// The experiment of a kind.
fn kind(name: &str) -> String {
    format!(".ci/engines/kinds/{name}.toml")
}

#[test]
fn merged_shards_equal_a_single_run() {
    for (name, deals) in KINDS {
        let room = ShardFolder::new();
        let (file, deals) = (kind(name), format!("schedule.deals={deals}"));
        let whole = room.at("whole");
        let one = here(&["run", &file, "--set", &deals, "--out", &whole]);
        let status = i32::from(name == "stop");
        assert_eq!(one.status.code(), Some(status), "{name}: {}", complaint(&one));

        let (merged, resumed) = (room.at("merged"), room.at("resumed"));
        let out = room.at("plan");
        done(&here(&["shard", "plan", &file, "--set", &deals, "--shards", "12", "--out", &out]));
        for (i, index) in (0..12).map(|i| (i, (i * 5 + 3) % 12)).collect::<Vec<(u32, u32)>>() {
            if i == 10 {
                // With missing shards nothing is merged, or only the part before the first missing one.
                let refusal = here(&["shard", "merge", &out, "--out", &resumed]);
                let missing = String::from_utf8(here(&["shard", "status", &out, "--missing"]).stdout).unwrap();
                if !missing.trim().is_empty() {
                    assert_eq!(refusal.status.code(), Some(1), "{}", complaint(&refusal));
                    assert!(complaint(&refusal).contains(&format!("shards {} are", missing.trim())));
                    assert!(!Path::new(&resumed).exists());
                    let part = here(&["shard", "merge", &out, "--out", &resumed, "--part"]);
                    done(&part);
                    let said = String::from_utf8(part.stdout).unwrap();
                    let words: Vec<&str> = said.split_whitespace().skip(1).collect();
                    let ran = here(&words);
                    assert_eq!(ran.status.code(), Some(status), "{name}: {said} {}", complaint(&ran));
                    same(&whole, &resumed);
                }
            }
            let threads = if index % 2 == 0 { "1" } else { "2" };
            done(&here(&["shard", "run", &out, "--index", &index.to_string(), "--threads", threads, "--run-programs"]));
        }
        let ended = here(&["shard", "merge", &out, "--out", &merged]);
        assert_eq!(ended.status.code(), Some(status), "{name}: {}", complaint(&ended));
        same(&whole, &merged);
        // Merging again changes nothing.
        if name == "plain" {
            done(&merge(&room.at("plan"), &merged, &[]));
            done(&here(&["verify", &merged]));
        }
        assert!(name == "stop" || Path::new(&resumed).exists() && Path::new(&whole).join("matches.csv").exists());
    }
}

#[test]
fn interrupted_merge_and_plan_resume() {
    let room = ShardFolder::new();
    let (plan, whole, out) = (room.plan("plan", 60, 12), room.at("whole"), room.at("out"));
    done(&run(&["run", &room.toy(60), "--out", &whole]));
    for index in [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11] {
        done(&shard(&plan, index));
    }
    let part = merge(&plan, &out, &["--part"]);
    done(&part);
    assert!(complaint(&part).contains("50 matches, shards 5 are missing"), "{}", complaint(&part));
    // The rest may be planned again.
    let rest = room.at("rest");
    done(&run(&["shard", "plan", &room.toy(60), "--shards", "3", "--out", &rest, "--after", &out]));
    (0..3).for_each(|index| done(&shard(&rest, index)));
    let other = room.at("other");
    done(&merge(&plan, &other, &["--part"]));
    done(&merge(&rest, &other, &[]));
    same(&whole, &other);
    // The missing shard may also come later.
    done(&shard(&plan, 5));
    done(&merge(&plan, &out, &[]));
    same(&whole, &out);
    // Later shards alone cannot be merged.
    let middle = room.at("middle");
    refused(&merge(&rest, &middle, &[]), &["middle", "up to task 0", "up to task 50", "where a slice begins"]);
}

#[test]
fn foreign_plans_are_refused() {
    let room = ShardFolder::new();
    let plan = room.shards("plan", 6, 3);
    let out = room.at("out");
    let file = Path::new(&plan).join("plan.json");
    let whole = fs::read_to_string(&file).unwrap();
    let text = unsealed(&whole);
    assert!(text.contains(&program()));
    let verbs: [&[&str]; 3] = [&["run", &plan, "--index", "0"], &["status", &plan], &["merge", &plan, "--out", &out]];
    let all_refuse = |words: &[&str]| {
        for verb in verbs {
            refused(&run(&[&["shard"], verb].concat()), words);
        }
        assert!(!Path::new(&out).exists());
    };
    // Another program version.
    fs::write(&file, text.replace(&program(), "0.0.1 earlier")).unwrap();
    all_refuse(&["plan.json", "another program (0.0.1 earlier)", &program()]);
    let rng = text.replace("\"rng_version\": ", "\"rng_version\": 9");
    fs::write(&file, &rng).unwrap();
    all_refuse(&["plan.json", "another program (other random streams)"]);
    let bytes = format!("\"executable\": \"{}\",\n  \"rng_version\"", "0".repeat(64));
    let marked = match text.contains("\"executable\"") {
        true => text
            .lines()
            .map(|line| if line.contains("\"executable\"") { "  \"executable\": \"00\"," } else { line })
            .collect::<Vec<_>>()
            .join("\n"),
        false => text.replacen("\"rng_version\"", &bytes, 1),
    };
    fs::write(&file, marked).unwrap();
    all_refuse(&["plan.json", "another program (the same revision, other bytes)"]);
    // Invalid plans.
    for (from, to, words) in [
        ("\"format\": 1", "\"format\": 2", ["of form 2", "a plan"]),
        ("    4,\n", "    0,\n", ["bounds do not ascend", "a plan"]),
        ("{", "", ["damaged", "a plan"]),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        all_refuse(&words);
    }
    fs::remove_file(&file).unwrap();
    all_refuse(&["plan.json", "missing", "ergo shard plan"]);
    fs::write(&file, &whole).unwrap();
    // Another experiment.
    let asked = Path::new(&plan).join("experiment.toml");
    let experiment = fs::read_to_string(&asked).unwrap();
    fs::write(&asked, experiment.replace("seed = 11", "seed = 12")).unwrap();
    all_refuse(&["experiment.toml", "other bytes than were planned"]);
    fs::write(&asked, &experiment).unwrap();
    // Another plan in the same folder is refused; the same plan is accepted.
    let toy = room.toy(6);
    let planned = |more: &[&str]| run(&[&["shard", "plan", &toy, "--out", &plan], more].concat());
    refused(&planned(&["--shards", "4"]), &[&plan, "holds another plan", "a folder of its own"]);
    refused(&planned(&["--shards", "3", "--set", "seed=12"]), &["holds another plan"]);
    let again = planned(&["--shards", "3"]);
    done(&again);
    assert!(String::from_utf8(again.stdout).unwrap().contains("--array=0-2"));
    done(&merge(&plan, &out, &[]));
    // A folder with other files is refused.
    refused(&run(&["shard", "plan", &toy, "--shards", "2", "--out", &out]), &["out", "holds ", "a folder of its own"]);
}

#[test]
fn invalid_plan_is_refused() {
    let room = ShardFolder::new();
    let (toy, plan) = (room.toy(3), room.at("plan"));
    let planned = |more: &[&str]| run(&[&["shard", "plan", &toy, "--out", &plan], more].concat());
    refused(&planned(&["--shards", "7"]), &["--shards", "7 shards of 6 matches", "no more shards than matches"]);
    refused(&planned(&["--shards", "0"]), &["--shards"]);
    let kind = "entrant.one.agent.kind=ismcts";
    let timed = ["--shards", "2", "--set", kind, "--set", "entrant.one.agent.milliseconds=5"];
    refused(&planned(&timed), &["one searches by wall clock", "two attempts"]);
    let out = room.at("out");
    refused(&planned(&["--shards", "2", "--after", &out]), &["out", "holds no run", "unfinished run"]);
    done(&run(&["run", &toy, "--out", &out]));
    refused(&planned(&["--shards", "2", "--after", &out]), &["out", "holds a finished run"]);
    // An unfinished run of another experiment or program version, or a damaged one.
    let part = room.at("part");
    let other = room.at("other");
    done(&planned(&["--shards", "3"]));
    done(&shard(&plan, 0));
    done(&merge(&plan, &part, &["--part"]));
    let after = |more: &[&str]| {
        run(&[&["shard", "plan", &toy, "--out", &other, "--shards", "2", "--after", &part], more].concat())
    };
    refused(&after(&["--set", "seed=4"]), &["part", "another experiment"]);
    let progress = Path::new(&part).join("progress.json");
    let text = fs::read_to_string(&progress).unwrap();
    fs::write(&progress, text.replace(&program(), "0.0.1 earlier")).unwrap();
    refused(&after(&[]), &["part", "by another program"]);
    fs::write(&progress, &text).unwrap();
    done(&after(&[]));
}

/// Copies a folder of files.

#[test]
fn mismatched_shards_are_named_and_rerun() {
    let room = ShardFolder::new();
    let (plan, whole, out) = (room.shards("plan", 30, 5), room.at("whole"), room.at("out"));
    done(&run(&["run", &room.toy(30), "--out", &whole]));
    refused(&shard(&plan, 5), &["--index", "no shard 5", "expected 0 to 4"]);
    let shards = Path::new(&plan).join("shards");
    let other = room.plan("elsewhere", 35, 5);
    (0..5).for_each(|index| done(&shard(&other, index)));
    let spoil = |spoilt: &dyn Fn(&Path), words: &[&str], seen: bool| {
        spoilt(&shards.join("3"));
        refused(&merge(&plan, &out, &[]), &[&["shards/3", "run it again"], words].concat());
        if seen {
            assert_eq!(status(&plan, "invalid").len(), 1);
            assert!(status(&plan, "done")[0].starts_with("4 of 5: 0-2,4"));
            refused(&shard(&plan, 3), words);
        }
        // The damaged shard is not merged, and earlier shards stay.
        let rows = fs::read_to_string(Path::new(&out).join("progress.json")).unwrap();
        assert!(!seen || rows.contains("\"tasks\":36"), "{rows}");
        fs::remove_dir_all(shards.join("3")).unwrap();
        assert_eq!(status(&plan, "missing"), ["3"]);
        done(&shard(&plan, 3));
    };
    // Other bytes than those written.
    let flip = |folder: &Path| {
        let path = folder.join("rounds.csv.part");
        let mut bytes = fs::read(&path).unwrap();
        bytes[40] ^= 1;
        fs::write(path, bytes).unwrap();
    };
    spoil(&flip, &["rounds.csv.part", "changed", "digest"], false);
    let cut = |folder: &Path| {
        let path = folder.join("seats.csv.part");
        let bytes = fs::read(&path).unwrap();
        fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
    };
    spoil(&cut, &["seats.csv.part", "changed", "bytes of"], false);
    spoil(&|folder| fs::remove_file(folder.join("matches.csv.part")).unwrap(), &["matches.csv.part"], false);
    // Shards of another plan, another shard of this plan, or an unreadable record.
    let replace = |folder: &Path, by: &Path| {
        fs::remove_dir_all(folder).unwrap();
        copy(by, folder);
    };
    spoil(&|folder| replace(folder, &Path::new(&other).join("shards/3")), &["of another plan"], true);
    spoil(&|folder| replace(folder, &shards.join("2")), &["shard 2 with 12 matches after match 24"], true);
    spoil(&|folder| fs::remove_file(folder.join("shard.json")).unwrap(), &["shard.json", "missing"], true);
    spoil(&|folder| fs::write(folder.join("shard.json"), "{").unwrap(), &["shard.json", "damaged"], true);
    let earlier = |folder: &Path| {
        let path = folder.join("shard.json");
        let text = unsealed(&fs::read_to_string(&path).unwrap());
        fs::write(&path, text.replace(&program(), "0.0.1 earlier")).unwrap();
    };
    spoil(&earlier, &["by another program (0.0.1 earlier)"], true);
    done(&merge(&plan, &out, &[]));
    same(&whole, &out);
    // Results of another experiment are not extended.
    refused(&merge(&other, &out, &[]), &["out", "another experiment", "--fresh"]);
    done(&merge(&other, &out, &["--fresh"]));
}

/// An experiment with shards that take a second or more.
fn slow(room: &ShardFolder) -> String {
    let (file, plan) = (kind("plain"), room.at("slow"));
    done(&here(&["shard", "plan", &file, "--set", "schedule.deals=100", "--shards", "2", "--out", &plan]));
    plan
}

/// Waits until there are `count` attempts.
fn attempts(plan: &str, count: usize) {
    let patience = Instant::now() + Duration::from_secs(60);
    let there = || {
        let names = fs::read_dir(Path::new(plan).join("shards")).ok()?;
        Some(names.flatten().filter(|entry| entry.file_name().to_str().unwrap().starts_with('.')).count())
    };
    while there().unwrap_or(0) < count {
        assert!(Instant::now() < patience, "no attempts in {plan}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn concurrent_attempts_at_a_shard_do_not_collide() {
    let room = ShardFolder::new();
    let plan = slow(&room);
    let start = || {
        let mut command = ergo();
        command.args(["shard", "run", &plan, "--index", "1"]).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    // One attempt is killed, three finish.
    let mut killed = start();
    attempts(&plan, 1);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let at_work: Vec<_> = (0..3).map(|_| start()).collect();
    attempts(&plan, 4);
    assert_eq!((status(&plan, "stale").len(), status(&plan, "running").len()), (1, 3));
    let said: Vec<Output> = at_work.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    said.iter().for_each(done);
    let second =
        said.iter().filter(|output| complaint(output).contains("also done by another process with the same bytes"));
    assert_eq!(second.count(), 2);
    // Only the killed attempt is left, and it does no harm.
    assert_eq!((status(&plan, "stale").len(), status(&plan, "running").len()), (1, 0));
    let again = shard(&plan, 1);
    done(&again);
    assert!(complaint(&again).contains("already done"));
    assert_eq!(status(&plan, "missing"), ["0"]);

    // A later attempt with other bytes reports that and keeps its own files.
    let mut late = ergo();
    late.args(["shard", "run", &plan, "--index", "0"]).stderr(Stdio::piped());
    let late = late.spawn().unwrap();
    attempts(&plan, 2);
    let shards = Path::new(&plan).join("shards");
    let text = fs::read_to_string(shards.join("1/shard.json")).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    let length = record["work"]["tasks"].clone();
    record["shard"] = 0.into();
    record["work"]["first"] = 0.into();
    record["work"]["tasks"] = length;
    record.as_object_mut().unwrap().remove("sum");
    fs::create_dir(shards.join("0")).unwrap();
    fs::write(shards.join("0/shard.json"), record.to_string()).unwrap();
    let late = late.wait_with_output().unwrap();
    refused(&late, &["shards/0", "another attempt has a different result"]);
    assert_eq!(status(&plan, "stale").len(), 2);
}

#[test]
fn merge_reports_a_program_that_never_answers() {
    let room = ShardFolder::new();
    let (file, plan, out) = (kind("stop"), room.at("plan"), room.at("out"));
    let sets = [
        "--set",
        "entrant.gives-up.agent.command=/bin/false",
        "--set",
        "schedule.faults=forfeit",
        "--set",
        "schedule.deals=4",
    ];
    let one = here(&[&["run", &file, "--out", &room.at("whole")][..], &sets].concat());
    assert_eq!(one.status.code(), Some(1), "{}", complaint(&one));
    done(&here(&[&["shard", "plan", &file, "--shards", "2", "--out", &plan][..], &sets].concat()));
    (0..2).for_each(|index| done(&here(&["shard", "run", &plan, "--index", &index.to_string(), "--run-programs"])));
    let merged = here(&["shard", "merge", &plan, "--out", &out]);
    assert_eq!(merged.status.code(), Some(1));
    // Only the run itself has a log with the reason.
    let words = |output: &Output| {
        let first = complaint(output).lines().next().unwrap().to_owned();
        first.split_once(": gives-up ").map(|(_, rest)| rest.to_owned())
    };
    assert!(words(&one).is_some());
    assert_eq!(words(&merged), words(&one), "{}", complaint(&merged));
}

/// The engine scripts kill processes, print their actions, and fail if bytes differ.
#[test]
fn killed_shards_resume_to_the_same_bytes() {
    for engine in ["processes", "parallel"] {
        let mut script = std::process::Command::new("bash");
        script.arg(root().join(".ci/engines").join(engine)).env("ERGO", env!("CARGO_BIN_EXE_ergo")).env("SMALL", "1");
        let output = script.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        println!("{said}");
        assert!(output.status.success(), "{engine}: {said}{}", complaint(&output));
        assert!(said.contains("skipped: ") || said.matches("| same |").count() >= 5, "{engine}: {said}");
    }
}
