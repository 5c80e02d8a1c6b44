//! The candidates for a seat's own Self: every Self for which some deal and some hidden choices of the others give
//! exactly what the seat has seen. RULES.md G28.

use ergo_core::seat::Seat;

use super::action::Action;
use super::card::{Card, Cards};
use super::event::{Event, before, bit};
use super::hand::Hand;
use super::observe::Observation;
use super::rules::{Rules, SEATS};

/// Returns the `candidates` that remain after `card` was judged in the seat's own field.
#[inline]
pub(super) fn after_judgement(rules: &Rules, candidates: Cards, card: Card, red: bool) -> Cards {
    let members = rules.diagram.members(card);
    match (card.is_category(), red) {
        (true, true) => candidates.and(members),
        (true, false) => candidates.minus(members),
        // The card was played, so it is not the seat's own Self.
        (false, _) => candidates.without(card),
    }
}

/// Returns the candidates for the Self of `seat`, given the Selves of the `others`, the cards `dealt` to it, and the
/// cards and judgements in `events`. Declarations are ignored.
pub(super) fn by_cards(
    rules: &Rules,
    seat: Seat,
    others: impl Iterator<Item = Card>,
    dealt: &Hand,
    events: &[Event],
) -> Cards {
    let seen = others.chain(dealt.cards().iter().copied());
    let mut left = seen.fold(rules.diagram.selves, Cards::without);
    for event in events {
        left = match *event {
            Event::Played { seat: by, placed } if by == seat => after_judgement(rules, left, placed.card, placed.red),
            Event::Played { placed, .. } => left.without(placed.card),
            Event::Drew { drawers, known, cards } => {
                let seen = (0..SEATS).filter(|index| (drawers & (known | bit(seat))) & 1 << index != 0);
                seen.filter_map(|index| cards[index]).fold(left, Cards::without)
            }
            Event::Traded { givers, given } if givers & bit(seat) != 0 => {
                given[before(givers, seat).index()].map_or(left, |card| left.without(card))
            }
            Event::Traded { .. } | Event::Opened { .. } => left,
        };
    }
    left
}

/// Returns the `candidates` that remain after the seat's own declaration in `events`: a wrong one is excluded, a right
/// one is the only candidate. A declaration that was not looked at reveals nothing. RULES.md G16.
pub(super) fn after_declarations(candidates: Cards, seat: Seat, lost: bool, victor: bool, events: &[Event]) -> Cards {
    match declared(seat, events) {
        Some(card) if victor => Cards::one(card),
        Some(card) if lost => candidates.without(card),
        _ => candidates,
    }
}

/// Returns the last Self that `seat` declared.
pub(super) fn declared(seat: Seat, events: &[Event]) -> Option<Card> {
    events.iter().rev().find_map(|event| match event {
        Event::Opened { answers, .. } => match answers[seat.index()] {
            Some(Action::Cogito(card)) => Some(card),
            _ => None,
        },
        _ => None,
    })
}

/// Returns every Self that the seat of `seen` may have.
pub fn candidates(rules: &Rules, seen: &Observation) -> Cards {
    let others = seen.selves.iter().filter_map(|card| *card);
    let left = by_cards(rules, seen.seat, others, &seen.dealt, &seen.events);
    let victor = seen.ended.is_some_and(|ended| ended.victor() == Some(seen.seat));
    after_declarations(left, seen.seat, seen.lost[seen.seat].is_some(), victor, &seen.events)
}
