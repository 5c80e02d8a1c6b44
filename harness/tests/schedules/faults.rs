//! Agents that fail: the effect on a match and on a run.

use std::fs;
use std::path::Path;

use crate::common::race::Race;
use crate::common::{rows, tempdir};
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, RunResult, run};

fn experiment(entrants: &[(&str, &str)], tables: &str, more: &str) -> Experiment {
    let entrants: String = entrants
        .iter()
        .map(|(name, agent)| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ {agent} }}\n"))
        .collect();
    let text = format!(
        "question = \"q\"\nseed = 5\n[game]\nname = \"race\"\n{entrants}[schedule]\ntables = {tables}\n{more}\n"
    );
    Experiment::read_for::<Race>(&Document::parse(&text).unwrap()).unwrap()
}

fn play(experiment: &Experiment, folder: &Path, threads: usize) -> RunResult {
    let options = RunOptions { threads, mode: Mode::Begin, command: "test".to_owned() };
    run(experiment, folder, &options, |_| ()).unwrap()
}

#[test]
fn a_fault_forfeits_the_match_to_the_best_of_the_others() {
    for (kind, word) in [("crash", "crashed"), ("cheat", "illegal")] {
        let bad = format!("kind = \"{kind}\", patience = 3");
        let entrants = [("bad", bad.as_str()), ("good", "kind = \"random\""), ("fair", "kind = \"steady\"")];
        let experiment = experiment(&entrants, "[[\"bad\", \"good\", \"fair\"]]", "deals = 20");
        let folder = tempdir().unwrap();
        let ran = play(&experiment, folder.path(), 2);
        assert!(ran.manifest.complete);
        assert_eq!((ran.manifest.matches, ran.manifest.faults), (60, 60), "bad fails in its fourth answer, round two");

        let matches = rows(folder.path(), "matches.csv");
        let rounds = rows(folder.path(), "rounds.csv");
        for seats in matches.chunks(3) {
            let bad = seats.iter().find(|row| row["entrant"] == "bad").unwrap();
            assert_eq!([&bad["fault"], &bad["won"], &bad["share"], &bad["rank"]], [word, "0", "0", "3"]);
            let others: Vec<_> = seats.iter().filter(|row| row["entrant"] != "bad").collect();
            let score = |row: &std::collections::BTreeMap<String, String>| row["score"].parse::<i32>().unwrap();
            let best = others.iter().map(|row| score(row)).max().unwrap();
            let winners = others.iter().filter(|row| score(row) == best).count();
            for row in &others {
                let expected = if score(row) == best { (1.0 / winners as f64).to_string() } else { "0".to_owned() };
                assert_eq!((&row["share"], row["fault"].as_str()), (&expected, ""));
            }
            // The interrupted round is the last row, and its points count.
            let of_match: Vec<_> = rounds.iter().filter(|round| round["match"] == bad["match"]).collect();
            let words: Vec<&str> = of_match.iter().map(|round| round["ended_by"].as_str()).collect();
            assert_eq!(words, ["line", "fault"]);
            assert_eq!(bad["rounds"], "2");
            let seat: usize = others[0]["seat"].parse().unwrap();
            let points = of_match.iter().map(|round| round[&format!("points_{seat}")].parse::<i32>().unwrap());
            assert_eq!(points.sum::<i32>(), score(others[0]));
        }
        let report = fs::read_to_string(folder.path().join("report.md")).unwrap();
        assert!(report.contains("**bad forfeited 60 of 60 matches.**"), "{report}");
        let faults = fs::read_to_string(folder.path().join("plots/faults.csv")).unwrap();
        assert!(
            faults.contains(&format!("bad,60,{word},60\n")) && faults.contains(&format!("good,60,{word},0\n")),
            "{faults}"
        );
    }
}

#[test]
fn failed_agent_forfeits_at_its_next_decision() {
    for (agent, rounds) in [("kind = \"unseatable\"", "1"), ("kind = \"nervous\", patience = 0", "2")] {
        let entrants = [("good", "kind = \"steady\", patience = 9"), ("bad", agent)];
        let experiment = experiment(&entrants, "[[\"good\", \"bad\"]]", "deals = 10\nrotations = \"none\"");
        let folder = tempdir().unwrap();
        let ran = play(&experiment, folder.path(), 2);
        assert_eq!((ran.manifest.matches, ran.manifest.faults), (10, 10));
        for row in rows(folder.path(), "matches.csv").iter().filter(|row| row["entrant"] == "bad") {
            assert_eq!((row["fault"].as_str(), row["won"].as_str()), ("crashed", "0"), "{agent}");
            assert_eq!(row["rounds"], rounds, "{agent}");
        }
    }
    // An agent that accepts the events plays on.
    let entrants = [("good", "kind = \"steady\""), ("calm", "kind = \"nervous\", patience = 1000")];
    let experiment = experiment(&entrants, "[[\"good\", \"calm\"]]", "deals = 10");
    let folder = tempdir().unwrap();
    assert_eq!(play(&experiment, folder.path(), 2).manifest.faults, 0);
}

