//! Card experiments: kinds of cards, exchanging the next card, barring kinds.

use ergo_core::rng::{Rng, below};
use ergo_core::seat::Seat;

use super::card::Card;
use super::draws::{CARD_KINDS, DrawRecord, IDLE};
use super::play::{lay, reshuffle_stream, shuffle_stream};
use super::proof::CAPACITY;
use super::round::Round;
use super::rules::Rules;
use super::state::State;

/// Returns the index of `card` in [`CARD_KINDS`], as `seat` sees it.
fn place(card: Card, seat: Seat, rules: &Rules) -> usize {
    match card {
        Card::A | Card::B | Card::C | Card::D if card as usize == seat.index() => 0,
        Card::A | Card::B | Card::C | Card::D if (card as usize) < rules.seats.get() => 1,
        Card::A | Card::B | Card::C | Card::D | Card::Inert => IDLE,
        Card::And => 2,
        Card::Or => 3,
        Card::Then => 4,
        Card::Not => 5,
        Card::Parenthesis => 6,
        Card::Fallacy => 7,
        Card::Justification => 8,
        Card::TabulaRasa => 9,
        Card::Revolution => 10,
        Card::VariableWild | Card::OperatorWild => 11,
        Card::Ergo => 12,
    }
}

/// Adds the unknown cards that each seat was dealt or drew in `round`, by rebuilding the piles. E5-E8.
pub(super) fn count_drawn(rules: &Rules, round: &Round, counts: &mut [u32]) {
    let (seats, hand_size) = (rules.seats.get(), usize::from(rules.hand_size));
    let in_turn = |nth: usize| (round.starter.index() + nth / usize::from(rules.draw)) % seats;
    let DrawRecord { seed, round: number, unknown, again } = &round.draws;
    let mut add =
        |seat: usize, card: &Card| counts[seat * CARD_KINDS.len() + place(*card, Seat::new(seat), rules)] += 1;
    let mut pile = [Card::A; CAPACITY];
    lay(&rules.deck, &mut shuffle_stream(*seed, *number), &mut pile);
    let (hands, drawn) = pile[..usize::from(*unknown)].split_at(seats * hand_size);
    hands.iter().enumerate().for_each(|(nth, card)| add(nth / hand_size, card));
    drawn.iter().enumerate().for_each(|(nth, card)| add(in_turn(nth), card));
    if let Some(again) = again {
        lay(&again.pile, &mut reshuffle_stream(*seed, *number), &mut pile);
        let drawn = pile[..usize::from(again.unknown)].iter().enumerate();
        drawn.for_each(|(nth, card)| add(in_turn(usize::from(again.before) + nth), card));
    }
}

/// Returns the next seat to draw and counts the unknown cards of the pile. E6.
pub(super) fn next_draw(rules: &Rules, state: &State, counts: &mut [u32]) -> Option<Seat> {
    let seat = rules.seats.after(state.to_move);
    counts.fill(0);
    state.pile.unknown().for_each(|card| counts[place(card, seat, rules)] += 1);
    (state.winners.is_none() && counts.iter().any(|count| *count > 0)).then_some(seat)
}

/// Swaps the next card of the pile with one of `kind`.
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

/// Returns the rules with `kinds` barred for `seat`.
pub(super) fn with_barred_cards(rules: &Rules, seat: Seat, kinds: u32) -> Rules {
    let mut rules = rules.clone();
    for card in Card::ALL {
        if kinds >> place(card, seat, &rules) & 1 == 1 {
            rules.barred[seat.index()].add(card);
        }
    }
    rules
}
