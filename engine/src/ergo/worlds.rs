//! Sampling of the cards a seat does not know: other hands and the pile. RULES.md E24.
//!
//! Without a reshuffle, all unseen cards are exchangeable for the seat: they are shuffled and dealt to the open places.
//! This is the exact distribution given the seat's knowledge, provided that the plays of others say nothing about the
//! cards they keep. After a reshuffle (E7) there are two sets: the cards in other hands at that time, and the new pile,
//! whose cards are public. A card played since then came from one or the other, which the seat may not know. The source
//! of each play is sampled in proportion to its likelihood, with backtracking if a later play has no source. The result
//! is always consistent; its weight is that of a forward filter, not exactly the posterior.

use arrayvec::ArrayVec;
use ergo_core::rng::{Rng, below, shuffle};
use ergo_core::seat::Seat;

use super::card::Card;
use super::event::Event;
use super::hand::{CardCounts, Hand};
use super::observe::Observation;
use super::proof::CAPACITY;
use super::rules::{Rules, SEATS};

/// A sample of the cards that a seat does not know.
pub(super) struct World {
    pub hands: [Hand; SEATS],
    pub hands_then: [Hand; SEATS],
    /// The part of the pile that no seat knows, the next card first.
    pub pile: ArrayVec<Card, CAPACITY>,
}

/// The common part of all states that are consistent with an observation.
#[derive(Clone)]
pub(super) struct Known {
    /// The cards of each hand that the seat knows, including all of its own.
    hands: [Hand; SEATS],
    unseen: CardCounts,
    cards: ArrayVec<Card, CAPACITY>,
}

impl Known {
    pub(super) fn new(rules: &Rules, seen: &Observation) -> Self {
        let mut hands = [Hand::EMPTY; SEATS];
        for (seat, &shown) in seen.shown.entries() {
            hands[seat.index()] = if seat == seen.seat { seen.hand } else { shown };
        }
        let unseen = seen.unseen(rules);
        Known { hands, unseen, cards: unseen.cards().collect() }
    }

    /// Samples the unknown cards; `seen` is the observation that this value was made from.
    pub(super) fn draw(&self, seen: &Observation, rng: &mut Rng) -> World {
        let mut hands = self.hands;
        if seen.reshuffle.is_some() {
            return after_reshuffle(seen, hands, self.unseen, rng);
        }
        let mut cards = self.cards.clone();
        shuffle(rng, &mut cards);
        for (seat, &size) in seen.hand_sizes.entries() {
            fill(&mut hands[seat.index()], size.into(), &mut cards);
        }
        World { hands, hands_then: Default::default(), pile: cards }
    }
}

/// Returns the cards of `heap` in random order.
fn shuffled(heap: &CardCounts, rng: &mut Rng) -> ArrayVec<Card, CAPACITY> {
    let mut cards: ArrayVec<Card, CAPACITY> = heap.cards().collect();
    shuffle(rng, &mut cards);
    cards
}

fn fill(hand: &mut Hand, size: usize, cards: &mut ArrayVec<Card, CAPACITY>) {
    while hand.len() < size {
        hand.add(cards.pop().expect("as many unseen cards as open places"));
    }
}

/// A hypothesis about the sources of the cards in other hands.
#[derive(Clone)]
struct Guess {
    /// Unseen cards that were in other hands at the reshuffle, including those played since then.
    old: CardCounts,
    /// Cards of the new pile that this seat did not draw.
    new: CardCounts,
    /// For each seat, the number of old and of new cards in hand.
    held: [(u8, u8); SEATS],
    shown: [Hand; SEATS],
    /// Old cards that each seat has played since then.
    played_old: [Hand; SEATS],
}

fn after_reshuffle(seen: &Observation, mut hands: [Hand; SEATS], unseen: CardCounts, rng: &mut Rng) -> World {
    let (guess, since) = at_reshuffle(seen, unseen);
    let shown_then = guess.shown;
    let guess = explain(guess, since, seen.seat, rng).expect("events consistent with some world");
    let (mut old, mut new) = (shuffled(&guess.old, rng), shuffled(&guess.new, rng));
    let mut hands_then = [Hand::EMPTY; SEATS];
    for (seat, &size) in seen.hand_sizes.entries() {
        let index = seat.index();
        if seat == seen.seat {
            continue;
        }
        let (held_old, _) = guess.held[index];
        hands_then[index] = shown_then[index].cards().chain(guess.played_old[index].cards()).collect();
        for _ in 0..held_old {
            let card = old.pop().expect("as many old cards as open places");
            hands[index].add(card);
            hands_then[index].add(card);
        }
        fill(&mut hands[index], size.into(), &mut new);
    }
    World { hands, hands_then, pile: new }
}

