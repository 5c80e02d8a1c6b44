//! Estimates of a comparison with 95 % intervals.

use super::comparison_summary::{ComparisonSummary, Scale};
use super::words::{self, percent};
use crate::report::pages::{Cell, DataTable};
use ergo_stats::sequential::NORMALISED_ELO_PER_T;
use ergo_stats::{Interval, Moments, mean_interval, share_interval};

/// Returns true if a block has two directions.
fn both_ways(found: &ComparisonSummary<'_>) -> bool {
    found.seats > 2 || found.against.is_some()
}

/// Returns the table of estimates.
pub(super) fn estimates(found: &ComparisonSummary<'_>) -> DataTable {
    let heads = ["estimate", "even", "as seen", "95 % CI", "95 %, anytime-valid"].map(str::to_owned).to_vec();
    let mut table = DataTable { title: "Estimates".to_owned(), heads, texts: 1, ..DataTable::default() };
    let headline = EstimateRow { seen: found.value.mean(), interval: Some(found.interval), always: Some(found.always) };
    let signed_share = |value: f64| format!("{} %", words::signed(100.0 * found.scale.advantage(value)));
    let digits = if matches!(found.scale, Scale::Returns(_)) { 3 } else { 2 };
    let points = |value: f64| format!("{:+.digits$}", found.scale.advantage(value) + 0.0);
    // A single player has no rivals: there are no shared wins and no margins.
    let solo = found.seats == 1;
    match (found.scale, found.against) {
        (Scale::Points(_), None) if solo => {
            table.rows.push(headline.cells("half of B's score less A's, in points a match", "0", &points))
        }
        (Scale::Wins(_), None) if solo => {
            table.rows.push(headline.cells("half of B's win share less A's", "0.0 %", &signed_share))
        }
        (Scale::Points(_), Some(_)) => {
            table.rows.push(headline.cells("B's margin less A's, in points a match", "0", &points))
        }
        (Scale::Points(_), None) => {
            let what = if both_ways(found) { "B's margin, both ways together" } else { "B's margin" };
            table.rows.push(headline.cells(&format!("{what}, in points a match"), "0", &points));
        }
        (Scale::Returns(_), Some(_)) => {
            table.rows.push(headline.cells("B's return less A's, in points a match", "0", &points))
        }
        (Scale::Returns(_), None) => {
            let what = if both_ways(found) { "B's return, both ways together" } else { "B's return" };
            table.rows.push(headline.cells(&format!("{what}, in points a match"), "0", &points));
        }
        (Scale::Wins(_), Some(_)) => {
            table.rows.push(headline.cells("B's share of wins less A's", "0.0 %", &signed_share))
        }
        (Scale::Wins(_), None) => {
            let what = if both_ways(found) { "B's share, both ways together" } else { "B's share of wins" };
            table.rows.push(headline.cells(what, "50.0 %", &percent));
        }
    }
    if let Some(normalised) = found.normalised {
        // The same value at the observed deviation.
        let deviation = found.value.variance().unwrap_or(0.0).sqrt();
        let scale = NORMALISED_ELO_PER_T / deviation / f64::from(found.matches).sqrt();
        let elo = |value: f64| words::elo((value - 0.5) * scale);
        let row = EstimateRow { always: None, ..headline };
        table.rows.push(EstimateRow { seen: 0.5 + normalised / scale, ..row }.cells(
            "B's advantage in normalised Elo",
            "0",
            &elo,
        ));
    }
    let elo = |share: f64, seats: f64| match share {
        share if share <= 0.0 => "below all bounds".to_owned(),
        share if share >= 1.0 => "above all bounds".to_owned(),
        share => words::elo(400.0 * libm::log10(share * (seats - 1.0) / (1.0 - share))),
    };
    if !both_ways(found) && !solo && matches!(found.scale, Scale::Wins(_)) {
        table.rows.push(headline.cells("B over A in Elo", "0", &|share| elo(share, 2.0)));
    }
    for (side, of) in [&found.focal, &found.reverse].into_iter().enumerate() {
        let who = &alone(found)[side];
        let even = if solo { String::new() } else { percent(1.0 / found.seats as f64) };
        if both_ways(found) {
            table.rows.push(EstimateRow::of(of).cells(&format!("{who}: its win share"), &even, &percent));
            table.rows.push(
                EstimateRow::of(of)
                    .cells(&format!("{who}: its win share in Elo"), "0", &|share| elo(share, found.seats as f64)),
            );
        } else if side == 0 && !matches!(found.scale, Scale::Wins(_)) {
            let what = if solo { "B's win share" } else { "B's share of wins" };
            table.rows.push(EstimateRow::of(of).cells(what, &even, &percent));
        }
        let margin = &found.margins[side];
        if both_ways(found) || side == 0 && matches!(found.scale, Scale::Wins(_)) {
            let (own, even) = if solo { ("score", "") } else { ("margin", "0") };
            let what = format!("{who}: its {own}, in points a match");
            let row = EstimateRow { interval: mean_interval(margin), ..EstimateRow::of(margin) };
            table.rows.push(row.cells(&what, even, &|points| format!("{:+.2}", points + 0.0)));
        }
    }
    table
}

/// Explains how to read the estimates.
pub(super) const CAVEAT: &str = "All values are as seen. A test that stops early overstates small advantages: it stops when it has seen a large \
    one. Large advantages are hardly overstated. The 95 % CI of B's advantage is by adjusted empirical likelihood (Chen, Variyath and \
    Abraham 2008), widened by 10 % because the test may stop at any look. The 95 % CI of other rows is Student's, for a fixed number \
    of blocks. Anytime-valid intervals (a confidence sequence) hold for every distribution and every rule for stopping.";

/// One estimate with its intervals.
#[derive(Clone, Copy)]
struct EstimateRow {
    seen: f64,
    interval: Option<Interval>,
    always: Option<Interval>,
}

impl EstimateRow {
    /// Creates a row from moments, with the interval for a fixed number of blocks.
    fn of(moments: &Moments) -> Self {
        EstimateRow { seen: moments.mean(), interval: share_interval(moments), always: None }
    }

    fn cells(&self, what: &str, even: &str, show: &dyn Fn(f64) -> String) -> Vec<Cell> {
        let range = |interval: Interval| format!("{} to {}", show(interval.low), show(interval.high));
        [
            what.to_owned(),
            even.to_owned(),
            show(self.seen),
            self.interval.map_or_else(|| "–".to_owned(), range),
            self.always.map_or_else(String::new, range),
        ]
        .map(Cell::from)
        .to_vec()
    }
}

/// Describes the two directions of a block.
fn alone(found: &ComparisonSummary<'_>) -> [&'static str; 2] {
    match found.against {
        Some(_) => ["B among the others", "A among the same"],
        None if both_ways(found) => ["B alone among A's", "A alone among B's"],
        None => ["B", "A"],
    }
}
