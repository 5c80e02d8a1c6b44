//! What belongs to the toys.

use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::{Board, TicTacToe};

use super::everywhere::{endings, starter};
use crate::arena::scene::{Names, Scene, Showing};
use crate::arena::{OnShelf, Shelved};
use crate::measure::Measure;

/// What their columns are.
const COLUMNS: &str = include_str!("toys.txt");

/// The measures that the toys declare of their rows.
fn measures() -> Vec<Measure> {
    let mut all = starter();
    all.push(endings());
    all
}

fn toy<G: Configurable + Roster>() -> Shelved<G> {
    Shelved::new(G::registry()).measured(measures()).described(COLUMNS)
}

/// Three rows, the free cells by the numbers by which they are marked.
fn cells(_: &TicTacToe, seen: &Board, _: &Names<'_>) -> Scene {
    let cell = |(place, mark): (usize, char)| if mark == '.' { place.to_string() } else { mark.to_string() };
    let cells: Vec<String> = (1..).zip(seen.to_string().chars()).map(cell).collect();
    Scene { drawing: cells.chunks(3).map(|row| format!("  {}", row.join(" "))).collect(), ..Scene::default() }
}

impl OnShelf for TicTacToe {
    fn shelved() -> Shelved<Self> {
        toy().shown(Showing { scene: cells, ..Showing::generic() })
    }
}

impl OnShelf for Kuhn {
    fn shelved() -> Shelved<Self> {
        toy().with_luck()
    }
}

impl OnShelf for Goofspiel {
    fn shelved() -> Shelved<Self> {
        toy()
    }
}

/// Alone, nobody starts.
impl OnShelf for Pig {
    fn shelved() -> Shelved<Self> {
        Shelved::new(Pig::registry()).measured(vec![endings()]).described(COLUMNS)
    }
}
