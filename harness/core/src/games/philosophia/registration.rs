//! The registration of Philosophia.

use std::sync::Arc;

use ergo_agents::games::philosophia::features::{Describer, INPUTS};
use ergo_agents::net::mlp::Inputs;
use ergo_agents::roster::Roster;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::ids::Ids;
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::seat::Seat;

use super::cases::work_out;
use super::expanded::PhilosophiaTranscript;
use super::measures::measures;
use super::position::positions;
use super::presentation::presentation;
use crate::registry::arena::{Registered, Registration};

impl Registered for Philosophia {
    fn registration() -> Registration<Self> {
        let game = Registration::new(Philosophia::registry())
            .with_measures(measures())
            .with_columns(include_str!("columns.txt"))
            .with_rules_text(include_str!("rules.md"));
        let game = game.with_numbering(|game| Arc::new(Ids::new(&game.0))).with_features(INPUTS, features);
        game.with_expansion::<PhilosophiaTranscript>()
            .with_positions(positions())
            .with_presentation(presentation())
            .with_cases(work_out)
            .with_training::<Self>("margin")
    }
}

/// Writes the net inputs from the view of the observing seat.
fn features(game: &Philosophia, seen: &Observation, seat: Seat, out: &mut [f32]) {
    let mut inputs = Inputs::default();
    Describer::default().describe(&game.0, seen.seen(), seat.index(), &mut inputs);
    inputs.fill(out);
}
