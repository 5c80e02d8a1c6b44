//! The observation of a seat: its knowledge and memory of a match. RULES.md P17, I12, R2.

use ergo_core::game::Sight;
use ergo_core::rng::Seed;
use ergo_core::seat::Seat;

use super::action::Action;
use super::card::Card;
use super::condition::Condition;
use super::data::Bonus;
use super::memory::Memory;
use super::notation::view::Around;
use super::oracle::Oracle;
use super::phase::Node;
use super::play::covered;
use super::player::HIDDEN;
use super::rules::Rules;
use super::state::{Luck, OPEN, SEALED, State};

/// Everything one seat knows and remembers: the state, with whatever is hidden from it covered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Whose knowledge this is.
    pub seat: Seat,
    /// Known facts of the table that do not lie in the state.
    pub(super) around: Around,
    pub(super) seen: State,
}

impl Observation {
    /// The state as the seat sees it: arguments, oracle cards and requests of others, decks, tokens and disks never turned up
    /// and sealed bids are left out; counts that all know are there.
    pub fn seen(&self) -> &State {
        &self.seen
    }
}

/// The observation of `state` from `seat`.
pub(super) fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
    let mut seen = state.clone();
    let me = seat.index();
    seen.luck = Luck { seed: Seed::master(0), drawn: 0 };
    seen.syllogism.items_mut().fill(Card::UNKNOWN);
    if rules.solo() {
        seen.sophistry.items_mut().fill(Card::UNKNOWN);
    }
    for deck in &mut seen.oracle_decks {
        deck.items_mut().fill(Oracle::UNKNOWN);
    }
    for disk in seen.disks.items_mut() {
        if state.disks_seen & 1 << *disk == 0 {
            *disk = HIDDEN;
        }
    }
    for place in state.tokens.without(state.tokens_seen).iter() {
        seen.bonus[place.index()] = Bonus::default();
    }
    for (who, player) in seen.players[..rules.players].iter_mut().enumerate() {
        if who == me {
            continue;
        }
        player.arguments = Default::default();
        player.oracles &= player.shown;
        if player.request < HIDDEN && !player.has_claimed(Condition::Olympic) {
            player.request = HIDDEN;
        }
    }
    for (card, known) in seen.moirai.stack.items_mut() {
        if !*known {
            *card = if card.is_syllogism() { Card::UNKNOWN } else { Card::SOPHISTRY };
        }
    }
    seen.moirai.deck.items_mut().sort_unstable();
    for (who, memory) in seen.memory.iter_mut().enumerate() {
        if who != me {
            *memory = Memory::default();
        }
    }
    if state.node == Node::Bid {
        for (who, bid) in seen.bids.iter_mut().enumerate() {
            if who != me && *bid != OPEN {
                *bid = SEALED;
            }
        }
    }
    if seen.last.covered.is_some() && usize::from(seen.last.by) != me {
        seen.last.action = None;
    }
    Observation { seat, around: Around::of(rules, state), seen }
}

/// The sight `witness` has of `action`, about to be played in `state`.
pub(super) fn sight(state: &State, action: Action, witness: Seat) -> Sight<Action> {
    match covered(state, action) {
        Some(code) if witness.index() != usize::from(state.to_move) => Sight::Covered(code),
        _ => Sight::Open(action),
    }
}
