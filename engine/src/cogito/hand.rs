//! The cards of one player. RULES.md C2.

use super::card::{Card, Cards};

/// The cards in hand, sorted: two at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    cards: [Card; 2],
    len: u8,
}

impl Default for Hand {
    fn default() -> Self {
        Hand { cards: [Card::Dream; 2], len: 0 }
    }
}

impl Hand {
    /// These cards.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        let mut hand = Hand::default();
        cards.into_iter().for_each(|card| hand.add(card));
        hand
    }

    /// The cards, sorted.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.len as usize]
    }

    /// How many.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The kinds.
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
