//! Every table by itself.

use std::sync::Arc;

use crate::measure::{Key, Measure, Of};
use crate::probe::{Idea, Place, Plain};
use crate::report::facts::{Facts, Part};
use crate::report::few;
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::page::{Piece, Section, Table};
use crate::report::words::{self, counted};

/// The idea.
pub(super) const IDEA: Idea =
    Idea { name: "tables", begin: |_| Box::new(Plain(|facts| Place::Last.of(section(facts)))) };

/// The most tables; further ones stand in the summary only.
const MOST: usize = 60;
/// Measures of every game that stand beside each other.
const COLUMNS: [&str; 3] = ["win_share", "points_per_round", "score"];

/// The measures at every table. With several arms they stand there side by side, and only what does not vary by arm would be
/// left.
fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.is_of_design() || facts.has_arms() || facts.lineups.is_empty() {
        return None;
    }
    let shown = facts.lineups.iter().take(MOST);
    let mut pieces: Vec<Piece> = shown.map(|lineup| Piece::Fold(lineup.name(), one_table(facts, lineup))).collect();
    if facts.lineups.len() > MOST {
        let more = counted((facts.lineups.len() - MOST) as u64, "more table");
        pieces.push(Piece::Text(format!("summary.csv holds {more}.")));
    }
    Some(Part { section: Section { title: "Tables".to_owned(), pieces }, file: None })
}

fn one_table(facts: &Facts<'_>, lineup: &LineUp) -> Vec<Piece> {
    let measures = lineup.measures();
    let value = |subject: &str, measure: &str| {
        let found = measures.iter().find(|m| m.key.is(subject, measure));
        found.map_or_else(|| "–".to_owned(), words::with_interval)
    };
    let seats = lineup.table.len();
    let played = format!("{}, {}.", counted(lineup.matches, "match"), counted(lineup.blocks, "deal"));
    let mut pieces = vec![Piece::Text(format!("{played}{}", words::equal_share(seats)))];
    let more = of_rows(&measures);
    // Of what the game has.
    let had = |of: &Of| {
        let is_of = |measure: &&Arc<Measure>| measure.of == *of && COLUMNS.contains(&measure.name.as_str());
        facts.asked.measures.iter().filter(is_of).chain(&more).collect::<Vec<_>>()
    };
    let heads = |who: &str, had: &[&Arc<Measure>]| {
        [who.to_owned()].into_iter().chain(had.iter().map(|measure| measure.said.clone())).collect::<Vec<_>>()
    };
    let of_entrants = had(&Of::Entrants);
    let mut entrants = Table::new(1, heads("entrant", &of_entrants));
    for name in &lineup.distinct {
        let seated = lineup.table.iter().filter(|other| *other == name).count();
        let each = if seated > 1 { format!(" (each of {seated})") } else { String::new() };
        let mut row = vec![format!("{name}{each}")];
        row.extend(of_entrants.iter().map(|measure| value(name, &measure.name)));
        entrants.row(row);
    }
    // Somebody alone at a table wins what there is to win, whatever happens.
    let alone = lineup.distinct.len() == 1 && seats > 1;
    if !alone {
        pieces.push(Piece::Table(entrants));
    }
    let of_seats = had(&Of::Seats);
    let mut by_seat = Table::new(1, heads("seat", &of_seats));
    for seat in (1..=seats).map(|seat| format!("seat {seat}")) {
        let mut row = vec![seat.clone()];
        row.extend(of_seats.iter().map(|measure| value(&seat, &measure.name)));
        by_seat.row(row);
    }
    let mut rounds = Table::new(1, [facts.whole(), ""]);
    if alone {
        rounds.row(["score of a seat".to_owned(), value(&lineup.distinct[0], "score")]);
    }
    for measured in measures.iter().filter(|measured| measured.key.measure.of.is_of_rounds()) {
        rounds.row([words::subject_and_measure(&measured.key), words::with_interval(measured)]);
    }
    if seats > 1 {
        pieces.push(Piece::Table(by_seat));
    }
    if let Some(p) = lineup.seats_alike() {
        let p = words::probability(Some(p));
        let what = if lineup.pays_points { "Points" } else { "Win shares" };
        pieces
            .push(Piece::Text(format!("{what} so unlike by seats that are alike: p {p} (Hotelling's T² over deals).")));
    }
    pieces.push(Piece::Table(rounds));
    pieces.extend(few::deals(&[lineup]));
    pieces
}

/// Measures of seats that rows of seats are made of, in their order.
fn of_rows(measures: &[Measured]) -> Vec<Arc<Measure>> {
    let mut found: Vec<Arc<Measure>> = Vec::new();
    for Key { measure, .. } in measures.iter().map(|measured| &measured.key) {
        if measure.of == Of::Seats && measure.is_of_rows() && !found.iter().any(|known| known.name == measure.name) {
            found.push(Arc::clone(measure));
        }
    }
    found
}
