//! Searches with a time limit can be run but not repeated.

use std::fs;
use std::path::Path;

use crate::common::{done, printed, refused, run, tempdir, toy};
use tempfile::TempDir;

/// An experiment of `game` with these agents; `more` is added at the end.
fn experiment(game: &str, agents: &[&str], more: &str) -> (TempDir, String, String) {
    let folder = tempdir().unwrap();
    let entrants: String = ["a", "b", "c"]
        .iter()
        .zip(agents)
        .map(|(name, agent)| format!("[[entrant]]\nname = \"{name}\"\nagent = {{ {agent} }}\n"))
        .collect();
    let text = format!("question = \"?\"\nseed = 5\n[game]\nname = \"{game}\"\n{entrants}{more}");
    let (file, out) = (folder.path().join("timed.toml"), folder.path().join("out"));
    fs::write(&file, text).unwrap();
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let (file, out) = (path(&file), path(&out));
    (folder, file, out)
}

fn two(deals: u32) -> String {
    format!("[schedule]\ntables = [[\"a\", \"b\"]]\ndeals = {deals}\n[output]\ntranscripts = true\n")
}

fn read(folder: &str, name: &str) -> String {
    let path = Path::new(folder).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

const SHORT: &str = "kind = \"ismcts\", iterations = 0, milliseconds = 1";
const RANDOM: &str = "kind = \"random\"";

#[test]
fn matches_by_wall_clock_are_played_and_verified_from_their_record() {
    let (_folder, file, out) = experiment("kuhn-poker", &[SHORT, RANDOM], &two(2));
    let no_transcripts = run(&["run", &file, "--out", &out, "--set", "output.transcripts=false"]);
    done(&no_transcripts);
    assert!(Path::new(&out).join("transcripts.jsonl").exists());
    done(&run(&["run", &file, "--out", &out, "--fresh"]));
    assert_eq!(json(&read(&out, "manifest.json"))["timed"], serde_json::json!(["a"]));
    let report = read(&out, "report.md");
    assert!(report.contains("These matches cannot be repeated, because a searched by wall clock."), "{report}");
    done(&run(&["report", &out]));
    assert_eq!(read(&out, "report.md"), report);

    // Their choices are taken from the record, which such a run always writes.
    let verified = run(&["verify", &out]);
    done(&verified);
    assert!(printed(&verified).contains("Taken from the record, not shown: "), "{}", printed(&verified));
    let line = "entrant \"a\" searches by wall clock; its matches cannot be repeated";
    let transcripts = format!("{out}/transcripts.jsonl");
    refused(&run(&["replay", &transcripts, "--match", "1", "--explain"]), &[line]);
    done(&run(&["replay", &transcripts, "--match", "1"]));
}

/// Without time limits no output mentions the clock.
#[test]
fn runs_without_a_clock_print_no_warning() {
    let folder = tempdir().unwrap();
    let (file, out) = (folder.path().join("toy.toml"), folder.path().join("out"));
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    fs::write(file, toy("kuhn-poker", 3).replacen("\"random\"", "\"ismcts\", iterations = 4", 1)).unwrap();
    done(&run(&["run", file, "--out", out]));
    for name in ["experiment.toml", "transcripts.jsonl", "manifest.json", "report.md"] {
        let text = read(out, name);
        assert!(!["milliseconds", "iterations\":", "timed", "clock"].iter().any(|word| text.contains(word)), "{text}");
    }
}

#[test]
fn a_clock_is_refused_where_results_must_follow_from_the_seed() {
    let (_folder, file, out) = experiment("ergo", &[SHORT, RANDOM], &two(1));
    let short = ["--set", "game.rules.max_rounds=1", "--set", "game.rules.max_turns=4"];
    done(&run(&[&["run", &file, "--out", &out], &short[..]].concat()));

    let expected = ["milliseconds", "got 9, expected 0", "seed"];
    refused(&run(&["compare", "greedy", "flat:milliseconds=9"]), &expected);
    refused(&run(&["compare", "greedy", "td", "--against", "pimc:milliseconds=9"]), &expected);
    refused(&run(&["tune", "flat:milliseconds=9", "--against", "greedy", "--keys", "trust"]), &expected);
    refused(&run(&["tune", "greedy", "--against", "flat:milliseconds=9", "--keys", "trust"]), &expected);
    let tune = |keys: &str| run(&["tune", "flat", "--against", "greedy", "--keys", keys]);
    refused(&tune("milliseconds"), &["--keys", "milliseconds", "expected another setting", "clock"]);
    refused(
        &tune("iterations"),
        &["--keys iterations", "iterations = 0", "expected a smaller range iterations=MIN..MAX"],
    );
}
