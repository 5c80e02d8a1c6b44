//! Ratings by whole rankings, beside those by wins: second and later places count as well.

use ergo_engine::rng::Seed;

use super::ratings::{draws_for, in_elo};
use super::tally::Tally;
use crate::stats::Interval;
use crate::stats::luce::ELO_PER_NAT;
use crate::stats::plackett_luce::{RankModel, Ranking};

/// Wins and losses of everybody against the ghost that keeps ratings finite.
const PSEUDO: f64 = 0.5;

/// A rating by places, in Elo points, with its 95 % interval.
pub type ByPlaces = (f64, Option<Interval>);

/// The rating of every entrant of `tally` by its places. Nothing for tables of two, where the winner says it all, and where
/// somebody sat at no table of different entrants.
pub fn by_places(tally: &Tally, seed: &Seed) -> Option<Vec<ByPlaces>> {
    let count = tally.entrants.len();
    let rankings: Vec<(Ranking, f64)> = tally.finishes.rankings();
    let is_ranked = |entrant: usize| rankings.iter().any(|(ranking, _)| ranking.items.contains(&entrant));
    if tally.seats < 3 || !(0..count).all(is_ranked) {
        return None;
    }
    let rows = rankings.iter().map(|(ranking, times)| (ranking, *times));
    let model = RankModel::fit_counts(count, rows, PSEUDO).ok()?;
    let draws = model.bootstrap(seed, draws_for(model.work()));
    let row = |(entrant, rating): (usize, f64)| (rating * ELO_PER_NAT, draws.parameter(entrant).map(in_elo));
    Some(model.ratings().into_iter().enumerate().map(row).collect())
}
