//! A bot of the house at its seat.

use std::sync::{Mutex, PoisonError};

use ergo_engine::rng::Seed;
use ergo_lab::arena::DynAgent;
use pyo3::prelude::*;

use crate::error::wrong;
use crate::state::State;

/// A bot of the house at its seat, from `Game.agent`.
#[pyclass(frozen, module = "ergo_lab")]
pub(crate) struct Agent {
    spec: String,
    seat: usize,
    seed: Seed,
    sitter: Mutex<Box<dyn DynAgent>>,
}

impl Agent {
    pub(crate) fn new(spec: &str, seat: usize, seed: Seed, sitter: Box<dyn DynAgent>) -> Self {
        Agent { spec: spec.to_owned(), seat, seed, sitter: Mutex::new(sitter) }
    }
}

#[pymethods]
impl Agent {
    /// The seat it sits at, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// The seed of its random choices, 64 hexadecimal digits.
    #[getter]
    fn seed(&self) -> String {
        self.seed.to_string()
    }

    /// Its action in `state`, in the game's notation. It sees only what its seat sees.
    fn choose(&self, py: Python<'_>, state: &State) -> PyResult<String> {
        py.detach(|| {
            let mut sitter = self.sitter.lock().unwrap_or_else(PoisonError::into_inner);
            sitter.choose(&**state.held()).map_err(|what| wrong(format!("agent \"{}\": {what}", self.spec)))
        })
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?}, seat={})", self.spec, self.seat)
    }
}
