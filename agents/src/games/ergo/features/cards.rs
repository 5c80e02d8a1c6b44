//! The own hand and what it can do; cards not seen, and what rivals may hold.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::{Hand, Heap};
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::SEATS;

use super::angle::Angle;
use super::clock::CLOCK;
use super::enders::ending;
use super::logic::{LOGIC, ProofFacts};

/// Where this group begins.
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

/// Puts down the hand, given what the proof says.
pub fn describe_hand(rules: &Rules, angle: &Angle, hand: Hand, facts: &ProofFacts, inputs: &mut Inputs) {
    for i in 0..KINDS {
        let count = hand.count(kind(angle, i)) as usize;
        for step in 0..count.min(3) {
            inputs.on(HAND + 3 * i + step);
        }
    }
    let ender = ending(rules).any(|card| hand.has(card));
    let proven = facts.verdict.proves(angle.me);
    inputs.flag(READY, ender);
    inputs.flag(READY + 1, ender && facts.complete);
    inputs.flag(READY + 2, ender && facts.complete && proven);
    inputs.put(READY + 3, if ender && facts.complete && proven { facts.size as f32 / 20.0 } else { 0.0 });
    let letter = hand.has(kind(angle, 0)) || hand.has(Card::VariableWild);
    let and = facts.size > 0 && (hand.has(Card::And) || hand.has(Card::OperatorWild));
    inputs.flag(ASSERTS, letter && (facts.room || and));
}

/// Puts down how many of each kind the seat has not seen.
pub fn describe_unseen(angle: &Angle, unseen: &Heap, inputs: &mut Inputs) {
    for i in 0..KINDS {
        inputs.put(UNSEEN + i, f32::from(unseen.count(kind(angle, i))) / 4.0);
    }
    inputs.put(UNSEEN + KINDS, unseen.len() as f32 / 40.0);
}
