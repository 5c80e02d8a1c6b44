//! Every table by itself.

use super::facts::{Facts, Part};
use crate::report::lineup::LineUp;
use crate::report::measured::Measured;
use crate::report::page::{Piece, Section, Table};
use crate::report::words::{self, counted};

/// The most tables; further ones stand in the summary only.
const MOST: usize = 60;

/// What was measured at every table. With several arms it stands there side by side, and only what does not vary by arm
/// would be left.
pub fn section(facts: &Facts<'_>) -> Option<Part> {
    if facts.has_arms() || facts.lineups.is_empty() {
        return None;
    }
    let shown = facts.lineups.iter().take(MOST);
    let mut pieces: Vec<Piece> = shown.map(|lineup| Piece::Fold(lineup.name(), one_table(lineup))).collect();
    if facts.lineups.len() > MOST {
        let more = counted((facts.lineups.len() - MOST) as u64, "more table");
        pieces.push(Piece::Text(format!("summary.csv holds {more}.")));
    }
    Some(Part { section: Section { title: "Tables".to_owned(), pieces }, file: None })
}

fn one_table(lineup: &LineUp) -> Vec<Piece> {
    let measures = lineup.measures();
    let value = |subject: &str, measure: &str| {
        let found = measures.iter().find(|m| m.key.subject == subject && m.key.measure == measure);
        found.map_or_else(|| "–".to_owned(), words::with_interval)
    };
    let seats = lineup.table.len();
    let share = words::percent(1.0 / seats as f64);
    let played = format!("{}, {}.", counted(lineup.matches, "match"), counted(lineup.blocks, "deal"));
    let text = Piece::Text(format!("{played} An equal share is {share}."));
    let mut pieces = vec![text];
    let mut entrants = Table::new(1, ["entrant", "win share", "points per round", "score"]);
    for name in &lineup.distinct {
        let seated = lineup.table.iter().filter(|other| *other == name).count();
        let each = if seated > 1 { format!(" (each of {seated})") } else { String::new() };
        let [wins, points, score] = ["win_share", "points_per_round", "score"].map(|measure| value(name, measure));
        entrants.row([format!("{name}{each}"), wins, points, score]);
    }
    // Somebody alone at a table wins what there is to win, whatever happens.
    let alone = lineup.distinct.len() == 1 && seats > 1;
    if !alone {
        pieces.push(Piece::Table(entrants));
    }
    let mut by_seat = Table::new(1, ["seat", "win share", "points per round"]);
    for seat in (1..=seats).map(|seat| format!("seat {seat}")) {
        let [wins, points] = ["win_share", "points_per_round"].map(|measure| value(&seat, measure));
        by_seat.row([seat, wins, points]);
    }
    let mut rounds = Table::new(1, ["rounds", ""]);
    if alone {
        rounds.row(["score of a seat".to_owned(), value(&lineup.distinct[0], "score")]);
    }
    for measured in measures.iter().filter(|measured| of_rounds(measured)) {
        rounds.row([words::subject_and_measure(&measured.key), words::with_interval(measured)]);
    }
    pieces.push(Piece::Table(by_seat));
    if let Some(p) = lineup.seats_alike() {
        let p = words::probability(Some(p));
        pieces.push(Piece::Text(format!(
            "Win shares so unlike by seats that are alike: p {p} (Hotelling's T² over deals)."
        )));
    }
    pieces.push(Piece::Table(rounds));
    pieces
}

fn of_rounds(measured: &Measured) -> bool {
    let subject = measured.key.subject.as_str();
    matches!(subject, "all" | "starter") || subject.starts_with("last mover")
}
