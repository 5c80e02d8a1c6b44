//! Argument cards and hands. RULES.md P3, G-P14, G-P15, G-P27.

use std::cmp::Ordering;

/// Number of distinct argument cards: Sophistry without and with five numbers, eight kinds of Syllogism, the divine
/// argument, and an unknown card.
pub const CARDS: usize = 16;
pub(super) const FIRST_SYLLOGISM: u8 = 6;

/// The short name of [`ArgumentCard`] within `philosophia`.
pub use self::ArgumentCard as Card;

/// A kind of argument card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArgumentCard(pub(super) u8);

impl Card {
    /// Sophistry without a relevant number.
    pub const SOPHISTRY: Card = Card(0);
    /// The oracle card that counts as an argument.
    pub const DIVINE: Card = Card(14);
    /// A card that the observer has not seen.
    pub(super) const UNKNOWN: Card = Card(15);

    /// Returns Sophistry with a number from 1 to 5.
    pub(super) const fn numbered(number: u8) -> Card {
        Card(number)
    }

    /// Returns the number of a Sophistry card, 0 if it is irrelevant.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the index of the card in a hand.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns true for Sophistry.
    #[inline]
    pub const fn is_sophistry(self) -> bool {
        self.0 < FIRST_SYLLOGISM
    }

    /// Returns true for a Syllogism.
    #[inline]
    pub const fn is_syllogism(self) -> bool {
        self.0 >= FIRST_SYLLOGISM && self.0 < Card::DIVINE.0
    }

    /// Compares the strength of this card with `other` under `kinds`.
    #[inline]
    pub fn against(self, other: Card, kinds: &ArgumentOrder) -> Ordering {
        if kinds.beats(self, other) {
            Ordering::Greater
        } else if kinds.beats(other, self) {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }
}

/// The order of strength of argument cards. RULES.md P14.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgumentOrder {
    beaten: [u16; CARDS],
}

impl ArgumentOrder {
    /// Returns an order in which no card beats another.
    pub(super) fn none() -> Self {
        ArgumentOrder::default()
    }

    /// Adds that `winner` beats `loser`.
    pub(super) fn set(&mut self, winner: Card, loser: Card) {
        self.beaten[winner.index()] |= 1 << loser.0;
    }

    /// Returns true if `winner` beats `loser`.
    #[inline]
    pub const fn beats(&self, winner: Card, loser: Card) -> bool {
        self.beaten[winner.index()] & 1 << loser.0 != 0
    }
}

/// The short name of [`ArgumentHand`] within `philosophia`.
pub use self::ArgumentHand as Hand;

/// The number of cards of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ArgumentHand(pub(super) [u8; CARDS]);

impl Hand {
    /// Returns the number of cards of kind `card`.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    /// Returns the number of cards.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Returns true if there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    #[inline]
    pub(super) fn take(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.saturating_sub(1);
    }

    /// Iterates over the kinds that are present, each once, in order.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = Card> {
        let counts = self.0;
        (0..CARDS as u8).map(Card).filter(move |card| counts[card.index()] > 0)
    }

    /// Iterates over all cards, in order.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        let counts = self.0;
        self.kinds().flat_map(move |card| std::iter::repeat_n(card, counts[card.index()].into()))
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }
}
