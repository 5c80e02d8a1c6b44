//! The complete state of a match. RULES.md E4–E9, E21, E22.

use arrayvec::ArrayVec;
use ergo_core::rng::{Rng, Seed, shuffle};
use ergo_core::seat::{Seat, SeatMap};
use serde::Serialize;

use super::card::Card;
use super::event::Event;
use super::hand::{CardCounts, Hand};
use super::moves::Mover;
use super::proof::{CAPACITY, Proof};
pub use super::rules::SEATS;
use super::rules::{MOST_PLAYS, Rules};

/// The Fallacy and immunity of one player. RULES.md E21, E22.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct FallacyStatus {
    /// Number of own turns that the player's Fallacy still lasts, if there is one. At 0 it is removed when the player's
    /// next turn starts.
    pub fallacy: Option<u8>,
    /// True if the player is immune to Fallacies for the rest of the round.
    pub immune: bool,
}

pub(crate) use self::ErgoPile as Pile;

/// The draw pile: a ring of cards, the next one first. The places of the last `known` cards are public.
#[derive(Clone)]
pub(crate) struct ErgoPile {
    ring: [Card; CAPACITY],
    first: u8,
    len: u8,
    known: u8,
}

const WRAP: u8 = CAPACITY as u8 - 1;

impl Pile {
    pub(crate) const fn empty() -> Self {
        Pile { ring: [Card::A; CAPACITY], first: 0, len: 0, known: 0 }
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.len as usize
    }

    pub(crate) const fn known(&self) -> usize {
        self.known as usize
    }

    /// The cards, next one first.
    pub(crate) fn cards(&self) -> impl ExactSizeIterator<Item = Card> + '_ {
        (0..self.len).map(|i| self.ring[usize::from(self.first.wrapping_add(i) & WRAP)])
    }

    /// The cards whose places are not public, next one first.
    pub(super) fn unknown(&self) -> impl Iterator<Item = Card> + '_ {
        self.cards().take(self.len() - self.known())
    }

    /// Shuffles the cards whose places no seat knows.
    pub(super) fn shuffle_unknown(&mut self, rng: &mut Rng) {
        let mut cards: ArrayVec<Card, CAPACITY> = self.unknown().collect();
        shuffle(rng, &mut cards);
        for (place, card) in (0..).zip(cards) {
            self.ring[usize::from(self.first.wrapping_add(place) & WRAP)] = card;
        }
    }

    /// Swaps the next card with the one at this `place`, counted from it.
    pub(super) fn exchange(&mut self, place: usize) {
        let at = |place: u8| usize::from(self.first.wrapping_add(place) & WRAP);
        self.ring.swap(at(0), at(place as u8));
    }

    /// Puts a card under the pile in public.
    #[inline]
    pub(crate) fn put_under(&mut self, card: Card) {
        self.ring[usize::from(self.first.wrapping_add(self.len) & WRAP)] = card;
        self.len += 1;
        self.known += 1;
    }

    /// Draws the next card, which must exist, and returns whether its place was public.
    #[inline]
    pub(crate) fn draw(&mut self) -> (Card, bool) {
        let card = self.ring[usize::from(self.first & WRAP)];
        let known = self.known == self.len;
        self.first = (self.first + 1) & WRAP;
        self.len -= 1;
        self.known -= u8::from(known);
        (card, known)
    }

    /// Replaces the whole pile by cards in an unknown order. `fill` writes the cards and returns their number.
    pub(crate) fn lay(&mut self, fill: impl FnOnce(&mut [Card; CAPACITY]) -> usize) {
        self.first = 0;
        self.known = 0;
        self.len = fill(&mut self.ring) as u8;
    }
}

/// Public knowledge about the reshuffle of a round. RULES.md E7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Reshuffle {
    /// The cards of the new pile.
    pub pile: CardCounts,
}

/// The short name of [`ErgoState`] within `ergo`.
pub use self::ErgoState as State;

