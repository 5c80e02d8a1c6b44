//! State changes: deal, actions, ends. RULES.md I8 to I10, G-EI9 to G-EI17.

use ergo_core::game::Records;
use ergo_core::rng::{Seed, below};
use ergo_core::seat::Seat;

use super::action::Action;
use super::board::{DIRECTIONS, LINE, Square, Squares, has_line, line_through};
use super::moves::Mover;
use super::position::{Colour, Position};
use super::round::Round;
use super::rules::{RepetitionKey, Rules, Stalemate, Starter};
use super::state::{End, EndedBy, Log, Observation, State};

/// Returns a new match with its first game started.
pub(super) fn deal(rules: &Rules, chance: Seed) -> State {
    let first = Position::empty(rules.first_player, rules.pieces);
    let seen = Observation { log: Log::new(rules.ply_cap), ..given(rules, first) };
    let mut state = State { seen, chance };
    begin(rules, &mut state, 1);
    state
}

/// Returns a match of one game that starts with `first`. Seat 1 has the colour that begins. G-EI17.
pub(super) fn given(rules: &Rules, first: Position) -> Observation {
    let starter = Seat::new(0);
    Observation {
        position: first,
        first,
        log: Log::new(rules.ply_cap),
        opening: 0,
        reversible: 0,
        count: 1,
        end: None,
        white: white(rules, starter),
        starter,
        game: 1,
        scores: [0; 2],
        adjudicated: false,
    }
}

/// Returns the state of a given position. The match is over if the position has five in a row or no legal move. G-EI17.
pub(super) fn from_outside(rules: &Rules, first: Position) -> State {
    let mut state = State { seen: given(rules, first), chance: Seed::master(0) };
    let sides = [first.to_move.other(), first.to_move];
    let five = sides.into_iter().find(|side| has_line(first.own[side.index()]));
    let end = match five {
        Some(side) => {
            Some(End { ended_by: EndedBy::Five, victor: Some(side), line: longest_line(first.own[side.index()]) })
        }
        None => stuck(rules, &first),
    };
    if let Some(end) = end {
        pay(&mut state.seen, end);
        state.seen.end = Some(end);
    }
    state
}

/// Returns the longest line on the board; of equal ones the first by direction, then by square.
fn longest_line(own: Squares) -> Option<(Square, Square)> {
    let length = |&(from, to): &(Square, Square)| from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()));
    let direction = |(from, to): &(Square, Square)| {
        let sign = |from: usize, to: usize| (to as isize - from as isize).signum();
        let step = (sign(from.file(), to.file()), sign(from.rank(), to.rank()));
        DIRECTIONS.iter().position(|known| *known == step)
    };
    let mut lines: Vec<(Square, Square)> =
        Square::all().filter(|square| own & square.bit() != 0).filter_map(|square| line_through(own, square)).collect();
    lines.sort_by_key(|line| (std::cmp::Reverse(length(line)), direction(line), *line));
    debug_assert!(lines.iter().all(|line| length(line) + 1 >= LINE));
    lines.first().copied()
}

/// Returns the seat that plays White if `starter` has the colour that begins.
fn white(rules: &Rules, starter: Seat) -> Seat {
    if rules.first_player == Colour::White { starter } else { Seat::new(1 - starter.index()) }
}

/// Starts game number `game` of the match and plays its random opening. G-EI15, G-EI16.
fn begin(rules: &Rules, state: &mut State, game: u32) {
    let State { seen, chance } = state;
    let number = u64::from(game);
    seen.starter = Seat::new(match rules.starter {
        Starter::Rotate => (game as usize - 1) % 2,
        Starter::Fixed => 0,
        Starter::Random => below(&mut chance.derive("starter", &[number]).rng(), 2) as usize,
    });
    seen.white = white(rules, seen.starter);
    seen.game = game;
    seen.first = Position::empty(rules.first_player, rules.pieces);
    seen.position = seen.first;
    seen.log.0.clear();
    (seen.opening, seen.reversible, seen.count, seen.end) = (0, 0, 1, None);
    if rules.opening_plies > 0 {
        let opening = if rules.starter == Starter::Rotate { number.div_ceil(2) } else { number };
        play_opening(rules, seen, chance.derive("opening", &[opening]));
    }
}

