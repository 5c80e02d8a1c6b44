//! A match in its shortest form: the seed of its deal and its actions, in text. With the rules it is the whole match.

use std::str::FromStr;

use crate::game::{Game, Status};
use crate::rng::Seed;

/// Seed and actions of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// Seed of the deal: [`Game::deal`] is given its stream.
    pub seed: Seed,
    /// Every action in order, in the game's notation, a space between two.
    pub actions: String,
}

/// Who is shown a match that is played again: each state, the action about to be played in it, and the round that ends by it.
pub type See<'s, G> = &'s mut dyn FnMut(&<G as Game>::State, <G as Game>::Action, Option<&<G as Game>::Round>);

impl Transcript {
    /// A match of which nothing has been played.
    pub fn new(seed: Seed) -> Self {
        Transcript { seed, actions: String::new() }
    }

    /// Adds an action.
    pub fn push<A: std::fmt::Display>(&mut self, action: &A) {
        use std::fmt::Write;
        let gap = if self.actions.is_empty() { "" } else { " " };
        write!(self.actions, "{gap}{action}").expect("a String takes every text");
    }

    /// Plays the match again, showing `see` each state and the action about to be played in it. Every action is read and
    /// checked against the rules. Gives the state after the last one.
    pub fn replay<G: Game>(&self, game: &G, see: See<'_, G>) -> Result<G::State, ReplayError> {
        let mut state = game.deal(&mut self.seed.rng());
        for (i, text) in self.actions.split_whitespace().enumerate() {
            let number = i + 1;
            let action =
                G::Action::from_str(text).map_err(|_| ReplayError::Unreadable { number, text: text.to_owned() })?;
            if matches!(game.status(&state), Status::Over(_)) {
                return Err(ReplayError::AfterTheEnd { number });
            }
            if !game.is_legal(&state, action) {
                return Err(ReplayError::Illegal { number, text: text.to_owned() });
            }
            let before = state.clone();
            let round = game.apply_recorded(&mut state, action);
            see(&before, action, round.as_ref());
        }
        Ok(state)
    }
}

/// Why a transcript cannot be replayed. Actions are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// Not an action of the game.
    #[error("action {number}, \"{text}\", is not in the game's notation")]
    Unreadable {
        /// Which action.
        number: usize,
        /// As written.
        text: String,
    },
    /// Not legal where it is played.
    #[error("action {number}, \"{text}\", is not legal there")]
    Illegal {
        /// Which action.
        number: usize,
        /// As written.
        text: String,
    },
    /// The match was over before.
    #[error("the match is over before action {number}")]
    AfterTheEnd {
        /// Which action.
        number: usize,
    },
}
