//! A state with the actions that led to it.

use std::fmt::Display;

use crate::game::Game;
use crate::rng::Seed;
use crate::transcript::Transcript;

/// A state with the actions that led to it.
pub(super) struct Position<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) state: G::State,
    pub(super) path: Transcript,
}

impl<'a, G: Game> Position<'a, G> {
    pub(super) fn dealt(game: &'a G, seed: Seed) -> Self {
        Position { game, state: game.deal(&mut seed.rng()), path: Transcript::new(seed) }
    }

    #[track_caller]
    pub(super) fn require(&self, holds: bool, law: impl Display) {
        assert!(holds, "law broken: {law}; after \"{}\" from the deal {}", self.path.actions, self.path.seed);
    }

    pub(super) fn legal(&self) -> Vec<G::Action> {
        legal(self.game, &self.state)
    }

    pub(super) fn seen_by_all(&self) -> Vec<G::Observation> {
        seen_by_all(self.game, &self.state)
    }

    pub(super) fn play(&mut self, action: G::Action) -> Option<G::Round> {
        self.path.push(&action);
        self.game.apply_recorded(&mut self.state, action)
    }
}

pub(super) fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut out = Vec::new();
    game.legal_actions(state, &mut out);
    out
}

pub(super) fn seen_by_all<G: Game>(game: &G, state: &G::State) -> Vec<G::Observation> {
    game.seats().iter().map(|seat| game.observe(state, seat)).collect()
}
