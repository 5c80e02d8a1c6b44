//! One state of a match.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ergo_engine::game::Outcome;
use ergo_engine::seat::Seat;
use ergo_lab::arena::DynState as Held;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::past::{Draws, Origin, Past};
use crate::values::{self, num_actions, writable};

/// Everything true at one moment of a match. Whoever holds one knows what seats must not know; `observe` is what a seat may see.
#[pyclass(frozen, module = "ergo_lab")]
pub(crate) struct State {
    game: Game,
    held: Mutex<Inner>,
}

pub(crate) struct Inner {
    state: Box<dyn Held>,
    ids: Vec<u32>,
    past: Past,
}

impl Inner {
    /// Plays a legal action. What is not legal changes nothing, and the error says why.
    fn play(&mut self, id: u32) -> Result<(), String> {
        self.state.play_id(id)?;
        self.past.actions.push(id);
        Ok(())
    }
}

/// A state while nobody else has it.
pub(crate) struct Guard<'a>(MutexGuard<'a, Inner>);

impl std::ops::Deref for Guard<'_> {
    type Target = Box<dyn Held>;
    fn deref(&self) -> &Box<dyn Held> {
        &self.0.state
    }
}

impl State {
    /// A state of `game`, and what made it.
    pub(crate) fn of(game: &Game, state: Box<dyn Held>, past: Past) -> Self {
        State { game: game.clone(), held: Mutex::new(Inner { state, ids: Vec::new(), past }) }
    }

    pub(crate) fn held(&self) -> Guard<'_> {
        Guard(self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows `look` the legal ids. The state is not locked meanwhile: Python may do anything while it makes room.
    fn with_ids<T>(&self, look: impl FnOnce(&[u32]) -> T) -> T {
        let mut inner = self.lock();
        let mut ids = std::mem::take(&mut inner.ids);
        inner.state.legal_ids(&mut ids);
        drop(inner);
        let looked = look(&ids);
        self.lock().ids = ids;
        looked
    }

    fn outcome(&self) -> Option<Outcome> {
        self.lock().state.outcome()
    }

    /// The seat given, or the one to move.
    fn seat_or_mover(&self, seat: Option<i64>) -> PyResult<Seat> {
        match seat {
            Some(seat) => values::seat(seat, self.game.seat_count()),
            None => {
                let over = || wrong("the match is over and nobody is to move, expected a seat");
                self.lock().state.to_move().ok_or_else(over)
            }
        }
    }
}

/// The arguments of `State` that make one again.
type Arguments = (Game, Option<String>, Vec<u32>, Option<String>, Draws);

#[pymethods]
impl State {
    /// The state of `game` after `actions`, ids, of the match that `seed` begins, or of the `position` in the game's notation.
    /// `draws` are the times that `resample` was asked: after how many actions, for which seat, from which seed. It is what pickles
    /// are made of.
    #[new]
    #[pyo3(signature = (game, seed=None, actions=None, position=None, draws=None))]
    fn new(
        game: &Game,
        seed: Option<&Bound<'_, PyAny>>,
        actions: Option<Vec<u32>>,
        position: Option<&str>,
        draws: Option<Vec<(usize, i64, Bound<'_, PyAny>)>>,
    ) -> PyResult<Self> {
        let origin = match (seed, position) {
            (Some(_), Some(_)) => return Err(wrong("seed and position: expected one of them")),
            (Some(seed), None) => Origin::Seed(values::seed(seed)?),
            (None, Some(text)) => Origin::Position(text.into()),
            (None, None) => Origin::Seed(values::seed_or_fresh(None)?),
        };
        let past = Past::told_of(game, origin, actions.unwrap_or_default(), draws.unwrap_or_default())?;
        Ok(State::of(game, past.again(game)?, past))
    }

    /// The arguments that make it again, for pickles: seed or position, and what was played since.
    fn __getnewargs__(&self) -> Arguments {
        let past = &self.lock().past;
        let (seed, position) = match &past.origin {
            Origin::Seed(seed) => (Some(seed.to_string()), None),
            Origin::Position(text) => (None, Some(text.to_string())),
        };
        (self.game.clone(), seed, past.actions.clone(), position, past.told())
    }

    /// The seed of the deal that the match began with, 64 hexadecimal digits; `None` for a position that was read from text.
    #[getter]
    fn seed(&self) -> Option<String> {
        match self.lock().past.origin {
            Origin::Seed(seed) => Some(seed.to_string()),
            Origin::Position(_) => None,
        }
    }

    /// The seat to choose, from 0; `None` when the match is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.lock().state.to_move().map(Seat::index)
    }

    /// Whether the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().state.to_move().is_none()
    }

