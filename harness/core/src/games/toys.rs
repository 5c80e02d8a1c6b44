//! The room of the toys: who plays them, and how they are shown.

use std::sync::Arc;

use ergo_agents::roster::Roster;
use ergo_engine::game::RoundRecord;
use ergo_engine::numbering::Numbering;
use ergo_engine::options::Configurable;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::{Board, TicTacToe};

use super::everywhere::{endings, endings_of_matches};
use crate::arena::scene::{Names, Scene, Showing};
use crate::arena::{OnShelf, Shelved};

/// The descriptions of their columns.
const COLUMNS: &str = include_str!("toys.txt");

/// Nobody starts by turns: what the one who begins gains is what seat 1 does, or all bid at once.
fn toy<G: Configurable + Roster + Numbering<G::Action>>() -> Shelved<G> {
    let endings = if G::Round::ONLY_ONE { endings_of_matches() } else { endings() };
    Shelved::new(G::registry()).measured(vec![endings]).described(COLUMNS).numbered(|game| Arc::new(game.clone()))
}

/// Three rows, the free cells by the numbers by which they are marked.
fn cells(_: &TicTacToe, seen: &Board, _: &Names<'_>) -> Scene {
    let cell = |(place, mark): (usize, char)| if mark == '.' { place.to_string() } else { mark.to_string() };
    let cells: Vec<String> = (1..).zip(seen.to_string().chars()).map(cell).collect();
    Scene { drawing: cells.chunks(3).map(|row| format!("  {}", row.join(" "))).collect(), ..Scene::default() }
}

impl OnShelf for TicTacToe {
    fn shelved() -> Shelved<Self> {
        toy().in_memory().shown(Showing { scene: cells, ..Showing::generic() })
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
