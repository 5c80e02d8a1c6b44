//! The own hand and what it can do; cards not seen, and what rivals may hold.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::{Hand, Heap};
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::{FallacyBars, Rules};
use ergo_engine::ergo::state::{Before, SEATS};

use super::logic::Told;
use super::{Angle, CARDS_AT};
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

const KINDS: usize = Card::ALL.len();

/// The kind number `i` when letters are counted from the seat.
fn kind(angle: &Angle, i: usize) -> Card {
    Card::from_index(if i < SEATS { angle.letters[i] } else { i })
}

/// The cards that can end a round.
fn ending(rules: &Rules) -> impl Iterator<Item = Card> + use<> {
    let wilds = if rules.wild_as_ergo { 2 } else { 0 };
    [Card::Ergo, Card::VariableWild, Card::OperatorWild].into_iter().take(1 + wilds)
}

/// Puts down the hand, given what the proof says.
pub fn describe_hand(rules: &Rules, angle: &Angle, hand: Hand, told: &Told, inputs: &mut Inputs) {
    for i in 0..KINDS {
        let count = hand.count(kind(angle, i)) as usize;
        for step in 0..count.min(3) {
            inputs.on(HAND + 3 * i + step);
        }
    }
    let ender = ending(rules).any(|card| hand.has(card));
    let proven = told.verdict.proves(angle.me);
    inputs.flag(READY, ender);
    inputs.flag(READY + 1, ender && told.complete);
    inputs.flag(READY + 2, ender && told.complete && proven);
    inputs.put(READY + 3, if ender && told.complete && proven { told.size as f32 / 20.0 } else { 0.0 });
    let letter = hand.has(kind(angle, 0)) || hand.has(Card::VariableWild);
    let and = told.size > 0 && (hand.has(Card::And) || hand.has(Card::OperatorWild));
    inputs.flag(ASSERTS, letter && (told.room || and));
}

/// Puts down how many of each kind the seat has not seen.
pub fn describe_unseen(angle: &Angle, unseen: &Heap, inputs: &mut Inputs) {
    for i in 0..KINDS {
        inputs.put(UNSEEN + i, f32::from(unseen.count(kind(angle, i))) / 4.0);
    }
    inputs.put(UNSEEN + KINDS, unseen.len() as f32 / 40.0);
}

/// What a seat knows of who holds a card that can end a round.
#[derive(Clone, Copy, Debug)]
pub struct Enders {
    me: usize,
    /// Among the cards not seen, the share that can end a round.
    share: f32,
    /// For each seat: cards of its hand that all know, and whether one of them can end a round.
    shown: [(usize, bool); SEATS],
}

/// What the seat of `seen` knows of who holds a card that can end a round.
pub fn enders(rules: &Rules, seen: &Observation, unseen: &Heap) -> Enders {
    let hidden: u32 = ending(rules).map(|card| u32::from(unseen.count(card))).sum();
    let mut shown = [(0, false); SEATS];
    for (seat, hand) in seen.shown.entries() {
        shown[seat.index()] = (hand.len(), ending(rules).any(|card| hand.has(card)));
    }
    Enders { me: seen.seat.index(), share: hidden as f32 / unseen.len().max(1) as f32, shown }
}

impl Enders {
    /// The chance that a rival in `seat` holds one among `cards` cards and as many `draws` as come before its turn, and may
    /// play it with what lies before it; for the seat itself, the chance to draw one.
    pub fn chance(&self, rules: &Rules, seat: usize, cards: usize, draws: usize, before: Before) -> f32 {
        let own = seat == self.me;
        let (shown, surely) = self.shown[seat];
        if rules.fallacy_bars == FallacyBars::All && before.fallacy.is_some() {
            return 0.0;
        }
        if surely && !own {
            return 1.0;
        }
        let hidden = if own { draws } else { cards - shown + draws };
        let mut none = 1.0;
        for _ in 0..hidden {
            none *= 1.0 - self.share;
        }
        1.0 - none
    }
}
