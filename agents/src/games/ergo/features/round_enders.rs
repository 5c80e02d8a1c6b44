//! The probability that a seat can end the round.

use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::hand::CardCounts;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::{FallacyBars, Rules};
use ergo_engine::ergo::state::{FallacyStatus, SEATS};

pub(super) fn ending_cards(rules: &Rules) -> impl Iterator<Item = Card> + use<> {
    let wilds = if rules.wild_as_ergo { 2 } else { 0 };
    [Card::Ergo, Card::VariableWild, Card::OperatorWild].into_iter().take(1 + wilds)
}

/// What a seat knows about cards that can end a round.
#[derive(Clone, Copy, Debug)]
pub struct RoundEnders {
    me: usize,
    /// The share of unseen cards that can end a round.
    share: f32,
    /// For each seat, the number of publicly known cards of its hand, and whether one of them can end a round.
    shown: [(usize, bool); SEATS],
}

/// Returns what the seat of `seen` knows about cards that can end a round.
pub fn round_enders(rules: &Rules, seen: &Observation, unseen: &CardCounts) -> RoundEnders {
    let hidden: u32 = ending_cards(rules).map(|card| u32::from(unseen.count(card))).sum();
    let mut shown = [(0, false); SEATS];
    for (seat, hand) in seen.shown.entries() {
        shown[seat.index()] = (hand.len(), ending_cards(rules).any(|card| hand.has(card)));
    }
    RoundEnders { me: seen.seat.index(), share: hidden as f32 / unseen.len().max(1) as f32, shown }
}

impl RoundEnders {
    /// Returns the probability that the rival in `seat` holds a card that can end the round, among `cards` cards
    /// and `draws` cards to be drawn, and may play it given `before`. For the own seat, it is the probability of
    /// drawing one.
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
