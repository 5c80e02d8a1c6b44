//! Who may end the round.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::CardCounts;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::{FallacyBars, Rules};
use ergo_engine::ergo::state::{FallacyStatus, SEATS};

pub(super) fn ending(rules: &Rules) -> impl Iterator<Item = Card> + use<> {
    let wilds = if rules.wild_as_ergo { 2 } else { 0 };
    [Card::Ergo, Card::VariableWild, Card::OperatorWild].into_iter().take(1 + wilds)
}

/// A seat's knowledge of who holds a card that can end a round.
#[derive(Clone, Copy, Debug)]
pub struct Enders {
    me: usize,
    /// Among the cards not seen, the share that can end a round.
    share: f32,
    /// For each seat: cards of its hand that all know, and whether one of them can end a round.
    shown: [(usize, bool); SEATS],
}

/// The knowledge that the seat of `seen` has of who holds a card that can end a round.
pub fn enders(rules: &Rules, seen: &Observation, unseen: &CardCounts) -> Enders {
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
    pub fn chance(&self, rules: &Rules, seat: usize, cards: usize, draws: usize, before: FallacyStatus) -> f32 {
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
