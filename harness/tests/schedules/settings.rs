//! Every key is set once, and every setting of every verb has an effect or is refused by name.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{complaint, done, printed, refused, root, run, tempdir};

/// An experiment of ERGO with two players and no arms.
const BASE: &str = "question = \"Who wins?\"\nseed = 11\n[game]\nname = \"ergo\"\n\
    [[entrant]]\nname = \"a\"\nagent = { kind = \"random\" }\n\
    [[entrant]]\nname = \"b\"\nagent = { kind = \"best-of\", drawn = 2 }\n\
    [[entrant]]\nname = \"c\"\nagent = { kind = \"random\" }\n\
    [schedule]\ntables = [[\"a\", \"b\"]]\ndeals = 3\n";
/// Lines that add several arms.
const SWEPT: &str = "[[sweep]]\nkey = \"game.rules.hand_size\"\nvalues = [4, 5]\n";
const ARMS: &str = "[[arm]]\nname = \"four\"\nset = { \"game.rules.hand_size\" = 4 }\n\
    [[arm]]\nname = \"five\"\nset = { \"game.rules.hand_size\" = 5 }\n";
const DESIGN: &str = "[design]\nkind = \"factorial\"\n\
    factors = [{ key = \"game.rules.cards.not\", values = [4, 8] }, { key = \"game.rules.cards.or\", values = [4, 6] }]\n";

fn with(more: &str) -> String {
    format!("{BASE}{more}")
}

/// The base experiment with a program that never answers.
fn failing() -> String {
    BASE.replace("kind = \"best-of\", drawn = 2", "kind = \"process\", command = \"exit 1\"")
}

/// The base experiment with random players only.
fn random() -> String {
    BASE.replace("kind = \"best-of\", drawn = 2", "kind = \"random\"")
}

/// Every key of an experiment, another value, and the experiment in which to set it.
fn keys() -> Vec<(&'static str, &'static str, String)> {
    let base = [
        ("question", "\"Who loses?\""),
        ("measure", "\"b points_per_round\""),
        ("kind", "\"favoured\""),
        ("margin", "0.1"),
        ("strongest", "\"b\""),
        ("measures", "[{ name = \"length\", column = \"turns\" }]"),
        ("seed", "12"),
        ("game.seats", "3"),
        ("game.rules", "{ hand_size = 4 }"),
        ("game.rules.hand_size", "4"),
        (
            "entrant",
            "[{ name = \"a\", agent = { kind = \"random\" } }, { name = \"b\", agent = { kind = \"greedy\" } }]",
        ),
        ("entrant.b.name", "\"d\""),
        ("entrant.b.tier", "\"good\""),
        ("entrant.b.agent", "{ kind = \"greedy\" }"),
        ("entrant.b.agent.drawn", "3"),
        ("entrant.c.agent.kind", "\"greedy\""),
        ("schedule.form", "\"round-robin\""),
        ("schedule.tables", "[[\"b\", \"b\"]]"),
        ("schedule.focal", "\"a\""),
        ("schedule.pair", "[\"a\", \"b\"]"),
        ("schedule.pool", "[\"a\", \"b\"]"),
        ("schedule.seats", "2"),
        ("schedule.reach", "1"),
        ("schedule.deals", "2"),
        ("schedule.rotations", "\"none\""),
        ("sweep", "[{ key = \"game.rules.hand_size\", values = [4, 5] }]"),
        ("arm", "[{ name = \"four\", set = { \"game.rules.hand_size\" = 4 } }]"),
        ("targets", "{ paradox = [0.0, 0.1] }"),
        ("targets.paradox", "[0.0, 0.1]"),
        ("finding", "[{ text = \"Rounds are short.\" }]"),
        ("output.transcripts", "true"),
        ("output.skill", "true"),
        ("output.cards", "1"),
        ("output.agency", "1"),
        ("output.usage", "true"),
        ("quick", "true"),
        ("quick.schedule.deals", "1"),
    ];
    let mut all: Vec<_> = base.into_iter().map(|(key, value)| (key, value, with(""))).collect();
    all.push(("entrant.b.agent.kind", "\"greedy\"", random()));
    all.push(("schedule.faults", "\"count\"", failing()));
    let measured = BASE.replace("seed = 11", "measure = \"paradox\"\nseed = 11");
    let alike = measured.replace("[[\"a\", \"b\"]]", "[[\"a\", \"a\"], [\"b\", \"b\"]]");
    all.extend(["\"b\"", "\"c\""].map(|who| ("strongest", who, alike.clone() + ARMS)));
    all.push(("margin", "0.1", measured.clone() + ARMS));
    all.push(("margin", "0.1", measured.replace("seed = 11", "kind = \"value\"\nseed = 11") + ARMS));
    all.push(("game.name", "\"kuhn-poker\"", random().replace("ergo", "leduc-poker")));
    all.extend([SWEPT, ARMS].map(|varied| ("game.rules.hand_size", "6", with(varied))));
    all.extend([("sweep.key", "\"x\"", with(SWEPT)), ("arm.set", "{}", with(ARMS))]);
    let factor = "[{ key = \"game.rules.cards.not\", values = [8, 9] }]";
    let design = [
        ("design", "{ kind = \"factorial\", factors = [{ key = \"game.rules.cards.or\", values = [4, 6] }] }"),
        ("design.kind", "\"grid\""),
        ("design.factors", factor),
        ("design.points", "4"),
        ("game.rules.cards.and", "5"),
    ];
    all.extend(design.map(|(key, value)| (key, value, with(DESIGN))));
    all
}

