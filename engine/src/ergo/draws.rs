//! The draws of a round, and the kinds of cards that are drawn. RULES.md E5–E8.

use ergo_core::rng::Seed;

use super::event::Event;
use super::hand::Heap;
use super::rules::Rules;
use super::state::State;

/// Kinds of cards as the seat that draws them sees them. The last kind is of no use to any seat: variables of no seat, and inert
/// cards.
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

/// The place of variables of nobody and inert cards.
pub(super) const IDLE: usize = CARD_KINDS.len() - 1;

/// Kinds barred together: all variables, and every other kind by itself.
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

/// The draws of a round: enough to lay its piles again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    pub(super) seed: Seed,
    pub(super) round: u32,
    /// Cards dealt and drawn from the first pile that nobody knew.
    pub(super) unknown: u8,
    pub(super) again: Option<Again>,
}

/// The draws after the reshuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Again {
    /// The cards of the new pile.
    pub(super) pile: Heap,
    /// Cards drawn in turns before it, known ones included.
    pub(super) before: u16,
    /// Cards drawn from it that nobody knew.
    pub(super) unknown: u8,
}

impl Draws {
    /// The draws in the round of `state` up to now.
    pub(super) fn of(rules: &Rules, state: &State) -> Self {
        let left = state.pile.len() - state.pile.known();
        let again = state.reshuffle.map(|reshuffle| {
            let before = state.events.iter().take_while(|event| **event != Event::Reshuffled);
            let before = before.filter(|event| matches!(event, Event::Drew(..))).count() as u16;
            Again { pile: reshuffle.pile, before, unknown: (reshuffle.pile.len() - left) as u8 }
        });
        let deck = rules.deck.len();
        let unknown = if again.is_some() { deck } else { deck - left };
        Draws { seed: state.seed, round: state.round, unknown: unknown as u8, again }
    }
}
