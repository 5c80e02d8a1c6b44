//! The list of entrants by returns.

use crate::ratings::payoffs::{Payoff, Payoffs};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::page::{Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal};
use ergo_stats::Interval;

/// The file of the picture's numbers.
const FILE: &str = "plots/returns.csv";

/// Every list, with a picture.
pub(super) fn section(facts: &Facts<'_>, lists: &[Payoffs]) -> Option<Part> {
    let mut pieces = vec![Piece::Text(
        "The game pays points: entrants are ranked by their mean return per match, not by wins. Intervals are 95 %, clustered by \
         deal, each for one question; leads are over the next in the list, by deals that both played in. Where entrants met \
         different opponents, returns are not comparable."
            .to_owned(),
    )];
    for list in lists {
        let dot = |row: &Payoff| {
            let (value, interval) = row.points;
            let Interval { low, high } = interval.unwrap_or(Interval { low: value, high: value });
            Dot { label: row.name.clone(), value, low, high, colour: 0 }
        };
        pieces.push(Piece::Picture(Picture {
            drawing: Drawing::Dots {
                dots: list.rows.iter().map(dot).collect(),
                axis: "points a match".to_owned(),
                reference: Some(0.0),
            },
            shows: format!("{}: points a match with 95 % intervals.", facts.group(&list.arm, list.seats)),
            colours: Vec::new(),
            file: FILE,
            svg: None,
        }));
        let mut table = Table::new(1, ["entrant", "points a match", "lead over the next", "win share", "matches"]);
        for row in &list.rows {
            let points = |(value, interval)| words::points(value, interval);
            table.row([
                row.name.clone(),
                points(row.points),
                row.lead.map_or_else(String::new, points),
                words::percent(row.share),
                words::count(row.matches),
            ]);
        }
        pieces.push(Piece::Table(table));
    }
    let section = Section { title: "Returns".to_owned(), pieces };
    (!lists.is_empty()).then(|| Part { section, file: Some(file(lists)) })
}

fn file(lists: &[Payoffs]) -> PlotFile {
    let heads =
        ["arm", "seats", "entrant", "points", "low", "high", "lead", "lead_low", "lead_high", "win_share", "matches"];
    let text = |value: Option<f64>| value.map_or_else(String::new, decimal);
    let three = |found: Option<(f64, Option<Interval>)>| {
        let interval = found.and_then(|(_, interval)| interval);
        [found.map(|(value, _)| value), interval.map(|of| of.low), interval.map(|of| of.high)].map(text)
    };
    let mut rows = Vec::new();
    for (list, row) in lists.iter().flat_map(|list| list.rows.iter().map(move |row| (list, row))) {
        let mut cells = vec![list.arm.clone(), list.seats.to_string(), row.name.clone()];
        cells.extend(three(Some(row.points)));
        cells.extend(three(row.lead));
        cells.extend([decimal(row.share), row.matches.to_string()]);
        rows.push(cells);
    }
    PlotFile::new(FILE, &heads, &rows)
}
