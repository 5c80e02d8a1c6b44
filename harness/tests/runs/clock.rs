//! Searches by a clock: a run with them leaves a record, and comes out the same by that record and not by its seed alone.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::common::{complaint, done, ergo, refused, run, tempdir, toy};
use tempfile::TempDir;

/// An experiment of `game` between these agents; `more` goes behind.
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

/// The lines of the transcripts in `folder`.
fn transcripts(folder: &str) -> Vec<serde_json::Value> {
    read(folder, "transcripts.jsonl").lines().map(json).collect()
}

const SHORT: &str = "kind = \"ismcts\", iterations = 0, milliseconds = 1";
const RANDOM: &str = "kind = \"random\"";

#[test]
fn a_run_by_the_clock_is_played_again_by_its_record() {
    let trees = format!("{SHORT}, trees = 3, threads = 2");
    let (folder, file, out) = experiment("kuhn-poker", &[&trees, RANDOM], &two(15));
    done(&run(&["run", &file, "--out", &out, "--threads", "2"]));
    for line in transcripts(&out) {
        let seats = line["seats"].as_array().unwrap().iter().zip(line["iterations"].as_array().unwrap());
        for (name, used) in seats {
            assert_eq!(used.is_null(), name == "b", "{line}");
            let decisions = used.as_array().into_iter().flatten();
            for parts in decisions {
                let parts = parts.as_array().unwrap();
                assert!(parts.len() == 3 && parts.iter().all(|part| part.as_u64() > Some(0)), "{line}");
            }
        }
    }
    for threads in ["1", "4"] {
        let verified = run(&["verify", &out, "--threads", threads]);
        done(&verified);
        assert!(String::from_utf8(verified.stdout).unwrap().contains("same     transcripts.jsonl"));
    }

    // It is said where people and programs look.
    assert_eq!(json(&read(&out, "manifest.json"))["timed"], serde_json::json!(["a"]));
    let report = read(&out, "report.md");
    assert!(report.contains("Seed 5, and a clock: a searched for a time"), "{report}");
    done(&run(&["report", &out]));
    assert_eq!(read(&out, "report.md"), report);
    assert_eq!(json(&read(&out, "manifest.json"))["timed"], serde_json::json!(["a"]));

    // A record that was tampered with is found out before anything is played, and without one there is nothing to go by.
    let path = Path::new(&out).join("transcripts.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("[[", "[[1", 1)).unwrap();
    let verified = run(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(1), "{}", complaint(&verified));
    assert!(String::from_utf8(verified.stdout).unwrap().starts_with("DIFFERS  transcripts.jsonl: the record"));
    fs::remove_file(&path).unwrap();
    refused(&run(&["verify", &out]), &["transcripts.jsonl", "missing", "clock"]);
    drop(folder);
}

/// The weighing of a decision comes out as it was: with as many iterations as are recorded.
#[test]
fn decisions_by_the_clock_are_explained() {
    let flat = "kind = \"flat\", iterations = 0, milliseconds = 2, cut = 1";
    let trees = "kind = \"ismcts\", iterations = 0, milliseconds = 2, cut = 1, trees = 2, threads = 2";
    let more = format!(
        "{}[game.rules]\nmax_rounds = 1\nmax_turns = 12\n",
        two(1).replace("deals = 1", "deals = 1\nrotations = \"none\"")
    );
    let (_folder, file, out) = experiment("ergo", &[flat, trees], &more);
    done(&run(&["run", &file, "--out", &out]));
    done(&run(&["verify", &out]));

    let path = format!("{out}/transcripts.jsonl");
    let explain = ["replay", &path, "--match", "1", "--explain", "--json"];
    let explained = run(&explain);
    done(&explained);
    let line = &transcripts(&out)[0];
    let mut expected = line["iterations"].as_array().unwrap()[1].as_array().unwrap().iter();
    let mut searched = 0;
    for decision in String::from_utf8(explained.stdout).unwrap().lines().map(json) {
        let iterations = decision["weighed"]["iterations"].as_u64().filter(|&iterations| iterations > 0);
        if decision["entrant"] == "b"
            && let Some(iterations) = iterations
        {
            let parts = expected.next().unwrap().as_array().unwrap();
            assert_eq!(parts.iter().map(|part| part.as_u64().unwrap()).sum::<u64>(), iterations);
            searched += 1;
        }
    }
    assert!(searched > 2 && expected.next().is_none());

    // Without the record it cannot be known. Beside its manifest the file would be refused for its digest.
    fs::remove_file(format!("{out}/manifest.json")).unwrap();
    let text = read(&out, "transcripts.jsonl");
    let cut = text.find(",\"iterations\"").unwrap();
    fs::write(&path, format!("{}}}\n", &text[..cut])).unwrap();
    refused(&run(&explain), &["line 1", "iterations", "seat 1"]);
}

#[test]
fn an_interrupted_run_keeps_its_record() {
    let mcts = "kind = \"mcts\", iterations = 0, milliseconds = 1";
    let (folder, file, out) = experiment("tic-tac-toe", &[mcts, RANDOM], &two(300));
    let part = Path::new(&out).join("transcripts.jsonl.part");
    // Each of 600 matches takes three milliseconds or more, so a run is seldom over before it can be killed.
    let kept = (0..5).find_map(|_| {
        let mut child = ergo()
            .args(["run", &file, "--out", &out, "--threads", "1", "--fresh"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let progress = Path::new(&out).join("progress.json");
        let is_begun = || fs::read_to_string(&progress).is_ok_and(|text| json(&text)["tasks"] != 0);
        while !is_begun() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let progress = json(&fs::read_to_string(progress).ok()?);
        let parts = progress["parts"].as_array().unwrap();
        let length = parts.iter().find(|part| part["name"] == "transcripts.jsonl").unwrap()["bytes"].as_u64().unwrap();
        Some(fs::read(&part).ok()?[..length as usize].to_vec())
    });
    let kept = kept.expect("a run that was interrupted");
    assert!(!kept.is_empty());
    done(&run(&["run", &file, "--out", &out, "--resume"]));
    let whole = read(&out, "transcripts.jsonl");
    assert!(whole.as_bytes().starts_with(&kept) && whole.lines().count() == 600);
    done(&run(&["verify", &out]));
    drop(folder);
}

/// Where nobody goes by a clock, nothing speaks of one.
#[test]
fn without_a_clock_nothing_is_said() {
    let folder = tempdir().unwrap();
    let (file, out) = (folder.path().join("toy.toml"), folder.path().join("out"));
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    fs::write(file, toy("kuhn-poker", 3).replacen("\"random\"", "\"ismcts\", iterations = 4", 1)).unwrap();
    done(&run(&["run", file, "--out", out]));
    for name in ["experiment.toml", "transcripts.jsonl", "manifest.json", "report.md"] {
        let text = read(out, name);
        assert!(!["milliseconds", "iterations\":", "timed", "clock"].iter().any(|word| text.contains(word)), "{text}");
    }

    // In a sweep over the time, the arm without any is without a record.
    let sweep = "\n[[sweep]]\nkey = \"entrant.a.agent.milliseconds\"\nvalues = [0, 1]\n";
    let more = format!("{}{sweep}", two(2));
    let (_folder, file, out) = experiment("kuhn-poker", &["kind = \"ismcts\", iterations = 50", RANDOM], &more);
    done(&run(&["run", &file, "--out", &out]));
    let timed = |line: &serde_json::Value| line.get("iterations").is_some();
    assert_eq!(transcripts(&out).iter().map(timed).collect::<Vec<_>>(), [[false; 4], [true; 4]].concat());
    done(&run(&["verify", &out]));
    let untimed = ["--set", "entrant.a.agent.milliseconds=0", "--set", "sweep=[]", "--set", "output.transcripts=false"];
    done(&run(&[&["run", &file, "--out", &out, "--fresh"], &untimed[..]].concat()));
}

#[test]
fn a_clock_is_refused_where_results_must_follow_from_the_seed() {
    let (_folder, file, out) = experiment("ergo", &[SHORT, RANDOM], &two(1));
    let short = ["--set", "game.rules.max_rounds=1", "--set", "game.rules.max_turns=4"];
    let unrecorded = [&["run", &file, "--out", &out], &short[..], &["--set", "output.transcripts=false"]].concat();
    refused(&run(&unrecorded), &["timed.toml", "output.transcripts", "\"a\"", "milliseconds = 1", "expected true"]);
    assert!(!Path::new(&out).exists());
    done(&run(&[&["run", &file, "--out", &out], &short[..]].concat()));

    let expected = ["milliseconds = 9", "expected 0", "seed"];
    refused(&run(&["compare", "greedy", "flat:milliseconds=9"]), &expected);
    refused(&run(&["compare", "greedy", "td", "--against", "pimc:milliseconds=9"]), &expected);
    refused(&run(&["tune", "flat:milliseconds=9", "--against", "greedy", "--keys", "trust"]), &expected);
    refused(&run(&["tune", "greedy", "--against", "flat:milliseconds=9", "--keys", "trust"]), &expected);
    let tune = |keys: &str| run(&["tune", "flat", "--against", "greedy", "--keys", keys]);
    refused(&tune("milliseconds"), &["--keys", "milliseconds", "expected another setting", "clock"]);
    refused(&tune("iterations"), &["--keys iterations", "iterations = 0", "expected iterations=LEAST..MOST"]);
}

/// The options as people read them.
#[test]
fn agents_are_listed_with_their_time() {
    let listed = String::from_utf8(run(&["agents"]).stdout).unwrap();
    let line = "milliseconds = 0  (a whole number from 0 to 3600000)  for people";
    // Whoever searches by iterations can be given a time.
    let searches = listed.split("  kind = ").filter(|agent| agent.contains("    iterations = "));
    // Solvers do not search at a decision.
    let searches: Vec<&str> =
        searches.filter(|agent| !agent.starts_with("\"mccfr\"") && !agent.starts_with("\"cfr\"")).collect();
    assert!(searches.len() >= 16 && searches.iter().all(|agent| agent.contains(line)), "{listed}");
}
