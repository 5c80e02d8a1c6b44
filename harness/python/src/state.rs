//! One state of a match.

use std::sync::{Mutex, MutexGuard};

use ergo_agents::interrupt;
use ergo_engine::game::Outcome;
use ergo_engine::seat::Seat;
use ergo_lab::arena::presentation::{Names, Scene};
use ergo_lab::arena::{DynState as Held, View};
use ergo_lab::settings::nested;
use ergo_lab::transcripts::Line;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::game_registry::registry;
use crate::interrupt::{detached, lock};
use crate::past::{Draws, Origin, Past};
use crate::values::{self, num_actions, row};

/// Everything true at one moment of a match, hidden cards included; `observe` and `features` are what a seat may know.
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

impl State {
    /// A state of `game`, and what made it.
    pub(crate) fn of(game: &Game, state: Box<dyn Held>, past: Past) -> Self {
        State { game: game.clone(), held: Mutex::new(Inner { state, ids: Vec::new(), past }) }
    }

    /// A copy of the state, for work that takes long: the state is not locked meanwhile.
    pub(crate) fn copied(&self) -> Box<dyn Held> {
        self.lock().state.copied()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.held)
    }

    /// Calls `look` with the legal ids. The state is not locked meanwhile, because Python may run other code.
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
    fn seat_or_mover(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match seat {
            Some(seat) => values::seat(seat, self.game.seat_count()),
            None => {
                let over = || wrong("the match is over, expected a seat");
                self.lock().state.to_move().ok_or_else(over)
            }
        }
    }
}

/// The arguments of `State` that make one again.
type Arguments = (Game, Option<String>, Vec<u32>, Option<String>, Draws<String>);

#[pymethods]
impl State {
    /// The state of `game` after `actions`, ids, of the match that `seed` begins, or of the `position` in the game's notation.
    /// `draws` are the calls of `resample` and `redraw`: after how many actions, for which seat (`None`: `redraw`), from which seed.
    /// Pickles are made of them.
    #[new]
    #[pyo3(signature = (game, seed=None, actions=None, position=None, draws=None))]
    fn new(
        game: &Game,
        seed: Option<&Bound<'_, PyAny>>,
        actions: Option<Vec<u32>>,
        position: Option<&str>,
        draws: Option<Draws<Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let origin = match (seed, position) {
            (Some(_), Some(_)) => return Err(wrong("seed and position: expected one of them")),
            (Some(seed), None) => Origin::Seed(values::seed(seed)?),
            (None, Some(text)) => Origin::Position(text.into()),
            (None, None) => Origin::Seed(values::seed_or_fresh(None)?),
        };
        let past = Past::read(game, origin, actions.unwrap_or_default(), draws.unwrap_or_default())?;
        Ok(State::of(game, past.again(game)?, past))
    }

