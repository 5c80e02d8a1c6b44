//! State changes. RULES.md C2–C15, G14–G27.

use arrayvec::ArrayVec;
use ergo_core::game::Records;
use ergo_core::rng::{Seed, below, shuffle};
use ergo_core::seat::Seat;

use super::action::Action;
use super::candidates::after_judgement;
use super::card::{Card, Cards, Placed};
use super::event::{Event, bit};
use super::hand::Hand;
use super::phase::{EndedBy, Lost, Phase, Window};
use super::pile::Pile;
use super::round::Round;
use super::rules::{MOST_CARDS, Rules, SEATS, Starter};
use super::state::State;

/// The cards at the start of a game.
pub(super) struct Layout<'a> {
    pub selves: [Card; SEATS],
    pub hands: [Hand; SEATS],
    /// Top card first.
    pub pile: &'a [Card],
}

/// Returns the start of a match with the first game dealt.
pub(super) fn deal(rules: &Rules, seed: Seed) -> State {
    let nothing = Layout { selves: [Card::Ego; SEATS], hands: [Hand::default(); SEATS], pile: &[] };
    let mut state = empty(seed);
    lay_out(rules, &mut state, Seat::new(0), &nothing);
    begin_game(rules, &mut state);
    state
}

/// Returns a match whose first game has this layout.
pub(super) fn set_up(rules: &Rules, starter: Seat, layout: &Layout<'_>) -> State {
    let mut state = empty(Seed::master(0));
    state.game = 1;
    lay_out(rules, &mut state, starter, layout);
    state
}

fn empty(seed: Seed) -> State {
    State {
        seed,
        game: 0,
        starter: Seat::new(0),
        lap: 1,
        turn: Seat::new(0),
        phase: Phase::Over,
        to_move: Seat::new(0),
        selves: [Card::Ego; SEATS],
        hands: [Hand::default(); SEATS],
        fields: Default::default(),
        pile: Pile::from_cards(&[]),
        lost: [None; SEATS],
        committed: [None; SEATS],
        dealt: [Hand::default(); SEATS],
        candidates: [Cards::NONE; SEATS],
        events: Vec::with_capacity(64),
        scores: [0; SEATS],
        ended: None,
    }
}

/// Collects all cards, shuffles and deals. C2, G27.
fn begin_game(rules: &Rules, state: &mut State) {
    state.game += 1;
    let mut rng = state.seed.stream(state.game.into());
    let seats = rules.seats.get();
    let starter = Seat::new(match rules.starter {
        Starter::Rotate => (usize::from(state.game) - 1) % seats,
        Starter::Fixed => 0,
        Starter::Random => below(&mut rng, seats as u32) as usize,
    });
    let mut stands: ArrayVec<Card, 9> = rules.diagram.selves.iter().collect();
    shuffle(&mut rng, &mut stands);
    let mut rest = rules.others();
    rest.extend(stands.drain(seats..));
    shuffle(&mut rng, &mut rest);
    let own = |index: usize| stands.get(index).copied().unwrap_or(Card::Ego);
    let hand = |index: usize| match index < seats {
        true => Hand::from_cards(rest[2 * index..2 * index + 2].iter().copied()),
        false => Hand::default(),
    };
    let layout =
        Layout { selves: std::array::from_fn(own), hands: std::array::from_fn(hand), pile: &rest[2 * seats..] };
    lay_out(rules, state, starter, &layout);
}

/// Sets the cards out and opens the first window. C2, G5.
fn lay_out(rules: &Rules, state: &mut State, starter: Seat, layout: &Layout<'_>) {
    state.starter = starter;
    state.lap = 1;
    state.selves = layout.selves;
    state.hands = layout.hands;
    state.dealt = layout.hands;
    state.pile = Pile::from_cards(layout.pile);
    state.fields.iter_mut().for_each(ArrayVec::clear);
    state.lost = [None; SEATS];
    state.committed = [None; SEATS];
    state.events.clear();
    state.ended = None;
    for seat in rules.seats.iter() {
        let others = rules.seats.iter().filter(|&other| other != seat).map(|other| layout.selves[other.index()]);
        let seen = others.chain(layout.hands[seat.index()].cards().iter().copied());
        state.candidates[seat.index()] = seen.fold(rules.diagram.selves, Cards::without);
    }
    open_window(rules, state, Window::Deal);
}

