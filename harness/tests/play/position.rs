//! `ergo position`: positions of any game, and every refusal.

use crate::common::{done, refused, run};
use serde_json::Value;

fn told(arguments: &[&str]) -> Value {
    let output = run(&[&["position"], arguments].concat());
    done(&output);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn count_noun(arguments: &[&str]) -> String {
    let output = run(&[&["position"], arguments].concat());
    done(&output);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn fresh_game_prints_its_position() {
    let at = told(&["tic-tac-toe"]);
    assert_eq!(at["game"], "tic-tac-toe");
    assert_eq!(at["to_move"], 1);
    assert_eq!(at["state"]["board"], ".........");
    assert_eq!(at["legal"].as_array().unwrap().len(), 9);
    assert_eq!(at["over"], Value::Null);
    assert_eq!(at.as_object().unwrap().len(), 5);
}

#[test]
fn actions_are_played_in_order() {
    let at = told(&["tic-tac-toe", "5", "1", "--seat", "2"]);
    assert_eq!(at["state"]["board"], "o...x....");
    assert_eq!(at["legal"], serde_json::json!(["2", "3", "4", "6", "7", "8", "9"]));
    assert_eq!(at["observation"]["board"], "o...x....");
    assert_eq!(at, told(&["tic-tac-toe", "5 1", "--seat", "2"]));
}

#[test]
fn final_position_reports_ending_and_winners() {
    let at = told(&["tic-tac-toe", "1", "4", "2", "5", "3"]);
    let over = serde_json::json!({"ended_by": "line", "winners": [1], "points": [1, 0], "scores": [1, 0]});
    assert_eq!((&at["over"], &at["to_move"]), (&over, &Value::Null));
    assert_eq!(at["legal"], serde_json::json!([]));
}

#[test]
fn legal_actions_are_sorted_by_bytes() {
    for game in ["ergo", "goofspiel", "kuhn-poker", "pig"] {
        let at = told(&[game, "--seed", "5"]);
        let legal: Vec<&str> = at["legal"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        assert!(!legal.is_empty() && legal.is_sorted(), "{game}: {legal:?}");
        assert!(at["to_move"].is_u64() && at["state"].is_object(), "{game}");
        assert_ne!(at["state"], Value::Null);
    }
}

#[test]
fn seeds_deal_and_seats_are_counted() {
    assert_eq!(told(&["ergo"]), told(&["ergo", "--seed", "1"]));
    assert_ne!(told(&["ergo"]), told(&["ergo", "--seed", "2"]));
    let three = told(&["ergo", "--seats", "3"]);
    assert_eq!(three["state"]["seats"].as_array().unwrap().len(), 3);
    let short = told(&["pig", "--set", "target=7", "--set", "game.rules.turns=2", "roll"]);
    assert_eq!(
        short["state"]["seats"][0]["rolls"].as_u64().unwrap() + short["state"]["seats"][0]["turns"].as_u64().unwrap(),
        1
    );
}

#[test]
fn lists_of_actions_are_counted() {
    // The usual perft counts of tic-tac-toe; finished games have no further actions.
    let all = "1 9\n2 72\n3 504\n4 3024\n5 15120\n6 54720\n7 148176\n8 200448\n9 127872\n10 0\n";
    assert_eq!(count_noun(&["tic-tac-toe", "--perft", "10"]), all);
    assert_eq!(count_noun(&["tic-tac-toe", "1", "4", "2", "5", "3", "--perft", "2"]), "1 0\n2 0\n");
}

#[test]
fn agent_flag_adds_its_choice() {
    let at = told(&["tic-tac-toe", "1", "4", "2", "5", "--agent", "alpha-beta"]);
    assert_eq!(at["choice"], "3");
    assert_eq!(at["weighed"]["candidates"][0]["text"], "3");
    let random = |seed: &str| told(&["tic-tac-toe", "--agent", "random", "--agent-seed", seed])["choice"].clone();
    assert_eq!(random("7"), random("7"));
    assert!((1..20).any(|seed| random(&seed.to_string()) != random("7")));
    let over = told(&["tic-tac-toe", "1", "4", "2", "5", "3", "--agent", "random"]);
    assert_eq!(over["choice"], Value::Null);
    let timed = told(&["tic-tac-toe", "1", "4", "--agent", "mcts:iterations=0,milliseconds=20"]);
    assert!(timed["weighed"]["iterations"].as_u64().unwrap() > 0);
}

#[test]
fn invalid_position_is_one_line() {
    let wrong = |arguments: &[&str], words: &[&str]| refused(&run(&[&["position"], arguments].concat()), words);
    wrong(&["tic-tac-to"], &["unknown game \"tic-tac-to\"", "tic-tac-toe"]);
    wrong(&["tic-tac-toe", "5", "5"], &["action 2, \"5\"", "not legal"]);
    wrong(&["tic-tac-toe", "5", "x"], &["action 2, \"x\"", "notation"]);
    wrong(&["tic-tac-toe", "1", "4", "2", "5", "3", "6"], &["action 6, \"6\"", "over"]);
    wrong(&["tic-tac-toe", "--from", "........."], &["--from", "no text"]);
    wrong(&["tic-tac-toe", "--from", "@/no/such/file"], &["/no/such/file", "cannot be read"]);
    wrong(&["tic-tac-toe", "--from", "x", "--seed", "3"], &["--from", "--seed"]);
    wrong(&["tic-tac-toe", "--seat", "3"], &["--seat 3", "1 to 2"]);
    wrong(&["tic-tac-toe", "--seats", "3"], &["3 seats", "expected 2 to 2"]);
    wrong(&["pig", "--set", "goal=3"], &["unknown key \"goal\""]);
    wrong(&["tic-tac-toe", "--agent", "deep"], &["--agent", "unknown kind of agent \"deep\"", "alpha-beta"]);
    wrong(&["tic-tac-toe", "--agent", "mcts:deep"], &["--agent", "KEY=VALUE"]);
    wrong(&["tic-tac-toe", "--agent", "mcts:iterations=0"], &["--agent", "expected a limit"]);
}
