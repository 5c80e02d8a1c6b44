//! ERGO of 1977 goes through every verb; its worked cases agree; its expanded transcripts hold together.

use std::fs;
use std::path::Path;

use crate::common::{rows, run};
use crate::verbs::{cases, differs, is_better, no_position, played, position, unreadable};
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::position::Position;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::seat::SeatCount;
use ergo_lab::settings::flat;
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../engine/tests/cases/ergo-invicta.txt");

#[test]
fn every_worked_case_agrees() {
    assert_eq!(cases("ergo-invicta", CASES), ("210 of 210 cases agree\n".to_owned(), Some(0)));
}

/// One line of each kind with a wrong answer, part by part.
#[test]
fn wrong_answers_are_found() {
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
fn lines_that_cannot_be_read_are_refused() {
    let texts = [
        ("S1", "is no case"),
        ("S1 ; moves ; - ; start ; 90", "\"moves\" with 5 parts"),
        ("S1 ; walks ; - ; start ; 90 ; -", "\"walks\""),
        ("S1 ; moves ; - ; 10/10 w 1+1 - ; 90 ; -", "9 ranks"),
        ("S1 ; moves ; corners=3 ; start ; 90 ; -", "corners"),
        ("S1 ; moves ; corner_cut ; start ; 90 ; -", "key=value"),
        ("S1 ; perft ; - ; start ; two ; 90", "\"two\""),
        ("S1 ; illegal ; - ; start ; - ; k1", "\"k1\" is no action"),
        ("S1 ; apply ; - ; start ; a1z1 ; x ; - ; - ; -", "\"a1z1\" is no action"),
    ];
    unreadable("ergo-invicta", &texts);
}

#[test]
fn positions_are_read_and_told() {
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
    // Black is seat 1 where Black begins.
    let other = position("ergo-invicta", &["--from", four, "Pe1", "--set", "first_player=black"]);
    assert_eq!((&other["over"]["victor"], &other["over"]["points"]), (&json!(2), &json!([0, 2])));
    let drawn = position("ergo-invicta", &["--set", "repetition_count=2", "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9"]);
    let over = json!({"ended_by": "repetition", "victor": null, "line": null, "points": [1, 1], "scores": [1, 1], "winners": [1, 2]});
    assert_eq!((&drawn["over"], &drawn["state"]["count"]), (&over, &json!(2)));
    let seen = position("ergo-invicta", &["--seat", "2", "Pa1"]);
    assert_eq!(seen["observation"]["actions"], json!(["Pa1"]));
    let chosen = position("ergo-invicta", &["--from", four, "--agent", "alpha-beta:depth=1"]);
    assert_eq!(chosen["choice"], "Pe1");
    // A five that stands is the end.
    let stands = position("ergo-invicta", &["--from", "10/10/10/10/2HHHHHH2/10/10/10/10 b 3+3 -"]);
    assert_eq!((&stands["over"]["line"], &stands["over"]["victor"]), (&json!("c5-h5"), &json!(1)));
    // Matches of several games and openings are of no moment to a given position.
    let many = position("ergo-invicta", &["--from", four, "Pe1", "--set", "games=5", "--set", "opening_plies=4"]);
    assert_eq!(many["over"]["scores"], json!([2, 0]));
    let perft = run(&["position", "ergo-invicta", "--perft", "3"]);
    assert_eq!(String::from_utf8(perft.stdout).unwrap(), "1 90\n2 8010\n3 830896\n");
    let wrong = |arguments: &[&str], words: &[&str]| no_position("ergo-invicta", arguments, words);
    wrong(&["--from", "10/10 w 1+1 -"], &["--from", "9 ranks"]);
    wrong(&["--from", "h9/10/10/10/10/10/10/10/10 w 1+1 -"], &["--from", "hollow piece on the edge"]);
    wrong(&["--from", four, "--set", "ply_cap=0"], &["ply_cap"]);
    wrong(&["Pe5", "Pe5"], &["action 2, \"Pe5\"", "not legal"]);
    wrong(&["--agent", "alpha-beta:depth=0"], &["expected a bound"]);
}

const EXPERIMENT: &str = r#"question = "Who wins?"
seed = 5
[game]
name = "ergo-invicta"
[game.rules]
games = 3
opening_plies = 4
ply_cap = 80
starter = "random"
pieces_per_side = 9
[[entrant]]
name = "random"
agent = { kind = "random" }
[[entrant]]
name = "greedy"
agent = { kind = "greedy" }
[[entrant]]
name = "alpha-beta"
agent = { kind = "alpha-beta", depth = 2, iterations = 3000 }
[schedule]
tables = [["greedy", "random"], ["alpha-beta", "greedy"]]
deals = 12
[output]
transcripts = true
"#;

/// Every action, state, ending and row again, by nothing but positions and actions.
#[test]
fn every_verb_and_every_transcript() {
    let folder = crate::common::tempdir().unwrap();
    let out = played(EXPERIMENT, folder.path());
    let rounds = rows(Path::new(&out), "rounds.csv");
    let seats = rows(Path::new(&out), "seats.csv");
    let json = run(&["replay", &format!("{out}/transcripts.jsonl"), "--json"]);
    let (mut games, mut seen) = (0, 0);
    for line in String::from_utf8(json.stdout).unwrap().lines() {
        let told: Value = serde_json::from_str(line).unwrap();
        let rules: Settings = flat(&told["rules"]).unwrap();
        assert_eq!(rules.0.len(), ErgoInvicta::options().len());
        let game = ErgoInvicta::configure(SeatCount::new(2), &rules).unwrap();
        let mut scores = [0, 0];
        for round in told["rounds"].as_array().unwrap() {
            let row = &rounds[games];
            let mut position = Position::empty(game.0.first_player, game.0.pieces);
            let mut before = vec![position];
            let mut play = |action: &Value, before: &mut Vec<Position>| {
                position.play(action.as_str().unwrap().parse().unwrap());
                before.push(position);
                let same = |other: &&Position| {
                    (other.own, other.lions, other.to_move) == (position.own, position.lions, position.to_move)
                };
                (position, before.iter().filter(same).count())
            };
            for action in round["deal"]["opening"].as_array().unwrap() {
                play(action, &mut before);
            }
            assert_eq!(round["deal"]["position"], before.last().unwrap().to_string());
            assert_eq!(round["deal"]["opening"].as_array().unwrap().len().to_string(), row["opening"]);
            let actions = round["actions"].as_array().unwrap();
            for (number, action) in actions.iter().enumerate() {
                let (now, count) = play(&action["action"], &mut before);
                let state = &action["state"];
                assert_eq!((&state["position"], &state["count"]), (&json!(now.to_string()), &json!(count)));
                assert_eq!(state["ply"], before.len() - 1);
                let is_last = number + 1 == actions.len();
                let next = if is_last { Value::Null } else { actions[number + 1]["seat"].clone() };
                assert_eq!(state["to_move"], next);
                seen += 1;
            }
            let number = |key: &str| round[key].as_u64().map_or(String::new(), |seat| seat.to_string());
            assert_eq!(
                [number("starter"), number("white"), number("victor")],
                ["starter", "white", "victor"].map(|key| row[key].clone())
            );
            assert_eq!(round["ended_by"], row["ended_by"]);
            assert_eq!(round["line"].as_str().unwrap_or(""), row["line"]);
            assert_eq!(row["turns"], actions.len().to_string());
            for seat in 0..2 {
                let points = round["points"][seat].as_i64().unwrap();
                scores[seat] += points;
                assert_eq!(round["scores"][seat], scores[seat]);
                assert_eq!(row[&format!("points_{}", seat + 1)], points.to_string());
                assert_eq!(row[&format!("score_{}", seat + 1)], scores[seat].to_string());
                let own = &seats[2 * games + seat];
                let count = |key: &str| own[key].parse::<u64>().unwrap();
                let kinds = ["placed_edge", "placed_arena", "hollow_moves", "lion_steps", "slides", "passes"];
                assert_eq!(kinds.map(count).iter().sum::<u64>(), count("turns"));
                let mine = actions.iter().filter(|action| action["seat"] == seat + 1).count();
                assert_eq!(count("turns"), mine as u64);
            }
            games += 1;
        }
        let best = *scores.iter().max().unwrap();
        let winners: Vec<usize> = (0..2).filter(|&seat| scores[seat] == best).map(|seat| seat + 1).collect();
        assert_eq!(told["winners"], json!(winners));
        let joined = winners.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
        assert_eq!(rounds[games - 1]["winner"], joined);
    }
    assert_eq!((games, rounds.len()), (2 * 2 * 12 * 3, 2 * 2 * 12 * 3));
    assert!(seen > 1000, "{seen}");
    let words = run(&["replay", &format!("{out}/transcripts.jsonl"), "--match", "1"]);
    let words = String::from_utf8(words.stdout).unwrap();
    assert!(words.contains("Chance opens: P") && words.contains("a b c d e f g h i j"), "{words}");
    let report = fs::read_to_string(format!("{out}/report.md")).unwrap();
    assert!(report.contains("greedy") && report.contains("How rounds ended"), "{report}");
}

#[test]
fn compare_tells_who_is_better() {
    is_better("greedy", &["ergo-invicta", "--one", "200", "--set", "game.rules.opening_plies=2"]);
}