/// Plays `action`, which must be legal.
pub(super) fn apply<R: Records<Round>>(rules: &Rules, state: &mut State, action: Action, records: &mut R) {
    match action {
        Action::Play(card) => play(rules, state, card, records),
        answer => {
            let last = state.is_last_asked(rules);
            state.committed[state.to_move.index()] = Some(answer);
            if !last {
                state.to_move = state.active_from(rules, rules.seats.after(state.to_move));
                return;
            }
            match state.phase {
                Phase::Window(window) => resolve(rules, state, window, records),
                _ => trade(rules, state),
            }
        }
    }
}

/// Plays a card, judges it, and applies its effect. C4–C8, G14.
fn play<R: Records<Round>>(rules: &Rules, state: &mut State, card: Card, records: &mut R) {
    let seat = state.to_move;
    let index = seat.index();
    state.hands[index].remove(card);
    let placed = Placed { card, red: rules.diagram.is_red(state.selves[index], card) };
    state.events.push(Event::Played { seat, placed });
    for other in &mut state.candidates[..rules.seats.get()] {
        *other = other.without(card);
    }
    if card == Card::Dream {
        sweep(rules, state, seat);
    } else {
        state.candidates[index] = after_judgement(rules, state.candidates[index], card, placed.red);
    }
    state.fields[index].push(placed);
    if state.reds(seat) == 2 {
        state.lost[index] = Some((Lost::Disruption, state.lap));
        if state.active(rules) == 0 {
            return finish(rules, state, EndedBy::AllLost, None, records);
        }
    }
    open_window(rules, state, Window::Play);
}

/// Dream: moves all cards in fields except Dreams under the pile. C7, G9, G26.
fn sweep(rules: &Rules, state: &mut State, from: Seat) {
    let mut seat = from;
    loop {
        if state.is_active(seat) {
            for placed in &state.fields[seat.index()] {
                if placed.card != Card::Dream {
                    state.pile.put_under(placed.card);
                }
            }
            state.fields[seat.index()].retain(|placed| placed.card == Card::Dream);
        }
        seat = rules.seats.after(seat);
        if seat == from {
            return;
        }
    }
}

/// Asks every active seat. G15.
fn open_window(rules: &Rules, state: &mut State, window: Window) {
    state.phase = Phase::Window(window);
    state.to_move = state.first_asked(rules);
}

/// Opens the answers, evaluates them in order, and continues. C11, C12, G16, G21.
fn resolve<R: Records<Round>>(rules: &Rules, state: &mut State, window: Window, records: &mut R) {
    let answers = std::mem::take(&mut state.committed);
    state.events.push(Event::Opened { window, answers });
    let first = state.first_asked(rules);
    let mut seat = first;
    loop {
        if let Some(Action::Cogito(card)) = answers[seat.index()] {
            if card == state.selves[seat.index()] {
                return finish(rules, state, EndedBy::Cogito(seat), Some(window), records);
            }
            state.lost[seat.index()] = Some((Lost::Cogito, state.lap));
        }
        seat = rules.seats.after(seat);
        if seat == first {
            break;
        }
    }
    if state.active(rules) == 0 {
        return finish(rules, state, EndedBy::AllLost, Some(window), records);
    }
    match window {
        Window::Deal => begin_turn(state, state.active_from(rules, state.lap_starter(rules))),
        Window::Play => match next_in_lap(rules, state) {
            Some(seat) => begin_turn(state, seat),
            None => end_lap(rules, state),
        },
        Window::Draw => begin_trade(rules, state),
        Window::Trade => begin_lap(rules, state),
        Window::End => finish(rules, state, EndedBy::NoCards, Some(window), records),
    }
}

fn begin_turn(state: &mut State, seat: Seat) {
    state.turn = seat;
    state.to_move = seat;
    state.phase = Phase::Play;
}

/// Returns the next seat to play in this lap, if any. C3, G20.
fn next_in_lap(rules: &Rules, state: &State) -> Option<Seat> {
    let start = state.lap_starter(rules);
    let mut seat = state.turn;
    loop {
        seat = rules.seats.after(seat);
        if seat == start {
            return None;
        }
        if state.is_active(seat) {
            return Some(seat);
        }
    }
}

fn begin_lap(rules: &Rules, state: &mut State) {
    state.lap += 1;
    begin_turn(state, state.active_from(rules, state.lap_starter(rules)));
}

