//! Changed external programs: matches of an earlier version are neither repeated nor mixed with new ones.
#![cfg(unix)]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use ergo_lab::digest::of_file;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::job::{Mode, RunOptions};
use ergo_lab::manifest::Manifest;
use ergo_lab::run::run_while;
use serde_json::Value;

use crate::common::test_folder::{LISTEN, PATIENT, TestFolder, process};
use crate::common::{complaint, done, refused, unsealed};

/// A bot in a script, and a file that its command names as the value of a flag.
struct Bot<'p> {
    place: &'p TestFolder,
    command: String,
}

impl<'p> Bot<'p> {
    fn new(place: &'p TestFolder) -> Self {
        let net = place.file("net.txt");
        fs::write(&net, "1").unwrap();
        let command = format!("{} --net={}", place.script("bot.sh", "listen"), net.display());
        Bot { place, command }
    }

    /// Adds a line to one of its files.
    fn edit(&self, name: &str) {
        let text = fs::read_to_string(self.place.file(name)).unwrap();
        fs::write(self.place.file(name), text + "# changed\n").unwrap();
    }

    fn at(&self, name: &str) -> String {
        self.place.file(name).to_str().unwrap().to_owned()
    }

    fn experiment(&self) -> String {
        self.place.experiment("own", &process(&self.command, PATIENT), "")
    }

    /// Asserts that the results in `out` are not continued, because the file `name` changed.
    #[track_caller]
    fn refused(&self, arguments: &[&str], out: &str, name: &str) {
        let output = self.place.ergo(arguments).output().unwrap();
        refused(&output, &[out, "another version of", name, "--fresh"]);
    }

    #[track_caller]
    fn done(&self, arguments: &[&str]) -> String {
        let output = self.place.ergo(arguments).output().unwrap();
        done(&output);
        complaint(&output)
    }
}

#[test]
fn a_comparison_of_a_changed_program_is_not_repeated() {
    let place = TestFolder::new();
    let bot = Bot::new(&place);
    let (agent, out) = (format!("process:command={},start_ms=60000,move_ms=60000", bot.command), bot.at("out"));
    let compare = ["compare", "--game", "tic-tac-toe", "random", &agent, "--most-blocks", "8", "--out", &out];
    let resumed = [&compare[..], &["--resume"]].concat();
    let first = bot.done(&compare) + "finished earlier; --fresh plays it again\n";
    assert_eq!(bot.done(&resumed), first);
    // The manifest lists every file of the command with its digest.
    let manifest = Manifest::read(Path::new(&out)).unwrap().unwrap();
    let names: Vec<String> = manifest.programs.iter().map(|file| file.file.clone()).collect();
    assert_eq!(names, [bot.at("bot.sh"), bot.at("net.txt"), "sh".to_owned()]);
    assert!(manifest.programs.iter().all(|file| file.entrant == "B"));
    assert_eq!(manifest.programs[0].sha256, of_file(&place.file("bot.sh")).unwrap());

    for name in ["bot.sh", "net.txt"] {
        let before = fs::read(place.file(name)).unwrap();
        bot.edit(name);
        bot.refused(&resumed, &out, name);
        bot.refused(&compare, &out, name);
        let said = bot.done(&["verify", &out, "--run-programs"]);
        assert!(said.contains(&format!("{name}, named in the command of B, was changed after the run")), "{said}");
        fs::write(place.file(name), before).unwrap();
        assert!(
            bot.done(&resumed) == first && !bot.done(&["verify", &out, "--run-programs"]).contains("was changed after")
        );
    }
    // A record of an earlier version lists no files.
    bot.edit("bot.sh");
    let path = Path::new(&out).join("manifest.json");
    let mut record: Value = serde_json::from_str(&unsealed(&fs::read_to_string(&path).unwrap())).unwrap();
    record.as_object_mut().unwrap().remove("programs").unwrap();
    fs::write(&path, serde_json::to_string_pretty(&record).unwrap() + "\n").unwrap();
    assert_eq!(bot.done(&resumed), first);
    bot.done(&[&compare[..], &["--fresh"]].concat());
    assert_ne!(Manifest::read(Path::new(&out)).unwrap().unwrap().programs, manifest.programs);
}

