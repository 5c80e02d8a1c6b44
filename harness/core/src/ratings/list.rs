//! Rating lists in few words: who may be best, and rows for a terminal.

use ergo_stats::bonferroni;

use super::{Rated, Ratings};
use crate::report::words::{self, elo, elo_range, percent};

/// The most tables that are told one by one instead.
const FEW_TABLES: usize = 2;
/// The most who are named where several may be best.
const MOST_NAMED: usize = 3;

/// The findings of the rating lists, if they are worth the name: three or more entrants at three or more tables, all connected.
/// `tables` is the number of tables. Where the model fits, who may be best by the simultaneous intervals; where it does not,
/// first and pair by pair.
pub(crate) fn parts(ratings: &[Ratings], tables: usize) -> Option<(String, Vec<String>)> {
    let is_list = tables > FEW_TABLES && ratings.iter().any(|list| list.rows.len() > 2);
    if !is_list || ratings.iter().any(|list| !list.connected) {
        return None;
    }
    let (fit, misfit): (Vec<&Ratings>, Vec<&Ratings>) = ratings.iter().partition(|list| list.misfit().is_none());
    let by_pairs: Vec<(String, String)> = misfit.into_iter().map(by_pairs).collect();
    // Lists that say the same are told together.
    let mut groups: Vec<(String, Vec<&Ratings>)> = Vec::new();
    for list in fit {
        let who = may_be_best(list);
        match groups.iter_mut().find(|(known, _)| *known == who) {
            Some((_, lists)) => lists.push(list),
            None => groups.push((who, vec![list])),
        }
    }
    let at = |(i, (who, lists)): (usize, (String, Vec<&Ratings>))| {
        let sizes = words::numbers(lists.iter().map(|list| list.seats));
        let ahead = ahead(&lists);
        let by_at_least = ahead.as_ref().map_or_else(String::new, |least| format!(" (by at least {least} Elo)"));
        let in_short = ahead.as_ref().map_or_else(String::new, |least| format!(" (≥{least} Elo ahead)"));
        match (by_pairs.last(), i) {
            (None, 0) => format!("{who} at {sizes} seats{by_at_least}"),
            (Some((known, _)), 0) if *known == who => format!("likewise at {sizes} by rating{in_short}"),
            (Some(_), 0) => format!("by rating {who} at {sizes}{in_short}"),
            _ => format!("{who} at {sizes}{by_at_least}"),
        }
    };
    let by_rating: Vec<String> = groups.into_iter().enumerate().map(at).collect();
    let head = if by_pairs.is_empty() { "Best by rating: " } else { "Best: " };
    Some((head.to_owned(), by_pairs.into_iter().map(|(_, part)| part).chain(by_rating).collect()))
}

/// Who may be best where ratings do not explain who beats whom, and that part of the sentence.
fn by_pairs(list: &Ratings) -> (String, String) {
    let (best, least, met_all) = best_by_pairs(list);
    let whom = if met_all { "against others" } else { "where met" };
    let who = who(best.into_iter().map(|row| list.rows[row].name.as_str()).collect(), list.rows.len());
    let least = least.map_or_else(String::new, |least| format!("≥{} {whom}; ", percent(least)));
    let part = format!("{who} at {} seats pairwise ({least}ratings misfit)", list.seats);
    (who, part)
}

/// The rows of those who may be best, pair by pair: the first by ratings with everyone they met and do not clearly beat; the
/// least share that they surely have of the wins against each other one they met, by intervals of all pairs together; and whether
/// each of them met all others.
fn best_by_pairs(list: &Ratings) -> (Vec<usize>, Option<f64>, bool) {
    let count = list.pairs.iter().flatten().flatten().count() / 2;
    let least = |one: usize, other: usize| {
        let pair = list.pairs[one][other].as_ref()?;
        let (share, interval) = (pair.share?, pair.interval?);
        Some((share - bonferroni(count) * (share - interval.low)).max(0.0))
    };
    let met = |one: usize| (0..list.rows.len()).filter(move |other| list.pairs[one][*other].is_some());
    let mut best: Vec<usize> = (0..list.rows.len()).filter(|row| list.rows[*row].ranks.0 == 1).collect();
    let mut place = 0;
    while let Some(&one) = best.get(place) {
        let is_clear = |other: usize| least(one, other).is_some_and(|least| least > 0.5);
        let more: Vec<usize> = met(one).filter(|other| !best.contains(other) && !is_clear(*other)).collect();
        best.extend(more);
        place += 1;
    }
    let others = |one: usize| met(one).filter(|other| !best.contains(other));
    let shares = best.iter().flat_map(|one| others(*one).filter_map(move |other| least(*one, other)));
    let least = shares.reduce(f64::min);
    let met_all = best.iter().all(|one| others(*one).count() == list.rows.len() - best.len());
    (best, least, met_all)
}

/// Who may be best by the simultaneous intervals.
fn may_be_best(list: &Ratings) -> String {
    who(list.rows.iter().filter(|row| row.ranks.0 == 1).map(|row| row.name.as_str()).collect(), list.rows.len())
}

/// Those who may be best of so many: `a`, or `a, b or c`.
fn who(mut may: Vec<&str>, of: usize) -> String {
    // None of them is before another.
    may.sort_unstable();
    match may.as_slice() {
        [one] => (*one).to_owned(),
        [others @ .., last] if others.len() < MOST_NAMED && may.len() < of => {
            format!("{} or {last}", others.join(", "))
        }
        _ => format!("any of {}", may.len()),
    }
}

/// Of those who may be best in every one of `lists`, by how much at least: `94, 163, 37`, the lowest ends of the simultaneous intervals
/// of their leads over the next in the list.
fn ahead(lists: &[&Ratings]) -> Option<String> {
    let least = |list: &&Ratings| {
        let (best, others): (Vec<usize>, Vec<usize>) =
            (0..list.rows.len()).partition(|row| list.rows[*row].ranks.0 == 1);
        let next = *others.first()?;
        let lows = best.iter().map(|one| Some(list.lead(*one, next).interval?.low)).collect::<Option<Vec<f64>>>()?;
        let low = lows.into_iter().reduce(f64::min)?;
        (low.is_finite() && low > 0.0).then(|| format!("{low:.0}"))
    };
    let all: Option<Vec<String>> = lists.iter().map(least).collect();
    Some(all?.join(", "))
}

/// A row for every entrant of every list.
pub(crate) fn rows(ratings: &[Ratings]) -> Vec<Vec<String>> {
    let has_arms = ratings.windows(2).any(|two| two[0].arm != two[1].arm);
    let row = |list: &Ratings, rated: &Rated| {
        let table = if has_arms { format!("{}, {}", list.seats, list.arm) } else { list.seats.to_string() };
        let interval = rated.interval.map_or_else(|| "–".to_owned(), elo_range);
        vec![table, rated.name.clone(), percent(rated.share), elo(rated.elo), interval]
    };
    let heads = ["seats", "entrant", "won", "Elo", "95 %"].map(str::to_owned).to_vec();
    let rows = ratings.iter().flat_map(|list| list.rows.iter().map(move |rated| (list, rated)));
    std::iter::once(heads).chain(rows.map(|(list, rated)| row(list, rated))).collect()
}
