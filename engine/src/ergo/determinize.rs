//! Sampling of states that are consistent with an observation. RULES.md E24.

use arrayvec::ArrayVec;
use ergo_core::rng::{Rng, Seed};
use ergo_core::seat::Seat;

use super::observe::Observation;
use super::rules::{Rules, SEATS};
use super::state::{Pile, State};
use super::worlds::{Known, World};

/// Samples a state that is consistent with `seen`.
pub(crate) fn determinize(rules: &Rules, seen: &Observation, rng: &mut Rng) -> State {
    let mut state = open_part(seen);
    hide(&mut state, seen, Known::new(rules, seen).draw(seen, rng), rng);
    state
}

/// The short name of [`ErgoDeterminizer`] within `ergo`.
pub use self::ErgoDeterminizer as Determinizer;

/// A sampler of states that are consistent with one observation. It computes the common part of these states once.
#[derive(Clone)]
pub struct ErgoDeterminizer {
    seen: Observation,
    known: Known,
    open: State,
}

impl Determinizer {
    /// Prepares a sampler for `seen` under `rules`.
    pub fn new(rules: &Rules, seen: &Observation) -> Self {
        Determinizer { seen: seen.clone(), known: Known::new(rules, seen), open: open_part(seen) }
    }

    /// Samples a state into `state`, reusing its memory. The result is the one that
    /// [`Game::determinize`](ergo_core::game::Game::determinize) gives for the same `rng`.
    pub fn draw_into(&self, state: &mut State, rng: &mut Rng) {
        state.clone_from(&self.open);
        hide(state, &self.seen, self.known.draw(&self.seen, rng), rng);
    }

    /// Samples a new state.
    pub fn draw(&self, rng: &mut Rng) -> State {
        let mut state = self.open.clone();
        hide(&mut state, &self.seen, self.known.draw(&self.seen, rng), rng);
        state
    }
}

/// Returns a state with the public part of `seen` and nothing hidden.
fn open_part(seen: &Observation) -> State {
    State {
        seed: Seed::master(0),
        round: seen.round,
        starter: seen.starter,
        to_move: seen.to_move,
        plays_left: seen.plays_left,
        turn: seen.turn,
        last_turn: seen.last_turn,
        proof: seen.proof,
        hands: Default::default(),
        before: per_seat(|seat| seen.before.get(seat).copied()),
        pile: Pile::empty(),
        discards: seen.discards,
        reshuffle: seen.reshuffle,
        hands_then: Default::default(),
        shown: per_seat(|seat| seen.shown.get(seat).copied()),
        drawn: ArrayVec::new(),
        events: seen.events.clone(),
        scores: per_seat(|seat| seen.scores.get(seat).map(|&score| score as u32)),
        winners: seen.winners.as_ref().map(|winners| per_seat(|seat| winners.get(seat).copied())),
    }
}

/// Fills in the hidden part of `state`.
fn hide(state: &mut State, seen: &Observation, world: World, rng: &mut Rng) {
    state.hands = world.hands;
    state.hands_then = world.hands_then;
    state.hands_then[seen.seat.index()] = seen.hand_then;
    state.pile.lay(|ring| {
        ring[..world.pile.len()].copy_from_slice(&world.pile);
        world.pile.len()
    });
    seen.pile_known.iter().for_each(|&card| state.pile.put_under(card));
    state.seed = Seed::draw(rng);
}

fn per_seat<T: Default>(value: impl Fn(Seat) -> Option<T>) -> [T; SEATS] {
    std::array::from_fn(|index| value(Seat::new(index)).unwrap_or_default())
}
