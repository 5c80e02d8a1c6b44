//! Coverage of confidence sequences.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::{block_kinds, sequence_exclusions};

pub fn study(numbers: &Numbers, seed: &Seed) {
    let count = numbers.at(0, 10_000);
    println!(
        "{count} confidence sequences each, alpha = 5 %, looked at after each of 1,000 blocks: truth left out, in per cent"
    );
    for kind in block_kinds() {
        let (out, width) = sequence_exclusions(&kind, 1_000, count, seed);
        println!("  {}: {out:.2}  (width at the end {width:.3})", kind.name);
    }
}
