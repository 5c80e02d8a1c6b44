//! Positions for tests, from random matches with two to four seats and two readings of the rules.

use std::collections::BTreeSet;
use std::mem::discriminant;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::laws::random_match;
use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;

/// Returns about two thousand positions, whose turns can end with every kind of action.
pub(super) fn positions() -> impl Iterator<Item = (Ergo, State)> {
    let tables =
        ["rulebook", "standard"].into_iter().zip([0, 10]).flat_map(|reading| (2..=4).map(move |n| (reading, n)));
    tables.flat_map(|((reading, first), seats)| {
        let mut options = Settings::default();
        options.0.insert("precedence".to_owned(), Value::Text(reading.to_owned()));
        let game = Ergo(Rules::new(SeatCount::new(seats), &options).expect("both readings exist"));
        let matches = (0..6).flat_map(|seed| random_match(&game, Seed::master(first + seed), 500).into_iter().take(60));
        matches.map(|state| (game.clone(), state)).collect::<Vec<_>>()
    })
}

/// Returns true if `actions` include every kind of action.
pub(super) fn cover_all_kinds(actions: &BTreeSet<Action>) -> bool {
    let mut kinds = Vec::new();
    actions.iter().map(discriminant).for_each(|kind| {
        if !kinds.contains(&kind) {
            kinds.push(kind)
        }
    });
    kinds.len() == 13
}
