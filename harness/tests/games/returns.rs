//! Games that pay points are measured by returns per match in every verb; the values are those of OpenSpiel.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{done, printed, refused, rows, run};

/// An experiment with all tables of `random` and `cfr`.
fn experiment(game: &str, deals: u32, more: &str) -> String {
    format!(
        "question = \"Who gains?\"\nseed = 1\n[game]\nname = \"{game}\"\n\
         [[entrant]]\nname = \"random\"\nagent = {{ kind = \"random\" }}\n\
         [[entrant]]\nname = \"cfr\"\nagent = {{ kind = \"cfr\" }}\n\
         [schedule]\ndeals = {deals}\n{more}"
    )
}

/// Runs an experiment in `folder`. Returns the answer and the report.
fn played(folder: &Path, text: &str) -> (String, String) {
    let (file, out) = (folder.join("it.toml"), folder.join("out"));
    fs::write(&file, text).unwrap();
    let output = run(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--json"]);
    done(&output);
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    (said["answer"].as_str().unwrap().to_owned(), fs::read_to_string(out.join("report.md")).unwrap())
}

/// Returns the value and interval of a measure in `summary.csv`.
fn measured(folder: &Path, subject: &str, measure: &str) -> [f64; 3] {
    let all = rows(&folder.join("out"), "summary.csv");
    let row = all.iter().find(|row| row["subject"] == subject && row["measure"] == measure);
    let row = row.unwrap_or_else(|| panic!("{subject} {measure}"));
    ["value", "low", "high"].map(|column| row[column].parse().unwrap())
}

/// Asserts that an interval contains `truth`.
#[track_caller]
fn holds([value, low, high]: [f64; 3], truth: f64) {
    assert!(low <= truth && truth <= high, "{value} ({low} to {high}), expected {truth}");
}

const TABLE: &str = "tables = [[\"random\", \"cfr\"]]\n";

#[test]
fn run_at_kuhn_poker_measures_returns() {
    let folder = crate::common::tempdir().unwrap();
    let (answer, report) = played(folder.path(), &experiment("kuhn-poker", 20_000, TABLE));
    holds(measured(folder.path(), "random", "score"), -0.149);
    assert!(
        answer.starts_with("random scored −0.1") && answer.contains(" points a match at the table random v cfr"),
        "{answer}"
    );
    assert!(!report.contains("Elo"), "{report}");
    let list = rows(&folder.path().join("out"), "plots/returns.csv");
    assert_eq!(list.iter().map(|row| row["entrant"].as_str()).collect::<Vec<_>>(), ["cfr", "random"]);
    holds(["lead", "lead_low", "lead_high"].map(|column| list[0][column].parse().unwrap()), 2.0 * 0.149);
}

#[test]
fn run_at_leduc_poker_measures_returns() {
    let folder = crate::common::tempdir().unwrap();
    let (answer, _) = played(folder.path(), &experiment("leduc-poker", 3_000, TABLE));
    holds(measured(folder.path(), "random", "score"), -0.744);
    assert!(answer.starts_with("random scored −0."), "{answer}");
}

/// Goofspiel counts wins, as in OpenSpiel by default: a win returns 1, a loss -1.
#[test]
fn run_at_goofspiel_measures_wins() {
    let folder = crate::common::tempdir().unwrap();
    let rules = "[game.rules]\ncards = 4\norder = \"descending\"\n";
    let text = experiment("goofspiel", 3_000, TABLE) + rules;
    let (answer, _) = played(folder.path(), &text);
    holds(measured(folder.path(), "random", "win_share").map(|share| 2.0 * share - 1.0), GOOFSPIEL);
    assert!(answer.starts_with("random won 1") && answer.contains(" of its matches"), "{answer}");
}

/// The return per match of uniform random play against a CFR+ equilibrium with four cards in descending order (OpenSpiel).
const GOOFSPIEL: f64 = -0.6755;

/// Between equal players, the first to act at Kuhn poker loses 1/18.
#[test]
fn seats_of_copies_are_compared_by_returns() {
    let folder = crate::common::tempdir().unwrap();
    let tables = "tables = [[\"cfr\", \"cfr\"]]\n";
    let (answer, _) = played(folder.path(), &experiment("kuhn-poker", 20_000, tables));
    holds(measured(folder.path(), "seat 1", "points_per_round"), -1.0 / 18.0);
    assert!(answer.starts_with("Among cfr with 2 players, seat 2 gains most: 0.0"), "{answer}");
}

#[test]
fn best_of_several_is_named_by_returns() {
    let folder = crate::common::tempdir().unwrap();
    let third = "[[entrant]]\nname = \"mccfr\"\nagent = { kind = \"mccfr\", iterations = 10 }\n";
    let tables = "tables = [[\"random\", \"cfr\"], [\"random\", \"mccfr\"], [\"cfr\", \"mccfr\"]]\n";
    let text = experiment("kuhn-poker", 3_000, tables).replace("[schedule]", &format!("{third}[schedule]"));
    let (answer, report) = played(folder.path(), &text);
    assert!(answer.starts_with("With 2 players, cfr gains most of these bots: 0."), "{answer}");
    assert!(!report.contains("Elo"), "{report}");
}

/// Without a given measure, arms are compared by the returns of the first entrant at each table.
#[test]
fn arms_are_compared_by_returns() {
    let folder = crate::common::tempdir().unwrap();
    let arms = "[[arm]]\nname = \"one\"\n[[arm]]\nname = \"two\"\nset = { \"entrant.cfr.agent.iterations\" = 1 }\n";
    let (answer, _) = played(folder.path(), &(experiment("kuhn-poker", 500, TABLE) + arms));
    assert!(answer.contains("changes the score of random by "), "{answer}");
}

/// Runs `ergo compare`. Returns its JSON, and the advantage with its anytime-valid interval.
fn compared(arguments: &[&str]) -> (Value, [f64; 3]) {
    let folder = crate::common::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = run(&[&["compare"], arguments, &["--out", out.to_str().unwrap(), "--json"]].concat());
    done(&output);
    done(&run(&["verify", out.to_str().unwrap()]));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let advantage = ["value", "low", "high"].map(|key| said["advantage_any_time"][key].as_f64().unwrap());
    (said, advantage)
}

#[test]
fn compare_measures_returns_by_default_where_points_are_paid() {
    for (game, one, truth) in [("leduc-poker", "10", 0.744), ("kuhn-poker", "10", 0.149)] {
        let (said, advantage) = compared(&["random", "cfr", "--game", game, "--elo1", one]);
        assert!(said["by"] == "returns" && said["h1"] == "accepted", "{said}");
        holds(advantage, truth);
        let answer = said["answer"].as_str().unwrap();
        assert!(answer.contains("points a match"), "{answer}");
    }
    let (said, _) = compared(&["random", "cfr", "--game", "kuhn-poker", "--by", "wins", "--most-blocks", "100"]);
    assert_eq!(said["by"], "wins");
    let (said, _) = compared(&["random", "greedy", "--most-blocks", "50"]);
    assert_eq!(said["by"], "wins");
    refused(
        &run(&["compare", "random", "greedy", "--by", "returns"]),
        &["--by returns", "ergo pays no points", "margin"],
    );
}

/// `plan --pilot` recommends a command with the game, measure and settings of the pilot.
#[test]
fn plan_recommends_a_command_with_game_measure_and_settings() {
    let folder = crate::common::tempdir().unwrap();
    let pilot = |name: &str, arguments: &[&str]| {
        let out = folder.path().join(name).to_str().unwrap().to_owned();
        done(&run(&[&["compare"], arguments, &["--most-blocks", "60", "--out", &out]].concat()));
        out
    };
    let plan = |flag: &str, out: &str| {
        let plan = printed(&run(&["plan", flag, "--pilot", out]));
        plan.lines().find(|line| line.contains("ergo compare")).unwrap_or_else(|| panic!("{plan}")).trim().to_owned()
    };
    let poker = pilot("poker", &["random", "mccfr", "--game", "leduc-poker"]);
    let line = plan("--margin=0.1", &poker);
    assert!(line.starts_with("ergo compare random mccfr --game leduc-poker --seats 2 --elo1 "), "{line}");
    assert!(plan("--difference=0.1", &poker).contains(" --by wins "), "wins are not the default there");
    let set = ["--set", "game.rules.cards=4", "--set", "game.rules.order=ascending"];
    let game = ["--game", "goofspiel"];
    let cards = pilot("cards", &[&["random", "mccfr:iterations=20"], &set[..], &game].concat());
    let line = plan("--difference=0.1", &cards);
    for flag in ["--game goofspiel", "mccfr:iterations=20", set[1], set[3]] {
        assert!(line.contains(flag), "{flag}: {line}");
    }
    let swapped = plan("--difference=-0.1", &cards);
    assert!(swapped.contains("compare mccfr:iterations=20 random"), "{swapped}");
    // The recommended command runs with the same experiment.
    let again = folder.path().join("again");
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    done(&run(&[&words[..], &["--most-blocks", "60", "--out", again.to_str().unwrap()]].concat()));
    let read = |folder: &str| fs::read_to_string(Path::new(folder).join("experiment.toml")).unwrap();
    assert_eq!(read(again.to_str().unwrap()), read(&cards));
}
