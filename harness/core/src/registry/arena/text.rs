//! A game in words, for programs that read text: the rules, the position as a seat sees it, and the effect of each legal action.
//!
//! Text is made of the observation of a seat and nothing else, so it tells no more than the observation.

use std::fmt::Write;

use ergo_agents::process::lines::DecisionText;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::seat::Seat;

use super::presentation::{Names, Presentation, Scene};
use super::rules::OfRules;

/// Returns the rules of a game in words, and the options that differ from the defaults.
pub(super) fn rules<G: Configurable>(of: &OfRules<G>) -> String {
    let mut text = of.registration.description.rules_in_words();
    let settings = of.game.settings();
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

/// Returns what `seat` sees and may do, in words.
pub(super) fn decision<G: Game>(
    game: &G,
    presentation: &Presentation<G>,
    seat: Seat,
    seen: &G::Observation,
    legal: &[G::Action],
) -> DecisionText {
    let name = |seat: Seat| match (presentation.seat)(game, seat) {
        name if name == format!("seat {seat}") => name,
        name => format!("seat {seat} ({name})"),
    };
    let names: Vec<String> = game.seats().iter().map(name).collect();
    let view = (presentation.view)(game, seen);
    let scene = Scene::new(&view, presentation.fields, &Names { entrants: &names, own: seat });
    let mut position = format!("You are {} of {}.\n", names[seat.index()], names.len());
    let lines = std::iter::once(scene.heading).filter(|heading| !heading.is_empty()).chain(scene.drawing);
    let facts = scene.facts.into_iter().map(|(title, fact)| format!("{title}: {fact}"));
    lines.chain(facts).for_each(|line| position += &(line + "\n"));
    let actions = legal.iter().map(|action| (presentation.describe)(game, seen, *action).words).collect();
    DecisionText { position, actions }
}
