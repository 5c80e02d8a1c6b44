//! Substitution pairs: two entrants in the same seats on the same deals, with common random numbers.

use super::pairing::{MEASURES, Pair};
use crate::measure::Measures;
use crate::report::facts::{Facts, Part};
use crate::report::measured::Measured;
use crate::report::page::{Piece, Section, Table};
use crate::report::words::{self, probability};
use ergo_stats::{Contrast, Tested};

/// Every pair of tables that differ in one entrant only: what the change did, and what it was worth to keep all else.
pub(super) fn section(facts: &Facts<'_>, pairs: &[Pair]) -> Option<Part> {
    if pairs.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(
        "The first and the second took turns in the same seats, on the same deals, against the same others, with common random \
         numbers. A difference is that of the first less the second, over deals. The margin is points less the mean of the \
         others' points, over all rounds. The variance is set by that of a difference over different deals: so much smaller is \
         the number of matches that shows the same. p is that of Student's test; where fewer than 20 deals differ, that of the \
         exact sign-flip test (mid-p)."
            .to_owned(),
    )];
    let has_arms = facts.has_arms();
    let heads = ["difference", "against", "measure", "first", "second", "first less second", "p"];
    let mut table = Table::new(3, heads.into_iter().chain(["variance", "fewer matches"]));
    for pair in pairs {
        for (paired, measure) in pair.measures.iter().zip(MEASURES) {
            table.row(row(pair, paired, measure, has_arms));
        }
    }
    pieces.push(Piece::Table(table));
    Some(Part { section: Section { title: "Substitution pairs".to_owned(), pieces }, file: None })
}

fn row(pair: &Pair, contrast: &Contrast, measure: &str, has_arms: bool) -> Vec<String> {
    let key = Measures::default().key("all", measure);
    let (share, test) = (key.is_share(), contrast.test(key.range()));
    let value = |value: f64| if share { words::percent(value) } else { format!("{value:.2}") };
    let [one, other] = contrast.values();
    let arm = if has_arms { format!(", {}", pair.arm) } else { String::new() };
    let against = pair.against.clone().unwrap_or_else(|| format!("all, {} seats", words::small(pair.seats)));
    let what = key.measure.said.clone();
    let Tested { difference, interval, law, p, deals } = test;
    let difference = Measured { key, value: difference, interval, law, blocks: deals, p: Some(p) };
    let (variance, fewer) = words::gain(contrast.variance_ratio());
    vec![
        format!("{} less {}{arm}", pair.one, pair.other),
        against,
        what,
        value(one),
        value(other),
        words::difference(&difference),
        probability(Some(p)),
        variance,
        fewer,
    ]
}
