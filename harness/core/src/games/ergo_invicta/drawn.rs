//! ERGO of 1977 on a page: the board with its coordinates, and what is left to place.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::round::Ends;
use ergo_engine::ergo_invicta::state::{Observation, State};
use serde_json::{Value, json};

use super::showing::{squares, state_of};
use crate::arena::drawn::Drawn;

/// How it is drawn.
pub(super) fn drawn() -> Drawn<ErgoInvicta> {
    Drawn {
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        table: |_| Value::Null,
        state: |_, state| board(state),
        seen: |game: &ErgoInvicta, seen: &Observation| board(&state_of(game, seen)),
        example: |game| {
            let position = "10/2h7/10/4H5/3H1h4/2H7/1H1h6/l9/10 w 8+8 -".parse();
            position.map_or(Value::Null, |position| board(&game.from_position(position)))
        },
    }
}

fn board(state: &State) -> Value {
    let end = state.end();
    json!({
        "position": state.position().to_string(),
        "game": state.game(),
        "ply": state.ply(),
        "count": state.count(),
        "to_move": state.to_move(),
        "white": state.white(),
        "last": state.actions().last().map_or_else(Vec::new, |action| squares(*action)),
        "line": end.and_then(|end| end.line).map(|line| Ends(line).to_string()),
        "ended_by": end.map(|end| end.ended_by.word().replace('_', " ")),
    })
}
