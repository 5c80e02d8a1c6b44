//! How often intervals hold the truth and tests err, in full: `.ci/nightly` runs all studies and compares them with
//! `tests/reference/coverage/`. One alone: `cargo run --release -p ergo-lab --example coverage -- STUDY [numbers]`.
//! `tests/statistics/coverage.rs` runs a small part in every run of the tests.

mod compare;
#[path = "../../tests/statistics/contests.rs"]
mod contests;
mod leads;
mod ratings;
mod sequences;
mod shares;
#[path = "../../tests/statistics/synthetic/mod.rs"]
mod synthetic;
mod tests;

use ergo_engine::rng::Seed;

/// The numbers after the name of a study.
struct Numbers;

impl Numbers {
    /// The number at a place, from 0, or its default.
    fn at(&self, place: usize, default: u64) -> u64 {
        std::env::args().nth(place + 2).map_or(default, |text| text.parse().expect("a number"))
    }
}

/// A study: its name, the numbers it takes, and what it does.
type Study = (&'static str, &'static str, fn(&Numbers, &Seed));

const STUDIES: [Study; 7] = [
    ("shares", "[count [deals]]", shares::study),
    ("ratings", "[count]", ratings::study),
    ("leads", "[count]", leads::study),
    ("compare", "[runs [blocks [drawn drawn [first row]]]]", compare::study),
    ("stopped", "[runs [blocks]]", compare::stopped),
    ("tests", "[count]", tests::study),
    ("sequences", "[count]", sequences::study),
];

/// Stack of a thread: runs within runs take up one another's tasks while they wait.
const STACK: usize = 256 << 20;

fn main() {
    rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global().expect("the first pool");
    let asked = std::env::args().nth(1);
    match STUDIES.iter().find(|(name, ..)| Some(*name) == asked.as_deref()) {
        Some((_, _, study)) => study(&Numbers, &Seed::master(2026)),
        None => STUDIES.iter().for_each(|(name, numbers, _)| println!("coverage {name} {numbers}")),
    }
}
