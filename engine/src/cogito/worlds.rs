//! The distribution of hidden hands given what a seat has seen. RULES.md C16.
//!
//! A seat does not see which cards the others hold and which of them they give each other. A card of another seat is
//! *known* if the seat can tell its kind (it gave the card away itself, or the place of the card in the pile was
//! public), else *unknown*. In these terms the hands of the others take few values. Their probabilities follow from
//! event to event, where every deal and every hidden choice between the two cards of a hand is equally likely. A path
//! is then sampled backwards from the last event, so that it has its probability given all that was seen before and
//! after (forward filtering, backward sampling: Carter and Kohn 1994).

use ergo_core::rng::{Rng, unit};
use ergo_core::seat::Seat;

use super::card::{Card, KINDS};
use super::event::{Event, before, bit};
use super::observe::Observation;
use super::rules::{Rules, SEATS};

/// A card of another seat: 0 for none, a kind counted from 1, or [`UNKNOWN`].
pub(super) type Token = u8;

/// A card whose kind the seat cannot tell.
pub(super) const UNKNOWN: Token = 31;

pub(super) const fn known(card: Card) -> Token {
    card as u8 + 1
}

type Hands = [[Token; 2]; SEATS];

/// One transition between hands: the token that each seat played or gave.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u16,
    to: u16,
    chance: f64,
    moved: [Token; SEATS],
}

/// All transitions of one event.
#[derive(Clone, Debug)]
struct Layer {
    event: usize,
    steps: Vec<Step>,
}

/// The probabilities of the hands of the others, by event.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    layers: Vec<Layer>,
    /// Probabilities of the final hands.
    last: Vec<f64>,
}

/// The cards of the deck that the seat has seen.
struct Seen {
    deck: [u8; KINDS],
    cards: u8,
    seat: Seat,
    /// Cards whose place the seat knows, except for known cards of others.
    open: [u8; KINDS],
}

impl Seen {
    /// Returns the probability that an unknown card is `card` if the others hold `hands`. The seat's own Self is not
    /// among the seen cards.
    fn chance(&self, hands: &Hands, card: Card) -> f64 {
        let mut left = self.deck[card.index()] - self.open[card.index()];
        let mut all = self.cards - 1 - self.open.iter().sum::<u8>();
        for &token in hands.iter().flatten().filter(|token| **token != 0 && **token != UNKNOWN) {
            all -= 1;
            left -= u8::from(token == known(card));
        }
        f64::from(left) / f64::from(all)
    }

    /// Returns the tokens that a card revealed as `card` may have had, with the probability of each.
    fn revealed(&self, hands: &Hands, seat: Seat, card: Card) -> impl Iterator<Item = (Token, f64)> + use<> {
        let hand = hands[seat.index()];
        let size = hand.iter().filter(|token| **token != 0).count() as f64;
        let count = |token: Token| hand.iter().filter(|held| **held == token).count() as f64;
        let open = (known(card), count(known(card)) / size);
        let hidden = (UNKNOWN, count(UNKNOWN) / size * self.chance(hands, card));
        [open, hidden].into_iter().filter(|(_, chance)| *chance > 0.0)
    }
}

fn add(hand: &mut [Token; 2], token: Token) {
    let place = usize::from(hand[0] != 0);
    hand[place] = token;
    sort(hand);
}

fn remove(hand: &mut [Token; 2], token: Token) {
    let place = usize::from(hand[0] != token);
    hand[place] = 0;
    sort(hand);
}

/// Sorts a hand, with empty places last.
fn sort(hand: &mut [Token; 2]) {
    if hand[0] == 0 || hand[1] != 0 && hand[1] < hand[0] {
        hand.swap(0, 1);
    }
}

impl Filter {
    /// Builds the filter over the hands of the others, given `seen`.
    pub(super) fn new(rules: &Rules, seen: &Observation) -> Self {
        let mut at = Seen { deck: [0; KINDS], cards: 0, seat: seen.seat, open: [0; KINDS] };
        for card in Card::ALL {
            at.deck[card.index()] = rules.copies_of(card);
            at.cards += rules.copies_of(card);
        }
        let stands = seen.selves.iter().filter_map(|own| *own);
        stands.chain(seen.dealt.cards().iter().copied()).for_each(|card| at.open[card.index()] += 1);
        let mut hands: Hands = [[0; 2]; SEATS];
        for seat in rules.seats.iter().filter(|&seat| seat != seen.seat) {
            hands[seat.index()] = [UNKNOWN; 2];
        }
        let (mut all, mut chances, mut layers) = (vec![hands], vec![1.0], Vec::new());
        for (event, happened) in seen.events.iter().enumerate() {
            let mut next = Next { hands: Vec::new(), chances: Vec::new(), steps: Vec::new() };
            for (from, (hands, chance)) in all.iter().zip(&chances).enumerate() {
                let begin = (from as u16, *chance);
                match happened {
                    Event::Opened { .. } => break,
                    Event::Played { seat, placed } => next.play(&at, hands, begin, (*seat, placed.card)),
                    Event::Drew { drawers, known, cards } => next.draw(&at, hands, begin, (*drawers, *known, cards)),
                    Event::Traded { givers, given } => next.trade(&at, hands, begin, (*givers, given)),
                }
            }
            at.follow(happened);
            if matches!(happened, Event::Opened { .. }) {
                continue;
            }
            let total: f64 = next.chances.iter().sum();
            next.chances.iter_mut().for_each(|chance| *chance /= total);
            (all, chances) = (next.hands, next.chances);
            layers.push(Layer { event, steps: next.steps });
        }
        Filter { layers, last: chances }
    }

