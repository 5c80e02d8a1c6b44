//! Worked cases and positions of Ergo 1977.

use crate::common::run;
use crate::verbs::{cases, differs, is_better, no_position, position, unreadable};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../engine/tests/cases/ergo-invicta.txt");

#[test]
fn every_worked_case_agrees() {
    assert_eq!(cases("ergo-invicta", CASES), ("210 of 210 cases agree\n".to_owned(), Some(0)));
}

/// Changes each part of a line of each kind.
#[test]
fn wrong_answers_are_reported() {
    let line = |id: &str| CASES.lines().find(|line| line.starts_with(id)).unwrap();
    let changes = [
        ("S005", "; 8 ;", "; 9 ;"),
        ("S005", "e5d4", "e5d3"),
        ("S013", " b 0+0 - ; five", " b 1+0 - ; five"),
        ("S013", "; five ;", "; repetition ;"),
        ("S013", "; w ;", "; b ;"),
        ("S013", "a1-e1", "a1-f1"),
        ("S018", "b2a2 j9i9", "b2a3 j9i9"),
        ("S019", "b2c3", "b2b3"),
        ("S029", "126016", "126017"),
        ("S188", "; 2 ;", "; 1 ;"),
        ("S188", "Pe8 ", ""),
    ];
    differs("ergo-invicta", &changes, line);
    let (said, _) = cases("ergo-invicta", &line("S182").replace("; mate ; ", "; nomate ; ").replace(" ; Pb3", ""));
    assert!(said.starts_with("S182 differs: expected none, found a mate in 1"), "{said}");
}

#[test]
fn unreadable_lines_are_refused() {
    let texts = [
        ("S1", "is no case"),
        ("S1 ; moves ; - ; start ; 90", "\"moves\" with 5 parts"),
        ("S1 ; walks ; - ; start ; 90 ; -", "\"walks\""),
        ("S1 ; moves ; - ; 10/10 w 1+1 - ; 90 ; -", "9 ranks"),
        ("S1 ; moves ; corners=3 ; start ; 90 ; -", "corners"),
        ("S1 ; moves ; corner_cut ; start ; 90 ; -", "key=value"),
        ("S1 ; perft ; - ; start ; two ; 90", "\"two\""),
        ("S1 ; illegal ; - ; start ; - ; k1", "\"k1\" is not an action"),
        ("S1 ; apply ; - ; start ; a1z1 ; x ; - ; - ; -", "\"a1z1\" is not an action"),
    ];
    unreadable("ergo-invicta", &texts);
}

#[test]
fn positions_round_trip() {
    let start = position("ergo-invicta", &[]);
    let state = json!({"position": "10/10/10/10/10/10/10/10/10 w 12+12 -", "ply": 0, "count": 1, "to_move": 1});
    assert_eq!((&start["state"], &start["to_move"]), (&state, &json!(1)));
    assert_eq!(start["legal"].as_array().unwrap().len(), 90);
    let four = "9l/10/10/10/10/10/10/10/LLLL6 w 1+0 -";
    let won = position("ergo-invicta", &["--from", four, "Pe1"]);
    let over =
        json!({"ended_by": "five", "victor": 1, "line": "a1-e1", "points": [2, 0], "scores": [2, 0], "winners": [1]});
    assert_eq!((&won["over"], &won["legal"], &won["to_move"]), (&over, &json!([]), &Value::Null));
    assert_eq!(
        won["state"],
        json!({"position": "9l/10/10/10/10/10/10/10/LLLLL5 b 0+0 -", "ply": 1, "count": 1, "to_move": null})
    );
    // If Black moves first, Black is seat 1.
    let other = position("ergo-invicta", &["--from", four, "Pe1", "--set", "first_player=black"]);
    assert_eq!((&other["over"]["victor"], &other["over"]["points"]), (&json!(2), &json!([0, 2])));
    let drawn = position("ergo-invicta", &["--set", "repetition_count=2", "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9"]);
    let over = json!({"ended_by": "repetition", "victor": null, "line": null, "points": [1, 1], "scores": [1, 1], "winners": [1, 2]});
    assert_eq!((&drawn["over"], &drawn["state"]["count"]), (&over, &json!(2)));
    let seen = position("ergo-invicta", &["--seat", "2", "Pa1"]);
    assert_eq!(seen["observation"]["actions"], json!(["Pa1"]));
    let chosen = position("ergo-invicta", &["--from", four, "--agent", "alpha-beta:depth=1"]);
    assert_eq!(chosen["choice"], "Pe1");
    // A completed five ends the game.
    let stands = position("ergo-invicta", &["--from", "10/10/10/10/2HHHHHH2/10/10/10/10 b 3+3 -"]);
    assert_eq!((&stands["over"]["line"], &stands["over"]["victor"]), (&json!("c5-h5"), &json!(1)));
    // The number of games and opening plies do not affect a given position.
    let many = position("ergo-invicta", &["--from", four, "Pe1", "--set", "games=5", "--set", "opening_plies=4"]);
    assert_eq!(many["over"]["scores"], json!([2, 0]));
    let perft = run(&["position", "ergo-invicta", "--perft", "3"]);
    assert_eq!(String::from_utf8(perft.stdout).unwrap(), "1 90\n2 8010\n3 830896\n");
    let wrong = |arguments: &[&str], words: &[&str]| no_position("ergo-invicta", arguments, words);
    wrong(&["--from", "10/10 w 1+1 -"], &["--from", "9 ranks"]);
    wrong(&["--from", "h9/10/10/10/10/10/10/10/10 w 1+1 -"], &["--from", "hollow piece on the edge"]);
    wrong(&["--from", four, "--set", "ply_cap=0"], &["ply_cap"]);
    wrong(&["Pe5", "Pe5"], &["action 2, \"Pe5\"", "not legal"]);
    wrong(&["--agent", "alpha-beta:depth=0"], &["expected a limit"]);
}

#[test]
fn compare_finds_the_better_bot() {
    is_better("greedy", &["ergo-invicta", "--elo1", "200", "--set", "game.rules.opening_plies=2"]);
}
