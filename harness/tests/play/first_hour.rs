//! The first hour of a newcomer: mistakes that are answered in one line, matches that can be looked at, results that can be compared.

use std::fs;
use std::path::Path;

use crate::common::{complaint, done, refused, run, tempdir};
use tempfile::TempDir;

const ERGO: &str = "question = \"Who?\"\nseed = 3\n[game]\nname = \"ergo\"\n[game.rules]\ntarget = 10\n[[entrant]]\nname = \"greedy\"\n\
                    agent = { kind = \"greedy\" }\n[[entrant]]\nname = \"random\"\nagent = { kind = \"random\" }\n[schedule]\n\
                    tables = [[\"greedy\", \"random\"]]\ndeals = 6\n[output]\ntranscripts = true\n";

/// An experiment in a file, and the folder for its results.
fn place(text: &str) -> (TempDir, String, String) {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, out) = (path("trial.toml"), path("out"));
    fs::write(&file, text).unwrap();
    (folder, file, out)
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    done(&output);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_result_of_another_experiment_stays() {
    let (_folder, file, out) = place(ERGO);
    done(&run(&["run", &file, "--out", &out]));
    let before = fs::read(Path::new(&out).join("matches.csv")).unwrap();
    refused(&run(&["run", &file, "--out", &out, "--set", "seed=4"]), &["another experiment", "--fresh"]);
    assert!(fs::read(Path::new(&out).join("matches.csv")).unwrap() == before);
    // The same may be asked again, and another with a word.
    done(&run(&["run", &file, "--out", &out]));
    done(&run(&["run", &file, "--out", &out, "--set", "seed=4", "--fresh"]));
    assert!(fs::read(Path::new(&out).join("matches.csv")).unwrap() != before);
}

#[test]
fn a_program_that_never_answers_ends_the_run_and_rates_nobody() {
    let program = "agent = { kind = \"process\", command = \"no-such-program-anywhere\" }";
    let text = ERGO.replace("agent = { kind = \"random\" }", program);
    let (_folder, file, out) = place(&text);
    let ended = run(&["run", &file, "--out", &out, "--threads", "2"]);
    assert_eq!(ended.status.code(), Some(1), "{}", complaint(&ended));
    let said = complaint(&ended);
    assert!(said.contains("random forfeited its first 3 matches: nothing is rated"), "{said}");
    assert!(!Path::new(&out).join("manifest.json").exists() && !Path::new(&out).join("report.md").exists());
    // Two matches are all there are, and lost: nobody is rated either.
    let few = run(&["run", &file, "--out", &out, "--fresh", "--set", "schedule.deals=1"]);
    assert_eq!(few.status.code(), Some(1), "{}", complaint(&few));
    // Who wants to count is let, and the answer begins with it.
    done(&run(&["run", &file, "--out", &out, "--fresh", "--set", "schedule.faults=count"]));
    let report = fs::read_to_string(Path::new(&out).join("report.md")).unwrap();
    assert!(report.contains("**random forfeited 12 of 12 matches.**"), "{report:.400}");
    let compared =
        run(&["compare", "process:command=no-such-program-anywhere", "random", "--out", &format!("{out}-c")]);
    assert_eq!(compared.status.code(), Some(1), "{}", complaint(&compared));
    assert!(complaint(&compared).contains("A forfeited its first"), "{}", complaint(&compared));
}

#[test]
fn a_measure_of_nobody_is_refused_before_anything_is_played() {
    let (_folder, file, out) = place(&ERGO.replace("seed = 3", "measure = \"win_share\"\nseed = 3"));
    refused(&run(&["run", &file, "--out", &out]), &["trial.toml:2: measure", "needs a subject", "greedy win_share"]);
    assert!(!Path::new(&out).exists());
    let (_folder, file, out) =
        place(&ERGO.replace("seed = 3", "measure = [\"greedy win_share\", \"paradox\"]\nseed = 3"));
    done(&run(&["run", &file, "--out", &out]));
    let report = fs::read_to_string(Path::new(&out).join("report.md")).unwrap();
    assert!(
        report.contains("Greedy: win share is ") && report.contains("| Rounds that are a paradox, % |"),
        "{report}"
    );
}

