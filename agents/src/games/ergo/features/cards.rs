//! The own hand and what it can do; cards not seen, and what rivals may hold.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::{CardCounts, Hand};
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::SEATS;

use super::angle::Angle;
use super::clock::CLOCK;
use super::enders::ending;
use super::logic::LOGIC;
use super::read_proof::ProofFacts;

const CARDS_AT: usize = LOGIC + CLOCK;
use crate::net::mlp::Inputs;

/// For each kind of card: at least one, two, three in hand. Letters are counted from the seat.
const HAND: usize = CARDS_AT;
/// Whether the hand can end a round; and may now; and is proven; the same in twenties of cards.
const READY: usize = HAND + 3 * KINDS;
/// Whether the hand can lay the own letter as a premise, or by AND.
const ASSERTS: usize = READY + 4;
/// For each kind: cards not seen, in fours; and all of them, in forties.
const UNSEEN: usize = ASSERTS + 1;
/// How many inputs this group has.
pub const CARDS: usize = UNSEEN + KINDS + 1 - CARDS_AT;

/// Inert cards are in the sums only: nets learned without them.
const KINDS: usize = Card::PRINTED;

/// The kind number `i` when letters are counted from the seat.
fn kind(angle: &Angle, i: usize) -> Card {
    Card::from_index(if i < SEATS { angle.letters[i] } else { i })
}

/// A hand, and what it puts down: first what hangs on nothing else, then what the proof makes of it.
#[derive(Clone, Debug, Default)]
pub struct ReadHand {
    inputs: Inputs,
    /// How many of the inputs hang on nothing else.
    alone: usize,
    ender: bool,
    letter: bool,
    and: bool,
}

impl ReadHand {
    /// Reads `hand` in place of the one before.
    pub fn read(&mut self, rules: &Rules, angle: &Angle, hand: Hand) {
        self.inputs.clear();
        let letters = (0..SEATS).map(|i| (i, kind(angle, i))).filter(|(_, card)| hand.has(*card));
        let others = hand.kinds().map(|card| (card as usize, card)).filter(|(i, _)| (SEATS..KINDS).contains(i));
        for (i, card) in letters.chain(others) {
            for step in 0..hand.count(card).min(3) as usize {
                self.inputs.on(HAND + 3 * i + step);
            }
        }
        self.alone = self.inputs.entries().len();
        self.ender = ending(rules).any(|card| hand.has(card));
        self.letter = hand.has(kind(angle, 0)) || hand.has(Card::VariableWild);
        self.and = hand.has(Card::And) || hand.has(Card::OperatorWild);
    }

    /// What it puts down, given what the proof says.
    #[inline]
    pub fn with(&mut self, angle: &Angle, facts: &ProofFacts) -> &Inputs {
        let inputs = &mut self.inputs;
        inputs.truncate(self.alone);
        let ready = self.ender && facts.is_complete();
        let proven = ready && facts.verdict.proves(angle.me);
        inputs.flag(READY, self.ender);
        inputs.flag(READY + 1, ready);
        inputs.flag(READY + 2, proven);
        inputs.put(READY + 3, if proven { facts.size as f32 / 20.0 } else { 0.0 });
        inputs.flag(ASSERTS, self.letter && (facts.room || facts.size > 0 && self.and));
        inputs
    }
}

/// Puts down how many of each kind the seat has not seen.
pub fn describe_unseen(angle: &Angle, unseen: &CardCounts, inputs: &mut Inputs) {
    for i in 0..KINDS {
        inputs.put(UNSEEN + i, f32::from(unseen.count(kind(angle, i))) / 4.0);
    }
    inputs.put(UNSEEN + KINDS, unseen.len() as f32 / 40.0);
}
