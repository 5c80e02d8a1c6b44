//! Coverage of intervals and error rates of tests. `.ci/nightly` runs all studies and compares them with
//! `tests/reference/coverage/`. To run one: `cargo run --release -p ergo-lab --example coverage -- STUDY [numbers]`. The test
//! program `statistics` runs a small part.

#[path = "../../tests/statistics/contests.rs"]
mod contests;
mod leads;
mod ratings;
mod sequences;
mod shares;
mod stopped;
#[path = "../../tests/statistics/synthetic/mod.rs"]
mod synthetic;
mod tests;

use ergo_engine::rng::Seed;

/// The numbers after the name of a study, such as the number of runs.
struct Numbers;

impl Numbers {
    /// Returns number `place` (from 0) of the command line, or `default`.
    fn at(&self, place: usize, default: u64) -> u64 {
        std::env::args().nth(place + 2).map_or(default, |text| text.parse().expect("a number"))
    }
}

/// A study: its name, its numbers for the usage message, and its function.
type Study = (&'static str, &'static str, fn(&Numbers, &Seed));

const STUDIES: [Study; 6] = [
    ("shares", "[count [deals]]", shares::study),
    ("ratings", "[count]", ratings::study),
    ("leads", "[count]", leads::study),
    ("stopped", "[runs [blocks]]", stopped::study),
    ("tests", "[count]", tests::study),
    ("sequences", "[count]", sequences::study),
];

/// Stack size of a worker thread in bytes. Nested parallel runs execute further tasks while they wait.
const STACK: usize = 256 << 20;

fn main() {
    rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global().expect("the first pool");
    let asked = std::env::args().nth(1);
    match STUDIES.iter().find(|(name, ..)| Some(*name) == asked.as_deref()) {
        Some((_, _, study)) => study(&Numbers, &Seed::master(2026)),
        None => STUDIES.iter().for_each(|(name, numbers, _)| println!("coverage {name} {numbers}")),
    }
}
