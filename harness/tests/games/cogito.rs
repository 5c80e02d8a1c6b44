//! Cogito goes through every verb; its worked cases agree; its expanded transcripts hold together.

use std::fs;
use std::path::Path;

use crate::common::{Row, done, rows, run};
use crate::verbs::{cases, differs, is_better, no_position, played, position, unreadable};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../engine/tests/cases/cogito.txt");

#[test]
fn every_worked_case_agrees() {
    assert_eq!(cases("cogito", CASES), ("70 of 70 cases agree\n".to_owned(), Some(0)));
}

fn line(id: &str) -> &'static str {
    CASES.lines().find(|line| line.starts_with(&format!("{{\"id\":\"{id}\""))).unwrap()
}

/// A wrong answer in every part of a line is found; sets may stand in any order.
#[test]
fn wrong_answers_are_found() {
    let changes = [
        ("S001", "\"flower\",\"ego\"]", "\"ego\"]"),
        ("S005", "[]", "[\"plant\"]"),
        ("S010", "\"lap\":2", "\"lap\":1"),
        ("S010", "\"lost\":[\"disruption\",null]", "\"lost\":[\"cogito\",null]"),
        ("S010", "\"cogito:ego\"]", "\"cogito:ant\"]"),
        ("S010", "\"candidates\":[[\"casablanca\"]", "\"candidates\":[[\"rose\"]"),
        ("S010", "\"over\":null", "\"over\":{}"),
        ("S010", "play:plant pass pass", "play:flower pass pass"),
        ("S017", "\"victor\":1", "\"victor\":3"),
    ];
    differs("cogito", &changes, line);
    let turned = line("S001").replace("[\"plant\",\"flower\",\"ego\"]", "[\"ego\",\"flower\",\"plant\"]");
    assert_eq!(cases("cogito", &turned).1, Some(0));
    let texts = [
        ("{\"id\":\"S1\"}", "kind"),
        ("no JSON", "line 2"),
        (&line("S010").replace("\"owl\"]", "\"owll\"]"), "no card is called \"owll\", the nearest is \"owl\""),
        (&line("S010").replace("\"starter\":1", "\"starter\":3"), "starter 3: expected 1 to 2"),
        (&line("S010").replace("[\"plant\",\"flower\"]", "[\"plant\",\"tree\"]"), "of flower, expected 2"),
    ];
    unreadable("cogito", &texts);
}

const DEAL: &str = r#"{"seats":2,"starter":1,"deal":{"selves":["casablanca","owl"],"hands":[["plant","flower"],["cat","bird"]],"pile":["pine","rose","vertebrate","animal","animal","bird","flower","tree","tree","cherry","human","crow","ego","dream"]}}"#;

#[test]
fn positions_are_read_and_told() {
    let at = position("cogito", &["--from", DEAL, "pass pass play:plant"]);
    assert_eq!(at["state"]["fields"], json!([["plant:red"], []]));
    assert_eq!((&at["to_move"], &at["over"]), (&json!(1), &Value::Null));
    assert_eq!(at["legal"][0], "cogito:casablanca");
    assert_eq!(at["candidates"][0], json!(["casablanca", "rose", "cherry", "pine"]));
    let won = position("cogito", &["--from", DEAL, "pass pass play:plant cogito:casablanca pass"]);
    let over = json!({"ended_by": "cogito", "victor": 1, "points": [1, 0], "scores": [1, 0], "winners": [1]});
    assert_eq!((&won["over"], &won["legal"], &won["to_move"]), (&over, &json!([]), &Value::Null));
    let seen = position("cogito", &["--from", DEAL, "--seat", "1", "pass"]);
    assert_eq!(seen["observation"]["selves"], json!([null, "owl"]));
    assert_eq!(seen["observation"]["committed"], json!(["pass", null]));
    assert_eq!(seen.get("candidates"), None);
    let chosen = position("cogito", &["--from", DEAL, "--agent", "bayes:worlds=8", "pass pass"]);
    assert!(chosen["choice"].as_str().unwrap().starts_with("play:") && chosen["weighed"]["candidates"].is_array());
    let fresh = position("cogito", &["--seats", "4", "--set", "diagram=venn", "--set", "copies.dream=3"]);
    assert_eq!(fresh["state"]["hands"].as_array().unwrap().len(), 4);
    let perft = run(&["position", "cogito", "--from", DEAL, "--perft", "3"]);
    assert_eq!(String::from_utf8(perft.stdout).unwrap(), "1 10\n2 100\n3 34\n");
    let wrong = |arguments: &[&str], words: &[&str]| no_position("cogito", arguments, words);
    wrong(&["--from", &DEAL.replace("\"pine\",", "")], &["--from", "0 of pine, expected 1"]);
    wrong(&["--from", &DEAL.replace("\"seats\":2", "\"seats\":3")], &["--from", "3"]);
    wrong(&["--from", DEAL, "play:plant"], &["action 1, \"play:plant\"", "not legal"]);
    wrong(&["--set", "copies.i=9"], &["copies.i = 9: expected a whole number from 0 to 4"]);
}

