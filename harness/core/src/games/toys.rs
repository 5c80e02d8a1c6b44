//! The room of the toys: who plays them, and how they are shown.

use std::sync::Arc;

use ergo_agents::roster::Roster;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::Configurable;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::{Board, TicTacToe};

use serde_json::{Value, json};

use super::everywhere::{endings, endings_of_matches};
use crate::registry::arena::presentation::{Description, Presentation};
use crate::registry::arena::{OnShelf, Shelved};

/// The descriptions of their columns.
const COLUMNS: &str = include_str!("toys.txt");

/// Nobody starts by turns: what the one who begins gains is what seat 1 does, or all bid at once.
fn toy<G: Configurable + Roster + Numbering<G::Action>>() -> Shelved<G> {
    let endings = if G::Round::ONLY_ONE { endings_of_matches() } else { endings() };
    Shelved::new(G::registry()).measured(vec![endings]).described(COLUMNS).numbered(|game| Arc::new(game.clone()))
}

/// Three rows; a free cell has the number that marks it.
fn board(_: &TicTacToe, board: &Board) -> Value {
    let board = board.to_string();
    let cell = |(place, mark): (usize, char)| if mark == '.' { place.to_string() } else { mark.to_string() };
    let cells: Vec<String> = (1..).zip(board.chars()).map(cell).collect();
    let drawing: Vec<String> = cells.chunks(3).map(|row| format!("  {}", row.join(" "))).collect();
    json!({ "board": board, "drawing": drawing })
}

fn mark(_: &TicTacToe, _: &Board, cell: <TicTacToe as Game>::Action) -> Description {
    Description { words: format!("marks cell {cell}"), places: vec![format!("cell:{cell}")] }
}

impl OnShelf for TicTacToe {
    fn shelved() -> Shelved<Self> {
        let presentation = Presentation {
            view: board,
            fields: &[("board", "Board")],
            describe: mark,
            style: ".cells { display: grid; grid-template-columns: repeat(3, 4rem); gap: 4px; } .cells span { border: 1px solid var(--line); font-size: 2rem; height: 4rem; line-height: 4rem; text-align: center; }",
            script: include_str!("tic_tac_toe.js"),
            ..Presentation::default()
        };
        toy().in_memory().presented(presentation)
    }
}

impl OnShelf for Kuhn {
    fn shelved() -> Shelved<Self> {
        toy().in_memory()
    }
}

impl OnShelf for Leduc {
    fn shelved() -> Shelved<Self> {
        toy().in_memory()
    }
}

impl OnShelf for Goofspiel {
    fn shelved() -> Shelved<Self> {
        toy().in_memory()
    }
}

impl OnShelf for Pig {
    fn shelved() -> Shelved<Self> {
        toy()
    }
}
