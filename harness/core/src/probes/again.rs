//! Plays matches on from moments picked at random, for whoever looks at cards or decisions by cause: what comes of it is the lead in
//! the round.

use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::SeatMap;

/// Some of `seen` things that come one after another, each as likely as any other: adds `thing` to `kept`, which holds `most` of
/// those before it or all if they were fewer, or leaves it out.
pub(crate) fn keep<T>(kept: &mut Vec<T>, most: usize, seen: &mut u32, rng: &mut Rng, thing: impl FnOnce() -> T) {
    *seen += 1;
    if kept.len() < most {
        kept.push(thing());
    } else if let Some(place) = kept.get_mut(below(rng, *seen) as usize) {
        *place = thing();
    }
}

/// The lead of every seat in a round: what it won, less the mean of what the others won; of a seat alone what it won.
pub(crate) fn leads(points: &SeatMap<i32>) -> SeatMap<f64> {
    let others = (points.iter().count() - 1).max(1) as f64;
    let all: i32 = points.iter().sum();
    points.map(|&own| f64::from(own) - f64::from(all - own) / others)
}
