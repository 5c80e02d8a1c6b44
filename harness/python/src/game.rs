//! A game with its rules and number of seats.

use std::sync::Arc;

use ergo_engine::game::Information;
use ergo_engine::options::Settings;
use ergo_engine::seat::SeatCount;
use ergo_lab::arena::position::PositionQuery;
use ergo_lab::arena::{DynGame, DynRules, DynState};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::wrong;
use crate::game_registry::registry;
use crate::values;

/// A game with its rules and number of seats: `Game("ergo", seats=2, rules={"target": 50})`.
///
/// The default is the fewest seats and the default value of each option. `rules` may be nested: `{"cards": {"not": 6}}`.
///
/// Raises:
///     ErgoError: The game, the number of seats or an option is unknown or out of range.
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

    /// Reads a position in the notation of the game.
    pub(crate) fn position(&self, text: &str) -> PyResult<Box<dyn DynState>> {
        let asked = PositionQuery { seats: Some(self.seat_count()), rules: &self.given };
        self.handle.read(&asked, text).map_err(|what| wrong(format!("{}: {what}", self.name())))
    }
}

#[pymethods]
impl Game {
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
            Some(given) => values::whole_number("seats", given, fewest as i64, most as i64)
                .map_err(|_| refused(values::describe(given)))? as usize,
        };
        let given = values::settings(rules)?;
        let rules =
            handle.configure(SeatCount::new(seats), &given).map_err(|error| wrong(format!("{name}: {error}")))?;
        Ok(Game { handle, rules, given: Arc::new(given) })
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> &'static str {
        self.handle.name()
    }

    /// A description in one line.
    #[getter]
    fn about(&self) -> &'static str {
        self.handle.description().about
    }

    /// The rules as text, as `ergo rules` prints them.
    #[getter]
    fn rules(&self) -> String {
        self.handle.description().rules_in_words()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats().get()
    }

    /// The smallest and largest number of seats.
    #[getter]
    fn seats_range(&self) -> (usize, usize) {
        self.handle.seats()
    }

    /// The options of the rules: a list of dicts with `key`, `default`, `range` and `meaning`.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        values::options(py, &self.handle.options())
    }

    /// The values of all options by key.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (key, value) in &self.rules.settings().0 {
            dict.set_item(key, values::setting(py, value)?)?;
        }
        Ok(dict)
    }

    /// The kinds of agents that can play the game: a list of dicts with `kind`, `about` and `options`.
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

    /// Properties of the game as a dict.
    ///
    /// `utility` is the smallest and largest return, `points` the smallest and largest change of the score in a round, and `longest` the largest
    /// number of actions in a match. `information` is "perfect", "unrolled", "open_actions" or "face_down". `chance` is true if the game has
    /// random events, and `adjudicates` if a limit of the rules may stop a match.
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

    /// The number of action ids; `None` if the game does not number its actions, so that ids are indices into `legal()`.
    #[getter]
    fn num_actions(&self) -> Option<usize> {
        self.rules.facts().families.as_ref().map(|families| families.iter().map(|(_, count)| count).sum())
    }

    /// The families of actions in the order of their ids, as pairs of a name and a number of ids; `None` without numbered actions.
    #[getter]
    fn families(&self) -> Option<Vec<(&'static str, usize)>> {
        self.rules.facts().families.clone()
    }

    /// The number of features; `None` for a game without features.
    #[getter]
    fn num_features(&self) -> Option<usize> {
        self.rules.facts().features
    }

    /// The arguments of the constructor, for copies and pickles.
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
