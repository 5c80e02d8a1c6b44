//! The possessions of one player.

use super::card::Hand;
use super::condition::Condition;
use super::data::ORACLES;
use super::place::{Place, Places};
use super::rules::Rules;
use super::stack::Stack;

/// Number of following cubes per player.
pub const CUBES: u8 = 9;
/// Number of schools per player.
pub const SCHOOLS: u8 = 4;
/// The largest number of builders of a player.
pub const BUILDERS: u8 = 4;
/// The limit for debate tokens, wisdom cards and labyrinth tokens, and the number of favours required.
pub const THREE: u8 = 3;
pub(super) const NONE: u8 = u8::MAX;
/// A request, disk or other component that the observer has not seen.
pub(super) const HIDDEN: u8 = u8::MAX - 1;

/// The possessions of one player.
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
    /// The argument cards. The Moirai have theirs in a stack.
    pub(super) arguments: Hand,
    /// The public numbers of Sophistry and Syllogism cards.
    pub(super) counts: [u8; 2],
    /// The oracle cards, one bit each.
    pub(super) oracles: u32,
    /// The public number of oracle cards.
    pub(super) oracle_count: u8,
    pub(super) shown: u32,
    pub(super) consulted: [u8; ORACLES],
    pub(super) request: u8,
    pub(super) claimed: Stack<Condition, 7>,
    pub(super) labyrinth: u8,
    /// The numbered labyrinth token; 0 for none.
    pub(super) number: u8,
    pub(super) unknown_oracle: bool,
}

impl Player {
    /// Returns true if a labyrinth token was collected for `condition`.
    #[inline]
    pub fn has_claimed(&self, condition: Condition) -> bool {
        self.claimed.items().contains(&condition)
    }

    /// Returns the number of argument cards.
    #[inline]
    pub fn cards(&self) -> u8 {
        self.counts[0] + self.counts[1]
    }

    #[inline]
    pub(super) fn favours(&self, rules: &Rules) -> u8 {
        (self.oracles & rules.data.favours).count_ones() as u8 + u8::from(self.unknown_oracle)
    }

    /// Returns the number of visible favours, including the Unknown Oracle.
    pub fn favours_seen(&self, rules: &Rules) -> u8 {
        self.favours(rules)
    }

    /// Returns true if the oracle card with this index in the table is visibly held.
    pub fn holds(&self, card: u8) -> bool {
        self.oracles & 1 << card != 0
    }

    /// Returns the place of the player.
    pub fn location(&self) -> Place {
        self.at
    }

    /// Returns the number of coins.
    pub fn coins(&self) -> u16 {
        self.coins
    }

    /// Returns the numbers of builders, sophists, study tokens, wisdom cards, debate tokens and labyrinth tokens.
    pub fn holdings(&self) -> [u8; 6] {
        [self.builders, self.sophists, self.study, self.wisdom, self.debates, self.labyrinth]
    }

    /// Returns the places of the followings, of the schools, and of the tokens held.
    pub fn on_map(&self) -> [Places; 3] {
        [self.followings, self.schools, self.tokens]
    }

    /// Returns the known argument cards.
    pub fn arguments(&self) -> &Hand {
        &self.arguments
    }

    /// Returns the numbers of Sophistry and Syllogism cards.
    pub fn argument_counts(&self) -> [u8; 2] {
        self.counts
    }

    /// Returns the index of the philosopher in the table.
    pub fn philosopher(&self) -> u8 {
        self.philosopher
    }

    /// Returns the numbered labyrinth token, if any.
    pub fn number(&self) -> Option<u8> {
        (self.number > 0).then_some(self.number)
    }

    /// Returns the index of the Olympic request in the table, if known.
    pub fn request(&self) -> Option<u8> {
        (self.request < HIDDEN).then_some(self.request)
    }

    /// Returns the number of oracle cards, known or not.
    pub fn oracle_count(&self) -> u8 {
        self.oracle_count
    }

    /// Returns the number of times each oracle was consulted.
    pub fn consulted(&self) -> [u8; ORACLES] {
        self.consulted
    }

    /// Returns true if the player has the Unknown Oracle.
    pub fn has_unknown_oracle(&self) -> bool {
        self.unknown_oracle
    }
}
