//! The possessions of one player.

use super::card::Hand;
use super::condition::Condition;
use super::data::ORACLES;
use super::place::{Place, Places};
use super::rules::Rules;
use super::stack::Stack;

/// Cubes of a player.
pub const CUBES: u8 = 9;
/// Schools of a player.
pub const SCHOOLS: u8 = 4;
/// Builders a player can have.
pub const BUILDERS: u8 = 4;
/// Debate tokens, wisdom cards, labyrinth tokens and favours that are all there is to have, or all that is asked for.
pub const THREE: u8 = 3;
pub(super) const NONE: u8 = u8::MAX;
/// A request, a disk or another thing that nobody who looks has seen.
pub(super) const HIDDEN: u8 = u8::MAX - 1;

/// One player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Player {
    pub(super) philosopher: u8,
    pub(super) at: Place,
    pub(super) coins: u16,
    pub(super) builders: u8,
    pub(super) sophists: u8,
    pub(super) study: u8,
    pub(super) wisdom: u8,
    pub(super) followings: Places,
    pub(super) schools: Places,
    pub(super) tokens: Places,
    pub(super) debates: u8,
    /// The argument cards; the Moirai have theirs in a stack.
    pub(super) arguments: Hand,
    /// How many of them are Sophistry and Syllogism: everybody knows.
    pub(super) counts: [u8; 2],
    /// The oracle cards, a bit each.
    pub(super) oracles: u32,
    /// How many there are: everybody knows.
    pub(super) oracle_count: u8,
    pub(super) shown: u32,
    pub(super) consulted: [u8; ORACLES],
    pub(super) request: u8,
    pub(super) claimed: Stack<Condition, 7>,
    pub(super) labyrinth: u8,
    /// The numbered token; 0 for none.
    pub(super) number: u8,
    pub(super) unknown_oracle: bool,
}

impl Player {
    /// Whether a labyrinth token was collected for `condition`.
    #[inline]
    pub fn has_claimed(&self, condition: Condition) -> bool {
        self.claimed.items().contains(&condition)
    }

    /// How many Sophistry and Syllogism cards are held.
    #[inline]
    pub fn cards(&self) -> u8 {
        self.counts[0] + self.counts[1]
    }

    #[inline]
    pub(super) fn favours(&self, rules: &Rules) -> u8 {
        (self.oracles & rules.data.favours).count_ones() as u8 + u8::from(self.unknown_oracle)
    }

    /// Favours held, as far as they are seen; the Unknown Oracle is one.
    pub fn favours_seen(&self, rules: &Rules) -> u8 {
        self.favours(rules)
    }

    /// Whether the oracle card with this number of the table is held, as far as that is seen.
    pub fn holds(&self, card: u8) -> bool {
        self.oracles & 1 << card != 0
    }

    /// Place of the player.
    pub fn at(&self) -> Place {
        self.at
    }

    /// Coins held.
    pub fn coins(&self) -> u16 {
        self.coins
    }

    /// Builders, sophists, study tokens, wisdom cards, debate tokens and labyrinth tokens held.
    pub fn holdings(&self) -> [u8; 6] {
        [self.builders, self.sophists, self.study, self.wisdom, self.debates, self.labyrinth]
    }

    /// Places of the followings, of the schools, and those whose tokens are held.
    pub fn on_map(&self) -> [Places; 3] {
        [self.followings, self.schools, self.tokens]
    }

    /// The argument cards; unknown ones left out.
    pub fn arguments(&self) -> &Hand {
        &self.arguments
    }

    /// How many Sophistry and Syllogism cards are held.
    pub fn argument_counts(&self) -> [u8; 2] {
        self.counts
    }

    /// The philosopher, by his number in the table.
    pub fn philosopher(&self) -> u8 {
        self.philosopher
    }

    /// The numbered labyrinth token.
    pub fn number(&self) -> Option<u8> {
        (self.number > 0).then_some(self.number)
    }

    /// The Olympic request, by its number in the table, if it is known.
    pub fn request(&self) -> Option<u8> {
        (self.request < HIDDEN).then_some(self.request)
    }

    /// Oracle cards held, known or not.
    pub fn oracle_count(&self) -> u8 {
        self.oracle_count
    }

    /// How often each oracle was consulted.
    pub fn consulted(&self) -> [u8; ORACLES] {
        self.consulted
    }

    /// Whether the Unknown Oracle is held.
    pub fn has_unknown_oracle(&self) -> bool {
        self.unknown_oracle
    }
}
