//! No clause, ruling or option without a test: the sources of the tests name them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const RULES: &str = include_str!("../src/ergo/RULES.md");

fn sources() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ergo_clauses");
    let files = fs::read_dir(folder).expect("the folder of the tests").map(|file| file.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect()
}

/// The numbers behind `letter` in comments that begin with `RULES.md`.
fn cited(sources: &str, letter: char) -> BTreeSet<u32> {
    let comments = sources.lines().filter_map(|line| line.trim().strip_prefix("/// RULES.md "));
    let words = comments.flat_map(|comment| comment.split([' ', ':', '.', ',']));
    words.filter_map(|word| word.strip_prefix(letter)?.parse().ok()).collect()
}

/// Clauses or rulings of the text: `- **E1 …`.
fn written(letter: char) -> BTreeSet<u32> {
    let starts = RULES.lines().filter_map(|line| line.strip_prefix("- **")?.strip_prefix(letter));
    starts.map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()).collect()
}

#[test]
fn every_clause_has_a_test() {
    let sources = sources();
    assert_eq!(written('E'), (1..=24).collect());
    assert_eq!(cited(&sources, 'E'), written('E'));
    for clause in written('E') {
        let named = sources.contains(&format!("fn e{clause}_"));
        assert!(named, "no test is named after E{clause}");
    }
}

#[test]
fn every_ruling_has_a_test() {
    let rulings = written('R');
    assert_eq!(rulings, (1..=rulings.len() as u32).collect());
    assert_eq!(cited(&sources(), 'R'), rulings);
}

#[test]
fn every_option_is_in_the_rules_and_in_a_test() {
    let sources = sources();
    for option in ergo_engine::ergo::rules::options() {
        assert!(RULES.contains(&format!("`{}`", option.key)), "{} is not in RULES.md", option.key);
        let tested = sources.contains(&format!("{}=", option.key)) || option.key.starts_with("cards.");
        assert!(tested, "{} is set in no test", option.key);
    }
}
