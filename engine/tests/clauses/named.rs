//! Every clause, ruling and option has a test: the sources of the tests name them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ergo_engine::options::OptionSpec;

/// The rules of a game, the folder of their tests, and its options.
struct Book {
    rules: &'static str,
    tests: &'static str,
    options: Vec<OptionSpec>,
    /// The prefixes of its clauses, each numbered from 1.
    marks: &'static [&'static str],
    /// The prefixes whose clauses have tests named after them; other clauses are tested with the clauses they belong
    /// to.
    named: &'static [&'static str],
}

fn books() -> [Book; 4] {
    [
        Book {
            rules: include_str!("../../src/ergo/RULES.md"),
            tests: "tests/clauses/ergo",
            options: ergo_engine::ergo::rules::options(),
            marks: &["E", "R"],
            named: &["E"],
        },
        Book {
            rules: include_str!("../../src/ergo_invicta/RULES.md"),
            tests: "tests/clauses/ergo_invicta",
            options: ergo_engine::ergo_invicta::rules::options(),
            marks: &["I", "G-EI", "R"],
            named: &["I", "G-EI"],
        },
        Book {
            rules: include_str!("../../src/cogito/RULES.md"),
            tests: "tests/clauses/cogito",
            options: ergo_engine::cogito::rules::options(),
            marks: &["C", "G", "I", "R"],
            named: &["C"],
        },
        Book {
            rules: include_str!("../../src/philosophia/RULES.md"),
            tests: "tests/clauses/philosophia",
            options: ergo_engine::philosophia::rules::options(),
            marks: &["P", "G-P", "I", "R"],
            named: &["P"],
        },
    ]
}

impl Book {
    fn sources(&self) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(self.tests);
        let files = fs::read_dir(folder).expect("folder of tests").map(|file| file.unwrap().path());
        files
            .filter(|path| path.extension().is_some_and(|end| end == "rs"))
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }

    /// Returns the numbers of clauses or rulings in the text: `- **E1 …`.
    fn written(&self, mark: &str) -> BTreeSet<u32> {
        let starts = self.rules.lines().filter_map(|line| line.strip_prefix("- **")?.strip_prefix(mark));
        starts.filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()).collect()
    }
}

/// Returns the numbers after `mark` in comments that begin with `RULES.md`.
fn cited(sources: &str, mark: &str) -> BTreeSet<u32> {
    let comments = sources.lines().filter_map(|line| line.trim().strip_prefix("/// RULES.md "));
    let words = comments.flat_map(|comment| comment.split([' ', ':', '.', ',']));
    words.filter_map(|word| word.strip_prefix(mark)?.parse().ok()).collect()
}

#[test]
fn every_clause_and_ruling_has_a_test() {
    let counts: Vec<Vec<usize>> =
        books().iter().map(|book| book.marks.iter().map(|mark| book.written(mark).len()).collect()).collect();
    assert_eq!((counts[0][0], &counts[1], &counts[2]), (24, &vec![11, 18, 4], &vec![16, 28, 9, 6]));
    assert_eq!(counts[3], [19, 56, 13, 12]);
    for book in books() {
        let sources = book.sources();
        for mark in book.marks {
            let written = book.written(mark);
            assert_eq!(written, (1..=written.len() as u32).collect(), "{mark} of {}", book.tests);
            assert_eq!(cited(&sources, mark), written, "{mark} of {}", book.tests);
        }
    }
}

#[test]
fn every_clause_has_a_test_named_after_it() {
    for book in books() {
        let sources = book.sources();
        for mark in book.named {
            for clause in book.written(mark) {
                let name = format!("fn {}{clause}_", mark.to_lowercase().replace('-', "_"));
                assert!(sources.contains(&name), "no test is named {name} in {}", book.tests);
            }
        }
    }
}

#[test]
fn every_option_is_in_the_rules_and_in_a_test() {
    for book in books() {
        let sources = book.sources();
        for option in &book.options {
            assert!(book.rules.contains(&format!("`{}`", option.key)), "{} is not in RULES.md", option.key);
            let tested = sources.contains(&format!("{}=", option.key)) || option.key.starts_with("cards.");
            assert!(tested, "{} is set in no test", option.key);
        }
    }
}

#[test]
fn every_named_test_case_of_philosophia_has_a_test() {
    let [.., philosophia] = books();
    let sources = philosophia.sources();
    for case in 1..=24 {
        assert!(cited_words(&sources).any(|word| word == format!("PH-T{case}")), "PH-T{case}");
    }
}

/// Returns the words of all doc comments.
fn cited_words(sources: &str) -> impl Iterator<Item = &str> {
    let comments = sources.lines().filter_map(|line| line.trim().strip_prefix("/// "));
    comments.flat_map(|comment| comment.split([' ', ':', '.', ',']))
}
