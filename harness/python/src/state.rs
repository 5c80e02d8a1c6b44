//! States of matches as Python objects.

use std::sync::{Mutex, MutexGuard};

use ergo_agents::interrupt;
use ergo_engine::game::Outcome;
use ergo_engine::seat::Seat;
use ergo_lab::arena::position::Choice;
use ergo_lab::arena::presentation::{Names, TextView};
use ergo_lab::arena::{DynState, ViewRequest};
use ergo_lab::settings::nested_json;
use ergo_lab::transcripts::RecordedMatch;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::game_registry::registry;
use crate::history::{Draws, History, Origin};
use crate::interrupt::{detached, lock};
use crate::values::{self, num_actions, row};

/// A state of a match, hidden information included. `observe` and `features` give the knowledge of one seat.
///
/// `State(game, seed, actions)` replays a match, `State(game, position=text)` reads a position. Pickles use the same arguments.
///
/// Raises:
///     ErgoError: An argument is not valid.
///     IllegalAction: One of `actions` is not legal.
#[pyclass(frozen, module = "ergo_lab")]
pub(crate) struct State {
    game: Game,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    state: Box<dyn DynState>,
    ids: Vec<u32>,
    history: History,
}

impl Inner {
    /// Plays an action. An illegal one changes nothing and is an error.
    fn play(&mut self, id: u32) -> Result<(), String> {
        self.state.play_id(id)?;
        self.history.actions.push(id);
        Ok(())
    }
}

impl State {
    /// Returns a state of `game` with its history.
    pub(crate) fn with_history(game: &Game, state: Box<dyn DynState>, history: History) -> Self {
        State { game: game.clone(), inner: Mutex::new(Inner { state, ids: Vec::new(), history }) }
    }

    /// Returns a copy of the state for long work, so that the state is not locked meanwhile.
    pub(crate) fn copied(&self) -> Box<dyn DynState> {
        self.lock().state.copied()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
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

    /// Returns the choice of a new bot. Without a seed its random numbers derive from the match so far.
    fn explained(&self, py: Python<'_>, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Choice> {
        let checked = values::agent(&*self.game.handle, spec)?;
        let seed = seed.map_or_else(|| Ok(self.lock().history.seed()), values::seed)?;
        let at = self.copied();
        let choice = detached(py, move || at.choice(&checked, seed))?;
        choice.map_err(|what| wrong(format!("agent \"{spec}\": {what}")))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.lock().state.outcome()
    }

    /// Returns the given seat, or the seat to move.
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

/// The arguments of the constructor of `State`.
type Arguments = (Game, Option<String>, Vec<u32>, Option<String>, Draws<String>);

#[pymethods]
impl State {
    /// Replays `actions` (ids) from the deal of `seed` or from `position`, with the calls `draws` of `resample` and `redraw`.
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
        let history = History::from_python(game, origin, actions.unwrap_or_default(), draws.unwrap_or_default())?;
        Ok(State::with_history(game, history.replay(game)?, history))
    }

    /// The arguments of the constructor, for pickles.
    fn __getnewargs__(&self) -> Arguments {
        let history = &self.lock().history;
        let (seed, position) = match &history.origin {
            Origin::Seed(seed) => (Some(seed.to_string()), None),
            Origin::Position(text) => (None, Some(text.to_string())),
        };
        (self.game.clone(), seed, history.actions.clone(), position, history.python_draws())
    }

    /// The seed of the match, 64 hexadecimal digits; `None` for a position that was read from text.
    #[getter]
    fn seed(&self) -> Option<String> {
        match self.lock().history.origin {
            Origin::Seed(seed) => Some(seed.to_string()),
            Origin::Position(_) => None,
        }
    }

    /// The seat to move, from 0; `None` if the match is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.lock().state.to_move().map(Seat::index)
    }

