//! Short runs of the fuzz targets for transcripts, manifests and rows, on their seeds and on random mutations.
//! `harness/fuzz/seeds/README.md` explains long runs.

use std::fs;
use std::path::{Path, PathBuf};

use ergo_engine::rng::{Rng, Seed, below};

#[path = "../../fuzz/bodies.rs"]
mod bodies;

/// Mutations of each seed. Rows get fewer, because they are written to files and reported.
const MADE: usize = 1_500;
const MADE_OF_ROWS: usize = 400;

/// Texts inserted at random positions, or in place of digits or words.
const WORDS: [&str; 16] = [
    "NaN",
    "inf",
    "-1",
    "0",
    "1e309",
    "18446744073709551616",
    "-9223372036854775808",
    "0.1",
    "null",
    "\"",
    "{",
    "[",
    ",",
    "\n",
    "é",
    "\0",
];

fn seeds(target: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{target} has seeds");
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Returns a random number below `bound`.
fn up_to(bound: usize, rng: &mut Rng) -> usize {
    below(rng, bound as u32) as usize
}

/// Returns a random character boundary.
fn place(text: &str, rng: &mut Rng) -> usize {
    let mut place = up_to(text.len() + 1, rng);
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

/// Returns `text` with a few random changes.
pub(super) fn made_of(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + up_to(3, rng) {
        let (from, to) = (place(&text, rng), place(&text, rng));
        let (from, to) = (from.min(to), from.max(to));
        // Mostly small pieces.
        let mut near = (from + up_to(12, rng)).min(text.len());
        while !text.is_char_boundary(near) {
            near -= 1;
        }
        match up_to(6, rng) {
            0 => text.replace_range(from..near, ""),
            1 => text.replace_range(from..near, WORDS[up_to(WORDS.len(), rng)]),
            2 => text.insert_str(from, WORDS[up_to(WORDS.len(), rng)]),
            3 => {
                let piece = text[from..to].to_owned();
                text.insert_str(to, &piece);
            }
            4 => text.truncate(to),
            _ => {
                // Replace the next number.
                let digits = |c: char| c.is_ascii_digit();
                if let Some(start) = text[from..].find(digits) {
                    let start = from + start;
                    let end = text[start..].find(|c| !digits(c)).map_or(text.len(), |length| start + length);
                    text.replace_range(start..end, WORDS[up_to(8, rng)]);
                }
            }
        }
        if text.len() > 1 << 16 {
            text = text[..place(&text, rng)].to_owned();
        }
    }
    text
}

fn all(target: &str, texts: usize, body: impl Fn(&str)) {
    let mut rng = Seed::master(11).derive(target, &[]).rng();
    for (path, text) in seeds(target) {
        body(&text);
        for i in 0..texts {
            let made = made_of(&text, &mut rng);
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| body(&made)));
            assert!(found.is_ok(), "text {i} of {}: {made:?}", path.display());
        }
    }
}

#[test]
fn mutated_transcripts_are_replayed_or_refused() {
    all("transcripts", MADE, bodies::transcript);
}

#[test]
fn mutated_manifests_are_read_or_refused() {
    all("manifests", MADE, bodies::manifest);
}

#[test]
fn mutated_rows_are_reported_or_refused() {
    let folder = crate::common::tempdir().unwrap();
    all("rows", MADE_OF_ROWS, |text| bodies::rows(text, folder.path()));
}
