//! Leads of rating lists from even to one-sided results: two entrants, one of them in all other seats, with true win shares
//! of 60 to 99 % if seats are equal.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::ladder::{measure_coverage, two};

const SHARES: [f64; 6] = [0.6, 0.7, 0.8, 0.9, 0.95, 0.99];

pub fn study(numbers: &Numbers, seed: &Seed) {
    let count = numbers.at(0, 1000);
    println!(
        "{count} lists of two each, by true win share {SHARES:?}: how many 95 % intervals of the lead held the truth, in per cent"
    );
    let rows = [0.5, 0.9].into_iter().flat_map(|luck| (2..=4).map(move |seats| (luck, seats)));
    for (luck, seats, deals) in rows.flat_map(|(luck, seats)| [12, 50].map(|deals| (luck, seats, deals))) {
        let held = |share| format!("{:.1}", measure_coverage(&two(share, seats, deals, luck), count, seed).leads);
        println!("  {seats} seats, {deals} deals, luck of the deal {luck}: {}", SHARES.map(held).join(", "));
    }
}
