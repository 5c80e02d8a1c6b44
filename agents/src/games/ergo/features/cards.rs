//! Inputs for the own hand and its possibilities, and for unseen cards.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::{CardCounts, Hand};
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::SEATS;

use super::logic::LOGIC;
use super::parsed_proof::ProofFacts;
use super::perspective::Perspective;
use super::round_clock::CLOCK;
use super::round_enders::ending_cards;

const CARDS_AT: usize = LOGIC + CLOCK;
use crate::net::mlp::Inputs;

/// For each kind of card: at least one, two, three in hand. Letters are counted from the seat.
const HAND: usize = CARDS_AT;
/// The hand can end a round; it can end it now; it can and the seat is proven; the latter with the size of the
/// proof in twenties of cards.
const READY: usize = HAND + 3 * KINDS;
/// The hand can lay the own letter as a premise, or add it with AND.
const ASSERTS: usize = READY + 4;
/// For each kind, the number of unseen cards in fours; and the number of all unseen cards in forties.
const UNSEEN: usize = ASSERTS + 1;
/// Number of inputs of this group.
pub const CARDS: usize = UNSEEN + KINDS + 1 - CARDS_AT;

/// Inert cards count only in the sum, because the nets were trained without them.
const KINDS: usize = Card::PRINTED;

/// Returns the kind of card with index `i` if letters are counted from the seat.
fn kind(perspective: &Perspective, i: usize) -> Card {
    Card::from_index(if i < SEATS { perspective.letters[i] } else { i })
}

/// The inputs for a hand: first those that depend on nothing else, then those that depend on the proof.
#[derive(Clone, Debug, Default)]
pub struct HandFeatures {
    inputs: Inputs,
    /// Number of inputs that depend only on the hand.
    alone: usize,
    ender: bool,
    letter: bool,
    and: bool,
}

impl HandFeatures {
    /// Computes the inputs for `hand`, replacing those of an earlier hand.
    pub fn read(&mut self, rules: &Rules, perspective: &Perspective, hand: Hand) {
        self.inputs.clear();
        let letters = (0..SEATS).map(|i| (i, kind(perspective, i))).filter(|(_, card)| hand.has(*card));
        let others = hand.kinds().map(|card| (card as usize, card)).filter(|(i, _)| (SEATS..KINDS).contains(i));
        for (i, card) in letters.chain(others) {
            for step in 0..hand.count(card).min(3) as usize {
                self.inputs.on(HAND + 3 * i + step);
            }
        }
        self.alone = self.inputs.entries().len();
        self.ender = ending_cards(rules).any(|card| hand.has(card));
        self.letter = hand.has(kind(perspective, 0)) || hand.has(Card::VariableWild);
        self.and = hand.has(Card::And) || hand.has(Card::OperatorWild);
    }

    /// Returns all inputs for the hand, given the facts of the proof.
    #[inline]
    pub fn inputs_for(&mut self, perspective: &Perspective, facts: &ProofFacts) -> &Inputs {
        let inputs = &mut self.inputs;
        inputs.truncate(self.alone);
        let ready = self.ender && facts.is_complete();
        let proven = ready && facts.verdict.proves(perspective.me);
        inputs.flag(READY, self.ender);
        inputs.flag(READY + 1, ready);
        inputs.flag(READY + 2, proven);
        inputs.put(READY + 3, if proven { facts.size as f32 / 20.0 } else { 0.0 });
        inputs.flag(ASSERTS, self.letter && (facts.has_room || facts.size > 0 && self.and));
        inputs
    }
}

/// Adds the inputs for the number of unseen cards of each kind.
pub fn describe_unseen(perspective: &Perspective, unseen: &CardCounts, inputs: &mut Inputs) {
    for i in 0..KINDS {
        inputs.put(UNSEEN + i, f32::from(unseen.count(kind(perspective, i))) / 4.0);
    }
    inputs.put(UNSEEN + KINDS, unseen.len() as f32 / 40.0);
}
