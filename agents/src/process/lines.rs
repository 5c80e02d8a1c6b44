//! The messages of the protocol, in both directions.

use std::collections::BTreeMap;

use ergo_engine::seat::{Seat, SeatMap};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value as Json;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// Maximum length of a line from a program, in bytes.
pub const LONGEST_LINE: usize = 1 << 16;

/// The first message of a match to a program.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename = "hello")]
pub struct Hello<'a> {
    /// The version of the protocol, [`PROTOCOL`].
    pub protocol: u32,
    /// The name of the game.
    pub game: &'a str,
    /// Every option of the rules of the game, nested as in an experiment.
    pub rules: Json,
    /// Number of seats.
    pub seats: usize,
    /// The seat of the program.
    pub seat: Seat,
    /// The name of the program's entrant in the experiment.
    pub entrant: &'a str,
    /// Seed for the random choices of the program: 64 hexadecimal digits, different in every match and seat.
    pub seed: String,
    /// True if another match may follow in the same process; omitted if false.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reuse: bool,
    /// The limits of the program.
    pub limits: HelloLimits,
    /// The rules in words, if the agent has the setting `text`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<RulesText>,
}

/// The rules in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesText {
    /// The rules, as `ergo rules` prints them, and the options that differ from the defaults.
    pub rules: String,
}

/// A decision in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DecisionText {
    /// The position as a person at the seat sees it.
    pub position: String,
    /// The effect of each legal action, in the order of the legal actions.
    pub actions: Vec<String>,
}

/// The limits of a program, as sent in [`Hello`].
#[derive(Clone, Debug, Serialize)]
pub struct HelloLimits {
    /// Time limit for each answer in milliseconds.
    pub move_ms: u64,
    /// Time limit for the start, until the program is ready, in milliseconds.
    pub start_ms: u64,
    /// Limit of address space in megabytes; `None` is no limit.
    pub memory_mb: Option<u64>,
    /// Maximum length of a line in bytes.
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
    pub fault: Option<SeatFault>,
    pub observation: O,
}

/// The fault that ended the match, and the seat that caused it.
#[derive(Serialize)]
pub(super) struct SeatFault {
    pub seat: Seat,
    pub fault: &'static str,
}

/// The answer to [`Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Ready {
    /// The type of the message.
    #[serde(rename = "type")]
    pub kind: ReadyTag,
    /// The name the program gives itself.
    #[serde(default)]
    pub name: String,
}

/// The only valid type of [`Ready`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadyTag {
    /// `ready`
    Ready,
}

/// The answer to a decision.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Answer {
    /// The `id` of the decision.
    pub id: u64,
    /// Index into the list of legal actions, from 0.
    pub action: i64,
    /// A remark of the program about its answer, for people and for `answers.jsonl`.
    #[serde(default)]
    pub info: Option<Json>,
}

/// Serializes actions as a list of strings in the notation of the game.
fn as_texts<A: std::fmt::Display, S: Serializer>(actions: &&[A], serializer: S) -> Result<S::Ok, S::Error> {
    struct Text<'a, A>(&'a A);
    impl<A: std::fmt::Display> Serialize for Text<'_, A> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self.0)
        }
    }
    serializer.collect_seq(actions.iter().map(Text))
}
