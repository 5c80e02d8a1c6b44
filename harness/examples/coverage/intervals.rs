//! Intervals of ratings and of win shares in synthetic tournaments.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::{Coverage, coverage, tournaments};

pub fn study(numbers: &Numbers, seed: &Seed) {
    let count = numbers.at(0, 10_000);
    println!("{count} tournaments each: how many 95 % intervals held the truth, in per cent");
    for kind in tournaments() {
        let Coverage { strength, difference, win_share, all_pairs, ranks, ranking, bias } =
            coverage(&kind, count, seed);
        println!("{} ({} blocks)", kind.name, kind.blocks());
        println!("  strength {strength:.2}  difference {difference:.2}  win share {win_share:.2}");
        println!(
            "  all pairs {all_pairs:.2}  all ranks {ranks:.2}  difference by rankings {ranking:.2}  bias {bias:.3}"
        );
    }
}
