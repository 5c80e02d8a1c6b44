//! Matches between callables and bots of the house.

use std::sync::{Arc, Mutex, PoisonError};

use ergo_agents::agent::AgentFault;
use ergo_agents::spec::AgentSpec;
use ergo_engine::rng::Seed;
use ergo_engine::transcript::Transcript;
use ergo_lab::arena::{Asked, Call, Chair, Picked, Seated, Table, Unwatched};
use ergo_lab::programs::Programs;
use ergo_lab::transcripts::Line;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::asked::Decision;
use crate::error::wrong;
use crate::game::Game;
use crate::shelf::shelf;
use crate::values;

/// The last exception that a callable raised.
type Raised = Arc<Mutex<Option<PyErr>>>;

enum Player {
    House(AgentSpec),
    Callable(Call),
}

/// Asks a callable. What it raises is its fault, but for what is no `Exception`, such as Ctrl-C, which ends the match.
fn call(callable: Py<PyAny>, features: Option<usize>, raised: Raised) -> Call {
    Arc::new(move |asked: Box<dyn Asked>| {
        Python::attach(|py| {
            let answer = callable.bind(py).call1((Decision::new(asked, features),)).and_then(|answer| picked(&answer));
            answer.map_err(|error| {
                *raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                AgentFault::Crashed
            })
        })
    })
}

fn picked(answer: &Bound<'_, PyAny>) -> PyResult<Picked> {
    if let Ok(id) = answer.extract::<u32>() {
        return Ok(Picked::Id(id));
    }
    let text = answer.extract::<String>().map(Picked::Text);
    text.map_err(|_| {
        wrong(format!("a callable returned {answer}, expected an id or a text in the notation of the game"))
    })
}

/// Plays one match: `players` in seat order, each a bot as text or a callable. `deal` numbers the deal, `rotation` the seating. A dict
/// with `deal`, its `seed`, `rotation`, `scores`, `winners`, `rounds`, `turns`, `decisions`, `adjudicated`, `fault` (a seat and a word), `error`
/// and, if asked for, `actions`.
#[pyfunction]
#[pyo3(signature = (game, players, seed, deal=1, rotation=1, actions=false))]
pub(crate) fn play_match<'py>(
    py: Python<'py>,
    game: &Game,
    players: Vec<Bound<'py, PyAny>>,
    seed: &Bound<'py, PyAny>,
    deal: u64,
    rotation: u64,
    actions: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let seats = game.seat_count().get();
    if players.len() != seats {
        return Err(wrong(format!("{} players, expected one for each of {seats} seats", players.len())));
    }
    let master = values::seed(seed)?;
    let raised = Raised::default();
    let mut sitting = Vec::new();
    for player in &players {
        sitting.push(match player.extract::<String>() {
            Ok(text) => Player::House(values::unclocked(&text, values::agent(&*game.handle, &text)?)?),
            Err(_) if player.is_callable() => {
                Player::Callable(call(player.clone().unbind(), game.rules.facts().features, Arc::clone(&raised)))
            }
            Err(_) => return Err(wrong(format!("player {player}: expected a bot of Game.agents or a callable"))),
        });
    }
    let programs = Arc::new(Programs::new(None));
    let deal_seed = master.derive("deal", &[deal]);
    let mut transcript = actions.then(|| Transcript::new(deal_seed));
    let ending = py.detach(|| {
        let chairs =
            sitting.iter().zip(0..).map(|(player, seat)| chair(player, master.derive("seat", &[deal, rotation, seat])));
        let called = || format!("deal {deal}");
        let table = Table { chairs: chairs.collect(), programs: &programs, called: &called };
        game.rules.play(deal_seed, &table, transcript.as_mut(), &mut Unwatched)
    });
    py.check_signals()?;
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
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

fn chair(player: &Player, seed: Seed) -> Chair<'_> {
    let seated = match player {
        Player::House(spec) => Seated::Agent(spec),
        Player::Callable(call) => Seated::Caller(Arc::clone(call)),
    };
    Chair { entrant: "player", seed, seated }
}

/// A match, as a line of `transcripts.jsonl`, as a page of its own and in words.
#[pyfunction]
pub(crate) fn match_page(line: &str) -> PyResult<(String, String)> {
    let line = Line::parse(line).map_err(wrong)?;
    let page = line.page(shelf()).map_err(wrong)?;
    Ok((page, line.narrated(shelf()).map_err(wrong)?.words))
}