/// Returns the hypothesis at the reshuffle and the events since then.
fn at_reshuffle(seen: &Observation, unseen: CardCounts) -> (Guess, &[Event]) {
    let reshuffle = seen.reshuffle.expect("a reshuffle");
    let moment =
        seen.events.iter().position(|event| *event == Event::Reshuffled).expect("the reshuffle among the events");
    let since = &seen.events[moment + 1..];
    // Sizes of hands at that time, from the present hands and the draws and plays since then.
    let mut sizes: [i32; SEATS] =
        std::array::from_fn(|index| seen.hand_sizes.get(Seat::new(index)).map_or(0, |&size| i32::from(size)));
    let mut drawn: CardCounts = seen.hand.cards().collect();
    let mut old_and_new = unseen;
    for event in since {
        match event {
            Event::Drew(seat, _) => sizes[seat.index()] -= 1,
            Event::Played(seat, action) => {
                sizes[seat.index()] += action.cards().len() as i32;
                for card in action.cards() {
                    if *seat == seen.seat { drawn.add(card) } else { old_and_new.add(card) }
                }
            }
            _ => {}
        }
    }
    seen.hand_then.cards().for_each(|card| drawn.remove(card));
    // Own draws since then came from the new pile, except for known cards under it.
    let mut shown = [Hand::EMPTY; SEATS];
    for event in &seen.events[..moment] {
        track_shown(&mut shown, event);
    }
    let mut counting = shown;
    for event in since {
        if let Event::Drew(seat, Some(card)) = event
            && *seat == seen.seat
        {
            drawn.remove(*card);
        }
        // Plays of cards known to be in a hand are no evidence about the two sets.
        if let Event::Played(seat, action) = event
            && *seat != seen.seat
        {
            // If two cards of one kind are played at once, perhaps only one of them was known.
            let mut known = counting[seat.index()];
            for card in action.cards() {
                if known.has(card) {
                    known.remove(card);
                    old_and_new.remove(card);
                }
            }
        }
        track_shown(&mut counting, event);
    }
    let mut new = reshuffle.pile;
    drawn.cards().for_each(|card| new.remove(card));
    let mut old = old_and_new;
    new.cards().for_each(|card| old.remove(card));
    let mut held = [(0, 0); SEATS];
    for (seat, _) in seen.hand_sizes.entries().filter(|(seat, _)| *seat != seen.seat) {
        let index = seat.index();
        held[index] = (sizes[index] as u8 - shown[index].len() as u8, 0);
    }
    (Guess { old, new, held, shown, played_old: Default::default() }, since)
}

fn track_shown(shown: &mut [Hand; SEATS], event: &Event) {
    match event {
        Event::Drew(seat, Some(card)) => shown[seat.index()].add(*card),
        Event::Played(seat, action) => {
            for card in action.cards() {
                if shown[seat.index()].has(card) {
                    shown[seat.index()].remove(card);
                }
            }
        }
        _ => {}
    }
}

/// Samples a source for every card played since then, or returns `None` if the hypothesis cannot explain a play.
fn explain(mut guess: Guess, events: &[Event], me: Seat, rng: &mut Rng) -> Option<Guess> {
    for (i, event) in events.iter().enumerate() {
        match event {
            Event::Drew(seat, Some(card)) => guess.shown[seat.index()].add(*card),
            Event::Drew(seat, None) if *seat != me => guess.held[seat.index()].1 += 1,
            Event::Played(seat, action) if *seat != me => {
                let cards = action.cards();
                return explain_cards(guess, *seat, &cards, &events[i + 1..], me, rng);
            }
            Event::Played(seat, action) => {
                for card in action.cards() {
                    let shown = &mut guess.shown[seat.index()];
                    if shown.has(card) {
                        shown.remove(card);
                    }
                }
            }
            _ => {}
        }
    }
    Some(guess)
}

fn explain_cards(
    mut guess: Guess,
    seat: Seat,
    cards: &[Card],
    rest: &[Event],
    me: Seat,
    rng: &mut Rng,
) -> Option<Guess> {
    let Some((&card, others)) = cards.split_first() else {
        return explain(guess, rest, me, rng);
    };
    let index = seat.index();
    if guess.shown[index].has(card) {
        guess.shown[index].remove(card);
        return explain_cards(guess, seat, others, rest, me, rng);
    }
    let (held_old, held_new) = guess.held[index];
    // Probabilities as fractions with a common denominator: places times copies, divided by the size of the set.
    let (old_size, new_size) = (guess.old.len().max(1) as u32, guess.new.len().max(1) as u32);
    let old = u32::from(held_old) * u32::from(guess.old.count(card)) * new_size;
    let new = u32::from(held_new) * u32::from(guess.new.count(card)) * old_size;
    if old + new == 0 {
        return None;
    }
    let old_first = below(rng, old + new) < old;
    for from_old in [old_first, !old_first] {
        if (if from_old { old } else { new }) == 0 {
            continue;
        }
        let mut next = guess.clone();
        if from_old {
            next.old.remove(card);
            next.held[index].0 -= 1;
            next.played_old[index].add(card);
        } else {
            next.new.remove(card);
            next.held[index].1 -= 1;
        }
        if let Some(found) = explain_cards(next, seat, others, rest, me, rng) {
            return Some(found);
        }
    }
    None
}
