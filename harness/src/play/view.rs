//! The view of any front: plain data, of what the person's seat knows and nothing else.

use ergo_harness::arena::Step;
use ergo_harness::arena::presentation::Scene;
use serde::Serialize;
use serde_json::Value;

/// All there is to see at one moment.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct View {
    /// The name of the game.
    pub game: &'static str,
    /// Who sits where, as they are called, in seat order.
    pub entrants: Vec<String>,
    /// The place of the person among them, from 0.
    pub own: usize,
    /// Who is to choose.
    pub phase: Phase,
    /// The scene before the person: after the steps picked, if there are some.
    pub scene: Scene,
    /// The same as the script of the game draws it; at the end with everything in the open.
    pub board: Value,
    /// Events since the person's last turn, one a line.
    pub happened: Vec<String>,
    /// Every way to go on, what is worth most first if that is known; none if the turn picked is complete.
    pub turns: Vec<Choice>,
    /// Every single action that may follow.
    pub steps: Vec<Step>,
    /// Whether it was asked what the turns are worth.
    pub ranked: bool,
    /// The steps picked of the turn, in order.
    pub picked: Vec<String>,
    /// Whether that is a complete turn, to be committed or taken back.
    pub complete: bool,
    /// The adviser's answer, if it was asked about this turn.
    pub advice: Option<Advised>,
    /// The scores after each round that is over.
    pub rounds: Vec<Vec<i32>>,
    /// How the match ended.
    pub end: Option<End>,
    /// The file of the transcript.
    pub file: String,
}

/// Who is to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// Others think.
    Others,
    /// The person.
    Own,
    /// Nobody: the match is over.
    Over,
}

/// One way to go on.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    /// By which it is picked.
    pub number: usize,
    /// Its description, in words.
    pub says: String,
    /// Its result, as it can be typed.
    pub line: String,
    /// The consequence of that.
    pub effect: String,
    /// Its first action.
    pub first: String,
    /// Its estimated worth on the adviser's own scale, if that was asked and the adviser can tell.
    pub worth: Option<f64>,
}

/// The answer of an adviser.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Advised {
    /// Who.
    pub who: String,
    /// The candidate it would play.
    pub best: Weighed,
    /// Why, in a sentence or two; empty where nothing can be said.
    pub why: String,
    /// The candidates it weighed, best first; empty where it cannot tell.
    pub candidates: Vec<Weighed>,
    /// How many more there were.
    pub more: usize,
}

/// One candidate of an adviser.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Weighed {
    /// The number by which it is picked, if it is in the list.
    pub number: Option<usize>,
    /// Its description in words, or else its actions.
    pub says: String,
    /// Its result, or else its actions.
    pub line: String,
    /// Its estimated worth on the adviser's own scale.
    pub value: Option<f64>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct End {
    /// In one sentence.
    pub text: String,
    /// Points of each seat.
    pub scores: Vec<i32>,
    /// The winners, from 0.
    pub winners: Vec<usize>,
}
