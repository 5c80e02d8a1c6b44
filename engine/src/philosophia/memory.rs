//! A seat's memory of things that are hidden again. RULES.md P17, R2.
//!
//! Each part is a bound that the truth keeps: cards a hand has at least, cards a deck has at least. Of oracle cards it is all
//! there is to know: each time a seat looks into a deck it sees which cards are left, so every other card of it went away
//! between two looks, into one of the hands that drew from it then.

use ergo_core::seat::MAX_SEATS;

use super::card::{CARDS, Card, FIRST_SYLLOGISM, Hand};
use super::data::ORACLES;
use super::oracle::{Oracle, of_bits};

/// Looks into one deck that are told apart: more are possible only with other tables of oracles.
pub(super) const LOOKS: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    /// For each oracle how often the seat looked into its deck.
    pub(super) looks: [u8; ORACLES],
    /// For each deck and number of looks the cards, a bit each, that were there at no later one.
    pub(super) left: [[u32; LOOKS]; ORACLES],
    /// For each other player, deck and number of looks before, the unknown cards drawn then that are still in hand.
    pub(super) drawn: [[[u8; LOOKS]; ORACLES]; MAX_SEATS],
    /// Argument cards each other player has at least.
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

    /// How many looks the seat had when it last saw `card` in its deck.
    pub(super) fn last_seen(&self, deck: usize, card: Oracle) -> usize {
        (0..LOOKS).find(|&looks| self.left[deck][looks] & card.bit() != 0).unwrap_or_default()
    }

    /// Another player draws a card of that deck.
    pub(super) fn other_draws(&mut self, who: usize, deck: usize) {
        self.drawn[who][deck][usize::from(self.looks[deck])] += 1;
    }

    /// Another player shows a card that he drew from that deck.
    pub(super) fn other_shows(&mut self, who: usize, deck: usize, card: Oracle) {
        let looks = self.last_seen(deck, card);
        let drawn = &mut self.drawn[who][deck][looks];
        *drawn = drawn.saturating_sub(1);
    }

    /// Everything as if nobody had looked yet: `held` gives the unknown cards of every other player.
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

    /// One unknown card leaves a deck of arguments, the Syllogism or the Sophistry.
    pub(super) fn unknown_drawn(&mut self, syllogism: bool) {
        lower(&mut self.decks, syllogism);
    }

    /// Another player puts an unknown card back into a deck.
    pub(super) fn unknown_returned(&mut self, who: usize, syllogism: bool) {
        lower(&mut self.hands[who], syllogism);
    }

    /// The cards of a deck last seen with so many looks.
    pub(super) fn cards_left(&self, deck: usize, looks: usize) -> impl Iterator<Item = Oracle> {
        of_bits(self.left[deck][looks])
    }
}

/// One less of each card of a kind: any of them may be gone.
fn lower(hand: &mut Hand, syllogism: bool) {
    let range = if syllogism { FIRST_SYLLOGISM..CARDS as u8 } else { 0..FIRST_SYLLOGISM };
    range.for_each(|card| hand.take(Card(card)));
}
