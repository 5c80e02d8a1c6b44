//! State changes. RULES.md E5–E9, E16, E18–E23.

use ergo_core::game::Records;
use ergo_core::rng::{Rng, Seed, below, shuffle};
use ergo_core::seat::{Seat, SeatMap};

use super::action::Action;
use super::card::Card;
use super::draws::DrawRecord;
use super::event::Event;
use super::hand::CardCounts;
use super::proof::{CAPACITY, Proof};
use super::round::{EndedBy, Round, tallies};
use super::rules::{Discards, Rules, Starter, Ties};
use super::state::{FallacyStatus, Pile, Reshuffle, SEATS, State};
use super::truth::judge;

/// Random streams of a match's seed: each round has one for its shuffle and one for its reshuffle.
const SHUFFLE: u64 = 0;
const RESHUFFLE: u64 = 1;

/// Returns the random stream that shuffles the deck for a round.
pub(super) fn shuffle_stream(seed: Seed, round: u32) -> Rng {
    seed.stream(2 * u64::from(round) + SHUFFLE)
}

/// Returns the random stream that shuffles the discards of a round. E7.
pub(super) fn reshuffle_stream(seed: Seed, round: u32) -> Rng {
    seed.stream(2 * u64::from(round) + RESHUFFLE)
}

/// Puts the cards of `heap` into `ring` in random order and returns their number.
pub(super) fn lay(heap: &CardCounts, rng: &mut Rng, ring: &mut [Card; CAPACITY]) -> usize {
    let mut len = 0;
    for card in heap.cards() {
        ring[len] = card;
        len += 1;
    }
    shuffle(rng, &mut ring[..len]);
    len
}

/// Returns the start of a match: the first round is dealt and the first seat has drawn.
pub(crate) fn deal(rules: &Rules, seed: Seed) -> State {
    let mut state = State {
        seed,
        round: 0,
        starter: Seat::new(0),
        to_move: Seat::new(0),
        plays_left: 0,
        turn: 0,
        last_turn: false,
        proof: Proof::default(),
        hands: Default::default(),
        before: Default::default(),
        pile: Pile::empty(),
        discards: CardCounts::default(),
        reshuffle: None,
        hands_then: Default::default(),
        shown: Default::default(),
        drawn: Default::default(),
        events: Vec::with_capacity(160),
        scores: [0; SEATS],
        winners: None,
    };
    begin_round(rules, &mut state);
    state
}

/// Collects all cards, shuffles and deals. E5, E9.
fn begin_round(rules: &Rules, state: &mut State) {
    state.round += 1;
    let mut rng = shuffle_stream(state.seed, state.round);
    state.pile.lay(|ring| lay(&rules.deck, &mut rng, ring));
    let seats = rules.seats.get() as u32;
    state.starter = Seat::new(match rules.starter {
        Starter::Fixed => 0,
        Starter::Rotate => (state.round - 1) % seats,
        Starter::Random => below(&mut rng, seats),
    } as usize);
    state.hands = Default::default();
    for seat in rules.seats.iter() {
        for _ in 0..rules.hand_size {
            state.hands[seat.index()].add(state.pile.draw().0);
        }
    }
    state.proof = Proof::default();
    state.before = Default::default();
    state.discards = CardCounts::default();
    state.reshuffle = None;
    state.hands_then = Default::default();
    state.shown = Default::default();
    state.events.clear();
    state.turn = 0;
    state.last_turn = false;
    begin_turn(rules, state, state.starter);
}

/// Removes an expired Fallacy, then draws. E6, E21.
fn begin_turn(rules: &Rules, state: &mut State, seat: Seat) {
    let index = seat.index();
    state.to_move = seat;
    state.turn += 1;
    if state.before[index].fallacy == Some(0) {
        state.before[index].fallacy = None;
        state.pile.put_under(Card::Fallacy);
        state.events.push(Event::Expired(seat));
    }
    state.drawn.clear();
    for _ in 0..rules.draw {
        if state.pile.len() == 0 {
            break;
        }
        let (card, known) = state.pile.draw();
        state.hands[index].add(card);
        state.drawn.push(card);
        if known {
            state.shown[index].add(card);
        }
        state.events.push(Event::Drew(seat, known.then_some(card)));
        if state.pile.len() == 0 && !reshuffle(rules, state) {
            state.last_turn = true;
        }
    }
    state.plays_left = rules.draw.min(state.hands[index].len() as u8);
}

