//! Sampling of states that are consistent with an observation. RULES.md C16.
//!
//! Every deal is equally likely, and so is every hidden choice of the others: each card to play or to give, and each
//! face-down answer. Every candidate for the own Self is then sampled equally often.

use arrayvec::ArrayVec;
use ergo_core::rng::{Rng, Seed, below, shuffle};
use ergo_core::seat::Seat;

use super::action::Action;
use super::candidates::{after_declarations, by_cards};
use super::card::{Card, Cards};
use super::event::Event;
use super::hand::Hand;
use super::observe::Observation;
use super::phase::Phase;
use super::pile::Pile;
use super::rules::{MOST_CARDS, Rules, SEATS};
use super::state::State;
use super::worlds::{Filter, Token, UNKNOWN, known};

/// The short name of [`CogitoDeterminizer`] within `cogito`.
pub use self::CogitoDeterminizer as Determinizer;

/// A sampler of states that are consistent with one observation. It computes the common part of these states once.
#[derive(Clone, Debug)]
pub struct CogitoDeterminizer {
    seen: Observation,
    filter: Filter,
    /// The Selves that the seat may have.
    pub candidates: Cards,
}

impl Determinizer {
    /// Prepares a sampler for `seen` under `rules`.
    pub fn new(rules: &Rules, seen: &Observation) -> Self {
        let victor = seen.ended.is_some_and(|ended| ended.victor() == Some(seen.seat));
        let lost = seen.lost[seen.seat].is_some();
        let candidates = after_declarations(seen.candidates, seen.seat, lost, victor, &seen.events);
        Determinizer { seen: seen.clone(), filter: Filter::new(rules, seen), candidates }
    }

    /// Samples a state in which the face-down answers of others are uniform among legal ones.
    pub fn draw(&self, rules: &Rules, rng: &mut Rng) -> State {
        let own = self.candidates.nth(below(rng, self.candidates.len() as u32) as usize);
        self.draw_as(rules, own, rng, |state, _, rng| super::moves::sample(rules, state, rng))
    }

    /// Samples a state in which the seat's Self is `own`, which must be a candidate. `answer` chooses each face-down
    /// answer of the others, in the order in which the seats answer.
    pub fn draw_as(
        &self,
        rules: &Rules,
        own: Card,
        rng: &mut Rng,
        mut answer: impl FnMut(&State, Seat, &mut Rng) -> Action,
    ) -> State {
        let seen = &self.seen;
        let mut state = Story::tell(rules, seen, &self.filter, own, rng);
        if !matches!(state.phase, Phase::Window(_) | Phase::Trade) {
            return state;
        }
        let (to_move, mut seat) = (state.to_move, state.first_asked(rules));
        while seat != to_move {
            state.to_move = seat;
            let answer = if seat == seen.seat { seen.answer } else { Some(answer(&state, seat, rng)) };
            state.committed[seat.index()] = answer;
            seat = state.active_from(rules, rules.seats.after(seat));
        }
        state.to_move = to_move;
        state
    }
}

/// A card of the deal, with its kind if already determined.
type Slot = Option<Card>;

/// The cards of one sample, tracked from the deal to the present.
struct Story {
    slots: Vec<Slot>,
    hands: [ArrayVec<u16, 2>; SEATS],
    dealt: [[u16; 2]; SEATS],
    /// The cards that each seat drew or gave, by event.
    moved: Vec<[Option<u16>; SEATS]>,
}

impl Story {
    fn slot(&mut self, card: Slot) -> u16 {
        self.slots.push(card);
        self.slots.len() as u16 - 1
    }

    /// Removes a card with this `token` from the hand of `seat`, at random if there are several. Its kind is set to
    /// `card` if that is known.
    fn take(&mut self, seat: usize, token: Token, card: Slot, rng: &mut Rng) -> u16 {
        let fits = |slot: &Slot| match slot {
            Some(card) => known(*card) == token,
            None => token == UNKNOWN,
        };
        let hand = &mut self.hands[seat];
        let places: ArrayVec<usize, 2> =
            (0..hand.len()).filter(|&place| fits(&self.slots[usize::from(hand[place])])).collect();
        let place = places[if places.len() > 1 { below(rng, places.len() as u32) as usize } else { 0 }];
        let slot = hand.remove(place);
        if card.is_some() {
            self.slots[usize::from(slot)] = card;
        }
        slot
    }

