//! Error rates and mean lengths of sequential tests.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::{Errors, block_kinds, sequential_errors};

pub fn study(numbers: &Numbers, seed: &Seed) {
    let count = numbers.at(0, 10_000);
    println!("{count} sequential tests each, alpha = beta = 5 %: errors in per cent, mean blocks under H0 and H1");
    for kind in block_kinds() {
        for elo in [[0.0, 30.0], [-20.0, 0.0]] {
            let Errors { false_alarms, misses, undecided, blocks_zero, blocks_one } =
                sequential_errors(&kind, elo, 25, count, seed);
            println!(
                "  {}, {elo:?}, looks every 25: false alarms {false_alarms:.2}  misses {misses:.2}  \
                 undecided {undecided:.2}  blocks {blocks_zero:.0} and {blocks_one:.0}",
                kind.name
            );
        }
    }
}