/// Shuffles the discards into a new draw pile, if the rules say so and this has not happened in this round. E7.
fn reshuffle(rules: &Rules, state: &mut State) -> bool {
    if rules.discards != Discards::ReshuffleOnce || state.reshuffle.is_some() || state.discards.is_empty() {
        return false;
    }
    let mut rng = reshuffle_stream(state.seed, state.round);
    let discards = std::mem::take(&mut state.discards);
    state.pile.lay(|ring| lay(&discards, &mut rng, ring));
    state.reshuffle = Some(Reshuffle { pile: discards });
    state.hands_then = state.hands;
    state.events.push(Event::Reshuffled);
    true
}

/// Plays a legal action. E6, E17–E23.
#[inline]
pub(crate) fn apply<R: Records<Round>>(rules: &Rules, state: &mut State, action: Action, records: &mut R) {
    let seat = state.to_move;
    let index = seat.index();
    state.events.push(Event::Played(seat, action));
    for card in action.cards() {
        state.hands[index].remove(card);
        if state.shown[index].has(card) {
            state.shown[index].remove(card);
        }
    }
    for tile in state.proof.play(action) {
        state.pile.put_under(tile.card());
    }
    match action {
        Action::Discard { card } => match rules.discards {
            Discards::Bottom => state.pile.put_under(card),
            Discards::Out | Discards::ReshuffleOnce => state.discards.add(card),
        },
        Action::TakeBack { card } => state.pile.put_under(card),
        Action::Fallacy { target } => state.before[target.index()].fallacy = Some(rules.fallacy_turns),
        Action::Justification { .. } => state.before[index] = FallacyStatus { fallacy: None, immune: true },
        Action::Ergo { .. } => return end_round(rules, state, EndedBy::Ergo(seat), records),
        _ => {}
    }
    state.plays_left -= action.plays();
    if state.plays_left > 0 {
        return;
    }
    if let Some(turns) = &mut state.before[index].fallacy {
        *turns -= 1;
    }
    if state.last_turn {
        end_round(rules, state, EndedBy::Exhausted, records);
    } else if state.turn >= rules.max_turns {
        end_round(rules, state, EndedBy::MaxTurns, records);
    } else {
        begin_turn(rules, state, rules.seats.after(seat));
    }
}

/// Scores the round and begins the next one, or ends the match. E9, E16.
fn end_round<R: Records<Round>>(rules: &Rules, state: &mut State, ended_by: EndedBy, records: &mut R) {
    let mut round = R::READ.then(|| record(rules, state, ended_by));
    let verdict = judge(&state.proof, rules.reading);
    for seat in rules.seats.iter().filter(|seat| verdict.proves(seat.index())) {
        state.scores[seat.index()] += state.proof.len() as u32;
    }
    state.winners = winners(rules, state);
    if let Some(round) = &mut round {
        round.scores = state.scores(rules);
        round.winners = state.winners.map(|winners| SeatMap::from_fn(rules.seats, |seat| winners[seat.index()]));
    }
    if state.winners.is_none() {
        begin_round(rules, state);
    }
    if let Some(round) = round {
        records.put(round);
    }
}

/// Returns the record of the current round. A fault scores no points.
pub(crate) fn record(rules: &Rules, state: &State, ended_by: EndedBy) -> Round {
    let verdict = judge(&state.proof, rules.reading);
    let pays = !matches!(ended_by, EndedBy::Fault(..));
    let points = |seat: Seat| if pays && verdict.proves(seat.index()) { state.proof.len() as i32 } else { 0 };
    Round {
        starter: state.starter,
        turns: state.turn,
        ended_by,
        proof: state.proof,
        verdict,
        points: SeatMap::from_fn(rules.seats, points),
        scores: state.scores(rules),
        winners: None,
        tallies: tallies(state, rules.seats),
        draws: DrawRecord::from_state(rules, state),
    }
}

/// Returns the best score and whether it ends the match. E9.
fn best(rules: &Rules, state: &State) -> (u32, bool) {
    let scores = &state.scores[..rules.seats.get()];
    let best = *scores.iter().max().expect("a table has seats");
    let single = scores.iter().filter(|&&score| score == best).count() == 1;
    (best, best >= rules.target && (single || rules.ties == Ties::Share))
}

/// Returns true if a finished match was stopped by `max_rounds`. R12.
pub(crate) fn adjudicated(rules: &Rules, state: &State) -> bool {
    !best(rules, state).1
}

/// Returns the winners if the match is over. E9.
fn winners(rules: &Rules, state: &State) -> Option<[bool; SEATS]> {
    let (best, reached) = best(rules, state);
    if !reached && state.round < rules.max_rounds {
        return None;
    }
    let mut winners = [false; SEATS];
    for (won, &score) in winners.iter_mut().zip(&state.scores[..rules.seats.get()]) {
        *won = score == best;
    }
    Some(winners)
}