fn experiment(seats: &str, rules: &str) -> String {
    format!(
        r#"question = "Who knows himself?"
seed = 5
[game]
name = "cogito"
[game.rules]
{rules}
[[entrant]]
name = "random"
agent = {{ kind = "random" }}
[[entrant]]
name = "candidates"
agent = {{ kind = "candidates", declare_at = 2 }}
[[entrant]]
name = "ismcts"
agent = {{ kind = "ismcts", iterations = 30 }}
[schedule]
tables = [[{seats}]]
deals = 10
[output]
transcripts = true
"#
    )
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The text of an action after `what`, if it begins so.
fn of<'a>(action: &'a Value, what: &str) -> Option<&'a str> {
    action["action"].as_str().unwrap().strip_prefix(what)
}

/// Checks a game of a transcript against its row and those of its seats: by states and actions alone.
fn check_round(round: &Value, row: &Row, seats: &[Row], last: bool) {
    let actions = list(&round["actions"]);
    let end = &actions.last().unwrap()["state"];
    let number = |value: &Value| value.as_u64().map_or(String::new(), |number| number.to_string());
    assert_eq!((&end["phase"], &end["to_move"], &end["turn"]), (&json!("over"), &Value::Null, &Value::Null));
    assert_eq!(
        [number(&round["starter"]), number(&round["victor"])],
        [&row["starter"], &row["victor"]].map(Clone::clone)
    );
    assert_eq!((&round["ended_by"], number(&end["lap"])), (&json!(row["ended_by"]), row["laps"].clone()));
    let plays: Vec<&Value> = actions.iter().filter(|action| of(action, "play:").is_some()).collect();
    assert_eq!(plays.len().to_string(), row["turns"]);
    assert_eq!(list(&end["pile"]).len().to_string(), row["pile"]);
    let lost = list(&end["lost"]).iter().filter(|lost| !lost.is_null()).count();
    assert_eq!(lost.to_string(), row["lost"]);
    let dreams = plays.iter().filter(|action| of(action, "play:") == Some("dream")).count();
    assert_eq!(dreams.to_string(), row["dreams"]);
    let declared = actions.iter().filter(|action| of(action, "cogito:").is_some()).count();
    assert_eq!(declared.to_string(), row["declarations"]);
    let played: usize = seats.iter().map(|seat| seat["played"].parse::<usize>().unwrap()).sum();
    assert_eq!(played, plays.len());
    for (at, seat) in seats.iter().enumerate() {
        assert_eq!(round["deal"]["selves"][at], json!(seat["self"]));
        assert_eq!(end["lost"][at].as_str().unwrap_or(""), seat["lost"]);
        assert_eq!(round["points"][at].to_string(), seat["points"]);
        assert_eq!(round["scores"][at].to_string(), seat["score"]);
        let own = actions.iter().rev().filter(|action| action["seat"] == json!(at + 1));
        let last = own.clone().find_map(|action| of(action, "cogito:")).unwrap_or("");
        assert_eq!(last, seat["declared"]);
        let right = match (last == seat["self"], &seat["lost"][..]) {
            _ if last.is_empty() => "",
            (true, _) if row["victor"] == (at + 1).to_string() => "1",
            (false, "cogito") => "0",
            _ => "",
        };
        assert_eq!(right, seat["right"]);
        assert!(seat["candidates"].parse::<usize>().unwrap() >= 1);
    }
    // Each state follows its action: who was to move before is who acted.
    for pair in actions.windows(2) {
        assert_eq!(pair[0]["state"]["to_move"], pair[1]["seat"]);
    }
    assert_eq!(row["winner"].is_empty(), !last);
}