/// The complete state, with all hidden cards.
pub struct ErgoState {
    /// The seed of all shuffles of the match.
    pub(crate) seed: Seed,
    /// Number of the round, counted from 1.
    pub(crate) round: u32,
    pub(crate) starter: Seat,
    pub(crate) to_move: Seat,
    pub(crate) plays_left: u8,
    /// Number of the turn in the round, counted from 1.
    pub(crate) turn: u16,
    /// True if the last card of the pile has been drawn, so that the round ends with this turn. E8.
    pub(crate) last_turn: bool,
    pub(crate) proof: Proof,
    pub(crate) hands: [Hand; SEATS],
    pub(crate) before: [FallacyStatus; SEATS],
    pub(crate) pile: Pile,
    /// The discard pile. E7.
    pub(crate) discards: CardCounts,
    pub(crate) reshuffle: Option<Reshuffle>,
    /// The hands at the time of the reshuffle. Each player remembers their own.
    pub(crate) hands_then: [Hand; SEATS],
    /// Cards publicly known to be in a hand, because their place in the pile was public when they were drawn. E24.
    pub(crate) shown: [Hand; SEATS],
    /// The cards drawn at the start of this turn, in order. For records only; no rule uses them.
    pub(crate) drawn: ArrayVec<Card, MOST_PLAYS>,
    pub(crate) events: Vec<Event>,
    pub(crate) scores: [u32; SEATS],
    /// The winners, if the match is over.
    pub(crate) winners: Option<[bool; SEATS]>,
}

impl State {
    /// Returns a copy of this state with `events`.
    fn with_events(&self, events: Vec<Event>) -> State {
        State {
            events,
            pile: self.pile.clone(),
            drawn: self.drawn.clone(),
            seed: self.seed,
            round: self.round,
            starter: self.starter,
            to_move: self.to_move,
            plays_left: self.plays_left,
            turn: self.turn,
            last_turn: self.last_turn,
            proof: self.proof,
            hands: self.hands,
            before: self.before,
            discards: self.discards,
            reshuffle: self.reshuffle,
            hands_then: self.hands_then,
            shown: self.shown,
            scores: self.scores,
            winners: self.winners,
        }
    }

    /// Returns the number of the round, counted from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Returns true if the match is over. E9.
    pub fn is_over(&self) -> bool {
        self.winners.is_some()
    }

    /// Returns the number of the turn in the round, counted from 1.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Returns the seat that started the round.
    pub fn starter(&self) -> Seat {
        self.starter
    }

    /// Returns the seat to move.
    pub fn to_move(&self) -> Seat {
        self.to_move
    }

    /// Returns the proof.
    pub fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns the hand of a seat.
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// Returns the Fallacy and immunity of a seat.
    pub fn fallacy_status(&self, seat: Seat) -> FallacyStatus {
        self.before[seat.index()]
    }

    /// Returns the points of a seat.
    pub fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()] as i32
    }

    pub(super) fn scores(&self, rules: &Rules) -> SeatMap<i32> {
        SeatMap::from_fn(rules.seats, |seat| self.score(seat))
    }

    /// Returns true if the last card of the pile has been drawn, so that the round ends with this turn. RULES.md E8.
    pub fn is_last_turn(&self) -> bool {
        self.last_turn
    }

    /// Returns the discard pile.
    pub fn discards(&self) -> &CardCounts {
        &self.discards
    }

    /// Returns the number of cards in the draw pile.
    pub fn pile_len(&self) -> usize {
        self.pile.len()
    }

    /// Returns the generator of the legal actions of the seat to move.
    #[inline]
    pub fn move_generator<'a>(&'a self, rules: &'a Rules) -> Mover<'a> {
        let seat = self.to_move;
        let mut targets = 0;
        for other in rules.seats.iter() {
            let before = self.before[other.index()];
            if other != seat && before.fallacy.is_none() && !before.immune {
                targets |= 1 << other.index();
            }
        }
        Mover {
            rules,
            proof: &self.proof,
            hand: self.hands[seat.index()],
            plays_left: self.plays_left,
            under_fallacy: self.before[seat.index()].fallacy.is_some(),
            targets,
            barred: rules.barred[seat.index()],
        }
    }

    /// Iterates over the draw pile, next card first.
    pub fn pile(&self) -> impl Iterator<Item = Card> + '_ {
        self.pile.cards()
    }

    /// Returns the cards drawn at the start of this turn, in order.
    pub fn drawn(&self) -> &[Card] {
        &self.drawn
    }

    /// Returns the public events of this round.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut events = Vec::with_capacity(self.events.capacity());
        events.extend_from_slice(&self.events);
        self.with_events(events)
    }

    /// Like `clone`, but reuses memory, so that a search that restarts from one state allocates once.
    fn clone_from(&mut self, source: &Self) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        events.extend_from_slice(&source.events);
        *self = source.with_events(events);
    }
}
