//! The draws of a round, and the kinds of cards that are drawn. RULES.md E5–E8.

use ergo_core::rng::Seed;

use super::event::Event;
use super::hand::CardCounts;
use super::rules::Rules;
use super::state::State;

/// Kinds of cards from the point of view of the seat that draws. The last kind helps no seat: variables without a seat,
/// and inert cards.
pub const CARD_KINDS: [&str; 14] = [
    "own_variable",
    "rival_variables",
    "and",
    "or",
    "then",
    "not",
    "parenthesis",
    "fallacy",
    "justification",
    "tabula_rasa",
    "revolution",
    "wilds",
    "ergo",
    "idle_variables",
];

/// The index of variables without a seat and of inert cards.
pub(super) const IDLE: usize = CARD_KINDS.len() - 1;

/// Groups of kinds that are barred together: all variables, and every other kind by itself. Each has a name and one bit
/// per kind of [`CARD_KINDS`].
pub const CARD_GROUPS: [(&str, u32); 12] = [
    ("variables", 1 | 1 << 1 | 1 << IDLE),
    ("and", 1 << 2),
    ("or", 1 << 3),
    ("then", 1 << 4),
    ("not", 1 << 5),
    ("parenthesis", 1 << 6),
    ("fallacy", 1 << 7),
    ("justification", 1 << 8),
    ("tabula_rasa", 1 << 9),
    ("revolution", 1 << 10),
    ("wilds", 1 << 11),
    ("ergo", 1 << 12),
];

/// The draws of a round, from which its piles can be rebuilt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawRecord {
    pub(super) seed: Seed,
    pub(super) round: u32,
    /// Number of unknown cards dealt and drawn from the first pile.
    pub(super) unknown: u8,
    pub(super) again: Option<ReshuffleDraws>,
}

/// The draws after the reshuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReshuffleDraws {
    /// The cards of the new pile.
    pub(super) pile: CardCounts,
    /// Number of cards drawn in turns before the reshuffle, including known ones.
    pub(super) before: u16,
    /// Number of unknown cards drawn from the new pile.
    pub(super) unknown: u8,
}

impl DrawRecord {
    /// Returns the draws so far in the round of `state`.
    pub(super) fn from_state(rules: &Rules, state: &State) -> Self {
        let left = state.pile.len() - state.pile.known();
        let again = state.reshuffle.map(|reshuffle| {
            let before = state.events.iter().take_while(|event| **event != Event::Reshuffled);
            let before = before.filter(|event| matches!(event, Event::Drew(..))).count() as u16;
            ReshuffleDraws { pile: reshuffle.pile, before, unknown: (reshuffle.pile.len() - left) as u8 }
        });
        let deck = rules.deck.len();
        let unknown = if again.is_some() { deck } else { deck - left };
        DrawRecord { seed: state.seed, round: state.round, unknown: unknown as u8, again }
    }
}
