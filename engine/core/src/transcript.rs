//! A match as the seed of its deal and its actions, as text. Together with the rules this determines the whole match.

use std::str::FromStr;

use crate::game::{Game, Status};
use crate::rng::Seed;

/// The seed and the actions of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The seed of the deal; [`Game::deal`] gets its stream.
    pub seed: Seed,
    /// The actions in order, in the game's notation, separated by spaces.
    pub actions: String,
}

/// A callback during a replay: gets each state, the action about to be played in it, and the record of the round that
/// the action completed.
pub type ReplayCallback<'s, G> =
    &'s mut dyn FnMut(&<G as Game>::State, <G as Game>::Action, Option<&<G as Game>::Round>);

impl Transcript {
    /// Returns a transcript without actions.
    pub fn new(seed: Seed) -> Self {
        Transcript { seed, actions: String::new() }
    }

    /// Appends an action.
    ///
    /// # Panics
    ///
    /// If the `Display` implementation of the action returns an error.
    pub fn push<A: std::fmt::Display>(&mut self, action: &A) {
        use std::fmt::Write;
        let gap = if self.actions.is_empty() { "" } else { " " };
        write!(self.actions, "{gap}{action}").expect("an action that can be displayed");
    }

    /// Replays the match and returns the final state. Each action is parsed and checked against the rules; `see` is
    /// called for each.
    ///
    /// # Errors
    ///
    /// If an action cannot be parsed, is illegal, or comes after the end of the match.
    pub fn replay<G: Game>(&self, game: &G, see: ReplayCallback<'_, G>) -> Result<G::State, ReplayError> {
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

/// The reason why a transcript cannot be replayed. Actions are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The text is not an action of the game.
    #[error("action {number}, \"{text}\", is not in the game's notation")]
    Unreadable {
        /// The number of the action.
        number: usize,
        /// The text of the action.
        text: String,
    },
    /// The action is not legal in its position.
    #[error("action {number}, \"{text}\", is not legal there")]
    Illegal {
        /// The number of the action.
        number: usize,
        /// The text of the action.
        text: String,
    },
    /// The match was already over.
    #[error("the match is over before action {number}")]
    AfterTheEnd {
        /// The number of the action.
        number: usize,
    },
}
