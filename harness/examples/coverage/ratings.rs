//! Coverage of rating lists: a ladder of 17 over 13 nats, and the shipped designs.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::ladder::{LadderCoverage, kinds, measure_coverage};

pub fn study(numbers: &Numbers, seed: &Seed) {
    let count = numbers.at(0, 400);
    println!(
        "{count} lists each: how many 95 % intervals held the truth, in per cent (mean, least and most of a list)"
    );
    for all in [false, true] {
        for luck in [0.5, 0.9] {
            println!("luck of the deal {luck}, {}", if all { "all orders" } else { "n seatings from a random order" });
            for kind in kinds(luck, all) {
                let LadderCoverage {
                    ratings,
                    least_rating,
                    leads,
                    least_lead,
                    most_lead,
                    ends,
                    together,
                    ranks,
                    open,
                    error,
                    ..
                } = measure_coverage(&kind, count, seed);
                println!(
                    "  {}, {} deals: ratings {ratings:.1} (from {least_rating:.1}), leads {leads:.1} ({:.1} {} {} to {most_lead:.1}), \
                     ends {ends:.1}, together {together:.1}, ranks {ranks:.1}, open {open:.1}, error of the ends {:.2} and {:.2}",
                    kind.name, kind.deals, least_lead.0, least_lead.1, least_lead.2, error.0, error.1
                );
            }
        }
    }
}
