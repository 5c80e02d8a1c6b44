//! ERGO on the shelf.

use std::cell::RefCell;
use std::sync::Arc;

use ergo_agents::games::ergo::features::premise_cache::PremiseCache;
use ergo_agents::games::ergo::features::{INPUTS, describe_with};
use ergo_agents::net::mlp::Inputs;
use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::ids::Ids;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::seat::Seat;

use super::cases::work_out;
use super::expanded::Match;
use super::exploit::responders;
use super::measures::measures;
use super::presentation::presentation;
use super::training::results::ResultsCourse;
use crate::registry::arena::{Registered, Registration};

impl Registered for Ergo {
    fn registration() -> Registration<Self> {
        let game = Registration::new(Ergo::registry())
            .measured(measures())
            .described(include_str!("columns.txt"))
            .explained(include_str!("rules.md"));
        let game = game.with_cards();
        let game = game.numbered(|game| Arc::new(Ids::of(&game.0))).with_features(INPUTS, features);
        let game = game.learned::<Self>("margin").learned::<ResultsCourse>("results");
        game.expanded::<Match>().presented(presentation()).with_cases(work_out).answered(responders)
    }
}

thread_local! {
    /// Premises read before, and the inputs of the last call: scratch buffers of [`features`].
    static SCRATCH: RefCell<(PremiseCache, Inputs)> = RefCell::default();
}

/// The inputs of nets, in the terms of the seat that looks.
fn features(game: &Ergo, seen: &Observation, _: Seat, out: &mut [f32]) {
    SCRATCH.with_borrow_mut(|(premises, inputs)| {
        describe_with(&game.0, seen, premises, inputs);
        inputs.fill(out);
    });
}
