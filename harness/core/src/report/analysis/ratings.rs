//! Ratings of bots for every table size: rating list, results of pairs, probabilities of being better, covariances and
//! fit. In games that pay points, returns replace ratings.

use super::rating_lists::payoffs::{self as returns, Payoffs};
use super::rating_lists::{Lead, RatingList, rate};
use super::{Analysis, PlotFile, RunData, decimal, ends};
use crate::rows::read::RowsError;
use ergo_stats::Interval;
use ergo_stats::luce::FitRow;

/// If there are more rows, those with similar predictions are merged in the file.
const MOST_POINTS: usize = 400;

/// By arm and number of seats: ratings from wins, or returns if the game pays points.
#[derive(Default)]
pub(super) struct RatingLists(Vec<RatingList>, Vec<Payoffs>);

impl Analysis for RatingLists {
    fn estimate(&mut self, data: &mut RunData<'_>) -> Result<(), RowsError> {
        // Identical matches have no variance.
        if data.is_exact || data.has_many_arms() {
            return Ok(());
        }
        if data.asked.measures.shape().pays_points {
            self.1 = data.tallies.iter().filter_map(returns::payoffs).collect();
        } else {
            let (seed, anchor) = (data.seed.derive("ratings", &[]), data.asked.anchor.as_deref());
            let rate = |(i, tally)| rate(tally, &seed.derive("list", &[i]), anchor);
            self.0 = (0..).zip(data.tallies).filter_map(rate).collect();
        }
        Ok(())
    }

    fn warning(&self, data: &RunData<'_>) -> Option<String> {
        // Ratings are the answer only if no measure is requested.
        let is_answer = data.asked.keys.is_empty() && !data.has_arms();
        let misfits = self.0.iter().filter(|list| is_answer && list.misfit().is_some());
        let sizes: Vec<String> = misfits.map(|list| list.seats.to_string()).collect();
        (!sizes.is_empty()).then(|| {
            format!(
                "With {} players, ratings do not predict the results of pairs of bots. Compare the pairs.",
                sizes.join(" and ")
            )
        })
    }

    fn files(&self, data: &RunData<'_>) -> Vec<PlotFile> {
        if data.is_of_design() {
            return Vec::new();
        }
        let RatingLists(lists, returns) = self;
        let mut files = Vec::new();
        if !lists.is_empty() {
            files.extend([list_file(lists), pairs_file(lists), better_file(lists), fit_file(lists)]);
            files.extend(covariance_file(lists));
        }
        files.extend((!returns.is_empty()).then(|| returns_file(returns)));
        files
    }
}

/// Returns the lead shown in a row of the list: over the next row, or over the anchor.
fn lead_of(ratings: &RatingList, row: usize) -> Option<Lead> {
    match ratings.anchor {
        Some(anchor) => (anchor != row).then(|| ratings.lead(row, anchor)),
        None => (row + 1 < ratings.rows.len()).then(|| ratings.lead(row, row + 1)),
    }
}

fn list_file(lists: &[RatingList]) -> PlotFile {
    let heads = [
        "arm",
        "seats",
        "entrant",
        "elo",
        "low",
        "high",
        "best_rank",
        "worst_rank",
        "win_share",
        "matches",
        "faults",
        "lead",
        "lead_low",
        "lead_high",
        "places_elo",
        "places_low",
        "places_high",
    ];
    let elo = |value: Option<f64>| {
        value.filter(|value| value.is_finite()).map_or_else(String::new, |value| format!("{value:.2}"))
    };
    let ends = |interval: Option<Interval>| [interval.map(|of| of.low), interval.map(|of| of.high)].map(elo);
    let mut rows = Vec::new();
    for ratings in lists {
        for (i, row) in ratings.rows.iter().enumerate() {
            let mut cells = vec![ratings.arm.clone(), ratings.seats.to_string(), row.name.clone(), elo(Some(row.elo))];
            cells.extend(ends(row.interval));
            cells.extend([row.ranks.0, row.ranks.1].map(|rank| rank.to_string()));
            cells.extend([decimal(row.share), row.matches.to_string(), row.faults.to_string()]);
            let lead = lead_of(ratings, i);
            cells.push(elo(lead.map(|lead| lead.elo)));
            cells.extend(ends(lead.and_then(|lead| lead.interval)));
            cells.push(elo(row.places.map(|(rating, _)| rating)));
            cells.extend(ends(row.places.and_then(|(_, interval)| interval)));
            rows.push(cells);
        }
    }
    PlotFile::new("plots/ratings.csv", &heads, &rows)
}

fn pairs_file(lists: &[RatingList]) -> PlotFile {
    let mut rows = Vec::new();
    for ratings in lists {
        for (row, pairs) in ratings.rows.iter().zip(&ratings.pairs) {
            for (column, pair) in ratings.rows.iter().zip(pairs) {
                let Some(pair) = pair else { continue };
                let mut cells = vec![
                    ratings.arm.clone(),
                    ratings.seats.to_string(),
                    row.name.clone(),
                    column.name.clone(),
                    pair.share.map(decimal).unwrap_or_default(),
                ];
                cells.extend(ends(pair.interval));
                cells.push(pair.matches.to_string());
                rows.push(cells);
            }
        }
    }
    PlotFile::new("plots/pairs.csv", &["arm", "seats", "row", "column", "share", "low", "high", "matches"], &rows)
}

