//! The interface for programs: `--json` documents, exit statuses, error lines.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{complaint, done, ergo, printed, refused, root, run, tempdir, toy};
use serde_json::Value;

/// Adds the keys of a document to `into`, in the notation of `results/COLUMNS.md`.
fn keys(value: &Value, before: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let dot = if before.is_empty() { "" } else { "." };
                keys(value, &format!("{before}{dot}{key}"), into);
            }
        }
        Value::Array(members) => members.iter().for_each(|member| keys(member, &format!("{before}[]"), into)),
        _ => drop(into.insert(before.to_owned())),
    }
}

/// Returns the keys that the page documents for `verb`.
fn documented(verb: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("results/COLUMNS.md")).unwrap();
    let table = page.split("## What --json prints").nth(1).expect("a section of it");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | `"));
    let own = rows.filter(|(verbs, _)| verbs.split(", ").any(|one| one == verb));
    own.map(|(_, rest)| rest.split('`').next().unwrap().to_owned()).collect()
}

#[test]
fn json_keys_are_documented_and_statuses_match() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("toy.toml"), toy("kuhn-poker", 40) + FINDING).unwrap();
    let clock = toy("kuhn-poker", 4).replacen("\"random\"", "\"ismcts\", iterations = 0, milliseconds = 1", 1);
    fs::write(at("clock.toml"), clock).unwrap();
    let gone = toy("kuhn-poker", 4).replacen("kind = \"random\"", "kind = \"process\", command = \"sh -c exit\"", 1);
    fs::write(at("gone.toml"), gone).unwrap();
    let (one, two, versus) = (at("one"), at("two"), at("versus"));
    let contest =
        ["compare", "--game", "kuhn-poker", "random", "ismcts:iterations=50", "--elo1", "100", "--out", &versus];
    let dead = ["compare", "--game", "kuhn-poker", "random", "process:command=sh -c exit", "--out", &at("dead")];
    let check = ["agents", "check", "sh -c exit", "--game", "kuhn-poker"];
    let mut seen: Vec<(&str, BTreeSet<String>)> = Vec::new();
    let mut document = |verb: &'static str, words: &[&str], status: i32| {
        let output = ergo().args(words).arg("--json").env("TMPDIR", folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{words:?}: {}", complaint(&output));
        let document: Value = serde_json::from_str(&printed(&output)).unwrap_or_else(|error| panic!("{verb}: {error}"));
        assert_eq!(document["verb"], verb);
        assert_eq!(document["status"], status);
        assert_eq!(document["means"], ["done", "a check failed"][status as usize]);
        let said = complaint(&output);
        assert!(document.get("why").is_none_or(|why| said.contains(why.as_str().unwrap())), "{verb}: {said}");
        match seen.iter_mut().find(|(name, _)| *name == verb) {
            Some((_, known)) => keys(&document, "", known),
            None => {
                let mut known = BTreeSet::new();
                keys(&document, "", &mut known);
                seen.push((verb, known));
            }
        }
        (document, said)
    };
    let (ran, said) = document("run", &["run", &at("toy.toml"), "--out", &one], 0);
    // The answer is only in the document.
    assert!(!said.contains(ran["answer"].as_str().unwrap()) && ran["matches"] == 80 && ran["complete"] == true);
    assert_eq!(ran["report"], format!("{one}/report.md"));
    document("run", &["run", &at("toy.toml"), "--out", &two, "--set", "seed=12"], 0);
    document("run", &["run", &at("gone.toml"), "--out", &at("gone")], 1);
    let (compared, _) = document("compare", &contest, 0);
    let advantage = |end: &str| compared["advantage"][end].as_f64().unwrap();
    assert!(compared["h1"] == "accepted" && compared["b"] == "ismcts:iterations=50", "{compared}");
    assert!(0.0 < advantage("low") && advantage("low") < advantage("value") && advantage("value") < advantage("high"));
    // Resuming a finished comparison prints the same document.
    let (again, _) = document("compare", &[&contest[..], &["--resume"]].concat(), 0);
    assert_eq!(again, compared);
    document("compare", &dead, 1);
    let (diff, _) = document("diff", &["diff", &one, &two, "--all"], 0);
    assert_eq!(diff["differences"].as_array().unwrap().len() as u64, diff["measures"].as_u64().unwrap());
    assert_eq!(diff["asked"], serde_json::json!([{ "key": "seed", "a": "11", "b": "12" }]));
    let (report, _) = document("report", &["report", &one], 0);
    assert_eq!((&report["answer"], &report["files"]), (&ran["answer"], &ran["files"]));
    document("report", &["report", &versus], 0);
    let (verified, _) = document("verify", &["verify", &one], 0);
    assert_eq!(verified["differing"], 0);
    document("verify", &["verify", &versus], 0);
    assert_eq!([&report["findings"], &verified["findings"]], [&ran["findings"]; 2]);
    document("run", &["run", &at("clock.toml"), "--out", &at("clock")], 0);
    let (by_clock, _) = document("verify", &["verify", &at("clock")], 0);
    assert_eq!(
        (&by_clock["asked_again"][0]["entrant"], &by_clock["from_record"][0]["entrant"]),
        (&"two".into(), &"one".into())
    );
    fs::write(format!("{two}/rounds.csv"), "mine\n").unwrap();
    let (verified, _) = document("verify", &["verify", &two], 1);
    let file = |name: &str| verified["files"].as_array().unwrap().iter().find(|file| file["name"] == name).unwrap();
    assert!(file("rounds.csv")["verdict"] == "differs" && file("seats.csv")["verdict"] == "same", "{verified}");
    let (agents, _) = document("agents", &["agents"], 0);
    assert!(agents["games"].as_array().unwrap().iter().any(|game| game["game"] == "kuhn-poker"));
    let (check, _) = document("agents check", &check, 1);
    assert!(check["wrong"].as_u64().unwrap() > 0);
    for (verb, found) in seen {
        assert_eq!(documented(verb), found, "{verb}: results/COLUMNS.md, and what is printed");
    }
}

