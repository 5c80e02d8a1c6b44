//! The registration of Ergo 1977.

use std::sync::Arc;

use ergo_agents::games::ergo_invicta::features::{INPUTS, describe};
use ergo_agents::games::ergo_invicta::windows::{WindowWeights, Windows};
use ergo_agents::net::mlp::Inputs;
use ergo_agents::roster::Roster;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::ids::Ids;
use ergo_engine::ergo_invicta::state::Observation;
use ergo_engine::seat::Seat;

use super::cases::work_out;
use super::measures::measures;
use super::position::positions;
use super::presentation::presentation;
use crate::registry::arena::narrate::Rounds;
use crate::registry::arena::{Registered, Registration};

impl Registered for ErgoInvicta {
    fn registration() -> Registration<Self> {
        let game = Registration::new(ErgoInvicta::registry())
            .with_measures(measures())
            .with_columns(include_str!("columns.txt"))
            .with_rules_text(include_str!("rules.md"));
        let game = game.with_numbering(|_| Arc::new(Ids)).with_features(INPUTS, features);
        game.with_expansion::<Rounds<Self>>()
            .with_positions(positions())
            .with_presentation(presentation())
            .with_cases(work_out)
            .with_training::<Self>("margin")
    }
}

/// Writes the net inputs as if the observing seat was to move.
fn features(_: &ErgoInvicta, seen: &Observation, seat: Seat, out: &mut [f32]) {
    let mut position = *seen.position();
    if seen.seat_of(position.to_move) != seat {
        position.to_move = position.to_move.other();
    }
    let mut inputs = Inputs::default();
    describe(&position, &Windows::new(&position, WindowWeights::default_values()), &mut inputs);
    inputs.fill(out);
}
