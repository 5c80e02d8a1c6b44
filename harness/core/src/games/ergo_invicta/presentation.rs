//! The presentation of Ergo 1977 in transcripts and on pages.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{FILES, RANKS, Rim, Square};
use ergo_engine::ergo_invicta::position::Position;
use ergo_engine::ergo_invicta::round::LineEnds;
use ergo_engine::ergo_invicta::state::{Observation, State};
use ergo_engine::game::{Game, PerfectInformation};
use serde_json::{Value, json};

use crate::registry::arena::presentation::{ActionDescription, Presentation};

pub(super) fn presentation() -> Presentation<ErgoInvicta> {
    Presentation {
        view: |game, seen| view(game, &game.state_of(seen)),
        open: Some(view),
        fields: &[("position", "Position"), ("white", "White"), ("scores", "Scores")],
        describe,
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        example: |game| {
            let position = "10/2h7/10/4H5/3H1h4/2H7/1H1h6/l9/10 w 8+8 -".parse();
            position.map_or(Value::Null, |position| view(game, &game.from_position(position)))
        },
        ..Presentation::default()
    }
}

fn view(game: &ErgoInvicta, state: &State) -> Value {
    let end = state.end();
    json!({
        "heading": format!("Game {}, ply {}", state.game(), state.ply() + 1),
        "drawing": drawing(state.position()),
        "position": state.position().to_string(),
        "game": state.game(),
        "ply": state.ply(),
        "count": state.count(),
        "to_move": state.to_move(),
        "white": state.white(),
        "scores": game.scores(state),
        "last": state.actions().last().map_or_else(Vec::new, |action| squares(*action)),
        "line": end.and_then(|end| end.line).map(|line| LineEnds(line).to_string()),
        "ended_by": end.map(|end| end.ended_by.word().replace('_', " ")),
    })
}

/// Draws the board rank by rank, with the reserves.
fn drawing(position: &Position) -> Vec<String> {
    let rank = |rank: usize| {
        let row = (0..FILES).map(|file| position.letter(Square::new(rank * FILES + file)).unwrap_or('.'));
        let reserve = match rank {
            8 => format!("   Black (l, h) has {} to place", position.reserve[1]),
            0 => format!("   White (L, H) has {} to place", position.reserve[0]),
            _ => String::new(),
        };
        format!("       {}{}{reserve}", rank + 1, row.map(|letter| format!(" {letter}")).collect::<String>())
    };
    (0..RANKS).rev().map(rank).chain(["         a b c d e f g h i j".to_owned()]).collect()
}

fn squares(action: Action) -> Vec<String> {
    match action {
        Action::Place { to } => vec![to.to_string()],
        Action::Move { from, to } => vec![from.to_string(), to.to_string()],
        Action::Pass => Vec::new(),
    }
}

fn describe(game: &ErgoInvicta, seen: &Observation, action: Action) -> ActionDescription {
    let position = *game.state_of(seen).position();
    let words = match action {
        Action::Place { to } if to.is_edge() => format!("places a lion on {to}"),
        Action::Place { to } => format!("places a hollow piece on {to}"),
        Action::Move { from, to } => {
            let piece = if position.lions & from.bit() != 0 { "lion" } else { "hollow piece" };
            let slides = from.is_edge() && Rim::new(position.taken()).slides(from) & to.bit() != 0;
            let turns = if piece == "lion" || !to.is_edge() { "" } else { ", where it becomes a lion" };
            format!("{} the {piece} from {from} to {to}{turns}", if slides { "slides" } else { "moves" })
        }
        Action::Pass => "can neither place nor move, and passes".to_owned(),
    };
    ActionDescription { words, places: squares(action) }
}
