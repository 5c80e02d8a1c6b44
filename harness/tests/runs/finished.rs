//! A finished run: checked, reported again, listed; the same deals for all who sit at them.

use std::fs;

use super::bytes::{experiment, path};
use crate::common::{done, refused, run, toy};

#[test]
fn verify_finds_one_changed_byte() {
    let (folder, file) = experiment(&toy("kuhn-poker", 200));
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    done(&run(&["verify", &out]));
    for name in crate::common::SAME {
        let path = results.join(name);
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        let middle = bad.len() / 2;
        bad[middle] ^= 1;
        fs::write(&path, &bad).unwrap();
        let output = run(&["verify", &out]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        let lines = String::from_utf8(output.stdout).unwrap();
        let found: Vec<&str> = lines.lines().filter(|line| line.starts_with("DIFFERS")).collect();
        assert!(found.len() == 1 && found[0].contains(name), "{name}: {lines}");
        // The same change with the manifest changed to match is found as well, by playing.
        if name != "experiment.toml" {
            let manifest = fs::read_to_string(results.join("manifest.json")).unwrap();
            let digest = |bytes: &[u8]| {
                let mut hasher = ergo_lab::digest::Hasher::default();
                hasher.update(bytes);
                hasher.finish()
            };
            assert!(manifest.contains(&digest(&good)));
            fs::write(results.join("manifest.json"), manifest.replace(&digest(&good), &digest(&bad))).unwrap();
            assert_eq!(run(&["verify", &out]).status.code(), Some(1), "{name} with its digest");
            fs::write(results.join("manifest.json"), manifest).unwrap();
        }
        fs::write(&path, &good).unwrap();
    }
    // A file that is not kept is vouched for by its digest.
    fs::remove_file(results.join("rounds.csv")).unwrap();
    let output = run(&["verify", &out]);
    done(&output);
    assert!(String::from_utf8(output.stdout).unwrap().contains("rounds.csv (by its digest"));
    refused(&run(&["report", &out]), &["rounds.csv"]);
}

#[test]
fn the_report_is_a_function_of_the_rows() {
    let (folder, file) = experiment(&toy("kuhn-poker", 200));
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let report = fs::read(results.join("report.md")).unwrap();
    let summary = fs::read(results.join("summary.csv")).unwrap();
    fs::write(results.join("report.md"), "lost").unwrap();
    fs::remove_file(results.join("summary.csv")).unwrap();
    done(&run(&["report", &out]));
    assert!(fs::read(results.join("report.md")).unwrap() == report);
    assert!(fs::read(results.join("summary.csv")).unwrap() == summary);
    done(&run(&["verify", &out]));
    fs::write(results.join("rounds.csv"), "arm,match\nbase,one\n").unwrap();
    refused(&run(&["report", &out]), &["rounds.csv", "digest", "--rows-changed"]);
    refused(&run(&["report", &out, "--rows-changed"]), &["rounds.csv", "line 2"]);
}

/// The trap of one seed for every match, and its opposite.
#[test]
fn deals_differ_within_a_run_and_are_the_same_for_all_seatings_tables_and_agents() {
    let text = toy("kuhn-poker", 300).replace("[[\"one\", \"two\"]]", "[[\"one\", \"two\"], [\"two\", \"two\"]]");
    let (folder, file) = experiment(&text);
    let (results, out) = path(&folder, "out");
    done(&run(&["run", &file, "--out", &out]));
    let transcripts = fs::read_to_string(results.join("transcripts.jsonl")).unwrap();
    let mut seeds = std::collections::BTreeMap::new();
    let mut plays = std::collections::BTreeSet::new();
    for line in transcripts.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let deal = line["deal"].as_u64().unwrap();
        let seed = line["seed"].as_str().unwrap().to_owned();
        assert_eq!(*seeds.entry(deal).or_insert(seed.clone()), seed, "deal {deal}");
        plays.insert(line["actions"].as_str().unwrap().to_owned());
        let entrants = line["seats"].as_array().unwrap();
        let (first, rotation) = (entrants[0].as_str().unwrap(), line["rotation"].as_u64().unwrap());
        let table = if line["match"].as_u64().unwrap() <= 600 { ["one", "two"] } else { ["two", "two"] };
        assert_eq!(first, table[usize::from(rotation == 2)]);
    }
    let distinct: std::collections::BTreeSet<_> = seeds.values().collect();
    assert_eq!((seeds.len(), distinct.len()), (300, 300));
    assert!(plays.len() > 3, "random agents play in more than one way");
    // Another experiment number: other deals.
    let (other, out) = path(&folder, "other");
    done(&run(&["run", &file, "--out", &out, "--set", "seed=12"]));
    assert!(fs::read(other.join("rounds.csv")).unwrap() != fs::read(results.join("rounds.csv")).unwrap());
}

