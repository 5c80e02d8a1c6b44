//! A change against the smallest that would matter, where an experiment declares one: either all are smaller, or what the deals
//! cannot tell, and how many would.

use super::said::amount;
use crate::measure::Key;
use crate::report::words;
use ergo_stats::{Interval, bonferroni};

/// Half widths that a margin must hold for a test of equivalence to succeed in nine of ten, where nothing changes: that of 95 % is
/// 1.96 standard errors, and the error of the estimate itself passes 1.28 of them in one of ten on either side.
const HALVES: f64 = (1.959_964 + 1.281_552) / 1.959_964;

/// The words after an answer about `changes`, each with its interval, from so many deals: that all of them together lie within the margin
/// (each interval widened for their number, after Bonferroni), or, where none is clear, that this cannot be told.
pub(super) fn against(
    margin: Option<f64>,
    changes: &[(f64, Option<Interval>)],
    deals: u64,
    any_clear: bool,
    key: &Key,
) -> Option<String> {
    let margin = margin?;
    let wider = bonferroni(changes.len());
    let half = |(value, interval): &(f64, Option<Interval>)| interval.map(|interval| wider * interval.reach(*value));
    let halves: Vec<f64> = changes.iter().map(half).collect::<Option<_>>()?;
    let within = changes.iter().zip(&halves).all(|((value, _), half)| value.abs() + half < margin);
    if within {
        return Some(format!("all within ±{}", amount(margin, key)));
    }
    let widest = halves.into_iter().fold(0.0, f64::max);
    let wanted = (deals as f64 * (HALVES * widest / margin).powi(2)).ceil();
    let unclear = || format!("±{} cannot be told: wants {} deals", amount(margin, key), words::count(round_up(wanted)));
    (!any_clear && wanted > deals as f64).then(unclear)
}

/// Two digits, rounded up: more would claim to know the spread of deals not yet played.
fn round_up(number: f64) -> u64 {
    let unit = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    ((number / unit).ceil() * unit) as u64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::measure::{Measure, Of, Per, Unit, Value};

    fn said(margin: f64, changes: &[(f64, f64)], any_clear: bool) -> Option<String> {
        let measure = Measure::new("paradox", "paradoxes", Unit::Share, Per::Rounds, Of::All, Value::Rounds);
        let key = Key::new("all", &Arc::new(measure));
        let interval = |(value, half): &(f64, f64)| (*value, Some(Interval { low: value - half, high: value + half }));
        against(Some(margin), &changes.iter().map(interval).collect::<Vec<_>>(), 100, any_clear, &key)
    }

    #[test]
    fn what_is_not_clear_is_small_or_cannot_be_told() {
        assert_eq!(said(0.02, &[(0.001, 0.01)], false).as_deref(), Some("all within ±2.0pp"));
        // 100 deals times the square of 1.654 half widths of 0.04 by 0.02.
        assert_eq!(said(0.02, &[(0.001, 0.04)], false).as_deref(), Some("±2.0pp cannot be told: wants 1,100 deals"));
        assert_eq!(said(0.02, &[(0.1, 0.04)], true), None);
        // Each alone is within, not all together.
        assert_eq!(said(0.02, &[(0.0, 0.0195)], false).as_deref(), Some("all within ±2.0pp"));
        assert!(said(0.02, &[(0.0, 0.0195); 4], false).unwrap().contains("cannot be told"));
    }

    #[test]
    fn deals_have_two_digits() {
        assert_eq!([1_094.2, 99.2, 7.5, 12_000.0].map(round_up), [1_100, 100, 8, 12_000]);
    }
}