/// Every action, state, ending and row of games, fixed deals included: `ergo position` says the same of them.
#[test]
fn every_verb_and_every_transcript() {
    for (seats, table, rules) in [
        (2, r#""candidates", "random""#, "games = 3\nstarter = \"random\""),
        (3, r#""candidates", "ismcts", "candidates""#, "copies.dream = 3\ndiagram = \"venn\""),
        (4, r#""candidates", "random", "candidates", "ismcts""#, "round_starter = \"rotate\"\ngames = 2"),
    ] {
        let folder = crate::common::tempdir().unwrap();
        let out = played(&experiment(table, rules), folder.path());
        let (rounds, rows_of_seats) = (rows(Path::new(&out), "rounds.csv"), rows(Path::new(&out), "seats.csv"));
        let json = run(&["replay", &format!("{out}/transcripts.jsonl"), "--json"]);
        let mut games = 0;
        for line in String::from_utf8(json.stdout).unwrap().lines() {
            let match_told: Value = serde_json::from_str(line).unwrap();
            assert_eq!(match_told["rules"]["copies"].as_object().unwrap().len(), 3);
            assert_eq!(match_told["rules"].as_object().unwrap().len(), 6);
            assert!(match_told["provenance"].as_str().unwrap().starts_with("reconstructed"));
            let all = list(&match_told["rounds"]);
            for (number, round) in all.iter().enumerate() {
                let own = &rows_of_seats[seats * games..][..seats];
                check_round(round, &rounds[games], own, number + 1 == all.len());
                if games == 0 {
                    let deal = json!({"seats": seats, "starter": round["starter"], "deal": round["deal"]});
                    let words: Vec<&str> =
                        list(&round["actions"]).iter().map(|action| action["action"].as_str().unwrap()).collect();
                    let rules: Vec<String> = rules
                        .lines()
                        .filter(|rule| !rule.starts_with("games"))
                        .map(|rule| rule.replace([' ', '"'], ""))
                        .collect();
                    let deal = deal.to_string();
                    let mut arguments = vec!["--from", &deal];
                    rules.iter().for_each(|rule| arguments.extend(["--set", rule]));
                    let words = words.join(" ");
                    arguments.push(&words);
                    assert_eq!(
                        position("cogito", &arguments)["state"],
                        list(&round["actions"]).last().unwrap()["state"]
                    );
                }
                games += 1;
            }
        }
        assert_eq!(games, rounds.len());
        let words = run(&["replay", &format!("{out}/transcripts.jsonl"), "--match", "1"]);
        let words = String::from_utf8(words.stdout).unwrap();
        assert!(words.contains("reconstructed.") && words.contains("Lap 1") && words.contains("  |  "), "{words}");
        let report = fs::read_to_string(format!("{out}/report.md")).unwrap();
        assert!(
            report.contains("In which window games were decided") && report.contains("How rounds ended"),
            "{report}"
        );
        let summary = fs::read_to_string(format!("{out}/summary.csv")).unwrap();
        assert!(summary.contains(",candidates,candidates,") && summary.contains(",candidates,right,"), "{summary}");
    }
}

/// A match cut short by a fault: the round that was begun, without points, and the best of the others as winners.
#[test]
fn a_fault_is_told() {
    let folder = crate::common::tempdir().unwrap();
    let out = played(&experiment(r#""candidates", "candidates", "random""#, ""), folder.path());
    let text = fs::read_to_string(format!("{out}/transcripts.jsonl")).unwrap();
    let mut line: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    for kept in [0, 1] {
        let actions = line["actions"].as_str().unwrap().split(' ').take(kept).collect::<Vec<_>>().join(" ");
        line["actions"] = json!(actions);
        line["fault"] = json!({"seat": 2, "fault": "illegal"});
        let cut = folder.path().join("cut.jsonl");
        fs::write(&cut, format!("{line}\n")).unwrap();
        let output = run(&["replay", cut.to_str().unwrap(), "--json"]);
        done(&output);
        let cut: Value = serde_json::from_slice(&output.stdout).unwrap();
        let round = &cut["rounds"][0];
        assert_eq!((&cut["fault"], &cut["winners"]), (&json!([2, "illegal"]), &json!([1, 3])));
        assert_eq!(
            (&round["ended_by"], &round["victor"], &round["points"]),
            (&json!("fault"), &Value::Null, &json!([0, 0, 0]))
        );
        assert_eq!(list(&round["deal"]["pile"]).len(), 11);
        line = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    }
}

#[test]
fn compare_tells_who_is_better() {
    is_better("candidates", &["cogito", "--seats", "3", "--one", "100"]);
}
