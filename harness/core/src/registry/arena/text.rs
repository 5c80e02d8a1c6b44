//! Describes a game in words, for programs that read text: the rules, the position and the effect of each legal action.
//!
//! Texts of a position depend only on the observation of a seat, so they reveal no hidden information.

use std::fmt::Write;

use ergo_agents::process::lines::DecisionText;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::seat::Seat;

use super::presentation::{Names, Presentation, TextView};
use super::rules::TypedRules;

/// Returns the rules of a game in words, and the options that differ from the defaults.
pub(super) fn rules<G: Configurable>(rules: &TypedRules<G>) -> String {
    let mut text = rules.registration.description.rules_in_words();
    let settings = rules.game.settings();
    let changed = G::options().into_iter().filter_map(|option| {
        let value = settings.0.get(option.key).filter(|value| **value != option.default)?;
        Some(format!("- {} = {value}: {} (default {})\n", option.key, option.meaning, option.default))
    });
    let changed: String = changed.collect();
    if !changed.is_empty() {
        write!(text, "\nOptions of this match:\n\n{changed}").expect("a String takes every text");
    }
    text
}

/// Returns the position as `seat` sees it and the effect of each `legal` action, in words.
pub(super) fn decision<G: Game>(
    game: &G,
    presentation: &Presentation<G>,
    seat: Seat,
    observation: &G::Observation,
    legal: &[G::Action],
) -> DecisionText {
    let name = |seat: Seat| match (presentation.seat)(game, seat) {
        name if name == format!("seat {seat}") => name,
        name => format!("seat {seat} ({name})"),
    };
    let names: Vec<String> = game.seats().iter().map(name).collect();
    let view = (presentation.view)(game, observation);
    let scene = TextView::new(&view, presentation.fields, &Names { entrants: &names, own: seat });
    let mut position = format!("You are {} of {}.\n", names[seat.index()], names.len());
    let lines = std::iter::once(scene.heading).filter(|heading| !heading.is_empty()).chain(scene.drawing);
    let facts = scene.facts.into_iter().map(|(title, fact)| format!("{title}: {fact}"));
    lines.chain(facts).for_each(|line| position += &(line + "\n"));
    let actions = legal.iter().map(|action| (presentation.describe)(game, observation, *action).words).collect();
    DecisionText { position, actions }
}