    /// Points of each seat so far.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.lock().state.scores().iter().copied().collect()
    }

    /// The worth of the match to each seat by the rules, within `Game.info["utility"]`; `None` until it is over.
    #[getter]
    fn returns(&self) -> Option<Vec<f64>> {
        self.outcome().map(|outcome| outcome.returns.iter().copied().collect())
    }

    /// The seats that have won, from 0; `None` until the match is over.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        let won = |outcome: Outcome| {
            outcome.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.index()).collect()
        };
        self.outcome().map(won)
    }

    /// Whether the match was stopped short of an end and judged as it stood; `None` until it is over.
    #[getter]
    fn adjudicated(&self) -> Option<bool> {
        self.outcome().map(|outcome| outcome.adjudicated)
    }

    /// The legal actions in the game's notation; none when the match is over.
    fn legal(&self) -> Vec<String> {
        self.lock().state.legal()
    }

    /// Ids of the legal actions, in the order of `legal()`: those of the game's numbering, or else their places in that list.
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.with_ids(|ids| PyList::new(py, ids))
    }

    /// The same as a numpy array of `uint32`, shape `(number of legal actions,)`.
    fn legal_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.with_ids(|ids| PyArray1::from_slice(py, ids))
    }

    /// Which ids are legal: `uint8` of shape `(Game.num_actions,)`, 1 where legal. Filled into `out` where one is given.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<Bound<'py, PyArray1<u8>>>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        let ids = num_actions(&*self.game.rules)?;
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, ids, false));
        let mut view = writable(&array, "mask")?;
        let row = view.as_slice_mut().map_err(|_| wrong("mask: expected an array in one piece"))?;
        if row.len() != ids {
            return Err(wrong(format!("mask: {} places, expected {ids}", row.len())));
        }
        row.fill(0);
        let inner = &mut *self.lock();
        inner.state.legal_ids(&mut inner.ids);
        inner.ids.iter().for_each(|id| row[*id as usize] = 1);
        drop(view);
        Ok(array)
    }

    /// The knowledge of `seat` (the one to move if none is given) as numbers: `float32` of shape `(Game.num_features,)`, in the terms of
    /// that seat. Filled into `out` where one is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat_or_mover(seat)?;
        let count = values::num_features(&*self.game.rules)?;
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, count, false));
        let mut view = writable(&array, "features")?;
        let row = view.as_slice_mut().map_err(|_| wrong("features: expected an array in one piece"))?;
        if row.len() != count {
            return Err(wrong(format!("features: {} places, expected {count}", row.len())));
        }
        self.lock().state.features(seat, row);
        drop(view);
        Ok(array)
    }

    /// Plays an action, by its id or in the game's notation. What is not legal raises `IllegalAction` and changes nothing.
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        // Read before the state is locked: Python may do anything meanwhile.
        if let Ok(id) = action.extract::<u32>() {
            return self.lock().play(id).map_err(illegal);
        }
        if let Ok(text) = action.extract::<&str>() {
            let inner = &mut *self.lock();
            let played = match inner.state.id_of(text) {
                Ok(id) => inner.play(id),
                Err(_) => inner.state.play(text).map(drop),
            };
            return played.map_err(|what| illegal(format!("action \"{text}\": {what}")));
        }
        Err(illegal(format!("action {action}: expected an id or a text in the notation of the game")))
    }

    /// The id of a legal action in the game's notation.
    fn id(&self, action: &str) -> PyResult<u32> {
        self.lock().state.id_of(action).map_err(illegal)
    }

    /// The action with this id in the game's notation.
    fn text(&self, id: u32) -> PyResult<String> {
        self.lock().state.text_of(id).map_err(illegal)
    }

    /// All that `seat` (the one to move if none is given) knows, as dicts and lists in the game's notation. Inside it seats are
    /// counted from 1, as in all files.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_mover(seat)?;
        let seen = self.lock().state.observe(seat);
        values::python(py, &seen)
    }

    /// A copy that goes its own way.
    fn clone(&self) -> State {
        let inner = self.lock();
        State::of(&self.game, inner.state.copied(), inner.past.clone())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// A state drawn from those that fit what `seat` knows; it always draws the same from the same `seed`.
    /// Without a seed the operating system draws one.
    #[pyo3(signature = (seat, seed=None))]
    fn resample(&self, seat: i64, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seat = values::seat(seat, self.game.seat_count())?;
        let seed = values::seed_or_fresh(seed)?;
        let inner = self.lock();
        Ok(State::of(&self.game, inner.state.resample(seat, &mut seed.rng()), inner.past.drawn(seat, seed)))
    }

    /// The action that a fresh bot of the house would play here, in the game's notation; `None` when the match is over.
    /// Without a seed the operating system draws one.
    #[pyo3(signature = (spec, seed=None))]
    fn choice(&self, py: Python<'_>, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let checked = values::agent(&*self.game.handle, spec)?;
        let seed = values::seed_or_fresh(seed)?;
        let choice = py.detach(|| self.lock().state.choice(&checked, seed));
        choice.map(|choice| choice.choice).map_err(|what| wrong(format!("agent \"{spec}\": {what}")))
    }

    /// How many lists of 1, 2 … `depth` legal actions there are.
    fn perft(&self, py: Python<'_>, depth: u32) -> Vec<u64> {
        py.detach(|| self.lock().state.perft(depth))
    }

    /// The position as `ergo position` prints it, everything hidden included: a dict with `game`, `state`, `to_move` (from 1), `legal`
    /// and `over`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let line = self.lock().state.line(None, None);
        let value = serde_json::from_str(&line).map_err(wrong)?;
        Ok(values::python(py, &value)?.cast_into()?)
    }

    fn __str__(&self) -> String {
        self.lock().state.line(None, None)
    }

    fn __repr__(&self) -> String {
        let state = &self.lock().state;
        let scores: Vec<String> = state.scores().iter().map(ToString::to_string).collect();
        let stands = match state.to_move() {
            Some(seat) => format!("to_move={}", seat.index()),
            None => "over".to_owned(),
        };
        format!("State({:?}, {stands}, scores=[{}])", self.game.handle.name(), scores.join(", "))
    }
}