/// Returns the field names of a structure from its source.
fn fields(file: &str, name: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("harness/core/src/experiment").join(file)).unwrap();
    let (_, rest) = text.split_once(&format!("struct {name} {{\n")).unwrap();
    let lines = rest.lines().take_while(|line| !line.starts_with('}'));
    let field = |line: &str| {
        let (name, _) = line.trim().trim_start_matches("pub ").split_once(": ")?;
        name.chars().all(|c| c.is_ascii_lowercase() || c == '_').then(|| name.to_owned())
    };
    lines.filter_map(field).collect()
}

/// Returns the results of a run without its input, clock values and status.
fn bytes(folder: &Path) -> Vec<u8> {
    let mut names: Vec<_> = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let skipped = ["experiment.toml", "manifest.json", "progress.json", "experiment.toml.part"];
    names.retain(|path| path.is_file() && !skipped.contains(&path.file_name().unwrap().to_str().unwrap()));
    names
        .iter()
        .flat_map(|path| [path.file_name().unwrap().as_encoded_bytes(), &fs::read(path).unwrap()].concat())
        .collect()
}

/// Runs `typed` with and without `--set key=value`. Returns whether the result changes, or `None` if the key is refused by
/// name.
#[track_caller]
fn changes(typed: &[&str], out: &Path, key: &str, value: &str) -> Option<bool> {
    let set = format!("{key}={value}");
    let done = |more: &[&str]| {
        let _ = fs::remove_dir_all(out);
        let output = run(&[typed, &["--out", out.to_str().unwrap()], more].concat());
        (output.status.code(), bytes(out), output)
    };
    let (status, after, output) = done(&["--set", &set]);
    if status == Some(2) {
        let said = complaint(&output);
        assert!(said.contains(key.rsplit('.').next().unwrap()), "no {key} in {said}");
        return None;
    }
    let (before, unchanged, _) = done(&[]);
    Some((before, unchanged) != (status, after))
}

#[test]
fn every_key_of_an_experiment_changes_a_run_or_is_refused() {
    let keys = keys();
    let known: BTreeSet<String> = keys.iter().map(|(key, ..)| (*key).to_owned()).collect();
    for (prefix, file, name) in [
        ("", "file.rs", "ExperimentFile"),
        ("game.", "file.rs", "Game"),
        ("entrant.b.", "file.rs", "Entrant"),
        ("schedule.", "form.rs", "ScheduleTable"),
        ("design.", "design.rs", "Layout"),
    ] {
        for field in fields(file, name) {
            let key = format!("{prefix}{field}");
            // It changes the time of a run, not its results.
            if key == "schedule.concurrency" {
                continue;
            }
            let below = format!("{key}.");
            assert!(known.iter().any(|known| *known == key || known.starts_with(&below)), "no row of {key}");
        }
    }
    let place = tempdir().unwrap();
    let (file, out) = (place.path().join("it.toml"), place.path().join("out"));
    let typed = ["run", file.to_str().unwrap(), "--threads", "1"];
    let (mut changing, mut idle) = (0, Vec::new());
    for (key, value, text) in &keys {
        fs::write(&file, text).unwrap();
        match changes(&typed, &out, key, value) {
            Some(true) => changing += 1,
            Some(false) => idle.push(key),
            None => {}
        }
    }
    assert!(idle.is_empty(), "without effect: {idle:?}");
    assert!(changing >= 29, "{changing} of {} keys are taken", keys.len());
}