    /// True if the match is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.lock().state.to_move().is_none()
    }

    /// The points of each seat so far.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.lock().state.scores().iter().copied().collect()
    }

    /// The return of each seat, within `Game.info["utility"]`; `None` until the match is over.
    #[getter]
    fn returns(&self) -> Option<Vec<f64>> {
        self.outcome().map(|outcome| outcome.returns.iter().copied().collect())
    }

    /// The winning seats, from 0; `None` until the match is over.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        let won = |outcome: Outcome| {
            outcome.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.index()).collect()
        };
        self.outcome().map(won)
    }

    /// True if a limit of the rules stopped the match; `None` until the match is over.
    #[getter]
    fn adjudicated(&self) -> Option<bool> {
        self.outcome().map(|outcome| outcome.adjudicated)
    }

    /// Returns the legal actions in the notation of the game; an empty list if the match is over.
    fn legal(&self) -> Vec<String> {
        self.lock().state.legal()
    }

    /// Returns the ids of the legal actions in the order of `legal()`. Without numbered actions, ids are indices into that list.
    fn legal_ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.with_ids(|ids| PyList::new(py, ids))
    }

    /// Returns the same ids as `legal_ids` as a numpy array: `uint32`, shape `(number of legal actions,)`.
    fn legal_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.with_ids(|ids| PyArray1::from_slice(py, ids))
    }

    /// Returns the legality of each id: `int8`, shape `(Game.num_actions,)`, 1 if legal. Fills `out` if given.
    ///
    /// Raises:
    ///     ErgoError: The game does not number its actions, or `out` has another type or shape.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        row("mask", py, out, num_actions(&*self.game.rules)?, |row| {
            row.fill(0);
            let inner = &mut *self.lock();
            inner.state.legal_ids(&mut inner.ids);
            inner.ids.iter().for_each(|id| row[*id as usize] = 1);
        })
    }

    /// Returns the knowledge of `seat` (default: the seat to move) as numbers: `float32`, shape `(Game.num_features,)`. Fills `out` if given.
    ///
    /// Raises:
    ///     ErgoError: The game has no features, `out` has another type or shape, or no seat is given and the match is over.
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

    /// Plays an action, given by its id or in the notation of the game.
    ///
    /// Raises:
    ///     IllegalAction: The action is not legal. The state is unchanged.
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
        Err(illegal(format!(
            "action {}: expected an id or a text in the notation of the game",
            values::describe(action)
        )))
    }

    /// Returns the id of a legal action in the notation of the game.
    ///
    /// Raises:
    ///     IllegalAction: The action is not legal.
    fn id(&self, action: &str) -> PyResult<u32> {
        self.lock().state.id_of(action).map_err(illegal)
    }

    /// Returns the action with this id in the notation of the game.
    ///
    /// Raises:
    ///     IllegalAction: No action has this id.
    fn text(&self, id: &Bound<'_, PyAny>) -> PyResult<String> {
        let none = || illegal(format!("{}: no action has this id", values::describe(id)));
        let id = id.extract::<u32>().map_err(|_| none())?;
        self.lock().state.text_of(id).map_err(illegal)
    }

    /// Returns the knowledge of `seat` (default: the seat to move) as dicts and lists. Inside, seats are counted from 1, as in all
    /// files.
    ///
    /// Raises:
    ///     ErgoError: No `seat` is given and the match is over, or there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_mover(seat)?;
        let seen = self.lock().state.observe(seat);
        values::python(py, &seen)
    }

    /// Returns an independent copy.
    fn clone(&self) -> State {
        let inner = self.lock();
        State::with_history(&self.game, inner.state.copied(), inner.history.clone())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }

    /// Returns a random state that agrees with the knowledge of `seat`. The same `seed` gives the same state; without one the operating
    /// system draws it.
    ///
    /// Raises:
    ///     ErgoError: The seat or the seed is not valid.
    #[pyo3(signature = (seat, seed=None))]
    fn resample(&self, seat: &Bound<'_, PyAny>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seat = values::seat(seat, self.game.seat_count())?;
        let seed = values::seed_or_fresh(seed)?;
        let inner = self.lock();
        Ok(State::with_history(
            &self.game,
            inner.state.resample(seat, &mut seed.rng()),
            inner.history.with_draw(Some(seat), seed),
        ))
    }

    /// Returns a state with the same hands and another future: the unknown order of cards, later shuffles and rolls are drawn again. The
    /// same `seed` gives the same state; without one the operating system draws it.
    ///
    /// Raises:
    ///     ErgoError: The seed is not valid.
    #[pyo3(signature = (seed=None))]
    fn redraw(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<State> {
        let seed = values::seed_or_fresh(seed)?;
        let inner = self.lock();
        let mut state = inner.state.copied();
        state.redraw(&mut seed.rng());
        Ok(State::with_history(&self.game, state, inner.history.with_draw(None, seed)))
    }

    /// Returns the action of a new built-in bot in the notation of the game; `None` if the match is over. Ctrl-C stops a search.
    ///
    /// Without a `seed` its random choices derive from the seed of the match and the actions so far, so that a match can be repeated and its
    /// decisions use different random numbers.
    ///
    /// Raises:
    ///     ErgoError: The bot, one of its settings or the seed is not valid, or the bot fails.
    #[pyo3(signature = (spec, seed=None))]
    fn choice(&self, py: Python<'_>, spec: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
        self.explained(py, spec, seed).map(|choice| choice.choice)
    }

    /// Returns the choice of a new built-in bot with the candidates that it compared: a dict with `choice`, as from `choice()`, and `weighed`.
    ///
    /// `weighed` is `None` for a bot that cannot explain its choice; otherwise a dict with `candidates` (the best first, each with `text`,
    /// `value` on the bot's own scale and `visits`), `iterations` and `evaluations`.
    ///
    /// Raises:
    ///     ErgoError: As for `choice()`.
    #[pyo3(signature = (spec, seed=None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        spec: &str,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let choice = serde_json::to_value(self.explained(py, spec, seed)?).map_err(wrong)?;
        values::python(py, &choice)
    }

    /// Returns the numbers of sequences of 1, 2 … `depth` legal actions. Ctrl-C stops it.
    ///
    /// Raises:
    ///     ErgoError: `depth` is negative or no whole number.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
        let depth = values::whole_number("depth", depth, 0, i64::from(u32::MAX))?;
        let at = self.copied();
        detached(py, move || (1..=depth).map(|depth| perft(&*at, depth)).collect())
    }

    /// Returns the board as text, as `ergo play` shows it to `seat` (default: the seat to move, or the open board after the match).
    ///
    /// Raises:
    ///     ErgoError: There is no such seat.
    #[pyo3(signature = (seat=None))]
    fn words(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let over = seat.is_none() && self.lock().state.to_move().is_none();
        let seat = if over { Seat::new(0) } else { self.seat_or_mover(seat)? };
        let inner = self.lock();
        let view = inner.state.view(if over { ViewRequest::Open } else { ViewRequest::Presented(seat) });
        let entrants: Vec<String> = (0..self.game.seat_count().get()).map(|seat| format!("seat {seat}")).collect();
        let names = Names { entrants: &entrants, own: seat };
        let TextView { heading, drawing, facts } = TextView::new(&view, self.game.rules.facts().fields, &names);
        let facts = facts.into_iter().map(|(name, text)| format!("  {name:<10} {text}"));
        let lines: Vec<String> =
            std::iter::once(heading).filter(|line| !line.is_empty()).chain(drawing).chain(facts).collect();
        Ok(lines.join("\n"))
    }

    /// Returns the position and the legal actions in words, as a bot with `text = true` at `seat` (default: the seat to move) gets them: a
    /// dict with `position` and `actions`. `actions` describes each action of `legal()` in its order; empty if another seat is to move.
    ///
    /// Raises:
    ///     ErgoError: No `seat` is given and the match is over, or there is no such seat.
    #[pyo3(signature = (seat=None))]
    fn describe<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat_or_mover(seat)?;
        let words = self.lock().state.view(ViewRequest::Words(seat));
        values::python(py, &words)
    }

    /// Returns the match so far as a self-contained HTML page.
    ///
    /// Raises:
    ///     ErgoError: The state was read from text, so that its match is unknown.
    fn html(&self) -> PyResult<String> {
        let inner = self.lock();
        let Origin::Seed(seed) = &inner.history.origin else {
            return Err(wrong("a position that was read from text has no page, expected a match from its deal on"));
        };
        let actions = inner.history.actions.iter().map(|id| inner.state.text_of(*id));
        let actions = actions.collect::<Result<Vec<String>, String>>().map_err(wrong)?.join(" ");
        let line = RecordedMatch {
            game: self.game.handle.name().to_owned(),
            rules: nested_json(&self.game.rules.settings()),
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

    /// Returns the position as `ergo position` prints it, hidden information included: `game`, `state`, `to_move` (from 1), `legal` and `over`.
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

/// Returns the number of sequences of `depth` legal actions; meaningless after an interrupt.
fn perft(state: &dyn DynState, depth: i64) -> u64 {
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
