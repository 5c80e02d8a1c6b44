//! The view of any front: plain data, of what the person's seat knows and nothing else.

use ergo_harness::arena::ActionOption;
use ergo_harness::arena::presentation::TextView;
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct View {
    pub game: &'static str,
    /// Who sits where, as they are called, in seat order.
    pub entrants: Vec<String>,
    /// The place of the person among them, from 0.
    pub own: usize,
    pub phase: Phase,
    /// The scene before the person: after the steps picked, if there are some.
    pub scene: TextView,
    /// The same as the script of the game draws it; at the end with everything in the open.
    pub board: Value,
    /// Events since the person's last turn, one a line.
    pub happened: Vec<String>,
    /// Every way to go on, what is worth most first if that is known; none if the turn picked is complete.
    pub turns: Vec<Choice>,
    pub steps: Vec<ActionOption>,
    pub ranked: bool,
    pub picked: Vec<String>,
    /// Whether that is a complete turn, to be committed or taken back.
    pub complete: bool,
    /// The adviser's answer, if it was asked about this turn.
    pub advice: Option<Advised>,
    pub rounds: Vec<Vec<i32>>,
    pub end: Option<End>,
    pub file: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    Others,
    Own,
    Over,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    pub number: usize,
    pub says: String,
    pub line: String,
    pub effect: String,
    pub first: String,
    /// Its estimated worth on the adviser's own scale, if that was asked and the adviser can tell.
    pub worth: Option<f64>,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Advised {
    pub who: String,
    /// The candidate it would play.
    pub best: Weighed,
    /// Why, in a sentence or two; empty where nothing can be said.
    pub why: String,
    /// The candidates it weighed, best first; empty where it cannot tell.
    pub candidates: Vec<Weighed>,
    pub more: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Weighed {
    /// The number by which it is picked, if it is in the list.
    pub number: Option<usize>,
    /// Its description in words, or else its actions.
    pub says: String,
    pub line: String,
    /// Its estimated worth on the adviser's own scale.
    pub value: Option<f64>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct End {
    pub text: String,
    pub scores: Vec<i32>,
    /// The winners, from 0.
    pub winners: Vec<usize>,
}
