//! The luck of the draw: of every kind of card, how many more a seat was given than it could expect. RULES.md E5–E8.
//!
//! When a card nobody knows is drawn, every card that is still face down is as likely to be it. So a seat that draws one of
//! `m` such cards, `c` of them of a kind, may expect `c / m` of that kind, and a seat that is dealt `h` of them `h c / m`; what
//! it gets less that is its luck in the kind, and `add` gives the sum over all it was given. A card put under the pile (E18, E21) is known: drawing it is no
//! luck. After the reshuffle (E7) the cards of the new pile are known but not their order: they are drawn like the others.
//!
//! The sum has mean 0 whatever anybody plays and however the round ends. Given everything up to a draw, hands, plays and
//! the agents' own random numbers included, the cards face down still lie in any order with equal probability: a play can
//! depend only on what was drawn before. So each term has mean 0 given its past: the sums are martingales. Whether there is
//! a further draw, because nobody has played Ergo, and who makes it, is settled before it; rounds and matches are of bounded
//! length; so the martingale stopped there has mean 0 too (Doob's optional stopping). An agent that looks at the pile breaks
//! this: it can end a round because of what would come.

use super::card::Card;
use super::draws::{Again, Draws, KINDS};
use super::hand::Heap;
use super::play::{lay, reshuffle_stream, shuffle_stream};
use super::proof::CAPACITY;
use super::round::Round;
use super::rules::Rules;

/// Adds the luck of every seat in `round` to `sums`: a value for each of [`KINDS`], those of the first seat first.
pub(super) fn add(rules: &Rules, round: &Round, sums: &mut [f64]) {
    let seats = rules.seats.get();
    each_draw(rules, round, &mut |table, seat, cards| {
        let sums = &mut sums[seat * KINDS.len()..][..KINDS.len()];
        let share = cards.len() as f64 / table.left as f64;
        for card in Card::ALL {
            if let Some(kind) = kind(card, seat, seats) {
                sums[kind] -= f64::from(table.down.count(card)) * share;
            }
        }
        for kind in cards.iter().filter_map(|card| kind(*card, seat, seats)) {
            sums[kind] += 1.0;
        }
    });
}

/// Shows `give` every seat and the cards it was dealt or drew unknown in `round`, in order, and what lay face down before.
pub(super) fn each_draw(rules: &Rules, round: &Round, give: &mut impl FnMut(&Table, usize, &[Card])) {
    let (seats, hand_size) = (rules.seats.get(), usize::from(rules.hand_size));
    let in_turn = |nth: usize| (round.starter.index() + nth / usize::from(rules.draw)) % seats;
    let Draws { seed, round: number, unknown, again } = &round.draws;
    let mut pile = [Card::A; CAPACITY];
    lay(&rules.deck, &mut shuffle_stream(*seed, *number), &mut pile);
    let mut table = Table { down: rules.deck, left: rules.deck.len() };
    let mut give = |table: &mut Table, seat: usize, cards: &[Card]| {
        give(table, seat, cards);
        cards.iter().for_each(|card| table.down.remove(*card));
        table.left -= cards.len();
    };
    let (hands, drawn) = pile[..usize::from(*unknown)].split_at(seats * hand_size);
    hands.chunks(hand_size).enumerate().for_each(|(seat, hand)| give(&mut table, seat, hand));
    drawn.iter().enumerate().for_each(|(nth, card)| give(&mut table, in_turn(nth), &[*card]));
    if let Some(Again { pile: heap, before, unknown }) = again {
        (table.down, table.left) = (*heap, heap.len());
        lay(heap, &mut reshuffle_stream(*seed, *number), &mut pile);
        let drawn = pile[..usize::from(*unknown)].iter().enumerate();
        drawn.for_each(|(nth, card)| give(&mut table, in_turn(usize::from(*before) + nth), &[*card]));
    }
}

/// Cards face down.
pub(super) struct Table {
    down: Heap,
    left: usize,
}

/// The place of `card` in [`KINDS`] for `seat`; nothing for a variable of nobody or an inert card.
pub(super) fn kind(card: Card, seat: usize, seats: usize) -> Option<usize> {
    Some(match card {
        Card::A | Card::B | Card::C | Card::D if card as usize == seat => 0,
        Card::A | Card::B | Card::C | Card::D if (card as usize) < seats => 1,
        Card::A | Card::B | Card::C | Card::D => return None,
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
        Card::Inert => return None,
    })
}
