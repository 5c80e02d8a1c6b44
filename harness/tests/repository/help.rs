//! Help pages of the command line, held to a snapshot, and the verb `help`.

use crate::common::{difference, printed, refused, root, run};
use ergo_lab::Lab;

/// The words of every command with a help page, depth first.
fn help_pages(command: &clap::Command, words: &[String]) -> Vec<Vec<String>> {
    let mut pages = vec![words.to_vec()];
    for verb in command.get_subcommands() {
        // The tools of ERGO are also verbs, as before 0.2.
        if words.is_empty() && ["judge", "moves"].contains(&verb.get_name()) {
            continue;
        }
        // A positional argument comes before the tools of a game.
        let game = (words.is_empty() && verb.get_name() == "game").then(|| "ergo".to_owned());
        let words: Vec<String> = words.iter().cloned().chain([verb.get_name().to_owned()]).chain(game).collect();
        pages.extend(help_pages(verb, &words));
    }
    pages
}

#[test]
fn first_help_page_has_at_most_fourteen_verbs() {
    let page = printed(&run(&["--help"]));
    let (_, page) = page.split_once("Usage: ergo VERB [ARGUMENTS]\n").unwrap();
    let (page, _) = page.split_once("\nMore verbs:").unwrap();
    let groups: Vec<&str> = page.lines().filter_map(|line| line.strip_suffix(':')).collect();
    assert_eq!(groups, ["Play and explore", "Experiment", "Check", "Distribute"]);
    let verbs = page.lines().filter(|line| line.starts_with("  ")).count();
    assert!((4..=14).contains(&verbs), "{page}");
    Lab::command().debug_assert();
}

#[test]
fn help_pages_match_the_snapshot_and_end_with_an_example() {
    let mut text = String::new();
    for words in help_pages(&Lab::command(), &[]) {
        let typed: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let page = printed(&run(&typed));
        if !words.is_empty() {
            let (_, example) = page.rsplit_once("\nExample:\n").unwrap_or_else(|| panic!("{words:?}: no example"));
            let commands: Vec<&str> = example.trim_end().lines().collect();
            assert!(commands.iter().all(|line| line.starts_with("  ergo ")), "{words:?}: {commands:?}");
        }
        text += &format!("$ ergo {}\n{page}\n", typed.join(" "));
    }
    assert_eq!(difference(&root().join("harness/tests/reference/help.txt"), &text), None);
}

#[test]
fn verb_help_prints_the_help_page_of_a_verb() {
    assert_eq!(printed(&run(&["help"])), printed(&run(&["--help"])));
    assert_eq!(printed(&run(&["help", "run"])), printed(&run(&["run", "--help"])));
    assert_eq!(printed(&run(&["help", "shard", "plan"])), printed(&run(&["shard", "plan", "--help"])));
    refused(&run(&["help", "rum"]), &["unknown verb \"rum\"", "\"run\""]);
}

#[test]
fn examples_of_help_parse() {
    for words in help_pages(&Lab::command(), &[]).iter().filter(|words| !words.is_empty()) {
        let typed: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let page = printed(&run(&typed));
        for line in page.rsplit_once("\nExample:\n").unwrap().1.trim_end().lines() {
            let (command, _) = line.split_once(" > ").unwrap_or((line, ""));
            let mut parts = command.trim().split('\'').enumerate();
            let mut split = Vec::new();
            parts.by_ref().for_each(|(place, part)| match place % 2 {
                0 => split.extend(part.split_whitespace().map(str::to_owned)),
                _ => split.push(part.to_owned()),
            });
            let parsed = Lab::command().try_get_matches_from(&split);
            assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
        }
    }
}
