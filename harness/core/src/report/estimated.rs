//! Estimates of a comparison: as seen, freed of the bias of stopping, and by a confidence sequence.

use super::claims;
use super::contested::{Contested, Scale};
use super::page::{Piece, Section, Table};
use super::words::{self, percent};
use ergo_stats::sequential::NORMALISED_ELO_PER_T;
use ergo_stats::stopped::Estimate;
use ergo_stats::{Interval, Moments, mean_interval, share_interval};

/// Whether there are two ways to sit, not one.
fn both_ways(found: &Contested<'_>) -> bool {
    found.seats > 2 || found.against.is_some()
}

/// The table of estimates, and what to make of it.
pub(super) fn estimates(found: &Contested<'_>) -> Section {
    let mut table = Table::new(
        1,
        ["estimate", "even", "as seen", "95 %, length fixed", "corrected", "95 %, corrected", "95 %, anytime-valid"],
    );
    let headline = Row {
        seen: found.value.mean(),
        fixed: share_interval(&found.value),
        corrected: found.corrected,
        always: Some(found.always),
    };
    let signed_share = |value: f64| format!("{} %", words::signed(100.0 * found.scale.advantage(value)));
    let digits = if matches!(found.scale, Scale::Returns(_)) { 3 } else { 2 };
    let points = |value: f64| format!("{:+.digits$}", found.scale.advantage(value) + 0.0);
    // Alone, there is nobody to share wins with or to be ahead of.
    let solo = found.seats == 1;
    match (found.scale, found.against) {
        (Scale::Points(_), None) if solo => {
            table.row(headline.cells("half of B's score less A's, in points a match", "0", &points))
        }
        (Scale::Wins(_), None) if solo => {
            table.row(headline.cells("half of B's win share less A's", "0.0 %", &signed_share))
        }
        (Scale::Points(_), Some(_)) => {
            table.row(headline.cells("B's margin less A's, in points a match", "0", &points))
        }
        (Scale::Points(_), None) => {
            let what = if both_ways(found) { "B's margin, both ways together" } else { "B's margin" };
            table.row(headline.cells(&format!("{what}, in points a match"), "0", &points));
        }
        (Scale::Returns(_), Some(_)) => {
            table.row(headline.cells("B's return less A's, in points a match", "0", &points))
        }
        (Scale::Returns(_), None) => {
            let what = if both_ways(found) { "B's return, both ways together" } else { "B's return" };
            table.row(headline.cells(&format!("{what}, in points a match"), "0", &points));
        }
        (Scale::Wins(_), Some(_)) => table.row(headline.cells("B's share of wins less A's", "0.0 %", &signed_share)),
        (Scale::Wins(_), None) => {
            let what = if both_ways(found) { "B's share, both ways together" } else { "B's share of wins" };
            table.row(headline.cells(what, "50.0 %", &percent));
        }
    }
    if let Some(normalised) = found.normalised {
        // The same at the deviation seen.
        let deviation = found.value.variance().unwrap_or(0.0).sqrt();
        let scale = NORMALISED_ELO_PER_T / deviation / f64::from(found.matches).sqrt();
        let elo = |value: f64| words::elo((value - 0.5) * scale);
        let row = Row { always: None, fixed: mean_interval(&found.value), ..headline };
        table.row(Row { seen: 0.5 + normalised / scale, ..row }.cells("B's advantage in normalised Elo", "0", &elo));
    }
    let elo = |share: f64, seats: f64| match share {
        share if share <= 0.0 => "below all bounds".to_owned(),
        share if share >= 1.0 => "above all bounds".to_owned(),
        share => words::elo(400.0 * libm::log10(share * (seats - 1.0) / (1.0 - share))),
    };
    if !both_ways(found) && !solo && matches!(found.scale, Scale::Wins(_)) {
        table.row(headline.cells("B over A in Elo", "0", &|share| elo(share, 2.0)));
    }
    for (side, of) in [&found.focal, &found.reverse].into_iter().enumerate() {
        let who = &alone(found)[side];
        let even = if solo { String::new() } else { percent(1.0 / found.seats as f64) };
        if both_ways(found) {
            table.row(Row::of(of).cells(&format!("{who}: its win share"), &even, &percent));
            table.row(
                Row::of(of)
                    .cells(&format!("{who}: its win share in Elo"), "0", &|share| elo(share, found.seats as f64)),
            );
        } else if side == 0 && !matches!(found.scale, Scale::Wins(_)) {
            let what = if solo { "B's win share" } else { "B's share of wins" };
            table.row(Row::of(of).cells(what, &even, &percent));
        }
        let margin = &found.margins[side];
        if both_ways(found) || side == 0 && matches!(found.scale, Scale::Wins(_)) {
            let (own, even) = if solo { ("score", "") } else { ("margin", "0") };
            let what = format!("{who}: its {own}, in points a match");
            let row = Row { fixed: mean_interval(margin), ..Row::of(margin) };
            table.row(row.cells(&what, even, &|points| format!("{:+.2}", points + 0.0)));
        }
    }
    let mut pieces = vec![Piece::Table(table)];
    pieces.extend(claims::contradictions(found).into_iter().map(Piece::Text));
    pieces.push(Piece::Text(CAVEAT.to_owned()));
    Section { title: "Estimates".to_owned(), pieces }
}

const CAVEAT: &str = "What was seen leans to the side that the test stopped on. Intervals with the length fixed are computed as if it \
    had been fixed beforehand; after stopping they are too narrow. Corrected is the median-unbiased estimate by the stagewise ordering \
    (Fairbanks and Madsen 1982), from the recursion of Armitage, McPherson and Rowe (1969). It assumes normal sums with the deviation \
    seen. Rows without it are as seen only. Anytime-valid intervals (a confidence sequence) are always 95 %, for any distribution.";

/// One estimate in all its forms.
#[derive(Clone, Copy)]
struct Row {
    seen: f64,
    fixed: Option<Interval>,
    corrected: Option<Estimate>,
    always: Option<Interval>,
}

impl Row {
    /// A mean as seen, and nothing else.
    fn of(moments: &Moments) -> Self {
        Row { seen: moments.mean(), fixed: share_interval(moments), corrected: None, always: None }
    }

    fn cells(&self, what: &str, even: &str, show: &dyn Fn(f64) -> String) -> [String; 7] {
        let range = |interval: Interval| format!("{} to {}", show(interval.low), show(interval.high));
        let given = |interval: Option<Interval>| interval.map_or_else(String::new, range);
        [
            what.to_owned(),
            even.to_owned(),
            show(self.seen),
            self.fixed.map_or_else(|| "–".to_owned(), range),
            self.corrected.map_or_else(String::new, |corrected| show(corrected.value)),
            given(self.corrected.map(|corrected| corrected.interval)),
            given(self.always),
        ]
    }
}

/// Who is alone among whom.
fn alone(found: &Contested<'_>) -> [&'static str; 2] {
    match found.against {
        Some(_) => ["B among the others", "A among the same"],
        None if both_ways(found) => ["B alone among A's", "A alone among B's"],
        None => ["B", "A"],
    }
}
