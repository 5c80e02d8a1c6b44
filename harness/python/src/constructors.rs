//! Methods of [`Game`] that return states and agents.

use pyo3::prelude::*;

use crate::agent::Agent;
use crate::error::wrong;
use crate::game::Game;
use crate::history::{History, Origin};
use crate::state::State;
use crate::values;

#[pymethods]
impl Game {
    /// Returns the first state of a match.
    ///
    /// The same `seed`, a whole number from 0 to 2^64 - 1 or 64 hexadecimal digits, gives the same match. Without one the operating system draws
    /// it, and `State.seed` reports it.
    ///
    /// Raises:
    ///     ErgoError: The seed is not valid.
    #[pyo3(signature = (seed=None))]
    fn new_state(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = values::seed_or_fresh(seed)?;
        Ok(State::with_history(self, self.rules.deal(&seed), History::from_origin(Origin::Seed(seed))))
    }

    /// Does the same as `new_state`.
    #[pyo3(signature = (seed=None))]
    fn deal(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        self.new_state(seed)
    }

    /// Returns the position that `text` describes in the notation of the game.
    ///
    /// Raises:
    ///     ErgoError: The text is not a position of the game.
    fn read(&self, text: &str) -> PyResult<State> {
        Ok(State::with_history(self, self.position(text)?, History::from_origin(Origin::Position(text.into()))))
    }

    /// Returns a built-in bot at `seat` (from 0), such as "td" or "greedy:blunder=0.05".
    ///
    /// The bot has a memory, so use a new one for each match. Without a `seed` the operating system draws one, and `Agent.seed` reports it.
    ///
    /// Raises:
    ///     ErgoError: The bot, one of its settings, the seat or the seed is not valid.
    #[pyo3(signature = (spec, seat, seed=None))]
    fn agent(&self, spec: &str, seat: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Agent> {
        let seed = values::seed_or_fresh(seed)?;
        let (checked, at) = (values::agent(&*self.handle, spec)?, values::seat(seat, self.seat_count())?);
        let agent =
            self.rules.seat_agent(&checked, at, seed).map_err(|what| wrong(format!("agent \"{spec}\": {what}")))?;
        Ok(Agent::new(spec, at.index(), seed, agent))
    }
}
