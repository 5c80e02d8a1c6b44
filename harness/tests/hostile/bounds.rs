//! Numbers and positions far outside the normal range: refused in one line, or answered soon with little memory.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::{complaint, done, ergo, printed, refused, run, toy};
use crate::files::{at, place, soon};

/// The command `ergo` with a memory limit of two gigabytes.
fn in_two_gigabytes(arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 2000000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_ergo")]).args(arguments);
    command.env("MALLOC_ARENA_MAX", "2");
    command
}

#[test]
fn hypotheses_are_bounded() {
    let (folder, _) = place();
    let (_, out) = at(&folder, "compared");
    let compare = |one: &str, more: &[&str]| {
        let fixed = ["compare", "--game", "kuhn-poker", "random", "random", "--most-blocks", "200", "--elo1", one];
        soon(in_two_gigabytes(&[&fixed[..], &["--out", &out], more].concat()).stdin(std::process::Stdio::null()))
    };
    for one in ["1e300", "4294967296", "inf", "NaN", "-1e300"] {
        refused(&compare(one, &[]), &["--elo1", "within reach", "-1000000 to 1000000"]);
    }
    done(&compare("1000000", &[]));
}

#[test]
fn a_card_twice_is_named() {
    let (folder, _) = place();
    let (path, file) = at(&folder, "state.json");
    let dealt = run(&["position", "philosophia", "--seats", "3"]);
    let dealt: Value = serde_json::from_str(&printed(&dealt)).unwrap();
    let read = |state: &Value| {
        fs::write(&path, state.to_string()).unwrap();
        run(&["position", "philosophia", "--from", &format!("@{file}"), "--agent", "planner"])
    };
    let state = &dealt["state"];
    done(&read(state));
    let changed = |change: &dyn Fn(&mut Value), words: &[&str]| {
        let mut spoilt = state.clone();
        change(&mut spoilt);
        refused(&read(&spoilt), &[&["state.json"], words].concat());
    };
    let top = state["oracle_decks"]["delphi"][0].as_str().unwrap().to_owned();
    changed(&|state| state["players"][1]["oracles"] = json!([top]), &["oracle cards: 2 of", &top, "expected 1"]);
    changed(&|state| state["players"][0]["oracles"] = json!([top, top]), &["players.oracles", &top, "twice"]);
    changed(
        &|state| {
            state["syllogism"].as_array_mut().unwrap().pop();
        },
        &["arguments: ", "in all, expected"],
    );
    changed(
        &|state| {
            state["disks"].as_array_mut().unwrap().pop();
        },
        &["disks: 0 of", "expected 1"],
    );
    changed(&|state| state["supply"]["builders"] = json!(200), &["builders", "expected 12"]);
    changed(&|state| state["players"][1]["philosopher"] = state["players"][0]["philosopher"].clone(), &["philosopher"]);
}

#[test]
fn cases_without_hands_are_refused() {
    let (folder, _) = place();
    let (path, file) = at(&folder, "cases.txt");
    for (question, words) in [
        (r#"final ; {"kinds": "5", "numbers": [], "hands": [], "plays": []}"#, "0 seats"),
        (r#"final ; {"kinds": "5", "numbers": [1, 2], "hands": [["S"]], "plays": []}"#, "a hand for each"),
        (r#"debate ; {"kinds": "5", "hands": [], "plays": []}"#, "expected two"),
    ] {
        fs::write(&path, format!("X ; {question} ; {{}} ; note\n")).unwrap();
        let output = run(&["cases", "philosophia", &file]);
        let said = printed(&output) + &complaint(&output);
        assert!(said.contains(words) && matches!(output.status.code(), Some(1 | 2)), "{said}");
    }
}

#[test]
fn outcomes_of_a_turn_are_counted_up_to_a_bound() {
    let proof = "A>B&C / B>C|D / C>D&A / D>A|B / A&B>C / C|D>A / A|D&B / B&D>A";
    let rules = ["--set", "rules.premises=8", "--set", "rules.draw=3", "--targets", "BCD"];
    let hand = ["--proof", proof, "--hand", "XYTRFABCD&|>~((", "--count"];
    let output = soon(&mut in_two_gigabytes(&[&["game", "ergo", "moves"], &hand[..], &rules].concat()));
    refused(&output, &["--hand", "more than 1000000 outcomes", "expected"]);
}

#[test]
fn perfect_information_search_uses_one_determinization() {
    let output = soon(ergo().args(["position", "ergo-invicta", "--agent", "pimc"]));
    done(&output);
    let found: Value = serde_json::from_str(&printed(&output)).unwrap();
    assert!(found["choice"].is_string() || found["choice"].is_object(), "{}", found["choice"]);
    let kinds = printed(&run(&["agents", "pimc"]));
    assert!(kinds.contains("iterations = 1  ") && kinds.contains("iterations = 32  "), "{kinds}");
}

#[test]
fn impossible_reserves_are_refused() {
    let of = |reserves: &str| {
        let text = format!("10/10/10/10/10/10/10/10/10 w {reserves} -");
        run(&["position", "ergo-invicta", "--from", &text])
    };
    done(&of("45+45"));
    for reserves in ["255+255", "12+46", "256+1"] {
        refused(&of(reserves), &["--from", "reserve"]);
    }
}

#[test]
fn quick_table_is_validated() {
    let (folder, _) = place();
    let (path, file) = at(&folder, "quick.toml");
    let (_, out) = at(&folder, "out");
    for (quick, words) in [
        ("schedule.deals = 0", "deals"),
        ("schedule.deal = 3", "deal"),
        ("\"entrant.missing.agent.blunder\" = 0.5", "unknown entrant"),
        ("", "expected a table"),
    ] {
        fs::write(&path, format!("{}[quick]\n{quick}\n", toy("kuhn-poker", 3))).unwrap();
        refused(&run(&["run", &file, "--out", &out]), &["quick.toml", "quick", words]);
    }
    fs::write(&path, format!("{}[quick]\nschedule.deals = 2\n", toy("kuhn-poker", 3))).unwrap();
    done(&run(&["run", &file, "--out", &out]));
}
