//! The pile of face-down cards. RULES.md C2, C7, C9.

use arrayvec::ArrayVec;
use ergo_core::rng::{Rng, shuffle};

use super::card::Card;

pub(crate) use self::CogitoPile as Pile;

/// The pile: a ring of cards, the top one first. The places of the last `known` cards are public. RULES.md G26.
#[derive(Clone)]
pub(crate) struct CogitoPile {
    ring: [Card; 64],
    first: u8,
    len: u8,
    known: u8,
}

impl Pile {
    /// Returns a pile of unseen cards.
    pub(super) fn from_cards(cards: &[Card]) -> Self {
        let mut pile = Pile { ring: [Card::Dream; 64], first: 0, len: cards.len() as u8, known: 0 };
        pile.ring[..cards.len()].copy_from_slice(cards);
        pile
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(super) const fn known(&self) -> usize {
        self.known as usize
    }

    /// The cards, the top one first.
    pub(super) fn cards(&self) -> impl ExactSizeIterator<Item = Card> + '_ {
        (0..self.len).map(|i| self.ring[usize::from(self.first.wrapping_add(i) & 63)])
    }

    /// Shuffles the cards whose places no seat knows.
    pub(super) fn shuffle_unknown(&mut self, rng: &mut Rng) {
        let mut cards: ArrayVec<Card, 64> = self.cards().take(self.len() - self.known()).collect();
        shuffle(rng, &mut cards);
        for (place, card) in (0..).zip(cards) {
            self.ring[usize::from(self.first.wrapping_add(place) & 63)] = card;
        }
    }

    /// Puts a card under the pile in public.
    #[inline]
    pub(super) fn put_under(&mut self, card: Card) {
        self.ring[usize::from(self.first.wrapping_add(self.len) & 63)] = card;
        self.len += 1;
        self.known += 1;
    }

    /// Draws the top card, which must exist, and returns whether its place was public.
    #[inline]
    pub(super) fn draw(&mut self) -> (Card, bool) {
        let (card, known) = (self.ring[usize::from(self.first & 63)], self.known == self.len);
        self.first = (self.first + 1) & 63;
        self.len -= 1;
        self.known -= u8::from(known);
        (card, known)
    }
}
