//! Two who play alike, at every place of the ladder.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::ladder::{Parted, rungs, twins};

/// The cases tried: name, the luck that is the deal's, and whether one deal alone differs.
const TRIED: [(&str, f64, bool); 4] = [
    ("luck of the deal 0.5", 0.5, false),
    ("luck of the deal 0.9", 0.9, false),
    ("luck of the deal 0.98", 0.98, false),
    ("40 deals, all split evenly but one", 1.0, true),
];

pub fn study(numbers: &Numbers, seed: &Seed) {
    let (count, first) = (numbers.at(0, 400), numbers.at(1, 0));
    println!(
        "{count} ladders as shipped with twins at each place: told apart by lead, probability and ranks, in per cent"
    );
    let rows = TRIED.iter().flat_map(|tried| (2..=4).map(move |seats| (tried, seats)));
    for (&(name, luck, odd), seats) in rows.skip(first as usize) {
        let all: Vec<_> = (0..rungs().len()).map(|place| twins(place, seats, luck, odd, count, seed)).collect();
        let most = |of: fn(&Parted) -> f64| all.iter().map(of).fold(0.0, f64::max);
        let mean = |of: fn(&Parted) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        println!(
            "  {name}, {seats} seats: lead {:.2} (most of a place {:.2}), probability {:.2} ({:.2}), ranks {:.2} ({:.2})",
            mean(|found| found.lead),
            most(|found| found.lead),
            mean(|found| found.better),
            most(|found| found.better),
            mean(|found| found.ranks),
            most(|found| found.ranks),
        );
    }
}