    /// Samples the moved tokens into `moved`, one entry per event.
    pub(super) fn draw(&self, rng: &mut Rng, moved: &mut [[Token; SEATS]]) {
        let mut at = drawn(rng, self.last.iter().copied());
        for layer in self.layers.iter().rev() {
            let leads = |step: &Step| if usize::from(step.to) == at { step.chance } else { 0.0 };
            let step = layer.steps[drawn(rng, layer.steps.iter().map(leads))];
            moved[layer.event] = step.moved;
            at = step.from.into();
        }
    }
}

/// Samples an index in proportion to `chances`, of which at least one must be positive.
fn drawn(rng: &mut Rng, chances: impl Iterator<Item = f64> + Clone) -> usize {
    let total: f64 = chances.clone().sum();
    let mut point = unit(rng) * total;
    let mut last = 0;
    for (place, chance) in chances.enumerate().filter(|(_, chance)| *chance > 0.0) {
        if point < chance {
            return place;
        }
        point -= chance;
        last = place;
    }
    last
}

impl Seen {
    /// Updates the counts of cards whose place the seat knows.
    fn follow(&mut self, event: &Event) {
        let own = self.seat.index();
        match *event {
            Event::Played { seat, placed } if seat != self.seat => self.open[placed.card.index()] += 1,
            Event::Drew { drawers, known, cards } => {
                for index in (0..SEATS).filter(|index| drawers & 1 << index != 0) {
                    let Some(card) = cards[index] else { continue };
                    match (index == own, known & 1 << index != 0) {
                        (true, false) => self.open[card.index()] += 1,
                        (false, true) => self.open[card.index()] -= 1,
                        _ => {}
                    }
                }
            }
            Event::Traded { givers, given } if givers & bit(self.seat) != 0 => {
                if let Some(card) = given[own] {
                    self.open[card.index()] -= 1;
                }
                if let Some(card) = given[before(givers, self.seat).index()] {
                    self.open[card.index()] += 1;
                }
            }
            _ => {}
        }
    }
}

/// The hands after an event, and the transitions to them.
struct Next {
    hands: Vec<Hands>,
    chances: Vec<f64>,
    steps: Vec<Step>,
}

impl Next {
    fn reach(&mut self, hands: Hands, (from, before): (u16, f64), chance: f64, moved: [Token; SEATS]) {
        if chance == 0.0 {
            return;
        }
        let known = self.hands.iter().position(|known| *known == hands);
        let to = known.unwrap_or_else(|| {
            self.hands.push(hands);
            self.chances.push(0.0);
            self.hands.len() - 1
        });
        let chance = before * chance;
        self.chances[to] += chance;
        self.steps.push(Step { from, to: to as u16, chance, moved });
    }

    fn play(&mut self, at: &Seen, hands: &Hands, begin: (u16, f64), (seat, card): (Seat, Card)) {
        if seat == at.seat {
            return self.reach(*hands, begin, 1.0, [0; SEATS]);
        }
        for (token, chance) in at.revealed(hands, seat, card) {
            let (mut hands, mut moved) = (*hands, [0; SEATS]);
            remove(&mut hands[seat.index()], token);
            moved[seat.index()] = token;
            self.reach(hands, begin, chance, moved);
        }
    }

    fn draw(
        &mut self,
        at: &Seen,
        hands: &Hands,
        begin: (u16, f64),
        (drawers, open, cards): (u8, u8, &[Option<Card>; SEATS]),
    ) {
        let (mut hands, own) = (*hands, at.seat.index());
        // The own card was one of the unknown ones, unless its place was public.
        let chance = cards[own].filter(|_| open & bit(at.seat) == 0).map_or(1.0, |card| at.chance(&hands, card));
        for index in (0..SEATS).filter(|index| drawers & 1 << index != 0 && *index != own) {
            let token = cards[index].filter(|_| open & 1 << index != 0).map_or(UNKNOWN, known);
            add(&mut hands[index], token);
        }
        self.reach(hands, begin, chance, [0; SEATS]);
    }

    fn trade(&mut self, at: &Seen, hands: &Hands, begin: (u16, f64), (givers, given): (u8, &[Option<Card>; SEATS])) {
        // All ways in which the others can give: the seat's predecessor gave the card received, the rest either card.
        let mut ways = vec![(1.0, [0; SEATS])];
        for index in (0..SEATS).filter(|index| givers & 1 << index != 0 && *index != at.seat.index()) {
            let seat = Seat::new(index);
            let mut wider = Vec::new();
            for (chance, moved) in ways {
                let mut widen = |token: Token, part: f64| {
                    let mut moved: [Token; SEATS] = moved;
                    moved[index] = token;
                    wider.push((chance * part, moved));
                };
                let hand = hands[index];
                match given[index] {
                    Some(card) => at.revealed(hands, seat, card).for_each(|(token, part)| widen(token, part)),
                    None if hand[0] == hand[1] => widen(hand[0], 1.0),
                    None => hand.into_iter().for_each(|token| widen(token, 0.5)),
                }
            }
            ways = wider;
        }
        for (chance, moved) in ways {
            let mut hands = *hands;
            for index in (0..SEATS).filter(|index| moved[*index] != 0) {
                remove(&mut hands[index], moved[index]);
            }
            for index in (0..SEATS).filter(|index| givers & 1 << index != 0 && *index != at.seat.index()) {
                let from = before(givers, Seat::new(index));
                let token = match from == at.seat {
                    true => given[from.index()].map_or(UNKNOWN, known),
                    false => moved[from.index()],
                };
                add(&mut hands[index], token);
            }
            self.reach(hands, begin, chance, moved);
        }
    }
}