/// Plays random actions, uniform among those that do not end the game.
fn play_opening(rules: &Rules, seen: &mut Observation, seed: Seed) {
    let mut rng = seed.rng();
    let mut legal = Vec::new();
    for _ in 0..rules.opening_plies {
        legal.clear();
        Mover::new(&seen.position, rules.corner_cut).list(&mut legal);
        loop {
            if legal.is_empty() {
                return;
            }
            let action = legal.swap_remove(below(&mut rng, legal.len() as u32) as usize);
            let mut next = seen.clone();
            if advance(rules, &mut next, action).is_none() {
                *seen = next;
                seen.opening += 1;
                break;
            }
        }
    }
}

/// Plays `action` in the current game and returns the end if the game is over. Points are not counted yet.
#[inline]
pub(super) fn advance(rules: &Rules, seen: &mut Observation, action: Action) -> Option<End> {
    let mover = seen.position.to_move;
    let after_pass = seen.position.passed;
    let undo = seen.position.play(action);
    seen.log.0.push(action);
    let is_final = matches!(action, Action::Place { .. }) || undo.promoted;
    seen.reversible = if is_final { 0 } else { seen.reversible + 1 };
    seen.count = if is_final { 1 } else { occurrences(rules, seen) };
    let drawn = |ended_by| Some(End { ended_by, victor: None, line: None });
    if seen.position.is_won_by(action) {
        let own = seen.position.own[mover.index()];
        let line = action.target().and_then(|to| line_through(own, to));
        return Some(End { ended_by: EndedBy::Five, victor: Some(mover), line });
    }
    if after_pass && action == Action::Pass {
        return drawn(EndedBy::Stalemate);
    }
    if seen.count >= rules.repetition_count {
        return drawn(EndedBy::Repetition);
    }
    if rules.stalemate != Stalemate::Pass
        && let Some(end) = stuck(rules, &seen.position)
    {
        return Some(end);
    }
    if seen.log.0.len() >= rules.ply_cap as usize { drawn(EndedBy::PlyCap) } else { None }
}

/// Returns the end of the game if the side to move is stuck and may not pass. G-EI5, G-EI10.
fn stuck(rules: &Rules, position: &Position) -> Option<End> {
    let victor = match rules.stalemate {
        Stalemate::Pass => return None,
        Stalemate::Loss => Some(position.to_move.other()),
        Stalemate::Draw => None,
    };
    let stuck = Mover::new(position, rules.corner_cut).is_stuck();
    stuck.then_some(End { ended_by: EndedBy::Stalemate, victor, line: None })
}

/// Returns the number of occurrences of the position since the last placement or promotion, which no earlier position
/// can precede. G-EI11.
fn occurrences(rules: &Rules, seen: &Observation) -> u32 {
    let now = &seen.position;
    let (mut own, mut lions, mut side) = (now.own, now.lions, now.to_move);
    let mut count = 1;
    for &action in seen.log.0.iter().rev().take(seen.reversible as usize) {
        side = side.other();
        if let Action::Move { from, to } = action {
            let both = from.bit() | to.bit();
            own[side.index()] ^= both;
            lions ^= if lions & to.bit() != 0 { both } else { 0 };
        }
        let same_side = side == now.to_move || rules.repetition_key == RepetitionKey::BoardOnly;
        count += u32::from(same_side && own == now.own && lions == now.lions);
    }
    count
}

/// Adds the points of a finished game.
fn pay(seen: &mut Observation, end: End) {
    let points = seen.points(end);
    (0..2).for_each(|seat| seen.scores[seat] += points[seat]);
    seen.adjudicated |= end.ended_by == EndedBy::PlyCap;
}

/// Plays `action`. If the game ends, counts its points and starts the next game or ends the match.
#[inline]
pub(super) fn apply<R: Records<Round>>(rules: &Rules, state: &mut State, action: Action, records: &mut R) {
    let Some(end) = advance(rules, &mut state.seen, action) else { return };
    pay(&mut state.seen, end);
    let seen = &state.seen;
    let reached = rules.target > 0 && seen.scores.iter().any(|&score| score >= rules.target as i32);
    let is_last = seen.game >= rules.games || reached;
    if R::READ {
        records.put(Round::new(rules, seen, end, is_last));
    }
    if is_last {
        state.seen.end = Some(end);
    } else {
        let next = seen.game + 1;
        begin(rules, state, next);
    }
}