#[test]
fn verbs_that_make_their_experiment_take_rules_alone() {
    let place = tempdir().unwrap();
    let out = place.path().join("out");
    let compare = ["compare", "random", "random", "--most-blocks", "20", "--threads", "1"];
    let tune = ["tune", "best-of:drawn=2", "--keys", "drawn=1..4", "--against", "random", "--generations", "1"];
    let tune = [&tune[..], &["--population", "4", "--deals", "1", "--held-out", "2", "--threads", "1"]].concat();
    for typed in [&compare[..], &tune[..]] {
        let taken: Vec<&str> = keys()
            .into_iter()
            .filter(|(key, value, _)| {
                let changed = changes(typed, &out, key, value);
                assert_ne!(changed, Some(false), "{typed:?} --set {key}={value} changes nothing");
                changed.is_some()
            })
            .map(|(key, ..)| key)
            .collect();
        assert!(taken.iter().all(|key| key.starts_with("game.rules.")) && taken.len() > 2, "{typed:?}: {taken:?}");
    }
    fs::remove_dir_all(&out).unwrap();
    let said = |more: &[&str]| run(&[&compare[..], &["--out", out.to_str().unwrap()], more].concat());
    refused(&said(&["--seed", "5", "--set", "seed=3"]), &["--set seed", "expected --seed"]);
    refused(&said(&["--set", "entrant.A.agent.kind=greedy"]), &["--set entrant.A.agent.kind", "KIND:KEY=VALUE"]);
    assert!(!out.exists());
}

#[test]
fn verbs_of_one_position_or_bot_refuse_keys_of_experiments() {
    let place = tempdir().unwrap();
    let out = place.path().join("out");
    let out = out.to_str().unwrap();
    for typed in [
        &["exploit", "random", "--game", "kuhn-poker"][..],
        &["position", "kuhn-poker"],
        &["play", "kuhn-poker", "--out", out],
        &["train", "--rounds", "1", "--out", out],
        &["game", "ergo", "judge", "A"],
        &["game", "ergo", "moves", "--proof", "A", "--hand", "B"],
        &["agents", "check", "true", "--game", "kuhn-poker"],
    ] {
        for set in ["seed=3", "question=x", "schedule.deals=3", "schedule.faults=count", "output.transcripts=true"] {
            let key = set.split_once('=').unwrap().0;
            refused(&run(&[typed, &["--set", set]].concat()), &[key]);
        }
    }
    assert!(!Path::new(out).exists());
}

#[test]
fn judge_and_moves_refuse_rules_without_effect() {
    let games = printed(&run(&["games"]));
    let (_, ergo) = games.split_once("ergo: ").unwrap();
    let options = ergo.lines().map_while(|line| (!line.is_empty()).then_some(line)).filter_map(|line| {
        let (key, rest) = line.trim().strip_prefix("game.rules.")?.split_once(" = ")?;
        let (default, rest) = rest.split_once("  (")?;
        let other = match default.parse::<i64>() {
            Ok(number) => vec![(number + 1).to_string(), (number - 1).to_string()],
            Err(_) if default == "true" || default == "false" => vec![(default == "false").to_string()],
            Err(_) => rest.split(')').next()?.split(" or ").map(|word| word.trim_matches('"').to_owned()).collect(),
        };
        Some((key.to_owned(), default.trim_matches('"').to_owned(), other))
    });
    let options: Vec<(String, String, Vec<String>)> = options.collect();
    assert!(options.len() > 25, "{options:?}");
    let judge: [&[&str]; 2] = [&["judge", "A>B>C / ~C / A|B&~A"], &["judge", "A>B>A / B"]];
    let hand = ["moves", "--proof", "A|B / B / C / D", "--hand", "XYTRFEJAB&", "--targets", "BC", "--count"];
    let proof = ["moves", "--proof", "A|B / B", "--hand", "XTREJA", "--fallacy"];
    for (tool, questions, expected) in [
        ("judge", &judge[..], &["then_chain", "precedence"][..]),
        (
            "moves",
            &[&hand[..], &proof[..]][..],
            &["draw", "premises", "wild_as_ergo", "wild_as_justification", "fallacy_bars"][..],
        ),
    ] {
        let answers = |set: &[&str]| {
            questions.iter().map(|question| run(&[&["game", "ergo"], *question, set].concat())).collect::<Vec<_>>()
        };
        let plain: Vec<String> = answers(&[]).iter().map(printed).collect();
        let mut taken = BTreeSet::new();
        for (key, default, values) in &options {
            for value in values.iter().filter(|value| *value != default) {
                let found = answers(&["--set", &format!("rules.{key}={value}")]);
                if found[0].status.code() == Some(2) {
                    refused(&found[0], &[key]);
                } else if found.iter().map(printed).ne(plain.iter().cloned()) {
                    taken.insert(key.as_str());
                }
            }
        }
        assert_eq!(taken, expected.iter().copied().collect(), "{tool}");
    }
}