fn better_file(lists: &[RatingList]) -> PlotFile {
    let mut rows = Vec::new();
    for ratings in lists {
        for (i, row) in ratings.rows.iter().enumerate() {
            for (j, column) in ratings.rows.iter().enumerate().filter(|(j, _)| *j != i) {
                let better = ratings.better(i, j).map(|better| decimal(better.probability)).unwrap_or_default();
                let (arm, seats) = (ratings.arm.clone(), ratings.seats.to_string());
                rows.push(vec![arm, seats, row.name.clone(), column.name.clone(), better]);
            }
        }
    }
    PlotFile::new("plots/better.csv", &["arm", "seats", "row", "column", "probability"], &rows)
}

/// Returns the covariance of every pair of ratings of every list.
fn covariance_file(lists: &[RatingList]) -> Option<PlotFile> {
    let mut rows = Vec::new();
    for ratings in lists {
        for (i, one) in ratings.rows.iter().enumerate() {
            for (j, other) in ratings.rows.iter().enumerate() {
                let Some(covariance) = ratings.covariance(i, j) else { continue };
                let (arm, seats) = (ratings.arm.clone(), ratings.seats.to_string());
                rows.push(vec![arm, seats, one.name.clone(), other.name.clone(), format!("{covariance:.3}")]);
            }
        }
    }
    if rows.is_empty() {
        return None;
    }
    Some(PlotFile::new("plots/covariance.csv", &["arm", "seats", "one", "other", "covariance"], &rows))
}

/// A row of `plots/fit.csv`: one seat of one seating, or several with similar predictions.
struct FitPoint {
    seating: String,
    seat: String,
    matches: f64,
    predicted: f64,
    observed: f64,
}

fn points(ratings: &RatingList) -> Vec<FitPoint> {
    let rows = &ratings.fit.rows;
    if rows.len() <= MOST_POINTS {
        let point = |row: &FitRow| FitPoint {
            seating: seating(ratings, row),
            seat: (row.seat + 1).to_string(),
            matches: row.matches,
            predicted: row.predicted,
            observed: row.observed,
        };
        return rows.iter().map(point).collect();
    }
    // One row per percent, weighted by matches.
    let pool = |percent: usize| {
        let of = || rows.iter().filter(move |row| ((row.predicted * 100.0) as usize).min(99) == percent);
        let matches: f64 = of().map(|row| row.matches).sum();
        (matches > 0.0).then(|| FitPoint {
            seating: format!("predicted {percent} to {} %", percent + 1),
            seat: String::new(),
            matches,
            predicted: of().map(|row| row.predicted * row.matches).sum::<f64>() / matches,
            observed: of().map(|row| row.observed * row.matches).sum::<f64>() / matches,
        })
    };
    (0..100).filter_map(pool).collect()
}

fn seating(ratings: &RatingList, row: &FitRow) -> String {
    let names: Vec<&str> = row.lineup.iter().map(|entrant| ratings.names[*entrant].as_str()).collect();
    names.join(" v ")
}

fn fit_file(lists: &[RatingList]) -> PlotFile {
    let mut rows = Vec::new();
    for ratings in lists {
        for point in points(ratings) {
            rows.push(vec![
                ratings.arm.clone(),
                point.seating,
                point.seat,
                format!("{:.0}", point.matches),
                decimal(point.predicted),
                decimal(point.observed),
            ]);
        }
    }
    PlotFile::new("plots/fit.csv", &["arm", "seating", "seat", "matches", "predicted", "observed"], &rows)
}

fn returns_file(lists: &[Payoffs]) -> PlotFile {
    let heads = [
        "arm",
        "seats",
        "entrant",
        "points",
        "low",
        "high",
        "lead",
        "lead_low",
        "lead_high",
        "win_share",
        "matches",
        "may_be_best",
    ];
    let text = |value: Option<f64>| value.map_or_else(String::new, decimal);
    let three = |found: Option<(f64, Option<Interval>)>| {
        let interval = found.and_then(|(_, interval)| interval);
        [found.map(|(value, _)| value), interval.map(|of| of.low), interval.map(|of| of.high)].map(text)
    };
    let mut rows = Vec::new();
    let all = lists.iter().flat_map(|list| list.rows.iter().enumerate().map(move |(place, row)| (list, place, row)));
    for (list, place, row) in all {
        let mut cells = vec![list.arm.clone(), list.seats.to_string(), row.name.clone()];
        cells.extend(three(Some(row.points)));
        cells.extend(three(row.lead));
        cells.extend([decimal(row.share), row.matches.to_string(), u8::from(place < list.best).to_string()]);
        rows.push(cells);
    }
    PlotFile::new("plots/returns.csv", &heads, &rows)
}