    /// Samples a state that is consistent with `seen` and in which the seat's Self is `own`.
    fn tell(rules: &Rules, seen: &Observation, filter: &Filter, own: Card, rng: &mut Rng) -> State {
        let me = seen.seat.index();
        let mut moved = vec![[0; SEATS]; seen.events.len()];
        filter.draw(rng, &mut moved);
        let mut story = Story {
            slots: Vec::with_capacity(64),
            hands: Default::default(),
            dealt: [[0; 2]; SEATS],
            // The cards of each event that moved from or to a hand.
            moved: vec![[None; SEATS]; seen.events.len()],
        };
        for seat in rules.seats.iter() {
            for place in 0..2 {
                let slot = story.slot((seat == seen.seat).then(|| seen.dealt.cards()[place]));
                story.dealt[seat.index()][place] = slot;
                story.hands[seat.index()].push(slot);
            }
        }
        for (number, event) in seen.events.iter().enumerate() {
            let own_token = |card: Card, index: usize| if index == me { known(card) } else { moved[number][index] };
            match *event {
                Event::Opened { .. } => {}
                Event::Played { seat, placed } => {
                    let token = own_token(placed.card, seat.index());
                    story.take(seat.index(), token, Some(placed.card), rng);
                }
                Event::Drew { drawers, cards: drawn, .. } => {
                    for index in (0..SEATS).filter(|index| drawers & 1 << index != 0) {
                        let slot = story.slot(drawn[index]);
                        story.hands[index].push(slot);
                        story.moved[number][index] = Some(slot);
                    }
                }
                Event::Traded { givers, given } => {
                    for index in (0..SEATS).filter(|index| givers & 1 << index != 0) {
                        let token = given[index].map_or(moved[number][index], |card| own_token(card, index));
                        story.moved[number][index] = Some(story.take(index, token, given[index], rng));
                    }
                    for index in (0..SEATS).filter(|index| givers & 1 << index != 0) {
                        let from = super::event::before(givers, Seat::new(index));
                        let given = story.moved[number][from.index()];
                        story.hands[index].extend(given);
                    }
                }
            }
        }
        let pile = story.fill(rules, seen, own, rng);
        story.state(rules, seen, own, &pile, rng)
    }

    /// Assigns a kind to every unknown card and returns the unknown part of the pile, in uniformly random order.
    fn fill(&mut self, rules: &Rules, seen: &Observation, own: Card, rng: &mut Rng) -> ArrayVec<Card, MOST_CARDS> {
        let stands = seen.selves.iter().filter_map(|card| *card).chain([own]);
        let fields = seen.fields.iter().flatten().map(|placed| placed.card);
        let hands = self.hands.iter().flatten().filter_map(|&slot| self.slots[usize::from(slot)]);
        let mut left = Card::ALL.map(|card| rules.copies_of(card));
        let known = stands.chain(fields).chain(seen.pile_known.iter().copied()).chain(hands);
        known.for_each(|card| left[card.index()] -= 1);
        let mut rest: ArrayVec<Card, MOST_CARDS> =
            Card::ALL.iter().flat_map(|&card| std::iter::repeat_n(card, left[card.index()].into())).collect();
        shuffle(rng, &mut rest);
        for slot in self.slots.iter_mut().filter(|slot| slot.is_none()) {
            *slot = rest.pop();
        }
        rest.extend(seen.pile_known.iter().copied());
        rest
    }

    /// Builds the state from the completed cards.
    fn state(&self, rules: &Rules, seen: &Observation, own: Card, pile: &[Card], rng: &mut Rng) -> State {
        let card = |slot: u16| self.slots[usize::from(slot)].expect("a kind for every card");
        let mut events = Vec::with_capacity(seen.events.len().max(64));
        events.extend(seen.events.iter().zip(&self.moved).map(|(event, cards)| {
            let cards = cards.map(|slot| slot.map(card));
            match *event {
                Event::Drew { drawers, known, .. } => Event::Drew { drawers, known, cards },
                Event::Traded { givers, .. } => Event::Traded { givers, given: cards },
                open => open,
            }
        }));
        let hand = |slots: &[u16]| Hand::from_cards(slots.iter().map(|&slot| card(slot)));
        let at_table = |index: usize| index < rules.seats.get();
        let mut laid = Pile::from_cards(&pile[..usize::from(seen.pile) - seen.pile_known.len()]);
        seen.pile_known.iter().for_each(|&card| laid.put_under(card));
        let mut state = State {
            seed: Seed::draw(rng),
            game: seen.game,
            starter: seen.starter,
            lap: seen.lap,
            turn: seen.turn,
            phase: seen.phase,
            to_move: seen.to_move,
            selves: std::array::from_fn(|at| {
                if at_table(at) { seen.selves[Seat::new(at)].unwrap_or(own) } else { Card::Ego }
            }),
            hands: std::array::from_fn(|at| hand(&self.hands[at])),
            fields: std::array::from_fn(|at| seen.fields.get(Seat::new(at)).cloned().unwrap_or_default()),
            pile: laid,
            lost: std::array::from_fn(|at| seen.lost.get(Seat::new(at)).copied().flatten()),
            committed: [None; SEATS],
            dealt: std::array::from_fn(|at| if at_table(at) { hand(&self.dealt[at]) } else { Hand::default() }),
            candidates: [Cards::NONE; SEATS],
            events,
            scores: std::array::from_fn(|at| seen.scores.get(Seat::new(at)).map_or(0, |&score| score as u16)),
            ended: seen.ended,
        };
        for seat in rules.seats.iter() {
            let others = rules.seats.iter().filter(|&other| other != seat).map(|other| state.selves[other.index()]);
            state.candidates[seat.index()] = by_cards(rules, seat, others, &state.dealt[seat.index()], &state.events);
        }
        state
    }
}