#[test]
fn run_stops_after_first_fault_in_schedule_order() {
    let entrants = [("slow", "kind = \"crash\", patience = 7"), ("good", "kind = \"random\"")];
    // Only unlucky dice need eight answers: some matches end before the fault.
    let tables = "[[\"good\", \"good\"], [\"slow\", \"good\"]]";
    let free = experiment(&entrants, tables, "deals = 400\n[output]\ntranscripts = true");
    let whole = tempdir().unwrap();
    let ran = play(&free, whole.path(), 2);
    assert!(ran.manifest.faults > 1 && ran.manifest.faults < 800, "{}", ran.manifest.faults);
    let matches = rows(whole.path(), "matches.csv");
    let first: u64 = matches.iter().find(|row| !row["fault"].is_empty()).unwrap()["match"].parse().unwrap();
    assert!(first > 801, "the fault lies behind others that are played first");

    let strict = experiment(&entrants, tables, "deals = 400\nfaults = \"stop\"\n[output]\ntranscripts = true");
    for threads in [1, 2, 8] {
        let stopped = tempdir().unwrap();
        let ran = play(&strict, stopped.path(), threads);
        assert!(!ran.manifest.complete);
        assert_eq!((ran.manifest.matches, ran.manifest.faults), (first, 1));
        for name in ["rounds.csv", "seats.csv", "matches.csv", "transcripts.jsonl"] {
            let (all, cut) = (fs::read(whole.path().join(name)).unwrap(), fs::read(stopped.path().join(name)).unwrap());
            assert!(cut.len() < all.len() && all.starts_with(&cut), "{name} with {threads} threads");
        }
        let last = rows(stopped.path(), "matches.csv").pop().unwrap();
        assert_eq!(last["match"], first.to_string());
        let transcripts = fs::read_to_string(stopped.path().join("transcripts.jsonl")).unwrap();
        let lines: Vec<serde_json::Value> =
            transcripts.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.last().unwrap()["fault"]["fault"], "crashed");
        assert!(lines[0]["fault"].is_null());
        // Resuming finds the stopped run finished.
        let options = RunOptions { threads, mode: Mode::Resume, command: String::new() };
        let again = run(&strict, stopped.path(), &options, |_| ()).unwrap();
        assert_eq!((again.played, again.manifest), (0, ran.manifest));
    }
}

#[test]
fn transcripts_play_back_to_the_scores_of_the_rows() {
    use ergo_engine::seat::SeatCount;
    use ergo_engine::transcript::Transcript;

    let entrants = [("a", "kind = \"random\""), ("b", "kind = \"steady\"")];
    let sweep = "deals = 5\n[[sweep]]\nkey = \"game.rules.course\"\nvalues = [\"short\", \"long\"]\n[output]\ntranscripts = true";
    let experiment = experiment(&entrants, "[[\"a\", \"b\"], [\"a\", \"b\", \"b\", \"a\"]]", sweep);
    let folder = tempdir().unwrap();
    play(&experiment, folder.path(), 2);
    let matches = rows(folder.path(), "matches.csv");
    let transcripts = fs::read_to_string(folder.path().join("transcripts.jsonl")).unwrap();
    assert_eq!(transcripts.lines().count(), 2 * 5 * (2 + 4));
    let mut next = matches.iter();
    for line in transcripts.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let seats = line["seats"].as_array().unwrap();
        let arm = experiment.arms.iter().find(|arm| arm.label == line["arm"].as_str().unwrap()).unwrap();
        let game = arm.game(SeatCount::new(seats.len()));
        let settings = game.settings();
        assert_eq!(ergo_lab::settings::settings_from_json(&line["rules"]).unwrap(), settings);
        let (seed, actions) = (line["seed"].as_str().unwrap(), line["actions"].as_str().unwrap());
        let transcript = Transcript { seed: seed.parse().unwrap(), actions: actions.to_owned() };
        let state = game.replay(&transcript, &mut |_| ()).unwrap();
        let outcome = state.outcome().expect("over");
        for (seat, score) in outcome.scores.entries() {
            let row = next.next().unwrap();
            assert_eq!((row["score"].as_str(), row["seat"].as_str()), (&*score.to_string(), &*seat.to_string()));
            assert_eq!(row["entrant"], seats[seat.index()].as_str().unwrap());
        }
    }
}