#[test]
fn the_same_key_twice_is_refused_in_every_verb() {
    let place = tempdir().unwrap();
    let (file, out) = (place.path().join("it.toml"), place.path().join("out"));
    fs::write(&file, BASE).unwrap();
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let rules = ["game.rules.target=9", "game.rules.target=8"];
    for (typed, [one, other]) in [
        (&["run", file, "--out", out][..], rules),
        (&["run", file, "--out", out], ["game.rules.cards.not=4", "game.rules={ target = 9 }"]),
        (&["run", file, "--out", out], ["schedule.deals=4", "schedule.deals=4"]),
        (&["shard", "plan", file, "--shards", "2", "--out", out], rules),
        (&["compare", "random", "greedy", "--out", out], rules),
        (&["tune", "greedy", "--against", "random", "--keys", "x", "--out", out], rules),
        (&["exploit", "random"], ["target=9", "game.rules.target=8"]),
        (&["position", "ergo"], ["target=9", "rules.target=8"]),
        (&["play", "--out", out], ["target=9", "target=8"]),
        (&["train", "--out", out], ["rules.target=9", "rules.target=8"]),
        (&["game", "ergo", "judge", "A"], ["rules.then_chain=left", "rules.then_chain=right"]),
        (&["game", "ergo", "moves", "--proof", "A", "--hand", "B"], ["rules.draw=2", "rules.draw=3"]),
        (&["judge", "A"], ["rules.then_chain=left", "rules.then_chain=right"]),
        (&["agents", "check", "true"], ["reuse=true", "reuse=false"]),
    ] {
        let key = other.split_once('=').unwrap().0;
        refused(
            &run(&[typed, &["--set", one, "--set", other]].concat()),
            &[&format!("--set {key}: the key is set twice")],
        );
    }
    // Settings of agents in every argument that names one.
    for agent in ["best-of:drawn=2,drawn=3", "best-of:kind=greedy"] {
        let words = [agent, "set twice"];
        refused(&run(&["compare", agent, "random", "--out", out]), &words);
        refused(&run(&["compare", "random", "random", "--against", agent, "--out", out]), &words);
        refused(&run(&["tune", agent, "--against", "random", "--keys", "drawn", "--out", out]), &words);
        refused(&run(&["exploit", agent]), &words);
        refused(&run(&["position", "ergo", "--agent", agent]), &words);
        refused(&run(&["play", "--against", agent, "--out", out]), &words);
    }
    refused(&run(&["agents", "check", "true", "--set", "command=false"]), &["--set command"]);
    refused(&run(&["agents", "check", "true", "--seats", "2,2"]), &["--seats 2", "twice"]);
    assert!(!Path::new(out).exists());
}

#[test]
fn a_key_that_is_varied_is_varied_once() {
    let place = tempdir().unwrap();
    let (file, out) = (place.path().join("it.toml"), place.path().join("out"));
    let (name, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let refuse = |text: &str, more: &[&str], words: &[&str]| {
        fs::write(&file, text).unwrap();
        refused(&run(&[&["run", name, "--out", out][..], more].concat()), &[&["it.toml"], words].concat());
    };
    let sweep = |key: &str, values: &str| format!("[[sweep]]\nkey = \"{key}\"\nvalues = {values}\n");
    let nots = |values: &str| sweep("game.rules.cards.not", values);
    let arm = "[[arm]]\nname = \"few\"\nset = { \"game.rules.cards.not\" = 3 }\n";
    let set = ["--set", "game.rules.cards.not=6"];
    refuse(&with(&nots("[4, 5]")), &set, &["--set game.rules.cards.not: has no effect", "sweep 1"]);
    refuse(&with(arm), &set, &["--set game.rules.cards.not: has no effect", "every [[arm]]"]);
    // A key that only some arms set can be changed for the rest.
    fs::write(&file, with(&format!("{arm}[[arm]]\nname = \"base\"\n"))).unwrap();
    done(&run(&["run", name, "--out", out, "--threads", "1", "--set", set[1]]));
    assert!(fs::read_to_string(format!("{out}/arms.csv")).unwrap().contains("base,6\n"));
}

#[test]
fn flags_without_effect_are_refused() {
    let place = tempdir().unwrap();
    let out = place.path().join("out");
    let out = out.to_str().unwrap();
    let smoke = root().join("results/smoke");
    let smoke = smoke.to_str().unwrap();
    for (typed, flag) in [
        (&["plan", "--difference", "0.1", "--seed", "2"][..], "--pilot"),
        (&["train", "--playouts", "9", "--out", out], "--expert"),
        (&["replay", smoke, "--run-programs"], "--run-programs"),
    ] {
        refused(&run(typed), &[flag]);
    }
    assert!(!Path::new(out).exists());
}
