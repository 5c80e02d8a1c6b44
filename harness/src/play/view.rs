//! What a person may see of a match: plain data for the terminal and the page.

use ergo_harness::arena::presentation::TextView;
use ergo_harness::arena::{ActionOption, RoundEnd};
use serde::Serialize;
use serde_json::Value;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct View {
    pub game: &'static str,
    /// The names of the players, in seat order.
    pub entrants: Vec<String>,
    /// The index of the person among them.
    pub own: usize,
    pub phase: Phase,
    /// The table as text: after the steps picked, if there are some.
    pub scene: TextView,
    /// The same as the script of the game draws it; after the end of the match with all cards open.
    pub board: Value,
    /// Events since the person's last turn, one a line.
    pub happened: Vec<String>,
    /// The whole match so far: turns and ends of rounds.
    pub log: Vec<LogEntry>,
    /// Every way to go on, in the order of the game; none if the turn picked is complete.
    pub turns: Vec<Choice>,
    pub steps: Vec<ActionOption>,
    pub picked: Vec<String>,
    /// Whether `picked` is a complete turn, to be committed or taken back.
    pub complete: bool,
    /// The answer of the adviser, if it was asked about this turn.
    pub advice: Option<AdviceView>,
    /// The scores after each round.
    pub rounds: Vec<Vec<i32>>,
    /// The round that ended last.
    pub round_end: Option<RoundEnd>,
    pub end: Option<End>,
    pub file: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Phase {
    /// The others choose.
    Others,
    /// The person chooses.
    Own,
    /// A round is over; the person looks at its table.
    Round,
    /// The match is over.
    Over,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct LogEntry {
    /// The index of the seat; none for the end of a round.
    pub seat: Option<usize>,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Choice {
    pub number: usize,
    pub says: String,
    pub line: String,
    pub effect: String,
    pub first: String,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct AdviceView {
    pub adviser: String,
    /// The candidate that the adviser would play.
    pub best: Candidate,
    /// A reason in a sentence or two; empty if none is known.
    pub reason: String,
    /// The candidates with estimates, best first; empty if the adviser has none.
    pub candidates: Vec<Candidate>,
    pub more: usize,
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Candidate {
    /// The number by which it is picked, if it is in the list.
    pub number: Option<usize>,
    /// Its description in words, or else its actions.
    pub says: String,
    pub line: String,
    /// The estimate on the adviser's own scale.
    pub value: Option<f64>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct End {
    pub text: String,
    pub scores: Vec<i32>,
    /// The indices of the winners.
    pub winners: Vec<usize>,
}