#[test]
fn one_kind_of_agent_is_described_alone() {
    let td = printed(&["agents", "td"]);
    assert!(
        td.contains("kind = \"td\"") && td.matches("kind = ").count() == td.matches("kind = \"td\"").count(),
        "{td}"
    );
    let mcts = printed(&["agents", "mcts"]);
    assert!(mcts.contains("agents of ergo:") && mcts.contains("agents of tic-tac-toe:"), "{mcts}");
    assert_eq!(mcts.matches("kind = \"mcts\"").count(), mcts.matches("agents of ").count());
    refused(&run(&["agents", "gredy"]), &["unknown kind of agent \"gredy\"", "\"greedy\""]);
}

#[test]
fn a_match_is_found_and_looked_at() {
    let (folder, file, out) = place(ERGO);
    done(&run(&["run", &file, "--out", &out]));
    // A folder will do, and who lost is found there.
    let all = printed(&["replay", &out]);
    assert_eq!(all.matches("Match ").count(), 12, "{all}");
    let lost = printed(&["replay", &out, "--lost-by", "random"]);
    assert_eq!(lost.matches("Match ").count(), 12, "{lost}");
    refused(&run(&["replay", &out, "--lost-by", "greedy"]), &["greedy lost no match"]);
    refused(&run(&["replay", &out, "--lost-by", "gredy"]), &["gredy", "\"greedy\""]);
    let mistakes = printed(&["replay", &out, "--match", "1", "--mistakes", "3"]);
    assert!(mistakes.contains("gave away") && mistakes.contains("sees all"), "{mistakes}");
    // Of one who lost, its own.
    let mistakes = printed(&["replay", &out, "--lost-by", "random", "--mistakes", "3"]);
    let told: Vec<&str> = mistakes.lines().filter(|line| line.starts_with("Decision ")).collect();
    assert!(!told.is_empty() && told.iter().all(|line| line.contains(", random, chose ")), "{mistakes}");
    let page = folder.path().join("match.html");
    done(&run(&["replay", &out, "--match", "1", "--html", page.to_str().unwrap()]));
    let page = fs::read_to_string(page).unwrap();
    assert!(
        page.contains("\"weighed\":{") && page.contains("\"all_seeing\":{") && page.contains("Round over, ended by ")
    );
    for word in ["http:", "https:", "src=", "@import", "url(", "<link"] {
        // The name of SVG's elements is no address that is asked for anything.
        assert!(!page.replace("http://www.w3.org/2000/svg", "").contains(word), "{word}");
    }
    // Without the experiment beside it a match can still be shown.
    let alone = folder.path().join("alone.jsonl");
    fs::copy(Path::new(&out).join("transcripts.jsonl"), &alone).unwrap();
    let bare = folder.path().join("bare.html");
    done(&run(&["replay", alone.to_str().unwrap(), "--match", "2", "--html", bare.to_str().unwrap()]));
    assert!(fs::read_to_string(bare).unwrap().contains("What the bots weighed is not shown"));
    refused(&run(&["replay", &out, "--match", "99", "--html", "/nowhere/x.html"]), &["no match 99"]);
}

#[test]
fn two_results_are_put_side_by_side() {
    let (_folder, file, out) = place(ERGO);
    let other = format!("{out}-other");
    let set = ["--set", "entrant.random.agent.kind=best-of", "--set", "schedule.deals=40"];
    done(&run(&["run", &file, "--out", &out, "--set", "schedule.deals=40"]));
    done(&run(&[&["run", &file, "--out", &other], &set[..]].concat()));
    let same = printed(&["diff", &out, &out]);
    assert!(same.starts_with("The same experiment") && same.contains("\n0 of "), "{same}");
    let text = printed(&["diff", &out, &other, "--all"]);
    assert!(text.contains("entrant.random.agent.kind") && text.contains("paired by deal"), "{text}");
    assert!(text.lines().any(|line| line.contains("win_share") && line.contains("greedy")), "{text}");
    let third = format!("{out}-third");
    done(&run(&["run", &file, "--out", &third, "--set", "seed=9", "--set", "schedule.deals=40"]));
    let unpaired = printed(&["diff", &out, &third, "--all"]);
    assert!(unpaired.contains("of different deals") && unpaired.contains("win_share"), "{unpaired}");
    refused(&run(&["diff", &out, "/nowhere"]), &["/nowhere", "manifest.json"]);
}
