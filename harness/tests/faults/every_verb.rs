//! Injects a disk fault, a kill or a power cut at each file operation of each writing verb. Afterwards resuming must give the
//! same bytes, and no finished result may describe other files than those in the folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use ergo_lab::Lab;
use ergo_lab::digest::of_bytes;
use ergo_lab::folder::unfinished;
use ergo_lab::manifest::{self, Manifest};
use tempfile::TempDir;

use crate::injector::{Fault, Watch, copy};
use crate::tempdir::tempdir;

/// The number of an operation, and the fault at it.
type Case = (u64, Fault);

/// A verb that writes a folder.
struct Work {
    name: &'static str,
    /// Commands to run before, without faults.
    before: Vec<Vec<&'static str>>,
    /// A command to run before, killed while it renames files.
    torn: Option<Vec<&'static str>>,
    /// The command under test. `OUT` stands for the folder.
    arguments: Vec<&'static str>,
    /// True if interrupted work continues with `--resume`; otherwise the command is repeated.
    resumes: bool,
}

const TOY: &str = "question = \"Who gains?\"\nseed = 11\n[game]\nname = \"kuhn-poker\"\n\
    [[entrant]]\nname = \"one\"\nagent = { kind = \"random\" }\n[[entrant]]\nname = \"two\"\nagent = { kind = \"random\" }\n\
    [schedule]\ntables = [[\"one\", \"two\"]]\ndeals = 4\n[output]\ntranscripts = true\n";

const DESIGN: &str = "question = \"How long?\"\nmeasure = [\"turns_per_round\"]\nseed = 7\n[game]\nname = \"ergo\"\n\
    rules = { target = 5 }\n[[entrant]]\nname = \"r\"\nagent = { kind = \"random\" }\n[schedule]\n\
    tables = [[\"r\", \"r\"]]\ndeals = 3\nrotations = \"none\"\n[design]\nkind = \"factorial\"\nfactors = [\
    { key = \"game.rules.cards.not\", from = 4, to = 8, step = 2 }, { key = \"game.rules.cards.and\", values = [3, 4] }]\n\
    [targets]\nturns_per_round = [10, 20]\n";

/// Verbs that write no file, or only a transcript line by line.
const NO_FILES: [&str; 14] = [
    "plan",
    "diff",
    "verify",
    "games",
    "agents",
    "completions",
    "position",
    "cases",
    "game",
    "play",
    "rules",
    "exploit",
    "judge",
    "moves",
];

fn works() -> Vec<Work> {
    let run = |seed: &'static str| vec!["run", "toy.toml", "--out", "out", "--threads", "1", "--set", seed];
    let compare = |seed: &'static str| {
        vec![
            "compare",
            "--game",
            "kuhn-poker",
            "random",
            "ismcts:iterations=20",
            "--out",
            "out",
            "--threads",
            "1",
            "--seed",
            seed,
        ]
    };
    let tune = |seed: &'static str| {
        let agents = [
            "tune",
            "--game",
            "kuhn-poker",
            "ismcts:iterations=9",
            "--against",
            "random",
            "--keys",
            "iterations=5..20",
            "--out",
            "out",
        ];
        let size = ["--generations", "2", "--population", "4", "--deals", "1", "--held-out", "2", "--threads", "1"];
        [&agents[..], &size, &["--seed", seed]].concat()
    };
    let train = |seed: &'static str| {
        let size = ["--rounds", "6", "--batch", "3", "--hidden", "2", "--trial", "2", "--threads", "1"];
        [&["train", "--seats", "2", "--out", "out"][..], &size, &["--seed", seed]].concat()
    };
    let fresh = |mut arguments: Vec<&'static str>| {
        if !arguments.contains(&"--fresh") {
            arguments.push("--fresh");
        }
        arguments
    };
    let work = |name, before: &[&Vec<&'static str>], arguments: &Vec<&'static str>, resumes| Work {
        name,
        before: before.iter().map(|before| (*before).clone()).collect(),
        torn: None,
        arguments: arguments.clone(),
        resumes,
    };
    let torn = |name, before: &Vec<&'static str>, torn: &Vec<&'static str>| Work {
        torn: Some(torn.clone()),
        ..work(name, &[before], &fresh(torn.clone()), true)
    };
    let (one, other) = (run("seed=1"), run("seed=2"));
    let again = vec!["report", "out"];
    let plan = vec!["shard", "plan", "toy.toml", "--shards", "2", "--out", "cuts"];
    let shard = |index: &'static str| vec!["shard", "run", "cuts", "--index", index];
    let merge = vec!["shard", "merge", "cuts", "--out", "out", "--threads", "1"];
    let design = vec!["run", "design.toml", "--out", "out", "--threads", "1"];
    let propose = vec!["propose", "out", "--best", "2", "--out", "proposed"];
    let page = vec!["replay", "out", "--match", "1", "--html", "page.html"];
    vec![
        work("new bot", &[], &vec!["new", "bot", "mine", "--python"], false),
        work("new game", &[], &vec!["new", "game", "mine"], false),
        work("run", &[], &one, true),
        work("run again over its result", &[&one], &one, true),
        work("run --fresh over a result", &[&other], &fresh(one.clone()), true),
        work("compare", &[], &compare("1"), true),
        work("compare --fresh over a result", &[&compare("2")], &fresh(compare("1")), true),
        work("tune", &[], &tune("1"), true),
        work("tune --fresh over a result", &[&tune("2")], &fresh(tune("1")), true),
        work("train", &[], &train("1"), true),
        work("train --fresh over a result", &[&train("2")], &fresh(train("1")), true),
        torn("run --fresh over a torn result", &other, &fresh(one.clone())),
        torn("compare --fresh over a torn result", &compare("2"), &fresh(compare("1"))),
        torn("train --fresh over a torn result", &train("2"), &fresh(train("1"))),
        work("report", &[&one], &again, false),
        work("report of a comparison", &[&compare("1")], &again, false),
        work("shard plan", &[], &plan, false),
        work("shard run", &[&plan], &shard("0"), false),
        work("shard merge", &[&plan, &shard("0"), &shard("1")], &merge, false),
        work(
            "shard merge over a result",
            &[&other, &plan, &shard("0"), &shard("1")],
            &[&merge[..], &["--fresh"]].concat(),
            false,
        ),
        work("propose", &[&design], &propose, false),
        work("replay as a page", &[&one], &page, false),
    ]
}

