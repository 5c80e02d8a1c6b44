//! Whether a pool is intransitive.

use super::found::{CLEAR, Intransitivity};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Piece, PlotFile, Section, Table};
use crate::report::words::{decimal, percent, probability};
use ergo_stats::Interval;
use ergo_stats::cycles::Curl;

/// A smaller share is shown as 0.
const LEAST_SHARE: f64 = 0.0005;

/// The curl of every pool of three or more, and what else is to be said where it is clear.
pub(super) fn section(facts: &Facts<'_>, pools: &[Intransitivity]) -> Option<Part> {
    if pools.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(format!(
        "The share of the log-odds of all pairs that no ratings explain, the noise of the deals taken off, and the strongest cycle \
         of three, with how often it is that when deals are drawn again. p is that of so large a rest by noise alone; where the \
         share rounds to 0 there is none to test. A list of ratings misleads where the share lies clearly above {:.0} %. Where three or \
         more may be best, each of whom clearly beats everybody else, the others have no part in it.",
        CLEAR * 100.0
    ))];
    let heads = ["pool", "strongest cycle", "how often", "unexplained", "95 % interval", "p"];
    let mut table = Table::new(2, heads);
    let mut rows = Vec::new();
    for intransitivity in pools {
        if let Some(curl) = &intransitivity.curl {
            table.row(row(facts, intransitivity, curl));
            rows.push(csv_row(intransitivity, curl));
        }
    }
    if !table.rows.is_empty() {
        pieces.push(Piece::Table(table));
    }
    for intransitivity in pools {
        let name = facts.group(&intransitivity.arm, intransitivity.seats);
        let among = match intransitivity.left_out {
            0 => String::new(),
            _ => format!(", among those who may be best ({})", intransitivity.names.join(", ")),
        };
        pieces.push(Piece::Text(format!("{name}{among}: {}", verdict(intransitivity))));
    }
    let heads = ["arm", "seats", "share", "low", "high", "p", "one", "two", "three", "frequency"];
    let section = Section { title: "Intransitivity".to_owned(), pieces };
    Some(Part { section, file: Some(PlotFile::new("plots/circles.csv", &heads, &rows)) })
}

fn verdict(intransitivity: &Intransitivity) -> String {
    let Some(curl) = &intransitivity.curl else {
        return "too few of them met each other to close a cycle.".to_owned();
    };
    if intransitivity.are_clear() {
        return "not transitive; read the matrix before the list.".to_owned();
    }
    match curl.interval {
        Some(_) if curl.is_supported() => {
            "a little intransitivity, too little to mislead a list of ratings.".to_owned()
        }
        Some(_) => "no intransitivity is supported: transitive as far as can be told.".to_owned(),
        None => "a single block says nothing of intransitivity.".to_owned(),
    }
}

/// p, unless the share rounds to 0.
fn p(curl: &Curl) -> Option<f64> {
    (curl.share >= LEAST_SHARE).then_some(curl.p)
}

fn row(facts: &Facts<'_>, intransitivity: &Intransitivity, curl: &Curl) -> Vec<String> {
    // Without support there is no cycle to name.
    let cycle = curl
        .cycle
        .filter(|_| curl.is_supported())
        .map(|cycle| cycle.entrants.map(|entrant| intransitivity.names[entrant].clone()));
    let turn = if intransitivity.odds.iter().all(|odds| *odds > 1.0) { "each beats the next" } else { "margins only" };
    let range = |interval: Interval| format!("{} to {}", percent(interval.low), percent(interval.high));
    vec![
        facts.group(&intransitivity.arm, intransitivity.seats),
        cycle.as_ref().map_or_else(|| "–".to_owned(), |names| format!("{} ({turn})", names.join(" › "))),
        if cycle.is_some() { percent(curl.frequency) } else { "–".to_owned() },
        percent(curl.share),
        curl.interval.map_or_else(|| "–".to_owned(), range),
        probability(p(curl)),
    ]
}

fn csv_row(intransitivity: &Intransitivity, curl: &Curl) -> Vec<String> {
    let ends = [curl.interval.map(|of| of.low), curl.interval.map(|of| of.high)];
    let mut row = vec![intransitivity.arm.clone(), intransitivity.seats.to_string(), decimal(curl.share)];
    row.extend(ends.map(|end| end.map(decimal).unwrap_or_default()));
    row.push(p(curl).map(decimal).unwrap_or_default());
    match curl.cycle {
        Some(cycle) => row.extend(cycle.entrants.map(|entrant| intransitivity.names[entrant].clone())),
        None => row.extend([const { String::new() }; 3]),
    }
    row.push(decimal(curl.frequency));
    row
}
