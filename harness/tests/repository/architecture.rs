//! Checks the architecture: which crate may import which, which modules may name games or probes, and what no code may use.

use std::fs;

use crate::common::root;

/// Returns the path and text of every Rust file below a folder of the workspace.
pub fn sources(folder: &str) -> Vec<(String, String)> {
    let root = root();
    let mut open = vec![root.join(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found.sort();
    found
}

/// Removes comments, and the unit tests at the end.
fn code(text: &str) -> String {
    if text.contains("#![cfg(test)]\n") {
        return String::new();
    }
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    before_tests.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Returns every file of `folder` whose code contains one of `words`.
fn offenders(folder: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in sources(folder) {
        let code = code(&text);
        found.extend(words.iter().filter(|word| code.contains(**word)).map(|word| format!("{name}: {word}")));
    }
    found
}

/// Returns such files in the harness crates.
fn in_harness(words: &[&str]) -> Vec<String> {
    ["harness/core/src", "harness/src"].iter().flat_map(|folder| offenders(folder, words)).collect()
}

#[track_caller]
fn none(found: Vec<String>) {
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn imports_flow_one_way() {
    none(offenders("engine/core/src", &["ergo_engine", "ergo_agents", "ergo_harness", "ergo_lab"]));
    none(offenders("engine/src", &["ergo_agents", "ergo_harness", "ergo_lab"]));
    none(offenders("harness/stats/src", &["ergo_engine", "ergo_agents", "ergo_harness", "ergo_lab"]));
    none(offenders("agents/src", &["ergo_harness", "ergo_lab"]));
    none(offenders("harness/core/src", &["ergo_lab", "clap::", "anyhow::"]));
    let manifest = |krate: &str| fs::read_to_string(root().join(krate).join("Cargo.toml")).unwrap();
    assert!(!manifest("engine/core").contains("ergo-engine") && !manifest("harness/stats").contains("ergo-engine"));
    assert!(!manifest("engine").contains("ergo-agents") && !manifest("agents").contains("ergo ="));
    // The check must find existing imports.
    assert!(!offenders("agents/src", &["ergo_engine"]).is_empty());
    assert!(!in_harness(&["ergo_agents"]).is_empty());
}

#[test]
fn a_game_never_names_another_game() {
    let engine = root().join("engine/src");
    let games: Vec<String> = fs::read_dir(&engine)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(!games.is_empty());
    let paths = |game: &str| [format!("crate::{game}::"), format!("crate::{game};"), format!("super::super::{game}::")];
    for game in &games {
        for other in games.iter().filter(|other| *other != game) {
            let words = paths(other);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            none(offenders(&format!("engine/src/{game}"), &words));
        }
    }
    // Files shared by all games name no game.
    for (name, text) in sources("engine/src").into_iter().filter(|(name, _)| name.matches('/').count() == 2) {
        for game in &games {
            assert!(!code(&text).contains(&format!("crate::{game}::")), "{name} names {game}");
        }
    }
}

/// The modules of the harness from the lowest to the highest. A module imports only modules below its own level.
const LEVELS: [&[&str]; 10] = [
    &["storage", "measure", "design"],
    &["job"],
    &["registry"],
    &["rows"],
    &["report"],
    &["probes"],
    &["games"],
    &["experiment"],
    &["run"],
    &["view", "tune", "propose", "conformance", "compare"],
];

#[test]
fn harness_modules_import_only_lower_levels() {
    let level = |module: &str| LEVELS.iter().position(|modules| modules.contains(&module));
    let mut modules: Vec<String> = fs::read_dir(root().join("harness/core/src"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    modules.sort();
    assert!(modules.len() <= 20, "{modules:?}");
    let (mut wrong, mut right) = (Vec::new(), 0);
    for module in modules.iter().filter(|module| *module != "lib") {
        let own = level(module).unwrap_or_else(|| panic!("{module} has no level"));
        for (name, text) in sources(&format!("harness/core/src/{module}")) {
            if name.ends_with("/tests.rs") {
                continue;
            }
            for import in code(&text).split("crate::").skip(1) {
                let path: String = import.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                match level(&path) {
                    _ if path == *module => {}
                    Some(other) if other < own => right += 1,
                    _ => wrong.push(format!("{name} imports crate::{path}")),
                }
            }
        }
    }
    assert!(right > 300);
    none(wrong);
}

#[test]
fn statistics_play_nothing() {
    none(offenders("harness/stats/src", &["crate::referee", "crate::run", "crate::games", "ergo_agents"]));
}

#[test]
fn only_one_file_matches_names_to_games() {
    let names = ergo_lab::games::names().into_iter().filter(|name| *name != "ergo").map(|name| format!("\"{name}\""));
    let words: Vec<String> = names.chain(["ergo_engine::toys".to_owned()]).collect();
    assert!(words.len() > 2);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let naming = in_harness(&words);
    assert!(!naming.is_empty());
    none(naming.into_iter().filter(|found| !found.starts_with("harness/core/src/games")).collect());
}

/// Games declare the meaning of their own rows as measures.
#[test]
fn reports_and_measures_name_no_game() {
    let words = ["paradox", "exhausted", "ended_by", "starter", "last mover", "proof", "::ergo"];
    for folder in ["measure", "report", "rows", "design"] {
        none(offenders(&format!("harness/core/src/{folder}"), &words));
    }
    assert!(!offenders("harness/core/src/games", &words).is_empty());
}

/// Above the arena, games are object-safe values (`DynGame`).
#[test]
fn only_the_arena_and_game_folders_are_generic_over_games() {
    let bounds = |text: &str| {
        code(text)
            .lines()
            .filter(|line| ["G: Game", "G: Configurable", "G: Registered"].iter().any(|b| line.contains(b)))
            .count()
    };
    let (mut inside, mut outside) = (0, 0);
    for (name, text) in sources("harness/core/src").into_iter().chain(sources("harness/src")) {
        let is_inside =
            ["registry/", "games/"].iter().any(|room| name.starts_with(&format!("harness/core/src/{room}")));
        *(if is_inside { &mut inside } else { &mut outside }) += bounds(&text);
    }
    assert!(inside > 20 && outside < 10, "{inside} bounds inside, {outside} outside");
}

/// Only its folder and its line in the list name a probe.
#[test]
fn only_the_probe_list_names_a_probe() {
    let folder = root().join("harness/core/src/probes");
    let names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| !["mod", "probe"].iter().any(|name| path.file_stem().unwrap() == *name))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(names.len() >= 2, "{names:?}");
    for name in &names {
        let own = format!("harness/core/src/probes/{name}");
        let found = in_harness(&[&format!("probes::{name}")]);
        none(found.into_iter().filter(|found| !found.starts_with(&own)).collect());
    }
    for folder in ["pages", "findings"] {
        let names = ["analysis::rating_lists", "analysis::models"];
        none(offenders(&format!("harness/core/src/report/{folder}"), &names));
    }
}

#[test]
fn results_do_not_depend_on_hash_order() {
    for folder in ["engine/core/src", "engine/src", "agents/src", "harness/core/src", "harness/src"] {
        // The laws are tests that other crates call; they only look up keys.
        let found = offenders(folder, &["HashMap", "HashSet"]);
        none(found.into_iter().filter(|found| !found.starts_with("engine/core/src/laws/")).collect());
    }
}

#[test]
fn rules_and_agents_have_no_clock_and_print_nothing() {
    for folder in ["engine/core/src", "engine/src", "agents/src"] {
        none(offenders(folder, &["println!", "eprintln!", "print!(", "dbg!", "std::time", "std::fs", "std::env"]));
        none(offenders(folder, &["thread_rng", "rand::rng()", "SysRng", "from_os_rng"]));
    }
    none(in_harness(&["println!", "dbg!"]));
}

#[test]
fn only_one_module_starts_programs() {
    // Agents reach programs through a trait; the harness implements it and has the clock.
    for folder in ["engine/core/src", "engine/src", "agents/src"] {
        none(offenders(folder, &["Command::new", "std::process", "std::net"]));
    }
    let starting = in_harness(&["Command::new", "rustix::"]);
    assert!(!starting.is_empty());
    let elsewhere = starting.into_iter().filter(|found| !found.starts_with("harness/core/src/job/programs/"));
    // The system calls that open files are covered, too.
    none(
        elsewhere
            .filter(|found| !(found.starts_with("harness/core/src/storage/folder/") && found.ends_with("rustix::")))
            .collect(),
    );
}

#[test]
fn architecture_checks_ignore_comments_and_tests() {
    assert_eq!(code("a // HashMap\nb\n#[cfg(test)]\nmod tests {\nHashMap"), "a \nb");
}
