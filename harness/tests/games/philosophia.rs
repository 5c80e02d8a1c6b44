//! Worked cases, positions and measures of Philosophia.

use std::fs;

use crate::common::{Row, done, rows, run};
use crate::verbs::{cases, differs, no_position, position, unreadable};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../engine/tests/cases/philosophia.txt");

#[test]
fn every_worked_case_agrees() {
    assert_eq!(cases("philosophia", CASES), ("140 of 140 cases agree\n".to_owned(), Some(0)));
}

fn line(id: &str) -> &'static str {
    CASES.lines().find(|line| line.starts_with(&format!("{id} ; "))).unwrap()
}

/// Finds a wrong answer of every kind of question; unordered parts may be in any order.
#[test]
fn wrong_answers_are_reported() {
    let changes = [
        ("P1", "; [0, 1,", "; [1, 1,"),
        ("P4", "[\"follow\", \"tutor\"]", "[\"tutor\"]"),
        ("P6", "; [\"followings\"]", "; [\"schools\"]"),
        ("P13", "\"athenas_silver\"]] ; PH", "\"chronos\"]] ; PH"),
        ("P16", "\"winner\": 1", "\"winner\": 2"),
        ("P20", "\"winner\": 1", "\"winner\": null"),
        ("P25", "[\"CD\", \"DD\"], [\"MP\"", "[\"MP\"], [\"MP\""),
        ("P41", "; [85, 3004", "; [3004, 85"),
        ("P44", "; [0, 1]", "; [1, 0]"),
        ("P45", "; 5 ;", "; 4 ;"),
        ("P47", "\"black\": 4", "\"black\": 3"),
        ("P49", "; \"second\"", "; \"first\""),
        ("P73", "; 1 ;", "; 4 ;"),
        ("P78", "\"stack\": [\"MT\", \"CD\"]", "\"stack\": [\"CD\", \"MT\"]"),
        ("P86", "moirai_place", "move"),
    ];
    differs("philosophia", &changes, line);
    let turned = line("P4").replace("; [\"follow\", \"tutor\"]", "; [\"tutor\", \"follow\"]");
    assert_eq!(cases("philosophia", &turned).1, Some(0));
    let texts = [
        ("nonsense", "is not a case"),
        ("P1 ; why ; {} ; 1 ; ", "\"why\" is not a kind of question"),
        (&line("P1").replace("socrates", "zeno"), "\"zeno\" is not a known philosopher"),
        (&line("P1").replace("\"seats\": 2", "\"seats\": 3"), "players: 2 of them, expected 3"),
        (&line("P24").replace("\"attacker\": 1", "\"attacker\": 2"), "contradict each other"),
    ];
    unreadable("philosophia", &texts);
}

/// A printed state can be read, prints the same, and continues in the same way.
#[test]
fn positions_round_trip() {
    for seats in ["1", "4"] {
        let at = position("philosophia", &["--seats", seats, "--seed", "5", "go:parthenon offer"]);
        assert_eq!((&at["state"]["node"], &at["over"]), (&json!("bid"), &Value::Null));
        let again = position("philosophia", &["--from", &at["state"].to_string()]);
        assert_eq!((&again["state"], &again["legal"]), (&at["state"], &at["legal"]));
        let seen = position("philosophia", &["--from", &at["state"].to_string(), "--seat", "1"]);
        assert_eq!(seen["observation"]["players"][0]["request"], at["state"]["players"][0]["request"]);
    }
    no_position("philosophia", &["--seed", "1", "go:nowhere"], &["go:nowhere", "notation"]);
    no_position("philosophia", &["--from", "{\"seats\":2}"], &["expected {\"seats\":3"]);
    let end = "{\"players\":[{\"philosopher\":\"plato\",\"labyrinth\":3,\"number\":1},{\"philosopher\":\"homer\"}],\"timeline\":10}";
    let over = position("philosophia", &["--from", end, "go:wingless_victory progress"]);
    assert_eq!(over["over"], json!({"ended_by": "timeline", "points": [0, 0], "scores": [3005, 0], "winners": [1]}));
}

/// Counts claims of each condition and wins of each philosopher again from the rows. Ties are shared; a philosopher that
/// never plays has no value.
#[test]
fn claims_and_wins_by_philosopher_are_those_counted_by_hand() {
    let folder = crate::common::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let arm = |name: &str, rounds: u32| {
        format!("[[arm]]\nname = \"{name}\"\nset = {{ \"game.rules.max_rounds\" = {rounds} }}\n")
    };
    let text = "question = \"PlayerIndex claims?\"\nseed = 16\n[game]\nname = \"philosophia\"\n\
                [[entrant]]\nname = \"planner\"\nagent = { kind = \"planner\" }\n\
                [[entrant]]\nname = \"random\"\nagent = { kind = \"random\" }\n\
                [schedule]\ntables = [[\"planner\", \"planner\", \"random\"]]\ndeals = 4\nrotations = \"none\"\n"
        .to_owned();
    fs::write(at("it.toml"), text + &arm("cut", 1) + &arm("whole", 60)).unwrap();
    done(&run(&["run", at("it.toml").to_str().unwrap(), "--out", at("out").to_str().unwrap()]));

    let [summary, rounds, seats, matches] =
        ["summary", "rounds", "seats", "matches"].map(|name| rows(&at("out"), &format!("{name}.csv")));
    let (mut claims, mut shared, mut absent) = (0, 0, 0);
    for arm in ["cut", "whole"] {
        let of_arm = |row: &&Row| row["arm"] == arm;
        let found = |subject: &str, measure: String| {
            let row = summary.iter().filter(of_arm).find(|row| row["subject"] == subject && row["measure"] == measure);
            row.map(|row| row["value"].parse::<f64>().unwrap())
        };
        let same = |found: Option<f64>, counted: f64| found.is_some_and(|found| (found - counted).abs() < 1e-6);
        for condition in ["followings", "schools", "travel", "debate", "learn", "oracles", "olympic"] {
            let collected = rounds.iter().filter(of_arm).flat_map(|row| row["collected"].split('+'));
            let counted = collected.filter(|one| one.split(':').nth(1) == Some(condition)).count();
            let measure = format!("{condition}_claimed");
            assert!(same(found("all", measure), counted as f64 / 4.0), "{arm} {condition} {counted}");
            claims += counted;
        }
        for philosopher in ["aristotle", "plato", "heraclitus", "socrates", "homer", "sophocles"] {
            for entrant in ["planner", "random"] {
                let is_he = |row: &&Row| row["entrant"] == entrant && row["philosopher"] == philosopher;
                let sat = seats.iter().filter(of_arm).filter(|row| row["round"] == "1").filter(is_he);
                let won = |seat: &Row| -> f64 {
                    let ends = |row: &&Row| row["match"] == seat["match"] && row["seat"] == seat["seat"];
                    matches.iter().find(ends).unwrap()["share"].parse().unwrap()
                };
                let shares: Vec<f64> = sat.map(won).collect();
                let value = found(entrant, format!("{philosopher}_wins"));
                if shares.is_empty() {
                    assert_eq!(value, None, "{arm} {entrant} {philosopher}");
                    absent += 1;
                    continue;
                }
                let mean = shares.iter().sum::<f64>() / shares.len() as f64;
                assert!(same(value, mean), "{arm} {entrant} {philosopher}: {value:?}, not {mean}");
                shared += shares.iter().filter(|share| **share > 0.0 && **share < 1.0).count();
            }
        }
    }
    assert!(claims > 12 && shared > 0 && absent > 0, "{claims} claims, {shared} ties, {absent} absent");
}
