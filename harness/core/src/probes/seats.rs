//! The value of a seat: win shares by seat, and whether seats are alike.

use crate::measure::Of;
use crate::probe::{Idea, Place, Plain};
use crate::report::drawing::{Dot, Drawing};
use crate::report::facts::{Facts, Part};
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::page::{Cell, Picture, Piece, PlotFile, Section, Table};
use crate::report::words::{self, decimal};
use ergo_stats::multiplicity::holm;

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "seats", begin: |_| Box::new(Plain(|facts| place(facts).of(section(facts)))) };

/// The file of the picture's numbers.
const FILE: &str = "plots/seats.csv";
/// The most rows of a picture.
const MOST_ROWS: usize = 48;

/// Where copies of one bot were seated to learn of the seats everybody is told.
fn place(facts: &Facts<'_>) -> Place {
    let of_copies = facts.lineups.iter().all(|lineup| lineup.distinct.len() == 1);
    if of_copies { Place::Read } else { Place::Detail }
}

/// The win share by seat of every table, and a picture for every size of table.
fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.is_of_design() {
        return None;
    }
    let most = facts.lineups.iter().map(|lineup| lineup.table.len()).max()?;
    let sizes: Vec<usize> = (2..=most).filter(|size| of_size(facts, *size).next().is_some()).collect();
    if sizes.is_empty() {
        return None;
    }
    let tests = match facts.is_exact() {
        true => "",
        false => {
            " p is that of shares so unlike where all seats are alike (Hotelling's T² over deals); Holm's adjusts it for all tables."
        }
    };
    let what = match facts.asked.measures.shape().pays_points {
        true => {
            "The points a match that the seat was paid, whoever sat there. Where tables are not played in all seatings, they are \
             also those of who sat there."
        }
        false => {
            "The share of matches that the seat won, whoever sat there. The line is an equal share. Where tables are not played in \
             all seatings, a seat's share is also that of who sat there."
        }
    };
    let mut pieces = vec![Piece::Text(format!("{what}{tests}"))];
    pieces.extend(sizes.iter().map(|size| picture(facts, *size)));
    let heads = ["arm", "table"].into_iter().skip(usize::from(!facts.has_arms())).map(str::to_owned);
    let mut table = Table::new(
        if facts.has_arms() { 2 } else { 1 },
        heads
            .chain((1..=most).map(|seat| format!("seat {seat}")))
            .chain(["p", "Holm"].into_iter().filter(|_| !facts.is_exact()).map(str::to_owned))
            .collect::<Vec<_>>(),
    );
    let lineups: Vec<&LineUp> = sizes.iter().flat_map(|size| of_size(facts, *size)).collect();
    let tested: Vec<f64> = lineups.iter().filter_map(|lineup| lineup.seats_alike()).collect();
    let mut adjusted = holm(&tested).into_iter();
    for lineup in lineups {
        let mut cells: Vec<Cell> = Vec::new();
        if facts.has_arms() {
            cells.push(lineup.arm.clone().into());
        }
        cells.push(lineup.short().into());
        let shares = shares(lineup);
        cells.extend((0..most).map(|seat| Cell::from(shares.get(seat).map_or_else(String::new, words::with_interval))));
        let p = lineup.seats_alike();
        let tests = [p, p.and_then(|_| adjusted.next())].into_iter().filter(|_| !facts.is_exact());
        cells.extend(tests.map(|p| Cell::from(words::probability(p))));
        table.row(cells);
    }
    pieces.push(Piece::of_rows(table));
    Some(Part { section: Section { title: "Seats".to_owned(), pieces }, file: Some(file(facts)) })
}

fn of_size<'f>(facts: &Facts<'f>, size: usize) -> impl Iterator<Item = &'f LineUp> + use<'f> {
    facts.lineups.iter().filter(move |lineup| lineup.table.len() == size)
}

/// By seat.
fn shares(lineup: &LineUp) -> Vec<Measured> {
    let is_seat =
        |found: &Measured| found.key.measure.of == Of::Seats && found.key.measure.name == lineup.outcome_of_seats();
    lineup.measures().into_iter().filter(is_seat).collect()
}

fn picture(facts: &Facts<'_>, size: usize) -> Piece {
    let lineups: Vec<&LineUp> = of_size(facts, size).take((MOST_ROWS / size).max(1)).collect();
    let same_table = lineups.iter().all(|lineup| lineup.table == lineups[0].table);
    let (scale, axis, reference) = match facts.asked.measures.shape().pays_points {
        true => (1.0, "points a match", 0.0),
        false => (100.0, "win share, %", 100.0 / size as f64),
    };
    let what = if scale == 1.0 { "points a match" } else { "win share" };
    let mut dots = Vec::new();
    for lineup in &lineups {
        for (seat, share) in shares(lineup).iter().enumerate() {
            let whose = match (same_table, facts.has_arms()) {
                (true, false) => String::new(),
                (true, true) => lineup.arm.clone(),
                (false, _) => lineup.short(),
            };
            // Who it is of stands at the first seat only.
            let label = match seat {
                0 if !whose.is_empty() => format!("{whose}  1"),
                _ if !whose.is_empty() => (seat + 1).to_string(),
                _ => format!("seat {}", seat + 1),
            };
            let percent = |share: f64| share * scale;
            dots.push(Dot {
                label,
                value: percent(share.value),
                low: percent(share.interval.map_or(share.value, |interval| interval.low)),
                high: percent(share.interval.map_or(share.value, |interval| interval.high)),
                colour: seat,
            });
        }
    }
    let whole = if of_size(facts, size).count() > lineups.len() { " (the first of them)" } else { "" };
    Piece::Picture(Picture {
        drawing: Drawing::Dots { dots, axis: axis.to_owned(), reference: Some(reference) },
        shows: format!("{} seats: {what} by seat{whole}.", words::capital(&words::small(size))),
        colours: (0..size).map(|seat| (seat, format!("seat {}", seat + 1))).collect(),
        file: FILE,
        svg: None,
    })
}

fn file(facts: &Facts<'_>) -> PlotFile {
    let mut rows = Vec::new();
    for lineup in facts.lineups.iter().filter(|lineup| lineup.table.len() > 1) {
        for (seat, share) in shares(lineup).iter().enumerate() {
            rows.push(vec![
                lineup.arm.clone(),
                lineup.name(),
                (seat + 1).to_string(),
                decimal(share.value),
                share.interval.map(|interval| decimal(interval.low)).unwrap_or_default(),
                share.interval.map(|interval| decimal(interval.high)).unwrap_or_default(),
            ]);
        }
    }
    let value = if facts.asked.measures.shape().pays_points { "points" } else { "win_share" };
    PlotFile::new(FILE, &["arm", "table", "seat", value, "low", "high"], &rows)
}
