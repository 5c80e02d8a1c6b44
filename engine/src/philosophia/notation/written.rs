//! The serialized structure of a state, shared by [`view`](super::view) and the parser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::philosophia::phase::Node;

/// A state as text, with the details `P` of the pending choice.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct StateText<P = Pending> {
    #[serde(default = "one")]
    pub(super) round: u16,
    pub(super) turn: Option<u32>,
    #[serde(default = "first")]
    pub(super) turn_of: usize,
    pub(super) to_move: Option<usize>,
    #[serde(default = "to_go")]
    pub(super) node: String,
    pub(super) turn_token: Option<String>,
    #[serde(default)]
    pub(super) timeline: u8,
    pub(super) next_number: Option<u8>,
    pub(super) supply: Option<Supply>,
    pub(super) players: Vec<PlayerText>,
    #[serde(default)]
    pub(super) tokens: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) tokens_seen: Vec<String>,
    pub(super) sophistry: Option<CardsText>,
    pub(super) syllogism: Option<CardsText>,
    pub(super) oracle_decks: Option<BTreeMap<String, Vec<String>>>,
    pub(super) disks: Option<Vec<String>>,
    pub(super) disks_seen: Option<Vec<String>>,
    #[serde(default, rename = "box")]
    pub(super) gone: Vec<String>,
    pub(super) moirai: Option<MoiraiText>,
    #[serde(default)]
    pub(super) scores: Vec<i32>,
    pub(super) result: Option<ResultText>,
    #[serde(default)]
    pub(super) pending: P,
}

fn one() -> u16 {
    1
}

fn first() -> usize {
    1
}

fn to_go() -> String {
    Node::Move.word().to_owned()
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum CardsText {
    Count(usize),
    List(Vec<String>),
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Supply {
    pub(super) builders: u8,
    pub(super) sophists: u8,
    pub(super) study: u8,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PlayerText {
    pub(super) philosopher: String,
    pub(super) at: Option<String>,
    pub(super) coins: u16,
    pub(super) builders: u8,
    pub(super) sophists: u8,
    pub(super) study: u8,
    pub(super) wisdom: u8,
    pub(super) followings: Vec<String>,
    pub(super) schools: Vec<String>,
    pub(super) tokens: BTreeMap<String, String>,
    pub(super) debates: u8,
    pub(super) arguments: Vec<String>,
    pub(super) oracles: Vec<String>,
    pub(super) consulted: BTreeMap<String, u8>,
    pub(super) request: Option<String>,
    pub(super) claimed: Vec<String>,
    pub(super) labyrinth: Option<u8>,
    pub(super) number: Option<u8>,
    pub(super) unknown_oracle: bool,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoiraiText {
    pub(super) deck: Vec<String>,
    pub(super) discards: Vec<String>,
    pub(super) side: String,
    pub(super) queue: Vec<String>,
}

/// The result of a match as text.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct ResultText {
    /// The reason for the end.
    pub ended_by: String,
    /// The winners, counted from 1.
    pub winners: Vec<usize>,
    /// The score of every player.
    pub scores: Vec<i32>,
}

/// Details of the pending choice, before parsing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    #[serde(rename = "bonus")]
    pub(super) _bonus: Option<String>,
    pub(super) card: Option<String>,
    pub(super) by: Option<usize>,
    pub(super) rest: Option<Vec<usize>>,
    pub(super) left: Option<u8>,
    pub(super) bids: Option<Vec<Option<u16>>>,
    pub(super) order: Option<Vec<usize>>,
    pub(super) stopped: Option<Vec<usize>>,
    #[serde(rename = "final")]
    pub(super) is_final: Option<bool>,
    pub(super) initiator: Option<usize>,
    pub(super) circle: Option<Vec<usize>>,
    pub(super) piles: Option<BTreeMap<String, Vec<String>>>,
    pub(super) led: Option<String>,
    pub(super) attacker: Option<usize>,
    pub(super) defender: Option<usize>,
    pub(super) must: Option<bool>,
}
