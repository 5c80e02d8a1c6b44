//! For experiments on the worth of cards: which kinds there are, another card drawn, cards barred.

use ergo_core::rng::{Rng, below};
use ergo_core::seat::Seat;

use super::card::Card;
use super::draws::{CARD_KINDS, IDLE};
use super::luck::{each_draw, kind};
use super::round::Round;
use super::rules::Rules;
use super::state::State;

/// The place of `card` in [`CARD_KINDS`] for `seat`.
fn place(card: Card, seat: Seat, rules: &Rules) -> usize {
    kind(card, seat.index(), rules.seats.get()).unwrap_or(IDLE)
}

/// Adds what every seat was dealt and drew.
pub(super) fn came(rules: &Rules, round: &Round, counts: &mut [u32]) {
    each_draw(rules, round, &mut |_, seat, cards| {
        for card in cards {
            counts[seat * CARD_KINDS.len() + place(*card, Seat::new(seat), rules)] += 1;
        }
    });
}

/// Who draws next, and what it may be. E6.
pub(super) fn next_draw(rules: &Rules, state: &State, counts: &mut [u32]) -> Option<Seat> {
    let seat = rules.seats.after(state.to_move);
    counts.fill(0);
    state.pile.unknown().for_each(|card| counts[place(card, seat, rules)] += 1);
    (state.winners.is_none() && counts.iter().any(|count| *count > 0)).then_some(seat)
}

/// Exchanges the next card of the pile with one of `kind`.
pub(super) fn exchange_next(rules: &Rules, state: &mut State, kind: usize, rng: &mut Rng) {
    let seat = rules.seats.after(state.to_move);
    let places: Vec<usize> = state
        .pile
        .unknown()
        .enumerate()
        .filter(|(_, card)| place(*card, seat, rules) == kind)
        .map(|(at, _)| at)
        .collect();
    state.pile.exchange(places[below(rng, places.len() as u32) as usize]);
}

/// The rules with `kinds` barred from `seat`.
pub(super) fn barring(rules: &Rules, seat: Seat, kinds: u32) -> Rules {
    let mut rules = rules.clone();
    for card in Card::ALL {
        if kinds >> place(card, seat, &rules) & 1 == 1 {
            rules.barred[seat.index()].add(card);
        }
    }
    rules
}
