//! `ergo games`: what there is to play.

use std::fmt::Write;

use ergo_agents::roster::Roster;
use ergo_engine::options::{Configurable, OptionSpec};

use super::shared::print;
use crate::games::{GameVisitor, NAMES, with_game};

/// Lists every game with its options.
pub fn games() -> anyhow::Result<()> {
    let mut text = String::new();
    for name in NAMES {
        text += &with_game(name, Describe)?;
    }
    print(&text)
}

struct Describe;

impl GameVisitor for Describe {
    type Out = String;

    fn visit<G: Configurable + Roster>(self) -> String {
        let (fewest, most) = G::SEATS;
        let seats = if fewest == most { fewest.to_string() } else { format!("{fewest} to {most}") };
        format!("{}: {}; {seats} seats\n{}\n", G::NAME, G::ABOUT, option_lines("game.rules.", &G::options()))
    }
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
