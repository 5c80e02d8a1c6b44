//! The decision that a callable makes.

use std::sync::Mutex;

use ergo_engine::rng::Seed;
use ergo_lab::arena::DecisionView;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::wrong;
use crate::interrupt::lock;
use crate::lane::Afterstates;
use crate::values;

/// The decision of a seat, as `play` passes it to a callable.
///
/// The callable returns one of `legal_ids` or one of `legal`.
#[pyclass(frozen, module = "ergo_lab")]
pub(crate) struct Decision {
    asked: Mutex<Box<dyn DecisionView>>,
}

impl Decision {
    pub(crate) fn new(asked: Box<dyn DecisionView>) -> Self {
        Decision { asked: Mutex::new(asked) }
    }

    fn with<T>(&self, look: impl FnOnce(&dyn DecisionView) -> T) -> T {
        look(&**lock(&self.asked))
    }
}

#[pymethods]
impl Decision {
    /// The seat to move, from 0.
    #[getter]
    fn seat(&self) -> usize {
        self.with(|asked| asked.seat().index())
    }

    /// The legal actions in the notation of the game.
    #[getter]
    fn legal(&self) -> Vec<String> {
        self.with(|asked| asked.legal())
    }

    /// The ids of the legal actions, in the same order.
    #[getter]
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut ids = Vec::new();
        self.with(|asked| asked.legal_ids(&mut ids));
        PyList::new(py, ids)
    }

    /// The knowledge of the seat as dicts and lists. Inside, seats are counted from 1.
    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        values::python(py, &self.with(|asked| asked.observation()))
    }

    /// The knowledge of the seat as numbers: `float32`, shape `(Game.num_features,)`; `None` for a game without features.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f32>>> {
        let mut row = vec![0.0; self.with(|asked| asked.num_features())?];
        self.with(|asked| asked.features(&mut row));
        Some(PyArray1::from_vec(py, row))
    }

    /// The points of each seat so far.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.with(|asked| asked.world(&mut Seed::master(0).rng()).scores().iter().copied().collect())
    }

    /// Returns the outcomes of the legal actions, one row each, as `VecEnv.afterstates` does.
    ///
    /// The actions are played in a random state that agrees with the knowledge of the seat; the same `seed` gives the same state.
    ///
    /// Raises:
    ///     ErgoError: The game has no features, or the seed is not valid.
    #[pyo3(signature = (seed=None))]
    fn afterstates<'py>(&self, py: Python<'py>, seed: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyDict>> {
        let seed = seed.map_or_else(|| Ok(Seed::master(0)), values::seed)?;
        let width = self.with(|asked| asked.num_features()).ok_or_else(|| wrong("the game has no features"))?;
        let (seats, after) = self.with(|asked| {
            let (world, mut legal) = (asked.world(&mut seed.rng()), Vec::new());
            asked.legal_ids(&mut legal);
            (world.scores().iter().count(), Afterstates::in_state(&*world, asked.seat(), &legal, width))
        });
        Afterstates::arrays(py, &[after], (width, seats))
    }

    fn __repr__(&self) -> String {
        self.with(|asked| format!("Decision(seat={}, legal={})", asked.seat().index(), asked.legal().len()))
    }
}
