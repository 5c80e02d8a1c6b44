//! Built-in bots as Python objects.

use std::sync::Mutex;

use ergo_engine::rng::Seed;
use ergo_lab::arena::DynAgent;
use pyo3::prelude::*;

use crate::error::wrong;
use crate::interrupt::{detached, lock};
use crate::state::State;

/// A built-in bot at a seat, made by `Game.agent`.
#[pyclass(frozen, module = "ergo_lab")]
pub(crate) struct Agent {
    spec: String,
    seat: usize,
    seed: Seed,
    agent: Mutex<Box<dyn DynAgent>>,
}

impl Agent {
    pub(crate) fn new(spec: &str, seat: usize, seed: Seed, agent: Box<dyn DynAgent>) -> Self {
        Agent { spec: spec.to_owned(), seat, seed, agent: Mutex::new(agent) }
    }
}

#[pymethods]
impl Agent {
    /// The seat of the bot, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// The seed of its random choices, 64 hexadecimal digits.
    #[getter]
    fn seed(&self) -> String {
        self.seed.to_string()
    }

    /// Returns the bot's action in `state` in the notation of the game. The bot sees only what its seat knows. Ctrl-C stops a search.
    ///
    /// Raises:
    ///     ErgoError: Another seat is to move, or the bot fails.
    fn choose(&self, py: Python<'_>, state: &State) -> PyResult<String> {
        let at = state.copied();
        if at.to_move().is_none_or(|seat| seat.index() != self.seat) {
            return Err(wrong(format!("agent \"{}\": seat {} is not to move", self.spec, self.seat)));
        }
        let agent = &self.agent;
        let chosen = detached(py, move || lock(agent).choose(&*at))?;
        chosen.map_err(|what| wrong(format!("agent \"{}\": {what}", self.spec)))
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?}, seat={})", self.spec, self.seat)
    }
}