    /// The arguments that make it again, for pickles: seed or position, and what was played since.
    fn __getnewargs__(&self) -> Arguments {
        let past = &self.lock().past;
        let (seed, position) = match &past.origin {
            Origin::Seed(seed) => (Some(seed.to_string()), None),
            Origin::Position(text) => (None, Some(text.to_string())),
        };
        (self.game.clone(), seed, past.actions.clone(), position, past.listed())
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

    /// Which ids are legal: `int8` of shape `(Game.num_actions,)`, 1 where legal. Filled into `out` where one is given.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        row("mask", py, out, num_actions(&*self.game.rules)?, |row| {
            row.fill(0);
            let inner = &mut *self.lock();
            inner.state.legal_ids(&mut inner.ids);
            inner.ids.iter().for_each(|id| row[*id as usize] = 1);
        })
    }

    /// The knowledge of `seat` (the one to move if none is given) as numbers: `float32` of shape `(Game.num_features,)`, in the terms of
    /// that seat. Filled into `out` where one is given.
    #[pyo3(signature = (seat=None, out=None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat_or_mover(seat)?;
        row("features", py, out, values::num_features(&*self.game.rules)?, |row| {
            self.lock().state.features(seat, row);
        })
    }

    /// Plays an action, by its id or in the game's notation. What is not legal raises `IllegalAction` and changes nothing.
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        // Read before the state is locked, because Python may run other code.
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
        Err(illegal(format!("action {}: expected an id or a text in the notation of the game", values::shown(action))))
    }

    /// The id of a legal action in the game's notation.
    fn id(&self, action: &str) -> PyResult<u32> {
        self.lock().state.id_of(action).map_err(illegal)
    }

    /// The action with this id in the game's notation.
    fn text(&self, id: &Bound<'_, PyAny>) -> PyResult<String> {
        let none = || illegal(format!("{}: no action has this id", values::shown(id)));
        let id = id.extract::<u32>().map_err(|_| none())?;
        self.lock().state.text_of(id).map_err(illegal)
    }

    /// All that `seat` (the one to move if none is given) knows, as dicts and lists in the game's notation. Inside it seats are
    /// counted from 1, as in all files.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_mover(seat)?;
        let seen = self.lock().state.observe(seat);
        values::python(py, &seen)
    }

    /// An independent copy.
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
    fn resample(&self, seat: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seat = values::seat(seat, self.game.seat_count())?;
        let seed = values::seed_or_fresh(seed)?;
        let inner = self.lock();
        Ok(State::of(&self.game, inner.state.resample(seat, &mut seed.rng()), inner.past.drawn(Some(seat), seed)))
    }

    /// A state with the same hands and another future: the order of cards that no seat knows, later shuffles and rolls are drawn again
    /// from `seed`. Without a seed the operating system draws one.
    #[pyo3(signature = (seed=None))]
    fn redraw(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = values::seed_or_fresh(seed)?;
        let inner = self.lock();
        let mut state = inner.state.copied();
        state.redraw(&mut seed.rng());
        Ok(State::of(&self.game, state, inner.past.drawn(None, seed)))
    }

    /// The action that a fresh built-in bot would play here, in the game's notation; `None` when the match is over. Without a `seed`
    /// its random choices follow from the seed of the match and the actions so far, so that a match repeats and its decisions do not
    /// share random numbers. Ctrl-C stops a search.
    #[pyo3(signature = (spec, seed=None))]
    fn choice(&self, py: Python<'_>, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        let checked = values::agent(&*self.game.handle, spec)?;
        let seed = seed.map_or_else(|| Ok(self.lock().past.seed()), values::seed)?;
        let at = self.copied();
        let choice = detached(py, move || at.choice(&checked, seed))?;
        choice.map(|choice| choice.choice).map_err(|what| wrong(format!("agent \"{spec}\": {what}")))
    }

    /// How many lists of 1, 2 … `depth` legal actions there are. Ctrl-C stops it.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let depth = values::whole("depth", depth, 0, i64::from(u32::MAX))?;
        let at = self.copied();
        detached(py, move || (1..=depth).map(|depth| perft(&*at, depth)).collect())
    }

    /// The board in words, as `ergo play` shows it to `seat` (the one to move if none is given).
    #[pyo3(signature = (seat=None))]
    fn words(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let over = seat.is_none() && self.lock().state.to_move().is_none();
        let seat = if over { Seat::new(0) } else { self.seat_or_mover(seat)? };
        let inner = self.lock();
        let view = inner.state.view(if over { View::Open } else { View::Presented(seat) });
        let entrants: Vec<String> = (0..self.game.seat_count().get()).map(|seat| format!("seat {seat}")).collect();
        let names = Names { entrants: &entrants, own: seat };
        let Scene { heading, drawing, facts } = Scene::new(&view, self.game.rules.facts().fields, &names);
        let facts = facts.into_iter().map(|(name, text)| format!("  {name:<10} {text}"));
        let lines: Vec<String> =
            std::iter::once(heading).filter(|line| !line.is_empty()).chain(drawing).chain(facts).collect();
        Ok(lines.join("\n"))
    }

    /// The match so far as a page of its own, which draws it; a match that began with the deal of a seed.
    fn html(&self) -> PyResult<String> {
        let inner = self.lock();
        let Origin::Seed(seed) = &inner.past.origin else {
            return Err(wrong("a position that was read from text has no page, expected a match from its deal on"));
        };
        let actions = inner.past.actions.iter().map(|id| inner.state.text_of(*id));
        let actions = actions.collect::<Result<Vec<String>, String>>().map_err(wrong)?.join(" ");
        let line = Line {
            game: self.game.handle.name().to_owned(),
            rules: nested(&self.game.rules.settings()),
            number: 1,
            arm: String::new(),
            deal: 1,
            rotation: 1,
            seats: (0..self.game.seat_count().get()).map(|seat| format!("seat {seat}")).collect(),
            seed: seed.to_string(),
            actions,
            fault: None,
            master_seed: None,
            result: None,
        };
        line.page(registry()).map_err(wrong)
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
        let phase = match state.to_move() {
            Some(seat) => format!("to_move={}", seat.index()),
            None => "over".to_owned(),
        };
        format!("State({:?}, {phase}, scores=[{}])", self.game.handle.name(), scores.join(", "))
    }
}

/// How many lists of `depth` legal actions there are; 0 once it is interrupted.
fn perft(state: &dyn Held, depth: i64) -> u64 {
    let (mut legal, mut here) = (Vec::new(), state.copied());
    here.legal_ids(&mut legal);
    if depth == 1 || interrupt::is_due() {
        return legal.len() as u64;
    }
    let after = |id: u32| {
        let mut next = here.copied();
        next.play_id(id).map_or(0, |_| perft(&*next, depth - 1))
    };
    legal.into_iter().map(after).sum()
}
