//! The constructors of states and agents of a [`Game`].

use pyo3::prelude::*;

use crate::agent::Agent;
use crate::error::wrong;
use crate::game::Game;
use crate::past::{Origin, Past};
use crate::state::State;
use crate::values;

#[pymethods]
impl Game {
    /// Returns the first state of a match. The same seed, a whole number from 0 on or 64 hexadecimal digits, deals the same match;
    /// without one the operating system draws it, and `State.seed` reports it.
    #[pyo3(signature = (seed=None))]
    fn new_state(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = values::seed_or_fresh(seed)?;
        Ok(State::of(self, self.rules.deal(&seed), Past::of(Origin::Seed(seed))))
    }

    /// The same as `new_state`.
    #[pyo3(signature = (seed=None))]
    fn deal(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        self.new_state(seed)
    }

    /// The position that `text` describes in the game's own notation.
    fn read(&self, text: &str) -> PyResult<State> {
        Ok(State::of(self, self.position(text)?, Past::of(Origin::Position(text.into()))))
    }

    /// A built-in bot at `seat` (from 0), such as "td" or "greedy:blunder=0.05". It remembers, so each match needs its own.
    /// Without a seed the operating system draws one, and `Agent.seed` reports it.
    #[pyo3(signature = (spec, seat, seed=None))]
    fn agent(&self, spec: &str, seat: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Agent> {
        let seed = values::seed_or_fresh(seed)?;
        let (checked, at) = (values::agent(&*self.handle, spec)?, values::seat(seat, self.seat_count())?);
        let sitter =
            self.rules.seat_agent(&checked, at, seed).map_err(|what| wrong(format!("agent \"{spec}\": {what}")))?;
        Ok(Agent::new(spec, at.index(), seed, sitter))
    }
}
