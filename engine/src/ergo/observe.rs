//! What a seat knows, and worlds that fit it. RULES.md E24.

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use super::action::Action;
use super::card::Card;
use super::hand::{Hand, Heap};
use super::moves::Mover;
use super::proof::{CAPACITY, Proof};
use super::rules::Rules;
use super::state::{Before, Event, Pile, Reshuffle, SEATS, State};
use super::worlds::{Known, World};
use crate::rng::{Rng, Seed};
use crate::seat::{Seat, SeatMap};

/// Everything one seat knows and remembers of a match. Earlier rounds left nothing but the scores: all cards were gathered
/// and shuffled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// Whose knowledge this is.
    pub seat: Seat,
    /// Of the match, counted from 1.
    pub round: u32,
    /// The seat that began the round.
    pub starter: Seat,
    /// The seat to move.
    pub to_move: Seat,
    /// Plays it still has to make in this turn.
    pub plays_left: u8,
    /// Of the round, counted from 1.
    pub turn: u16,
    /// Whether the round ends with this turn because the last card was drawn.
    pub last_turn: bool,
    /// The proof with its wilds.
    pub proof: Proof,
    /// The seat's own cards.
    pub hand: Hand,
    /// How many cards each seat holds.
    pub hand_sizes: SeatMap<u8>,
    /// Cards known to be in each hand, because all knew where they lay when they were drawn.
    pub shown: SeatMap<Hand>,
    /// What lies before each seat.
    pub before: SeatMap<Before>,
    /// How many cards the draw pile has.
    pub pile: u8,
    /// Those known to lie under it, the next one first.
    pub pile_known: ArrayVec<Card, CAPACITY>,
    /// The discard pile; their order is in `events`.
    pub discards: Heap,
    /// The cards of the pile that was made of the discards, if that happened.
    pub reshuffle: Option<Reshuffle>,
    /// The seat's own hand when it happened.
    pub hand_then: Hand,
    /// Everything that happened in the open in this round, in order.
    pub events: Vec<Event>,
    /// Points of each seat.
    pub scores: SeatMap<i32>,
    /// The winners, once the match is over.
    pub winners: Option<SeatMap<bool>>,
}

impl Observation {
    /// What decides the seat's choice, if it is to move.
    pub fn mover<'a>(&'a self, rules: &'a Rules) -> Mover<'a> {
        let hit = |(seat, before): (Seat, &Before)| {
            u8::from(seat != self.seat && before.fallacy.is_none() && !before.immune) << seat.index()
        };
        Mover {
            rules,
            proof: &self.proof,
            hand: self.hand,
            plays_left: self.plays_left,
            under_fallacy: self.before[self.seat].fallacy.is_some(),
            targets: self.before.entries().map(hit).sum(),
        }
    }

    /// Every card whose place the seat does not know: it is in another hand or in the pile. E24.
    pub fn unseen(&self, rules: &Rules) -> Heap {
        super::worlds::unseen(rules, self)
    }

    /// The discards of the round in order, as long as none were shuffled or put under the pile.
    pub fn discards_in_order(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.events.iter().filter_map(|event| match event {
            Event::Played(seat, Action::Discard { card }) => Some((*seat, *card)),
            _ => None,
        })
    }
}

/// What `seat` knows of `state`.
pub(crate) fn observe(rules: &Rules, state: &State, seat: Seat) -> Observation {
    let each = |index: Seat| index.index();
    Observation {
        seat,
        round: state.round,
        starter: state.starter,
        to_move: state.to_move,
        plays_left: state.plays_left,
        turn: state.turn,
        last_turn: state.last_turn,
        proof: state.proof,
        hand: state.hands[seat.index()],
        hand_sizes: SeatMap::from_fn(rules.seats, |at| state.hands[each(at)].len() as u8),
        shown: SeatMap::from_fn(rules.seats, |at| state.shown[each(at)]),
        before: SeatMap::from_fn(rules.seats, |at| state.before[each(at)]),
        pile: state.pile.len() as u8,
        pile_known: state.pile.cards().skip(state.pile.len() - state.pile.known()).collect(),
        discards: state.discards,
        reshuffle: state.reshuffle,
        hand_then: state.hands_then[seat.index()],
        events: state.events.clone(),
        scores: super::play::scores(rules, state),
        winners: state.winners.map(|winners| SeatMap::from_fn(rules.seats, |at| winners[each(at)])),
    }
}

/// A state drawn from those that fit `seen`.
pub(crate) fn determinize(rules: &Rules, seen: &Observation, rng: &mut Rng) -> State {
    let mut state = open_part(seen);
    hide(&mut state, seen, Known::new(rules, seen).draw(seen, rng), rng);
    state
}

/// The worlds that fit one observation, ready to be drawn from again and again: what they have in common is worked out once.
#[derive(Clone)]
pub struct Worlds {
    seen: Observation,
    known: Known,
    open: State,
}

impl Worlds {
    /// The worlds that fit `seen` under `rules`.
    pub fn new(rules: &Rules, seen: &Observation) -> Self {
        Worlds { seen: seen.clone(), known: Known::new(rules, seen), open: open_part(seen) }
    }

    /// Puts into `state` what [`Game::determinize`](crate::game::Game::determinize) would have drawn from the same `rng`.
    pub fn draw_into(&self, state: &mut State, rng: &mut Rng) {
        state.clone_from(&self.open);
        hide(state, &self.seen, self.known.draw(&self.seen, rng), rng);
    }

    /// The same as a new state.
    pub fn draw(&self, rng: &mut Rng) -> State {
        let mut state = self.open.clone();
        hide(&mut state, &self.seen, self.known.draw(&self.seen, rng), rng);
        state
    }
}

/// A state as `seen`, without what is hidden.
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

/// Puts what is hidden into a state without it.
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

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
