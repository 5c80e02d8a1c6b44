//! The registration of ERGO.

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
use super::expanded::ErgoTranscript;
use super::exploit::responders;
use super::measures::measures;
use super::presentation::presentation;
use super::training::results::ResultsTraining;
use crate::registry::arena::{Registered, Registration};

impl Registered for Ergo {
    fn registration() -> Registration<Self> {
        let game = Registration::new(Ergo::registry())
            .with_measures(measures())
            .with_columns(include_str!("columns.txt"))
            .with_rules_text(include_str!("rules.md"));
        let game = game.with_cards();
        let game = game.with_numbering(|game| Arc::new(Ids::new(&game.0))).with_features(INPUTS, features);
        let game = game.with_training::<Self>("margin").with_training::<ResultsTraining>("results");
        game.with_expansion::<ErgoTranscript>()
            .with_presentation(presentation())
            .with_cases(work_out)
            .with_responders(responders)
    }
}

thread_local! {
    /// Scratch buffers of [`features`]: parsed premises, and the inputs of the last call.
    static SCRATCH: RefCell<(PremiseCache, Inputs)> = RefCell::default();
}

/// Writes the net inputs for the observing seat.
fn features(game: &Ergo, seen: &Observation, _: Seat, out: &mut [f32]) {
    SCRATCH.with_borrow_mut(|(premises, inputs)| {
        describe_with(&game.0, seen, premises, inputs);
        inputs.fill(out);
    });
}