/// Ends a lap: every active seat draws if the pile is large enough. C9, G18, G22.
fn end_lap(rules: &Rules, state: &mut State) {
    let drawers = state.active(rules);
    let first = state.active_from(rules, state.lap_starter(rules));
    if state.pile.len() < drawers.count_ones() as usize {
        if !state.hands[first.index()].is_empty() {
            return begin_lap(rules, state);
        }
        return open_window(rules, state, Window::End);
    }
    let (mut cards, mut known) = ([None; SEATS], 0);
    let mut seat = first;
    loop {
        if state.is_active(seat) {
            let (card, seen) = state.pile.draw();
            state.hands[seat.index()].add(card);
            state.candidates[seat.index()] = state.candidates[seat.index()].without(card);
            cards[seat.index()] = Some(card);
            known |= if seen { bit(seat) } else { 0 };
        }
        seat = rules.seats.after(seat);
        if seat == first {
            break;
        }
    }
    state.events.push(Event::Drew { drawers, known, cards });
    open_window(rules, state, Window::Draw);
}

/// Starts a Trade if at least two players have two cards each. C10, G8, G23.
fn begin_trade(rules: &Rules, state: &mut State) {
    let active = state.active(rules);
    let first = state.active_from(rules, state.lap_starter(rules));
    // After a Draw all hands have the same size (I6).
    if active.count_ones() < 2 || state.hands[first.index()].len() < 2 {
        return begin_lap(rules, state);
    }
    state.phase = Phase::Trade;
    state.to_move = first;
}

/// Exchanges all given cards at once. C10, G23.
fn trade(rules: &Rules, state: &mut State) {
    let (givers, answers) = (state.active(rules), std::mem::take(&mut state.committed));
    let given = answers.map(|answer| match answer {
        Some(Action::Give(card)) => Some(card),
        _ => None,
    });
    for (index, card) in given.iter().enumerate() {
        if let Some(card) = card {
            state.hands[index].remove(*card);
        }
    }
    for seat in rules.seats.iter() {
        if let Some(card) = given[seat.index()] {
            let to = state.active_from(rules, rules.seats.after(seat)).index();
            state.hands[to].add(card);
            state.candidates[to] = state.candidates[to].without(card);
        }
    }
    state.events.push(Event::Traded { givers, given });
    open_window(rules, state, Window::Trade);
}

/// Ends the game, and begins the next one or ends the match. C13, G27.
fn finish<R: Records<Round>>(
    rules: &Rules,
    state: &mut State,
    ended: EndedBy,
    window: Option<Window>,
    records: &mut R,
) {
    if let Some(victor) = ended.victor() {
        state.scores[victor.index()] += 1;
    }
    let target = rules.target > 0 && state.scores.iter().any(|&score| score >= rules.target);
    let over = target || state.game >= rules.games;
    if R::READ {
        records.put(Round::new(rules, state, ended, window, over));
    }
    if over {
        state.phase = Phase::Over;
        state.ended = Some(ended);
    } else {
        begin_game(rules, state);
    }
}

/// Checks that a deal has exactly the cards of the deck, each in a possible place. The error describes the first
/// mistake.
pub(super) fn check_deal(rules: &Rules, selves: &[Card], hands: &[Vec<Card>], pile: &[Card]) -> Result<(), String> {
    let seats = rules.seats.get();
    if selves.len() != seats || hands.len() != seats {
        return Err(format!("deal: {} selves and {} hands, expected {seats} of each", selves.len(), hands.len()));
    }
    if let Some(card) = selves.iter().find(|&&card| !rules.diagram.selves.contains(card)) {
        return Err(format!("deal.selves: {card} is not a Self of the diagram"));
    }
    if let Some(hand) = hands.iter().find(|hand| hand.len() != 2) {
        return Err(format!("deal.hands: a hand of {}, expected 2 cards", hand.len()));
    }
    if pile.len() > MOST_CARDS {
        return Err(format!("deal.pile: {} cards, expected {MOST_CARDS} or fewer", pile.len()));
    }
    let all = || selves.iter().chain(hands.iter().flatten()).chain(pile);
    for card in Card::ALL {
        let (found, expected) = (all().filter(|&&one| one == card).count(), rules.copies_of(card));
        if found != usize::from(expected) {
            return Err(format!("deal: {found} of {card}, expected {expected}"));
        }
    }
    Ok(())
}
