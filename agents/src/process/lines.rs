//! The lines of the protocol as types: what is sent, and what is read.

use std::collections::BTreeMap;

use ergo_engine::seat::{Seat, SeatMap};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value as Json;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// The first line to a program.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "hello")]
pub struct Hello<'a> {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The name of the game.
    pub game: &'a str,
    /// Every option of its rules, nested as in an experiment.
    pub rules: Json,
    /// How many sit at the table.
    pub seats: usize,
    /// Where the program sits.
    pub seat: Seat,
    /// The name it has in the experiment.
    pub entrant: &'a str,
    /// For chance of its own: 64 hexadecimal digits, different in every match and seat.
    pub seed: String,
    /// Whether another match may follow this one in the same process; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reuse: bool,
    /// Its limits.
    pub limits: HelloLimits,
    /// The rules in words, for a program that asked for text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<RulesText>,
}

/// The rules in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesText {
    /// How the game is played, as `ergo rules` prints it, and the options that differ from the defaults.
    pub rules: String,
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecisionText {
    /// The position as a person at the seat sees it.
    pub position: String,
    /// The effect of each legal action, in the order of the list of legal actions.
    pub actions: Vec<String>,
}

/// The limits of a program, as it is told.
#[derive(Clone, Debug, Serialize)]
pub struct HelloLimits {
    /// Milliseconds for each answer.
    pub move_ms: u64,
    /// Milliseconds until it is ready.
    pub start_ms: u64,
    /// Megabytes of address space; none if there is no limit.
    pub memory_mb: Option<u64>,
    /// Bytes of a line.
    pub line_bytes: usize,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "decide")]
pub(super) struct Decide<'a, O: Serialize, A: std::fmt::Display> {
    pub id: u64,
    pub observation: &'a O,
    #[serde(serialize_with = "as_texts")]
    pub legal: &'a [A],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<Json>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<DecisionText>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "round_end")]
pub(super) struct RoundEnd<O: Serialize> {
    pub round: u32,
    pub points: SeatMap<i32>,
    pub scores: SeatMap<i32>,
    pub record: BTreeMap<&'static str, String>,
    pub last: LastAction,
    pub observation: O,
}

#[derive(Serialize)]
pub(super) struct LastAction {
    pub seat: Seat,
    pub action: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "match_end")]
pub(super) struct MatchEnd<'a, O: Serialize> {
    pub scores: &'a SeatMap<i32>,
    pub winners: Vec<Seat>,
    pub fault: Option<FaultOf>,
    pub observation: O,
}

/// Who failed to answer.
#[derive(Serialize)]
pub(super) struct FaultOf {
    pub seat: Seat,
    pub fault: &'static str,
}

/// The answer to [`Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Ready {
    /// Must be `ready`.
    #[serde(rename = "type")]
    pub kind: ReadyWord,
    /// The name the program gives itself.
    #[serde(default)]
    pub name: String,
}

/// The one word that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadyWord {
    /// `ready`
    Ready,
}

/// The answer to a decision.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Answer {
    /// That of the decision.
    pub id: u64,
    /// The place in its list of legal actions, from 0.
    pub action: i64,
    /// Whatever the program wants to say of it, for people.
    #[serde(default)]
    pub info: Option<Json>,
}

fn as_texts<A: std::fmt::Display, S: Serializer>(actions: &&[A], serializer: S) -> Result<S::Ok, S::Error> {
    struct Text<'a, A>(&'a A);
    impl<A: std::fmt::Display> Serialize for Text<'_, A> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self.0)
        }
    }
    serializer.collect_seq(actions.iter().map(Text))
}
