//! Which seat is favoured, where copies of one bot meet.

use super::change::CLEAR;
use super::cut::short;
use super::said::widest;
use crate::report::lineup::LineUp;
use crate::report::words;
use ergo_stats::multiplicity::holm;

/// Copies of one bot: whether their seats are alike, tested at all tables together.
pub(super) fn by_seat(lineups: &[LineUp]) -> String {
    let tested: Vec<f64> = lineups.iter().filter_map(LineUp::seats_alike).collect();
    let clear = holm(&tested).iter().filter(|p| **p < CLEAR).count();
    let verdict = match clear {
        0 => "alike as far as can be told",
        all if all == lineups.len() => "not alike",
        _ => "not alike everywhere",
    };
    let pays = lineups[0].pays_points;
    let shares = |lineup: &LineUp| {
        let share = |seat: usize| lineup.measure(&format!("seat {seat}"), lineup.outcome_of_seats());
        let shares = (1..=lineup.table.len()).filter_map(share).map(|share| match pays {
            true => format!("{:+.3}", share.value),
            false => format!("{:.0}", share.value * 100.0),
        });
        shares.collect::<Vec<_>>().join(", ")
    };
    let shares = lineups.iter().map(shares).collect::<Vec<_>>().join("; ");
    // What is exact is not tested.
    if lineups.iter().all(|lineup| lineup.repeated().is_some()) {
        return short(if pays { "Points a match by seat: " } else { "Wins by seat, in %: " }, vec![shares]);
    }
    let measures = lineups.iter().flat_map(LineUp::measures);
    let outcome = lineups[0].outcome_of_seats();
    let seats = measures.filter(|found| found.key.subject.starts_with("seat ") && found.key.measure.name == outcome);
    let halves = seats.map(|found| found.interval.map(|one| one.reach(found.value)));
    let each = widest(halves, |half| match pays {
        true => format!("each ±{half:.3} or less"),
        false => format!("each ±{:.1} or less", half * 100.0),
    });
    let (who, unit) = (names(lineups), if pays { "points a match" } else { "% of wins" });
    short(&format!("Seats of {who} are {verdict} "), vec![format!("({unit} by seat, {each}: {shares})")])
}

/// Who plays at these tables: `td`, `td and greedy`.
fn names(lineups: &[LineUp]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in lineups.iter().flat_map(|lineup| &lineup.distinct) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    words::list(&names)
}
