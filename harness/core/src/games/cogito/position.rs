//! The position format of Cogito: `{"seats":2,"starter":1,"deal":{…}}`.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::cogito::round::Round;
use ergo_engine::cogito::state::State;
use ergo_engine::game::Game;
use ergo_engine::seat::Seat;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::registry::arena::position::{PositionFormat, PositionQuery, object};

/// A deal in the position format.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionText {
    seats: usize,
    #[serde(default = "first")]
    starter: usize,
    deal: Deal,
}

fn first() -> usize {
    1
}

/// Returns the position format.
pub(super) fn positions() -> PositionFormat<Cogito> {
    PositionFormat {
        read,
        state: |game, state| json!(StateView::from_state(&game.0, state)),
        over,
        more: |game, state, seat| match seat {
            None => object([("candidates".to_owned(), all_candidates(game, state))]),
            Some(_) => Map::new(),
        },
    }
}

/// Returns the cards that each seat may still be.
pub(super) fn all_candidates(game: &Cogito, state: &State) -> Value {
    let of = |seat: Seat| candidates(&game.0, &game.observe(state, seat)).iter().collect::<Vec<_>>();
    json!(game.seats().iter().map(of).collect::<Vec<_>>())
}

fn read(asked: &PositionQuery<'_>, text: &str) -> Result<(Cogito, State), String> {
    let written: PositionText = serde_json::from_str(text)
        .map_err(|error| format!("{error}; expected {{\"seats\":2,\"starter\":1,\"deal\":{{…}}}}"))?;
    let game: Cogito = asked.game(Some(written.seats))?;
    let state = begin(&game, written.starter, &written.deal)?;
    Ok((game, state))
}

/// Starts a game with this deal; `starter` is a seat counted from 1.
pub(super) fn begin(game: &Cogito, starter: usize, deal: &Deal) -> Result<State, String> {
    let seats = game.seats().get();
    if !(1..=seats).contains(&starter) {
        return Err(format!("starter {starter}: expected 1 to {seats}"));
    }
    deal.begin(&game.0, Seat::new(starter - 1))
}

fn over(_: &Cogito, state: &State, round: Option<&Round>) -> Map<String, Value> {
    let ended = state.ended();
    object([
        ("ended_by".to_owned(), json!(ended.map(|ended| ended.word()))),
        ("victor".to_owned(), json!(ended.and_then(|ended| ended.victor()))),
        ("points".to_owned(), json!(round.map(|round| &round.points))),
    ])
}
