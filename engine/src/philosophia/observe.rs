//! The observation of a seat: its knowledge and memory of a match. RULES.md P17, I12, R2.

use ergo_core::game::ActionView;
use ergo_core::rng::Seed;
use ergo_core::seat::Seat;

use super::action::Action;
use super::card::Card;
use super::condition::Condition;
use super::data::Bonus;
use super::memory::Memory;
use super::notation::view::ViewContext;
use super::oracle::Oracle;
use super::phase::Node;
use super::play::covered;
use super::player::HIDDEN;
use super::rules::Rules;
use super::state::{ChanceStream, OPEN, SEALED, State};

/// The short name of [`PhilosophiaObservation`] within `philosophia`.
pub use self::PhilosophiaObservation as Observation;

/// Everything that one seat knows: the state with hidden components removed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PhilosophiaObservation {
    /// The seat that has this knowledge.
    pub seat: Seat,
    /// Facts that are not part of the state.
    pub(super) around: ViewContext,
    pub(super) seen: State,
}

impl Observation {
    /// Returns the state as the seat sees it. It lacks the arguments, oracle cards and requests of others, decks,
    /// face-down tokens and disks, and sealed bids; public counts are present.
    pub fn seen(&self) -> &State {
        &self.seen
    }
}

/// Returns the observation of `state` from `seat`.
pub(super) fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
    let mut seen = state.clone();
    let me = seat.index();
    seen.luck = ChanceStream { seed: Seed::master(0), drawn: 0 };
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
    Observation { seat, around: ViewContext::new(rules, state), seen }
}

/// Returns what `witness` sees of `action`, which is about to be played in `state`.
pub(super) fn view_action(state: &State, action: Action, witness: Seat) -> ActionView<Action> {
    match covered(state, action) {
        Some(code) if witness.index() != usize::from(state.to_move) => ActionView::Covered(code),
        _ => ActionView::Open(action),
    }
}
