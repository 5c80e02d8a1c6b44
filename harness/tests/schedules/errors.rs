//! Errors of experiment files and command lines: reported all at once, with their lines and the nearest known words.

use std::fs;

use crate::common::{complaint, refused, root, run, tempdir};
use ergo_lab::experiment::{Document, Experiment, Problems};

const BASE: &str = include_str!("../reference/errors.toml");

fn problems(text: &str) -> Result<Experiment, Problems> {
    Experiment::read(&Document::parse(text)?)
}

/// Replaces a part of `text`, or appends to it if `from` is `END`.
#[track_caller]
fn changed(text: &str, from: &str, to: &str) -> String {
    assert!(from == "END" || text.contains(from), "{from}");
    if from == "END" { format!("{text}{to}\n") } else { text.replacen(from, to, 1) }
}

/// Each unindented line of `reference/errors.txt` changes the base experiment; the indented lines below are the reported
/// errors. `UPDATE_SNAPSHOTS=1 cargo test -p ergo-lab --test schedules errors` writes them.
#[test]
fn every_error_is_reported_as_in_the_snapshot() {
    problems(BASE).unwrap();
    let path = root().join("harness/tests/reference/errors.txt");
    let expected = fs::read_to_string(&path).unwrap();
    let mut found = String::new();
    for case in expected.lines().filter(|line| !line.starts_with(' ')) {
        let (from, to) = case.split_once(" => ").unwrap_or_else(|| panic!("{case}"));
        let text = changed(BASE, &from.replace("\\n", "\n"), &to.replace("\\n", "\n"));
        let lines = problems(&text).err().unwrap_or_else(|| panic!("taken: {case}")).lines();
        found += &format!("{case}\n{}", lines.iter().map(|line| format!("    {line}\n")).collect::<String>());
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    let differing = found.lines().zip(expected.lines()).filter(|(one, other)| one != other).take(10);
    let differing: Vec<String> = differing.map(|(one, other)| format!("- {other}\n+ {one}")).collect();
    assert!(found == expected, "{}", differing.join("\n"));
}

#[test]
fn all_errors_of_a_file_and_of_set_are_reported_at_once() {
    let wrong = [
        ("question = ", "qestion = "),
        ("deals = 2", "deals = 0"),
        ("kind = \"best-of\", drawn = 2", "kind = \"best-of\", draw = 2"),
        ("name = \"ergo\"", "name = \"ergo\"\nrules = { cards.nut = 3, hand_size = 99 }"),
        ("[\"a\", \"b\"]", "[\"a\", \"x\"]"),
        ("seed = 11", "seed = \"eleven\""),
    ];
    let text = wrong.iter().fold(BASE.to_owned(), |text, (from, to)| changed(&text, from, to));
    let place = tempdir().unwrap();
    let file = place.path().join("it.toml");
    fs::write(&file, &text).unwrap();
    let out = place.path().join("out");
    let typed = ["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let output = run(&typed);
    let said = complaint(&output);
    let starts = |line: usize, key: &str| {
        let start = format!("ergo: {}:{line}: {key}: ", file.display());
        assert!(said.lines().any(|line| line.starts_with(&start)), "no {start} in {said}");
    };
    let line = |word: &str| 1 + text.lines().position(|line| line.contains(word)).unwrap();
    starts(line("qestion"), "qestion");
    starts(line("eleven"), "seed");
    starts(line("nut"), "game.rules.cards.nut");
    starts(line("nut"), "game.rules.hand_size");
    starts(line("draw = 2"), "entrant.b.agent.draw");
    starts(line("\"x\""), "schedule.tables.1.2");
    starts(line("deals"), "schedule.deals");
    assert_eq!((said.lines().count(), output.status.code()), (7, Some(2)), "{said}");

    fs::write(&file, BASE).unwrap();
    let sets =
        ["schedule.dals=3", "seed=-1", "entrant.b.agent.drawn=0", "entrant.bb.agent.drawn=3", "game.rules.targt=9"];
    let output = run(&[&typed[..], &sets.map(|set| ["--set", set]).concat()].concat());
    let said = complaint(&output);
    for key in sets.map(|set| set.split_once('=').unwrap().0) {
        assert!(said.contains(&format!("it.toml: --set {key}: ")), "no {key} in {said}");
    }
    assert_eq!(said.lines().count(), 5, "{said}");
    assert!(!out.exists());
}

#[test]
fn the_nearest_known_word_is_suggested_for_every_kind_of_word() {
    for (from, to, suggested) in [
        ("question = ", "questoin = ", "question"),
        ("seed = ", "sed = ", "seed"),
        ("[schedule]", "[shedule]", "schedule"),
        ("deals = 2", "deal = 2", "deals"),
        ("deals = 2", "deals = 2\nrotation = \"all\"", "rotations"),
        ("deals = 2", "deals = 2\nrotations = \"balnced\"", "balanced"),
        ("deals = 2", "deals = 2\nfaults = \"forfiet\"", "forfeit"),
        ("tables = [[\"a\", \"b\"]]", "form = \"roundrobin\"", "round-robin"),
        ("tables = [[\"a\", \"b\"]]", "form = \"lader\"", "ladder"),
        ("\"ergo\"", "\"cogitto\"", "cogito"),
        ("\"ergo\"", "\"ergo-invcta\"", "ergo-invicta"),
        ("\"ergo\"", "\"ergo\"\nrules = { handsize = 4 }", "hand_size"),
        ("\"ergo\"", "\"ergo\"\nrules = { cards.reverlution = 4 }", "cards.revolution"),
        ("kind = \"best-of\"", "kind = \"bestof\"", "best-of"),
        ("kind = \"random\"", "kind = \"gredy\"", "greedy"),
        ("drawn = 2", "dranw = 2", "drawn"),
        ("[\"a\", \"b\"]", "[\"a\", \"bb\"]", "b"),
        ("seed", "measure = \"win_shar\"\nseed", "win_share"),
        ("seed", "measure = \"startr points_per_round\"\nseed", "starter"),
        ("seed", "kind = \"chnge\"\nseed", "change"),
        ("seed", "measure = [\"paradox\", \"turns_per_round\"]\nstrongest = \"expret\"\nseed", "expert"),
        ("END", "[design]\nkind = \"sobl\"", "sobol"),
        (
            "END",
            "[design]\nkind = \"sobol\"\nfactors = [{ key = \"game.rules.cards.nto\", values = [1, 2] }]",
            "cards.not",
        ),
        ("END", "[output]\ntranscript = true", "transcripts"),
        ("END", "[[sweep]]\nkey = \"entrant.b.agent.dran\"\nvalues = [1, 2]", "drawn"),
        ("END", "[[sweep]]\nkey = \"game.rule.target\"\nvalues = [1, 2]", "game.rules.target"),
        ("END", "[targets]\nparadoks = [0, 1]", "paradox"),
    ] {
        let said = problems(&changed(BASE, from, to)).err().unwrap_or_else(|| panic!("taken: {to}")).to_string();
        assert!(said.contains(&format!("did you mean \"{suggested}\"?")), "{to}: {said}");
    }
    for (typed, suggested) in [
        (&["comprae", "random", "greedy"][..], "compare"),
        (&["game", "ergo", "juge", "A"], "judge"),
        (&["compare", "random", "greedy", "--most-block", "3"], "--most-blocks"),
        (&["compare", "random", "greedy", "--by", "wnis"], "wins"),
        (&["compare", "randm", "greedy"], "random"),
        (&["compare", "random", "greedy", "--game", "ergoo"], "ergo"),
        (&["tune", "greedy", "--against", "greedy", "--keys", "hop"], "hope"),
        (&["agents", "gredy"], "greedy"),
        (&["position", "ergoo"], "ergo"),
        (&["train", "--learn", "margn"], "margin"),
        (&["rules", "kuhn-pokr"], "kuhn-poker"),
    ] {
        refused(&run(typed), &[&format!("did you mean \"{suggested}\"?")]);
    }
}
