//! The hand of one player. RULES.md C2.

use super::card::{Card, Cards};

/// The short name of [`CogitoHand`] within `cogito`.
pub use self::CogitoHand as Hand;

/// A sorted hand of at most two cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CogitoHand {
    cards: [Card; 2],
    len: u8,
}

impl Default for Hand {
    fn default() -> Self {
        Hand { cards: [Card::Dream; 2], len: 0 }
    }
}

impl Hand {
    /// Returns a hand of at most two cards.
    ///
    /// # Panics
    ///
    /// If there are more than two cards.
    pub fn from_cards(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }

    /// Returns the cards, sorted.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }

    /// Returns the number of cards.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if the hand is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the kinds of cards in the hand.
    #[inline]
    pub fn kinds(&self) -> Cards {
        self.cards().iter().copied().collect()
    }

    #[inline]
    pub(super) fn add(&mut self, card: Card) {
        self.cards[self.len as usize] = card;
        self.len += 1;
        if self.len == 2 && self.cards[0] > self.cards[1] {
            self.cards.swap(0, 1);
        }
    }

    #[inline]
    pub(super) fn remove(&mut self, card: Card) {
        debug_assert!(self.cards().contains(&card));
        if self.cards[0] == card {
            self.cards[0] = self.cards[1];
        }
        self.len -= 1;
        self.cards[1] = Card::Dream;
        if self.len == 0 {
            self.cards[0] = Card::Dream;
        }
    }
}
