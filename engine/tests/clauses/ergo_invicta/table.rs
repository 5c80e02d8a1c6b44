//! Positions, actions and their results, as text.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::round::Round;
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::game::{Game, Outcome, Status};
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;

use crate::common::cells;

pub fn game(options: &str) -> ErgoInvicta {
    ErgoInvicta::from_text(2, options).unwrap_or_else(|error| panic!("{options}: {error}"))
}

/// Parses a position; `start` is a fresh deal.
pub fn at(game: &ErgoInvicta, text: &str) -> State {
    match text {
        "start" => game.deal(&mut Seed::master(1).rng()),
        text => game.from_position(text.parse().unwrap_or_else(|error| panic!("{error}"))),
    }
}

/// Returns the legal actions, sorted.
pub fn legal(game: &ErgoInvicta, state: &State) -> String {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let mut legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
    legal.sort();
    legal.join(" ")
}

pub fn legal_at(options: &str, text: &str) -> String {
    let game = game(options);
    legal(&game, &at(&game, text))
}

pub fn count_at(options: &str, text: &str) -> usize {
    legal_at(options, text).split_whitespace().count()
}

/// Plays actions, asserting that each is legal; returns the record of the last game that ended.
pub fn play(game: &ErgoInvicta, state: &mut State, actions: &str) -> Option<Round> {
    let mut last = None;
    for text in actions.split_whitespace() {
        let action: Action = text.parse().unwrap();
        assert!(game.is_legal(state, action), "{text} in {}", state.position());
        last = game.apply_recorded(state, action).or(last);
    }
    last
}

pub fn after(options: &str, text: &str, actions: &str) -> (State, Option<Round>) {
    let game = game(options);
    let mut state = at(&game, text);
    let round = play(&game, &mut state, actions);
    (state, round)
}

/// Returns how these actions end the game: the reason, the seat that won and the line; dashes if the game continues.
pub fn ending(options: &str, text: &str, actions: &str) -> String {
    let game = game(options);
    let mut state = at(&game, text);
    match play(&game, &mut state, actions) {
        None => "- - -".to_owned(),
        Some(round) => {
            let of = |column| Some(column_of(&round, column)).filter(|text| !text.is_empty());
            let dash = |column| of(column).unwrap_or_else(|| "-".to_owned());
            format!("{} {} {}", dash("ended_by"), dash("victor"), dash("line"))
        }
    }
}

/// Returns a column of `rounds.csv`.
pub fn column_of(round: &Round, column: &str) -> String {
    cells(round, None, column)
}

/// Returns a column of `seats.csv`.
pub fn column_at(round: &Round, seat: usize, column: &str) -> String {
    cells(round, Some(seat), column)
}

/// Returns the outcome of a finished match.
pub fn outcome(game: &ErgoInvicta, state: &State) -> Outcome {
    match game.status(state) {
        Status::Over(outcome) => outcome,
        Status::ToMove(seat) => panic!("seat {seat} is to move"),
    }
}

/// Plays a random match; returns the record of each game.
pub fn random_match(game: &ErgoInvicta, seed: u64) -> Vec<Round> {
    let mut rng = Seed::master(seed).rng();
    let mut state = game.deal(&mut rng);
    let mut rounds = Vec::new();
    while let Status::ToMove(_) = game.status(&state) {
        let action = game.sample_action(&state, &mut rng, &mut Vec::new());
        rounds.extend(game.apply_recorded(&mut state, action));
    }
    rounds
}