/// One claim of each outcome.
const FINDING: &str = "[[finding]]\ntext = \"One wins {w}.\"\n\
    values.w = { measure = \"win_share\", subject = \"one\", table = \"one v two\" }\n\
    holds.all = \"w > 99%\"\nholds.half = \"w > 50%\"\nholds.some = \"w > 1%\"\n";

#[test]
fn outcomes_of_claims_are_said_by_every_verb() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("toy.toml"), toy("kuhn-poker", 40) + FINDING).unwrap();
    let out = at("out");
    let lines = [
        "CONTRADICTED by these data: claim all of finding 1, w > 99%",
        "open: claim half of finding 1, w > 50%",
        "claims: 1 supported, 1 open, 1 contradicted",
    ];
    for words in [&["run", &at("toy.toml"), "--out", &out][..], &["report", &out], &["verify", &out]] {
        let output = run(words);
        done(&output);
        let said = printed(&output) + &complaint(&output);
        assert!(lines.iter().all(|line| said.lines().any(|found| found == *line)), "{words:?}: {said}");
        let json = printed(&run(&[words, &["--json"]].concat()));
        let document: Value = serde_json::from_str(&json).unwrap();
        let finding = &document["findings"][0];
        assert_eq!(finding["outcome"], "contradicted", "{words:?}");
        let outcomes: Vec<&str> =
            finding["claims"].as_array().unwrap().iter().map(|one| one["outcome"].as_str().unwrap()).collect();
        assert_eq!(outcomes, ["contradicted", "open", "supported"]);
        assert!(finding["text"].as_str().unwrap().starts_with("One wins "), "{finding}");
    }
}

#[test]
fn bad_input_has_status_2_and_no_document() {
    let output = run(&["verify", "/nowhere", "--json"]);
    refused(&output, &["/nowhere"]);
    assert_eq!(printed(&output), "");
    refused(&run(&["agents", "greeedy", "--json"]), &["unknown kind of agent \"greeedy\" (did you mean \"greedy\"?)"]);
    refused(&run(&["run", "x.toml", "--cost", "--json"]), &["cannot be used with"]);
}

#[test]
fn exit_statuses_are_documented() {
    let help = run(&["--help"]);
    done(&help);
    assert!(printed(&help).contains("Exit status: 0 done; 1 a check failed"), "{}", printed(&help));
    let page = fs::read_to_string(root().join("harness/HOWTO.md")).unwrap();
    let table = page.split("| exit status | means |").nth(1).expect("a table of them");
    let listed: Vec<&str> =
        table.lines().skip(2).map_while(|line| line.strip_prefix("| ")?.split(' ').next()).collect();
    assert_eq!(listed, ["0", "1", "2"]);
}