/// Runs `arguments` in the folder `root`.
fn perform(root: &Path, arguments: &[&str]) -> Result<(), String> {
    let files = ["toy.toml", "design.toml", "out", "cuts", "proposed", "page.html", "mine"];
    let placed = arguments.iter().map(|argument| match files.contains(argument) {
        true => root.join(argument).to_str().unwrap().to_owned(),
        false => (*argument).to_owned(),
    });
    Lab::standard().run_verb(&placed.collect::<Vec<_>>())
}

/// A folder that goes with the test.
fn room() -> TempDir {
    tempdir().unwrap()
}

fn folder(work: &Work) -> TempDir {
    let folder = room();
    fs::write(folder.path().join("toy.toml"), TOY).unwrap();
    fs::write(folder.path().join("design.toml"), DESIGN).unwrap();
    let quick = Watch::new(folder.path(), None);
    work.before.iter().for_each(|arguments| perform(folder.path(), arguments).unwrap());
    drop(quick);
    let Some(arguments) = &work.torn else { return folder };
    loop {
        let (trial, torn) = (room(), room());
        copy(folder.path(), trial.path());
        copy(folder.path(), torn.path());
        let watch = Watch::new(trial.path(), None);
        perform(trial.path(), arguments).unwrap();
        let last = watch.steps().len() as u64 - 1;
        // The last operations sync names and remove the progress record. Earlier progress records depend on the clock: with
        // fewer operations nothing is torn this time.
        let kill = Watch::new(torn.path(), Some((last - 6, Fault::Kill)));
        let killed = perform(torn.path(), arguments).is_err();
        drop(kill);
        if killed {
            return torn;
        }
    }
}

/// Returns every file by name, without clock values.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fn collect(folder: &Path, name: &str, into: &mut BTreeMap<String, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{name}/{}", path.file_name().unwrap().to_str().unwrap());
            match path.is_dir() {
                true => collect(&path, &name, into),
                false => drop(into.insert(name, fs::read(path).unwrap())),
            }
        }
    }
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files);
    for (name, bytes) in &mut files {
        if name.ends_with("/progress.json") {
            let mut progress: serde_json::Value = serde_json::from_slice(bytes).unwrap_or_default();
            let keys = progress.as_object_mut();
            keys.into_iter()
                .for_each(|keys| keys.retain(|key, _| !["seconds", "sum", "earlier"].contains(&key.as_str())));
            *bytes = progress.to_string().into_bytes();
        } else if name.ends_with(".json") {
            let text = String::from_utf8(bytes.clone()).unwrap();
            let timed = |line: &str| {
                ["\"seconds\"", "\"cpu_seconds\"", "\"sum\""].iter().any(|key| line.trim_start().starts_with(key))
            };
            let kept = text.lines().filter(|line| !timed(line));
            *bytes = kept.collect::<Vec<_>>().join("\n").into_bytes();
        }
    }
    files
}

/// Describes a finished result that does not match the files in its folder.
fn mixed(out: &Path) -> Option<String> {
    if unfinished(out) {
        return None;
    }
    let files = match fs::read(out.join(manifest::NAME)) {
        Err(_) => return None,
        Ok(text) if text.is_empty() => return Some("an empty manifest".to_owned()),
        Ok(_) => Manifest::read(out).ok()??.files,
    };
    let rows = files.iter().filter(|file| file.rows.is_some() && !file.name.starts_with("plots/"));
    let wrong = rows.filter(|file| {
        fs::read(out.join(&file.name)).map(|bytes| of_bytes(&bytes)).ok().as_ref() != Some(&file.sha256)
    });
    wrong.map(|file| file.name.clone()).next()
}

