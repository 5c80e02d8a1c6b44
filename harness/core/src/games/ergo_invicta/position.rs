//! The position format of Ergo 1977.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::position::{Colour, Position};
use ergo_engine::ergo_invicta::round::LineEnds;
use ergo_engine::ergo_invicta::state::State;
use serde_json::{Map, Value, json};

use super::expanded::StateView;
use crate::registry::arena::position::{GameAndState, JsonFields, PositionFormat, PositionQuery};

/// Returns the position format.
pub(super) fn positions() -> PositionFormat<ErgoInvicta> {
    PositionFormat { read, state, over, more: |_, _, _| Map::new() }
}

/// Reads a position as a match of one game that starts there.
fn read(asked: &PositionQuery<'_>, text: &str) -> Result<GameAndState<ErgoInvicta>, String> {
    let position: Position = text.parse().map_err(|error| format!("{error}"))?;
    let game: ErgoInvicta = asked.game(None)?;
    let game = game.single_game();
    let state = game.from_position(position);
    Ok((game, state))
}

fn state(_: &ErgoInvicta, state: &State) -> Value {
    json!(StateView::new(state, false))
}

fn over(_: &ErgoInvicta, state: &State, round: Option<&ergo_engine::ergo_invicta::round::Round>) -> JsonFields {
    let Some(end) = state.end() else { return Map::new() };
    let seat_of = |colour: Colour| state.seat_of(colour).number();
    let scores = |seat: Colour| end.victor.map_or(1, |victor| if victor == seat { 2 } else { 0 });
    let mut points = [0; 2];
    for colour in [Colour::White, Colour::Black] {
        points[seat_of(colour) - 1] = scores(colour);
    }
    let fields = json!({
        "ended_by": end.ended_by.word(),
        "victor": end.victor.map(seat_of),
        "line": end.line.map(|line| LineEnds(line).to_string()),
        "points": round.map_or(points, |round| round.points),
    });
    match fields {
        Value::Object(fields) => fields,
        _ => unreachable!("it was made with keys"),
    }
}