#[test]
fn a_run_of_a_changed_program_is_not_continued() {
    let place = TestFolder::new();
    let bot = Bot::new(&place);
    let (file, out) = (bot.experiment(), bot.at("out"));
    let run = ["run", &file, "--out", &out, "--threads", "1"];
    let resumed = [&run[..], &["--resume"]].concat();
    let experiment = Experiment::read(&Document::parse(&fs::read_to_string(&file).unwrap()).unwrap()).unwrap();
    let options = RunOptions { threads: 1, mode: Mode::Begin, command: String::new() };
    let stop = &mut |matches| if matches < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    assert!(run_while(&experiment, Path::new(&out), &options, stop).is_err());
    bot.edit("bot.sh");
    bot.refused(&resumed, &out, "bot.sh");
    place.script("bot.sh", "listen");
    bot.done(&resumed);
    // A finished comparison is not continued either.
    bot.edit("net.txt");
    bot.refused(&resumed, &out, "net.txt");
    bot.done(&[&run[..], &["--fresh"]].concat());
    bot.done(&resumed);
}

#[test]
fn run_with_changed_program_starts_over() {
    let place = TestFolder::new();
    let bot = Bot::new(&place);
    let out = bot.at("out");
    let file = bot.experiment();
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("faults = \"count\"\n", "")).unwrap();
    // Slow enough that progress is recorded after each match.
    fs::write(place.file("bot.sh"), "sleep 0.2; exit 1\n").unwrap();
    let run = ["run", &file, "--out", &out, "--threads", "1"];
    let resumed = [&run[..], &["--resume"]].concat();
    for arguments in [&run[..], &resumed] {
        let ended = place.ergo(arguments).output().unwrap();
        let said = complaint(&ended);
        assert!(ended.status.code() == Some(1) && said.contains("bad forfeited its first") && said.contains("--fresh"));
    }
    fs::write(place.file("bot.sh"), format!("{LISTEN}\nlisten\n")).unwrap();
    bot.refused(&resumed, &out, "bot.sh");
    bot.done(&[&run[..], &["--fresh"]].concat());
}

#[test]
fn shards_of_different_versions_are_not_merged() {
    let place = TestFolder::new();
    let bot = Bot::new(&place);
    let (plan, out) = (bot.at("plan"), bot.at("out"));
    bot.done(&["shard", "plan", &bot.experiment(), "--shards", "2", "--out", &plan]);
    let shard = |index: &str| bot.done(&["shard", "run", &plan, "--index", index, "--run-programs"]);
    shard("0");
    bot.edit("bot.sh");
    shard("1");
    let again = place.ergo(&["shard", "run", &plan, "--index", "0", "--run-programs"]).output().unwrap();
    let said = complaint(&again);
    let words = ["shards/0", "another version of", "bot.sh", "again with --fresh"];
    assert!(again.status.code() == Some(2) && words.iter().all(|word| said.contains(word)), "{said}");
    let merge = ["shard", "merge", &plan, "--out", &out];
    refused(&place.ergo(&merge).output().unwrap(), &["shards/1", "another version of", "bot.sh", "again with --fresh"]);
    place.script("bot.sh", "listen");
    bot.done(&["shard", "run", &plan, "--index", "1", "--run-programs", "--fresh"]);
    assert!(Path::new(&plan).join("shards/1.aside").exists());
    // All shards were played by one version. The program may change before the merge, or be missing.
    bot.edit("bot.sh");
    bot.done(&[&merge[..], &["--fresh"]].concat());
    place.script("bot.sh", "listen");
}
