//! Who can sit at the toys.

use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::agent::Player;
use crate::roster::{Roster, random_kind, random_player};
use crate::spec::{AgentSpec, Kind};

impl Roster for TicTacToe {
    fn kinds() -> Vec<Kind> {
        vec![random_kind()]
    }

    fn seat_agent(&self, spec: &AgentSpec, _seat: Seat, seed: Seed) -> Player<Self> {
        match spec.kind {
            "random" => random_player(seed),
            kind => unreachable!("{kind} was checked to be one of the kinds"),
        }
    }
}

impl Roster for Kuhn {
    fn kinds() -> Vec<Kind> {
        vec![random_kind()]
    }

    fn seat_agent(&self, spec: &AgentSpec, _seat: Seat, seed: Seed) -> Player<Self> {
        match spec.kind {
            "random" => random_player(seed),
            kind => unreachable!("{kind} was checked to be one of the kinds"),
        }
    }
}
