//! One entrant in the other's place.

use super::{Facts, Part};
use crate::measure::Key;
use crate::report::lineup::Measured;
use crate::report::page::{Piece, Section, Table};
use crate::report::pairing::{MEASURES, Pair, Paired};
use crate::report::words::{self, probability};
use crate::stats::Moments;

/// Every pair of tables that differ in one entrant only: what the change did, and what it was worth to keep all else.
pub fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.pairs.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(
        "Two entrants took turns in the same seats at the same deals against the same others. A difference is that of the first \
         less the second, deal by deal, all seatings of a deal taken together; the margin is points less the mean of the \
         others' points. The variance is that of the difference of a deal, by that of a difference between two different \
         deals: so much smaller is the number of matches that shows the same, so many times fewer they are. p is that of \
         Student's test."
            .to_owned(),
    )];
    let has_arms = facts.has_arms();
    let heads = ["difference", "against", "measure", "first", "second", "first less second", "p"];
    let mut table = Table::new(3, heads.into_iter().chain(["variance", "fewer matches"]));
    for pair in facts.pairs {
        for (paired, measure) in pair.measures.iter().zip(MEASURES) {
            table.row(row(pair, paired, measure, has_arms));
        }
    }
    pieces.push(Piece::Table(table));
    Some(Part { section: Section { title: "In the other's place".to_owned(), pieces }, file: None })
}

fn row(pair: &Pair, paired: &Paired, measure: &str, has_arms: bool) -> Vec<String> {
    let key = Key::new("all", measure);
    let (share, test) = (key.is_share(), paired.test());
    let mean = |moments: &Moments| {
        if share { words::percent(moments.mean()) } else { format!("{:.2}", moments.mean()) }
    };
    let arm = if has_arms { format!(", {}", pair.arm) } else { String::new() };
    let against = pair.against.clone().unwrap_or_else(|| format!("all, {} seats", words::small(pair.seats)));
    let what = words::measure(&key);
    let difference = Measured { key, value: test.mean, interval: test.interval, blocks: test.blocks, p: Some(test.p) };
    let (variance, fewer) = words::gain(paired.ratio());
    vec![
        format!("{} less {}{arm}", pair.one, pair.other),
        against,
        what,
        mean(&paired.one),
        mean(&paired.other),
        words::difference(&difference),
        probability(Some(test.p)),
        variance,
        fewer,
    ]
}
