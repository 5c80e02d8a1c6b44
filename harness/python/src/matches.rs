//! Matches between callables and built-in bots.

use std::sync::{Arc, Mutex};

use ergo_agents::agent::AgentFault;
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::seat::{MAX_SEATS, SeatCount};
use ergo_engine::transcript::Transcript;
use ergo_lab::arena::{ActionRef, AgentCallback, DecisionView, NoWatcher, SeatAssignment, SeatPlayer, Table};
use ergo_lab::programs::Programs;
use ergo_lab::schedule::seat_seed;
use ergo_lab::seating::place_at;
use ergo_lab::transcripts::RecordedMatch;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::decision::Decision;
use crate::error::wrong;
use crate::game::Game;
use crate::game_registry::registry;
use crate::interrupt::{detached, lock};
use crate::values;

/// The last exception of a callable.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

enum Player {
    Bot(AgentSpec),
    Callable(AgentCallback),
}

/// Wraps `callable` as a player. An exception is the fault `crashed`, unless it is no `Exception`, such as `KeyboardInterrupt`.
pub(crate) fn call(callable: Py<PyAny>, raised: Raised) -> AgentCallback {
    Arc::new(move |asked: Box<dyn DecisionView>| {
        Python::attach(|py| {
            let answer = callable.bind(py).call1((Decision::new(asked),)).and_then(|answer| picked(&answer));
            answer.map_err(|error| {
                *lock(&raised) = Some(error);
                AgentFault::Crashed
            })
        })
    })
}

fn picked(answer: &Bound<'_, PyAny>) -> PyResult<ActionRef> {
    if let Ok(id) = answer.extract::<u32>() {
        return Ok(ActionRef::Id(id));
    }
    let text = answer.extract::<String>().map(ActionRef::Text);
    text.map_err(|_| {
        wrong(format!(
            "a callable returned {}, expected an id or a text in the notation of the game",
            values::describe(answer)
        ))
    })
}

/// Plays one match between `players` in seat order, each a built-in bot as text or a callable.
///
/// `deal` is the number of the deal, `rotation` that of the seating, and `alike` the number of earlier seatings of the deal with the same
/// `names`. All seeds derive from these, as in an experiment. The result has `deal`, its `seed`, `rotation`, `scores`, `winners`, `rounds`,
/// `turns`, `decisions`, `adjudicated`, `fault` (a seat and a word), `error`, and on request `actions`.
///
/// Raises:
///     ErgoError: An argument is not valid.
#[pyfunction]
#[pyo3(signature = (game, players, names, seed, deal=1, rotation=1, alike=0, actions=false))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: &Game,
    players: Vec<Bound<'py, PyAny>>,
    names: Vec<String>,
    seed: &Bound<'py, PyAny>,
    deal: u64,
    rotation: u64,
    alike: u64,
    actions: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let seats = game.seat_count().get();
    if players.len() != seats || names.len() != seats {
        return Err(wrong(format!("{} players, expected one for each of {seats} seats", players.len())));
    }
    let master = values::seed(seed)?;
    let raised = Raised::default();
    let mut seated = Vec::new();
    for player in &players {
        seated.push(match player.extract::<String>() {
            Ok(text) => Player::Bot(values::without_clock(&text, values::agent(&*game.handle, &text)?)?),
            Err(_) if player.is_callable() => Player::Callable(call(player.clone().unbind(), Arc::clone(&raised))),
            Err(_) => {
                let player = values::describe(player);
                return Err(wrong(format!("player {player}: expected a bot of Game.agents or a callable")));
            }
        });
    }
    let programs = Arc::new(Programs::new(None));
    let (deal_seed, names) = (master.derive("deal", &[deal]), names.join(" "));
    let mut transcript = actions.then(|| Transcript::new(deal_seed));
    let ending = detached(py, || {
        let chair = |(player, seat)| chair(player, seat_seed(&master, (deal, alike, seat), &names));
        let chairs = seated.iter().zip(1..).map(chair).collect();
        let table = Table { chairs, programs: &programs, called: &|| format!("deal {deal}") };
        game.rules.play(deal_seed, &table, transcript.as_mut(), &mut NoWatcher)
    })?;
    py.check_signals()?;
    let raised = lock(&raised).take();
    if let Some(error) = raised.as_ref().filter(|error| !error.is_instance_of::<PyException>(py)) {
        return Err(error.clone_ref(py));
    }
    let dict = PyDict::new(py);
    let winners = ending.winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.index());
    dict.set_item("deal", deal)?;
    dict.set_item("seed", deal_seed.to_string())?;
    dict.set_item("rotation", rotation)?;
    dict.set_item("scores", ending.scores.iter().copied().collect::<Vec<i32>>())?;
    dict.set_item("winners", winners.collect::<Vec<usize>>())?;
    dict.set_item("rounds", ending.rounds)?;
    dict.set_item("turns", ending.turns)?;
    dict.set_item("decisions", ending.decisions)?;
    dict.set_item("adjudicated", ending.adjudicated)?;
    dict.set_item("fault", ending.fault.map(|(seat, fault)| (seat.index(), fault.word())))?;
    dict.set_item("error", raised)?;
    if let Some(transcript) = transcript {
        dict.set_item("actions", transcript.actions.split_whitespace().collect::<Vec<_>>())?;
    }
    Ok(dict)
}

fn chair(player: &Player, seed: Seed) -> SeatAssignment<'_> {
    let seated = match player {
        Player::Bot(spec) => SeatPlayer::Agent(spec),
        Player::Callable(call) => SeatPlayer::Caller(Arc::clone(call)),
    };
    SeatAssignment { entrant: "player", seed, seated }
}

/// Returns the index of the player at each seat in `rotation`, counted from 1, as in an experiment.
///
/// Raises:
///     ErgoError: `seats` or `rotation` is out of range.
#[pyfunction]
pub(crate) fn seating(seats: usize, rotation: usize) -> PyResult<Vec<usize>> {
    if !(1..=MAX_SEATS).contains(&seats) || rotation == 0 {
        return Err(wrong(format!("seats = {seats}, rotation = {rotation}: expected 1 to {MAX_SEATS}, and 1 or more")));
    }
    let seats = SeatCount::new(seats);
    Ok(seats.iter().map(|seat| place_at(seat, rotation, seats)).collect())
}

/// Returns a match, given as a line of `transcripts.jsonl`, as an HTML page and as text.
///
/// Raises:
///     ErgoError: The line is not a transcript of a known game.
#[pyfunction]
pub(crate) fn match_page(line: &str) -> PyResult<(String, String)> {
    let line = RecordedMatch::parse(line).map_err(wrong)?;
    let page = line.page(registry()).map_err(wrong)?;
    Ok((page, line.narrated(registry()).map_err(wrong)?.words))
}
