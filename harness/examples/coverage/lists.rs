//! Rating lists from the experiment file to the files of the report: bots that say their strength play the ladder as shipped,
//! with two who play alike.

use ergo_engine::rng::Seed;

use crate::Numbers;
use crate::synthetic::ladder::with_twins;
use crate::synthetic::listed::{Held, held};

/// Where the two stand: at the foot, in the middle, on top.
const PLACES: [usize; 3] = [0, 8, 16];

pub fn study(numbers: &Numbers, _: &Seed) {
    let (count, first) = (numbers.at(0, 400), numbers.at(1, 0));
    println!(
        "{count} ladders each, from experiment file to report: how much was right, and how often twins were parted, in per cent"
    );
    let sizes = [0.5, 0.9].into_iter().flat_map(|luck| (2..=4).map(move |seats| (luck, seats)));
    let rows = sizes.flat_map(|(luck, seats)| PLACES.map(|place| (luck, seats, place)));
    for (luck, seats, place) in rows.skip(first as usize) {
        let kind = with_twins(place, seats, luck);
        let Held { ratings, leads, ranks, parted: [lead, better, rank] } = held(&kind, count, 1, (place, place + 1));
        println!(
            "  {}, luck of the deal {luck}: ratings {:.1} (from {:.1}), leads together {leads:.1}, ranks {ranks:.1}; parted by \
             lead {lead:.2}, probability {better:.2}, ranks {rank:.2}",
            kind.name, ratings.0, ratings.1
        );
    }
}
