//! Ratings from whole rankings, which also use second and later places.

use ergo_stats::Interval;
use ergo_stats::choice::Penalty;
use ergo_stats::luce::{ELO_PER_NAT, in_elo};
use ergo_stats::plackett_luce::{RankModel, Ranking};

use crate::report::tally::Tally;

/// A rating from places in Elo points, with its 95 % interval; an open end is infinite.
pub(super) type PlaceRating = (f64, Option<Interval>);

/// Returns the rating of every entrant of `tally` from its places. `None` for tables of two, where places add nothing,
/// and if an entrant has no ranking.
pub(super) fn by_places(tally: &Tally, order: impl Fn(usize) -> usize) -> Option<Vec<PlaceRating>> {
    let count = tally.entrants.len();
    let rankings: Vec<(Ranking, f64)> = tally.finishes.rankings();
    let is_ranked = |entrant: usize| rankings.iter().any(|(ranking, _)| ranking.items.contains(&entrant));
    if tally.seats < 3 || !(0..count).all(is_ranked) {
        return None;
    }
    let rows = rankings.iter().map(|(ranking, times)| (ranking, *times));
    let leads = RankModel::fit_counts(count, rows, Penalty::Jeffreys).ok()?.leads(tally.deals_in_batch(), order);
    let row = |entrant: usize| (leads.ratings()[entrant] * ELO_PER_NAT, leads.rating(entrant).map(in_elo));
    Some((0..count).map(row).collect())
}
