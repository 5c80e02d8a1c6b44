//! The view of any front: plain data, of what the person's seat knows and nothing else.

use serde::Serialize;

use crate::arena::scene::Scene;

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
    /// What lies before the person: after the steps picked, if there are some.
    pub scene: Scene,
    /// What happened since the person's last turn, one thing a line.
    pub happened: Vec<String>,
    /// Every way to go on; none where the turn picked is complete.
    pub turns: Vec<Choice>,
    /// What was picked of the turn, step by step.
    pub picked: Vec<String>,
    /// Whether that is a complete turn, to be committed or taken back.
    pub complete: bool,
    /// What the adviser said, if it was asked about this turn.
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
    /// What it leaves behind.
    pub line: String,
    /// What comes of it.
    pub effect: String,
    /// The signs of the cards it uses.
    pub cards: Vec<String>,
}

/// What an adviser said.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Advised {
    /// Who.
    pub who: String,
    /// What it would play.
    pub best: Weighed,
    /// What it weighed, best first; empty where it cannot tell.
    pub candidates: Vec<Weighed>,
    /// How many more there were.
    pub more: usize,
}

/// One candidate of an adviser.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Weighed {
    /// The number by which it is picked, if it is in the list.
    pub number: Option<usize>,
    /// What it leaves behind, or else its actions.
    pub line: String,
    /// What it seems worth on the adviser's own scale.
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
