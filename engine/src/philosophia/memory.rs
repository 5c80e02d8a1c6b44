//! A seat's memory of things that are hidden again. RULES.md P17, R2.
//!
//! Each part is a lower bound: cards that a hand or a deck has at least. For oracle cards the memory is complete: each
//! time a seat looks into a deck it sees which cards are left, so every other card of that deck left it between two
//! looks, into one of the hands that drew from it in that time.

use ergo_core::seat::MAX_SEATS;

use super::card::{CARDS, Card, FIRST_SYLLOGISM, Hand};
use super::data::ORACLES;
use super::oracle::{Oracle, of_bits};

/// Number of looks into one deck that are distinguished. More are possible only with other tables of oracles.
pub(super) const LOOKS: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    /// Number of times the seat looked into each oracle deck.
    pub(super) looks: [u8; ORACLES],
    /// `[deck][looks]`: the cards, one bit each, that were last seen in the deck after this number of looks.
    pub(super) left: [[u32; LOOKS]; ORACLES],
    /// `[player][deck][looks]`: the number of unknown cards that another player drew after this number of looks and
    /// still holds.
    pub(super) drawn: [[[u8; LOOKS]; ORACLES]; MAX_SEATS],
    /// Argument cards that each other player has at least.
    pub(super) hands: [Hand; MAX_SEATS],
    /// Argument cards that are at least in their decks.
    pub(super) decks: Hand,
}

impl Memory {
    pub(super) fn look(&mut self, deck: usize, cards: u32) {
        let looks = &mut self.looks[deck];
        *looks = (*looks + 1).min(LOOKS as u8 - 1);
        for earlier in 0..usize::from(*looks) {
            self.left[deck][earlier] &= !cards;
        }
        self.left[deck][usize::from(*looks)] = cards;
    }

    /// Returns the number of looks after which the seat last saw `card` in its deck.
    pub(super) fn last_seen(&self, deck: usize, card: Oracle) -> usize {
        (0..LOOKS).find(|&looks| self.left[deck][looks] & card.bit() != 0).unwrap_or_default()
    }

    /// Records that another player draws a card of this deck.
    pub(super) fn other_draws(&mut self, who: usize, deck: usize) {
        self.drawn[who][deck][usize::from(self.looks[deck])] += 1;
    }

    /// Records that another player shows a card drawn from this deck.
    pub(super) fn other_shows(&mut self, who: usize, deck: usize, card: Oracle) {
        let looks = self.last_seen(deck, card);
        let drawn = &mut self.drawn[who][deck][looks];
        *drawn = drawn.saturating_sub(1);
    }

    /// Returns the memory before any look. `held` gives the number of unknown cards of each other player.
    pub(super) fn fresh(all: [u32; ORACLES], held: impl Fn(usize, usize) -> u8) -> Self {
        let mut memory = Memory::default();
        for (deck, cards) in all.into_iter().enumerate() {
            memory.left[deck][0] = cards;
            for who in 0..MAX_SEATS {
                memory.drawn[who][deck][0] = held(who, deck);
            }
        }
        memory
    }

    /// Records that an unknown card leaves a deck of arguments.
    pub(super) fn unknown_drawn(&mut self, syllogism: bool) {
        lower(&mut self.decks, syllogism);
    }

    /// Records that another player returns an unknown card to a deck.
    pub(super) fn unknown_returned(&mut self, who: usize, syllogism: bool) {
        lower(&mut self.hands[who], syllogism);
    }

    /// Iterates over the cards of a deck that were last seen after this number of looks.
    pub(super) fn cards_left(&self, deck: usize, looks: usize) -> impl Iterator<Item = Oracle> {
        of_bits(self.left[deck][looks])
    }
}

/// Lowers the count of each card of a kind by one, because any of them may be gone.
fn lower(hand: &mut Hand, syllogism: bool) {
    let range = if syllogism { FIRST_SYLLOGISM..CARDS as u8 } else { 0..FIRST_SYLLOGISM };
    range.for_each(|card| hand.take(Card(card)));
}
