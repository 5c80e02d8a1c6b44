//! Runs, verifies, reports and replays every game, and compares its expanded transcripts with recorded digests.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p ergo-lab --test games transcripts` writes the digests again.

use std::fs;
use std::path::Path;

use crate::common::{done, printed, root, run, tempdir};
use crate::verbs::played;
use ergo_lab::digest;
use serde_json::{Value, json};

/// Game, rules, agents by seat, number of deals.
const RUNS: [(&str, &str, &[&str], u32); 17] = [
    ("ergo", "", &["greedy", "random"], 2),
    ("ergo", "deck = \"2015\"", &["random", "greedy", "random", "random"], 2),
    ("ergo", "max_rounds = 1", &["greedy", "random", "random"], 3),
    ("ergo-invicta", "games = 3\nopening_plies = 4\nply_cap = 80", &["greedy", "random"], 3),
    ("ergo-invicta", "repetition_count = 2\nstarter = \"random\"", &["random", "random"], 2),
    ("cogito", "games = 3\nstarter = \"random\"", &["candidates", "random"], 3),
    ("cogito", "diagram = \"venn\"\ncopies.dream = 3", &["candidates", "random", "random", "candidates"], 3),
    ("philosophia", "max_rounds = 40", &["planner"], 2),
    ("philosophia", "max_rounds = 30", &["planner", "random"], 1),
    ("philosophia", "max_rounds = 20", &["planner", "random", "random"], 1),
    ("philosophia", "max_rounds = 20", &["planner", "random", "random", "planner", "random", "random"], 1),
    ("tic-tac-toe", "", &["random", "random"], 2),
    ("kuhn-poker", "", &["random", "random"], 2),
    ("leduc-poker", "", &["random", "random"], 2),
    ("goofspiel", "", &["random", "random", "random"], 2),
    ("goofspiel", "cards = 3", &["random", "random", "random", "random", "random", "random"], 1),
    ("pig", "", &["random"], 2),
];

fn experiment((game, rules, table, deals): &(&str, &str, &[&str], u32)) -> String {
    let quoted: Vec<String> = table.iter().map(|name| format!("\"{name}\"")).collect();
    let mut entrants = table.to_vec();
    entrants.sort_unstable();
    entrants.dedup();
    let entrant = |name: &&str| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"{name}\" }}\n");
    format!(
        "question = \"Who?\"\nseed = 7\n[game]\nname = \"{game}\"\n[game.rules]\n{rules}\n{}[schedule]\ntables = [[{}]]\n\
         deals = {deals}\nrotations = \"none\"\n[output]\ntranscripts = true\n",
        entrants.iter().map(entrant).collect::<String>(),
        quoted.join(", ")
    )
}

fn expanded(file: &Path) -> String {
    printed(&run(&["replay", file.to_str().unwrap(), "--json"]))
}

/// Cuts a match after half its actions and before its first action, with and without a fault of seat 1.
fn cut(transcripts: &str) -> String {
    let line: Value = serde_json::from_str(transcripts.lines().next().unwrap()).unwrap();
    let actions: Vec<&str> = line["actions"].as_str().unwrap().split(' ').collect();
    let cut = |(kept, fault): (usize, Value)| {
        let mut line = line.clone();
        (line["actions"], line["fault"]) = (json!(actions[..kept].join(" ")), fault);
        format!("{line}\n")
    };
    let fault = json!({ "seat": 1, "fault": "illegal" });
    [(actions.len() / 2, fault.clone()), (actions.len() / 2, Value::Null), (0, fault)].map(cut).concat()
}

#[test]
fn expanded_transcripts_match_the_recorded_digests() {
    let mut found = String::new();
    for one in &RUNS {
        let folder = tempdir().unwrap();
        let out = played(&experiment(one), folder.path());
        let (transcripts, cuts) = (Path::new(&out).join("transcripts.jsonl"), folder.path().join("cut.jsonl"));
        fs::write(&cuts, cut(&fs::read_to_string(&transcripts).unwrap())).unwrap();
        for line in (expanded(&transcripts) + &expanded(&cuts)).lines() {
            found += &format!("{} {} {}\n", one.0, one.2.len(), digest::of_text(line));
        }
        let words = printed(&run(&["replay", &out, "--match", "1"]));
        assert!(words.contains("     1  seat ") && words.contains("Won by "), "{words}");
        assert!(printed(&run(&["replay", cuts.to_str().unwrap()])).contains("Not finished"));
        let page = folder.path().join("page.html");
        done(&run(&["replay", cuts.to_str().unwrap(), "--html", page.to_str().unwrap()]));
    }
    let record = root().join("harness/tests/reference/transcripts.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&record, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&record).unwrap());
}

/// A round cut short by a fault has no points, and the best of the other seats win.
#[test]
fn expanded_transcript_names_the_fault_and_the_winners() {
    let folder = tempdir().unwrap();
    let out = played(&experiment(&RUNS[6]), folder.path());
    let cuts = folder.path().join("cut.jsonl");
    fs::write(&cuts, cut(&fs::read_to_string(Path::new(&out).join("transcripts.jsonl")).unwrap())).unwrap();
    for line in expanded(&cuts).lines().filter(|line| line.contains("\"fault\":")) {
        let cut: Value = serde_json::from_str(line).unwrap();
        assert_eq!((&cut["fault"], &cut["winners"]), (&json!([1, "illegal"]), &json!([2, 3, 4])));
        let round = &cut["rounds"][0];
        assert_eq!((&round["ended_by"], &round["points"]), (&json!("fault"), &json!([0, 0, 0, 0])));
    }
}
