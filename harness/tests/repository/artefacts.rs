//! Committed records, tables and lists are current. `.ci/remake` rewrites all of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::root;
use ergo_engine::rng::RNG_VERSION;
use ergo_lab::digest;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::findings::Outcome;
use ergo_lab::findings::finding::from_toml;
use ergo_lab::findings::table::read_folder;
use ergo_lab::finished::render_pages;
use ergo_lab::games::standard;
use ergo_lab::manifest::Manifest;

const REMAKE: &str = "stale: .ci/remake makes it anew";

/// The entries of a folder, sorted by name.
fn entries(folder: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// Reads a shipped experiment. Paths in it are relative to the workspace.
fn read(file: &Path) -> Experiment {
    std::env::set_current_dir(root()).unwrap();
    Experiment::read_with_registry(&Document::parse(&fs::read_to_string(file).unwrap()).unwrap(), &standard()).unwrap()
}

#[test]
fn every_shipped_experiment_has_a_current_record() {
    let is_asked = |file: &PathBuf| file.extension().is_some_and(|kind| kind == "toml");
    for file in entries("experiments").into_iter().filter(is_asked) {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let record = root().join("results").join(&name);
        let text = read(&file).text;
        let played = fs::read_to_string(record.join("experiment.toml")).expect(&name);
        // Records of earlier versions contain an output key that was removed.
        assert_eq!(played.replace("\nluck = false\n", "\n"), text, "results/{name}/experiment.toml: {REMAKE}");
        let manifest = Manifest::read(&record).unwrap().expect(&name);
        assert!(manifest.complete && manifest.rng_version == RNG_VERSION, "results/{name}/manifest.json: {REMAKE}");
        assert_eq!(manifest.experiment, digest::of_text(&played), "results/{name}/manifest.json: {REMAKE}");
        // Rows above one megabyte are not committed. Committed files must match the manifest.
        let mut kept = 0;
        for entry in manifest.files.iter().filter(|entry| record.join(&entry.name).exists()) {
            let found = digest::of_file(&record.join(&entry.name)).unwrap();
            assert_eq!(found, entry.sha256, "results/{name}/{}: {REMAKE}", entry.name);
            kept += 1;
        }
        assert!(kept >= 4, "results/{name}: summary and reports are kept");
    }
}

/// The chart in the README is that of the report.
#[test]
fn readme_chart_is_current() {
    let mut wrong = Vec::new();
    for folder in entries("results").into_iter().filter(|folder| folder.join("report.md").exists()) {
        if !folder.join("experiment.toml").exists() {
            continue;
        }
        let experiment = read(&folder.join("experiment.toml"));
        let Some(asked) = experiment.asked.first() else { continue };
        let report = fs::read_to_string(folder.join("report.md")).unwrap();
        let picture = report.lines().find(|line| line.starts_with("![")).unwrap_or("no picture");
        let shown = picture.to_lowercase();
        if !shown.contains(&asked.measure.said.to_lowercase()) {
            wrong.push(format!("{}: {} is asked, shown is {picture}", experiment.question, asked.measure.said));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pages follow from the committed estimates, and every finding is supported by its record.
#[test]
fn pages_on_record_follow_from_their_estimates() {
    std::env::set_current_dir(root()).unwrap();
    let registry = standard();
    for folder in entries("results").into_iter().filter(|folder| folder.join("experiment.toml").exists()) {
        if !folder.join("report.md").exists() {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        for (file, text) in render_pages(&folder, &registry).unwrap() {
            assert_eq!(fs::read_to_string(folder.join(&file)).unwrap(), text, "{name}/{file}: {REMAKE}");
        }
        let written = read(&root().join("experiments").join(format!("{name}.toml"))).findings;
        let kept = fs::read_to_string(folder.join("findings.toml"))
            .map_or_else(|_| Vec::new(), |text| from_toml(&text).unwrap());
        assert_eq!(written, kept, "{name}/findings.toml: {REMAKE}");
        for (place, checked) in read_folder(&folder).unwrap().iter().enumerate() {
            assert_eq!(checked.outcome(), Some(Outcome::Supported), "{name}: finding {}: {checked:?}", place + 1);
        }
    }
}

/// Recorded searches of `ergo tune` use the random streams of this version and match their digests.
#[test]
fn recorded_searches_match_their_digests() {
    let is_search = |folder: &PathBuf| folder.join("tune.json").exists();
    let records: Vec<PathBuf> = entries("results").into_iter().filter(is_search).collect();
    assert!(records.len() >= 4, "{records:?}");
    for record in records {
        let about: serde_json::Value = serde_json::from_slice(&fs::read(record.join("tune.json")).unwrap()).unwrap();
        let name = record.display();
        assert_eq!(about["rng_version"], RNG_VERSION, "{name}");
        assert!(!about["command"].as_str().unwrap().contains("/tmp/"), "{name}");
        for file in about["files"].as_array().unwrap() {
            let path = record.join(file["name"].as_str().unwrap());
            // These rows are too large to commit.
            if path.ends_with("held_out.csv") && !path.exists() {
                continue;
            }
            let bytes = fs::read(path).unwrap();
            assert_eq!(digest::of_bytes(&bytes), file["sha256"], "{name}: {}", file["name"]);
        }
    }
}

#[test]
fn the_citation_names_this_version() {
    let citation = fs::read_to_string(root().join("CITATION.cff")).unwrap();
    let version = concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n");
    assert!(citation.contains(version), "{citation}");
}