/// Runs one verb with a fault at one operation. Returns what is wrong, and whether the operation was reached.
fn try_case(work: &Work, start: &Path, whole: &BTreeMap<String, Vec<u8>>, at: Case) -> (Option<String>, bool) {
    let (folder, left) = (room(), room());
    copy(start, folder.path());
    let (done, met) = {
        let watch = Watch::new(folder.path(), Some(at));
        let done = perform(folder.path(), &work.arguments);
        watch.leave(left.path());
        (done, watch.met())
    };
    if !met || done.is_ok() {
        let cut = !matches!(at.1, Fault::Full | Fault::Broken);
        let found = if met && cut { bytes(left.path()) } else { bytes(folder.path()) };
        return ((found != *whole).then(|| format!("done, but other bytes: {}", differing(&found, whole))), met);
    }
    if let Some(name) = (work.name != "report" && work.name != "report of a comparison")
        .then(|| mixed(&left.path().join("out")))
        .flatten()
    {
        return (Some(format!("the finished result describes other files: {name}")), met);
    }
    let _quick = Watch::new(left.path(), None);
    let mut arguments = work.arguments.clone();
    if work.resumes && bytes(left.path()).keys().any(|name| name.ends_with(".part") || name.ends_with("progress.json"))
    {
        arguments.retain(|argument| *argument != "--fresh");
        arguments.push("--resume");
    }
    // After a fault at the last operation there may be nothing left to do.
    let wrong = match perform(left.path(), &arguments) {
        Err(error)
            if !["already finished", "already exists", "holds weights"].iter().any(|word| error.contains(word)) =>
        {
            Some(format!("refused: {error}"))
        }
        _ => {
            let found = bytes(left.path());
            (found != *whole).then(|| format!("other bytes: {}", differing(&found, whole)))
        }
    };
    (wrong, met)
}

/// Runs all cases in two threads. The thread pools of the verbs would interfere with a shared pool.
fn at_once(
    cases: &[Case],
    try_it: impl Fn(Case) -> (Option<String>, bool) + Sync,
) -> Vec<(Case, Option<String>, bool)> {
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Relaxed)) {
            let (wrong, met) = try_it(*case);
            found.lock().unwrap().push((*case, wrong, met));
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    found.into_inner().unwrap()
}

/// Selects the cases of a verb. Two verbs get every fault at every operation; the others get one fault per operation, in
/// turn. `ERGO_EVERY_FAULT` (`.ci/nightly`) selects every fault of all verbs.
fn cases(work: &Work, steps: &[&[Fault]]) -> Vec<Case> {
    let whole = ["run", "compare"].contains(&work.name);
    let by_turns = !whole && std::env::var_os("ERGO_EVERY_FAULT").is_none();
    let at = |(at, faults): (u64, &&[Fault])| -> Vec<Case> {
        let all = faults.iter().map(|fault| (at, *fault));
        match by_turns {
            true => all.skip(at as usize % faults.len().max(1)).take(1).collect(),
            false => all.collect(),
        }
    };
    (0..).zip(steps).flat_map(at).collect()
}

fn differing(found: &BTreeMap<String, Vec<u8>>, whole: &BTreeMap<String, Vec<u8>>) -> String {
    let names = found.keys().chain(whole.keys()).filter(|name| found.get(*name) != whole.get(*name));
    names.cloned().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_writing_verb_has_a_case() {
    let works = works();
    let tried = |verb: &str| works.iter().any(|work| work.arguments[0] == verb);
    for verb in Lab::command().get_subcommands().map(clap::Command::get_name) {
        assert!(tried(verb) != NO_FILES.contains(&verb), "{verb}");
    }
}

#[test]
fn every_fault_at_every_operation_of_every_verb() {
    let mut wrong = Vec::new();
    for work in works() {
        let start = folder(&work);
        let whole = room();
        copy(start.path(), whole.path());
        let steps = {
            let watch = Watch::new(whole.path(), None);
            perform(whole.path(), &work.arguments).unwrap();
            watch.steps()
        };
        let cases = cases(&work, &steps);
        let whole = bytes(whole.path());
        let tried = at_once(&cases, |at| try_case(&work, start.path(), &whole, at));
        let met = tried.iter().filter(|(_, _, met)| *met).count();
        println!("| {} | {} operations | {met} faults |", work.name, steps.len());
        assert!(met * 10 >= cases.len() * 8, "{}: {met} of {} faults came", work.name, cases.len());
        let faults = tried.into_iter().filter_map(|((step, fault), wrong, _)| Some((step, fault, wrong?)));
        let faults: Vec<String> =
            faults.map(|(step, fault, wrong)| format!("{}, {fault:?} at {step}: {wrong}", work.name)).collect();
        faults.iter().take(9).for_each(|fault| println!("{fault}"));
        wrong.extend(faults);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}