#[test]
fn listings_and_completions_are_data() {
    for (verb, word) in [("games", "kuhn-poker"), ("agents", "random")] {
        let output = run(&[verb]);
        done(&output);
        assert!(String::from_utf8(output.stdout).unwrap().contains(word));
    }
    let output = run(&["completions", "bash"]);
    done(&output);
    assert!(String::from_utf8(output.stdout).unwrap().contains("verify"));
    refused(&run(&["jugde"]), &["jugde", "--help"]);
    refused(&run(&["run"]), &["EXPERIMENT"]);
    refused(&run(&["run", "x.toml", "--threads", "0"]), &["--threads", "1..=1024"]);
}

#[test]
fn results_are_spliced_into_a_text() {
    let (folder, file) = experiment(&toy("kuhn-poker", 20));
    let (_, out) = path(&folder, "results/trial");
    done(&run(&["run", &file, "--out", &out]));
    let (readme, readme_text) = path(&folder, "README.md");
    fs::write(&readme, "before\n<!-- results:begin -->\nold\n<!-- results:end -->\nafter\n").unwrap();
    let (_, results) = path(&folder, "results");
    done(&run(&["splice", &readme_text, &results]));
    let text = fs::read_to_string(&readme).unwrap();
    assert!(text.starts_with("before\n<!-- results:begin -->\n| question | answer | matches |\n"), "{text}");
    assert!(text.contains("\n| Who gains? | ") && text.contains(" | [40](results/trial/report.md) |\n"), "{text}");
    assert!(text.ends_with("<!-- results:end -->\nafter\n") && !text.contains("old"));
    fs::write(&readme, "no marks").unwrap();
    refused(&run(&["splice", &readme_text, &results]), &["README.md", "results:begin"]);
}

#[test]
fn a_page_of_results_is_written_and_nobody_elses_is_replaced() {
    let (folder, file) = experiment(&toy("kuhn-poker", 20));
    for name in ["trial", "other"] {
        done(&run(&["run", &file, "--out", &path(&folder, &format!("results/{name}")).1]));
    }
    let (_, results) = path(&folder, "results");
    let (page, page_text) = path(&folder, "results/index.html");
    done(&run(&["splice", &page_text, &results]));
    let text = fs::read_to_string(&page).unwrap();
    for name in ["trial", "other"] {
        assert!(text.contains(&format!("<h3><a href=\"{name}/report.html\">Who gains?</a></h3>")), "{text}");
        let picture = text.split(&format!("<img loading=\"lazy\" src=\"{name}/")).nth(1).unwrap();
        let picture = picture.split('"').next().unwrap();
        assert!(page.parent().unwrap().join(name).join(picture).exists(), "{picture}");
    }
    assert!(text.contains("40 matches by one and two") && text.contains("2 questions, 80 matches"), "{text}");

    // Its own is written anew, one that was changed or is somebody else's is not.
    fs::remove_dir_all(folder.path().join("results/other")).unwrap();
    done(&run(&["splice", &page_text, &results]));
    let fewer = fs::read_to_string(&page).unwrap();
    assert!(fewer.contains("trial/report.html") && !fewer.contains("other/report.html"));
    for others in [fewer.replace("Who", "Why"), "<p>mine".to_owned(), String::new()] {
        fs::write(&page, &others).unwrap();
        refused(&run(&["splice", &page_text, &results]), &["index.html", "ergo splice"]);
        assert_eq!(fs::read_to_string(&page).unwrap(), others);
    }
}
