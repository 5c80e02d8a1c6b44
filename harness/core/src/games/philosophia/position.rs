//! The position format of Philosophia: `{"seats":3,"deal":{…}}`, `{"seats":3,"state":{…}}`, or a whole state.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::notation::deal::DealText;
use ergo_engine::philosophia::notation::view::StateView;
use ergo_engine::philosophia::notation::written::StateText;
use ergo_engine::philosophia::round::Round;
use ergo_engine::philosophia::state::State;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::registry::arena::position::{GameAndState, JsonFields, PositionFormat, PositionQuery, object};

/// Returns the position format.
pub(super) fn positions() -> PositionFormat<Philosophia> {
    PositionFormat {
        read,
        state: |game, state| json!(StateView::from_state(&game.0, state)),
        over,
        more: |_, _, _| Map::new(),
    }
}

/// A deal or a state with the number of seats.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionText {
    seats: usize,
    deal: Option<DealText>,
    state: Option<StateText>,
}

fn parsed<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn read(asked: &PositionQuery<'_>, text: &str) -> Result<GameAndState<Philosophia>, String> {
    let expected = "expected {\"seats\":3,\"deal\":{…}} or a whole state";
    let value: Value = serde_json::from_str(text).map_err(|error| format!("{error}; {expected}"))?;
    if let Some(players) = value.get("players").and_then(Value::as_array) {
        // A single player has the Moirai at the table.
        let solo = value.get("moirai").is_some_and(|moirai| !moirai.is_null());
        let seats = if solo { 1 } else { players.len() };
        let game: Philosophia = asked.game(Some(seats))?;
        let state = game.read(&parsed(value)?)?;
        return Ok((game, state));
    }
    let written: PositionText = parsed(value).map_err(|error| format!("{error}; {expected}"))?;
    let game: Philosophia = asked.game(Some(written.seats))?;
    let state = match (written.deal, written.state) {
        (Some(deal), None) => game.begin(&deal.read(&game.0)?)?,
        (None, Some(state)) => game.read(&state)?,
        _ => return Err(format!("both a deal and a state, or neither; {expected}")),
    };
    Ok((game, state))
}

fn over(game: &Philosophia, state: &State, round: Option<&Round>) -> JsonFields {
    let points = round.map(|round| &round.points_of_all[..round.players]);
    let mut fields = object([
        ("ended_by".to_owned(), json!(state.ended().map(|ended| ended.word()))),
        ("points".to_owned(), json!(points)),
    ]);
    if game.seats().get() == 1 {
        fields.insert("moirai".to_owned(), json!(game.all_scores(state)[1]));
    }
    fields
}
