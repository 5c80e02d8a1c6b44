//! A game with its options and a number of seats.

use std::sync::Arc;

use ergo_engine::game::Information;
use ergo_engine::options::Settings;
use ergo_engine::seat::SeatCount;
use ergo_lab::arena::position::PositionQuery;
use ergo_lab::arena::{DynGame, DynRules, DynState as Held};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::wrong;
use crate::game_registry::registry;
use crate::values;

/// A game with its options and a number of seats: `Game("ergo", seats=2, rules={"target": 50})`.
#[pyclass(frozen, module = "ergo_lab")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) handle: Arc<dyn DynGame>,
    pub(crate) rules: Arc<dyn DynRules>,
    given: Arc<Settings>,
}

impl Game {
    pub(crate) fn seat_count(&self) -> SeatCount {
        self.rules.seats()
    }

    /// The position that `text` describes in the game's own notation.
    pub(crate) fn position(&self, text: &str) -> PyResult<Box<dyn Held>> {
        let asked = PositionQuery { seats: Some(self.seat_count()), rules: &self.given };
        self.handle.read(&asked, text).map_err(|what| wrong(format!("{}: {what}", self.name())))
    }
}

#[pymethods]
impl Game {
    /// The game called `name` for so many seats (the fewest if none are given) with options of its rules, the rest by default.
    #[new]
    #[pyo3(signature = (name, seats=None, rules=None))]
    fn new(name: &str, seats: Option<&Bound<'_, PyAny>>, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let handle = registry().game(name).map_err(wrong)?;
        let (fewest, most) = handle.seats();
        let refused = |seats: String| {
            let expected = if fewest == most { format!("{most}") } else { format!("{fewest} to {most}") };
            wrong(format!("{name}: seats = {seats}, expected {expected}"))
        };
        let seats = match seats {
            None => fewest,
            Some(given) => values::whole("seats", given, fewest as i64, most as i64)
                .map_err(|_| refused(values::shown(given)))? as usize,
        };
        let given = values::settings(rules)?;
        let rules =
            handle.configure(SeatCount::new(seats), &given).map_err(|error| wrong(format!("{name}: {error}")))?;
        Ok(Game { handle, rules, given: Arc::new(given) })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &'static str {
        self.handle.name()
    }

    /// One line for people.
    #[getter]
    fn about(&self) -> &'static str {
        self.handle.description().about
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats().get()
    }

    /// The fewest and the most seats of the game.
    #[getter]
    fn seats_range(&self) -> (usize, usize) {
        self.handle.seats()
    }

    /// Every option of the rules: a list of dicts with `key`, `default`, `range` and `meaning`.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        values::options(py, &self.handle.options())
    }

    /// All options as they are, by their keys.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in &self.rules.settings().0 {
            dict.set_item(key, values::setting(py, value)?)?;
        }
        Ok(dict)
    }

    /// Every kind of agent that can play it: a list of dicts with `kind`, `about` and `options`.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for kind in self.handle.kinds() {
            let dict = PyDict::new(py);
            dict.set_item("kind", kind.name)?;
            dict.set_item("about", kind.about)?;
            dict.set_item("options", values::options(py, &kind.options)?)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// Kind of game: `utility` (least, most return), `points` (least, most between two horizons), `longest` (actions of a match),
    /// `information` ("perfect", "unrolled", "open_actions", "face_down"), `chance` and `adjudicates`.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = self.rules.info();
        let dict = PyDict::new(py);
        let information = match info.information {
            Information::Perfect => "perfect",
            Information::Unrolled => "unrolled",
            Information::OpenActions => "open_actions",
            Information::FaceDown => "face_down",
        };
        dict.set_item("utility", info.utility)?;
        dict.set_item("points", info.points)?;
        dict.set_item("longest", info.longest)?;
        dict.set_item("information", information)?;
        dict.set_item("chance", info.chance)?;
        dict.set_item("adjudicates", info.adjudicates)?;
        Ok(dict)
    }

    /// How many ids its actions have; `None` where the game does not number them, and ids are places in the list of legal actions.
    #[getter]
    fn num_actions(&self) -> Option<usize> {
        self.rules.facts().families.as_ref().map(|families| families.iter().map(|(_, count)| count).sum())
    }

    /// Families of actions in the order of their ids: pairs of a name and how many ids it has; `None` where there are no ids.
    #[getter]
    fn families(&self) -> Option<Vec<(&'static str, usize)>> {
        self.rules.facts().families.clone()
    }

    /// The number of features of a seat; `None` for a game without features.
    #[getter]
    fn num_features(&self) -> Option<usize> {
        self.rules.facts().features
    }

    /// The arguments that make it again, for copies and pickles.
    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(&'static str, usize, Bound<'py, PyDict>)> {
        let rules = PyDict::new(py);
        for (key, value) in &self.given.0 {
            rules.set_item(key, values::setting(py, value)?)?;
        }
        Ok((self.handle.name(), self.rules.seats().get(), rules))
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, seats={})", self.handle.name(), self.rules.seats().get())
    }
}
