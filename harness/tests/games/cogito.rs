//! Worked cases and positions of Cogito.

use crate::common::run;
use crate::verbs::{cases, differs, is_better, no_position, position, unreadable};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../engine/tests/cases/cogito.txt");

#[test]
fn every_worked_case_agrees() {
    assert_eq!(cases("cogito", CASES), ("70 of 70 cases agree\n".to_owned(), Some(0)));
}

fn line(id: &str) -> &'static str {
    CASES.lines().find(|line| line.starts_with(&format!("{{\"id\":\"{id}\""))).unwrap()
}

/// Finds a wrong answer in every part of a line; sets may be in any order.
#[test]
fn wrong_answers_are_reported() {
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
fn positions_round_trip() {
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

#[test]
fn compare_finds_the_better_bot() {
    is_better("candidates", &["cogito", "--seats", "3", "--elo1", "100"]);
}
