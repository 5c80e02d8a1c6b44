//! `ergo games`: what there is to play.

use std::fmt::Write;
use std::sync::Arc;

use ergo_engine::options::{Configurable, OptionSpec};

use super::shared::print;
use crate::cli::GamesArgs;
use crate::columns::{self, Column};
use crate::measure::Measures;
use crate::measure::{Of, Unit};
use crate::shelf::{GameVisitor, Shelf, Shelved};

/// Lists every game with its options, or describes the columns of results.
pub(super) fn games(args: &GamesArgs, shelf: &impl Shelf) -> anyhow::Result<()> {
    if args.columns {
        let of = |name: &'static str| Ok((name, shelf.with_game(name, Columns)?));
        let games = shelf.names().into_iter().map(of).collect::<anyhow::Result<Vec<_>>>()?;
        return print(&if args.json { columns::types(&games) } else { columns::page(&games) });
    }
    let mut text = String::new();
    for name in shelf.names() {
        text += &shelf.with_game(name, Describe)?;
    }
    print(&text)
}

/// The columns of a game's own.
struct Columns;

impl GameVisitor for Columns {
    type Out = Vec<Column>;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> Vec<Column> {
        shelved.columns.clone()
    }
}

struct Describe;

impl GameVisitor for Describe {
    type Out = String;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> String {
        let (fewest, most) = G::SEATS;
        let seats = match (fewest, most) {
            (1, 1) => "1 seat".to_owned(),
            (fewest, most) if fewest == most => format!("{most} seats"),
            (fewest, most) => format!("{fewest} to {most} seats"),
        };
        let options = option_lines("game.rules.", &G::options());
        format!(
            "{}: {}; {seats}\n{options}{}\n",
            G::NAME,
            G::ABOUT,
            measure_lines(&Measures::of_game(shelved.measures.clone()))
        )
    }
}

/// One line for each measure: whom it is of, name, unit and what it is in words.
fn measure_lines(measures: &Measures) -> String {
    let mut text = String::new();
    for measure in measures.iter() {
        let of = match &measure.of {
            Of::All => String::new(),
            Of::Entrants => "<entrant> ".to_owned(),
            Of::Seats => "seat <n> ".to_owned(),
            Of::At(place) => format!("{} ", place.name),
            Of::Before(place) => format!("{} [- <n>] ", place.name),
        };
        let unit = match &measure.unit {
            Unit::Share => "share",
            Unit::Amount(unit) => unit,
        };
        let (name, said) = (measure.name.replace('*', "<word>"), measure.said.replace('*', "<word>"));
        writeln!(text, "  measure {of}{name}  ({unit}, over {})  {said}", measure.per.word())
            .expect("a String takes every text");
    }
    text
}

/// One line for each option: key, default, range and meaning.
pub(super) fn option_lines(prefix: &str, options: &[OptionSpec]) -> String {
    let mut text = String::new();
    for option in options {
        let OptionSpec { key, default, range, meaning } = option;
        writeln!(text, "  {prefix}{key} = {default}  ({range})  {meaning}").expect("a String takes every text");
    }
    text
}
