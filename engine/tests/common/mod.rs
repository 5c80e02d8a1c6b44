//! Helpers for several test files: games from a text, random premises and proofs.

#![allow(dead_code)]

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::field::Field;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::options::{Configurable, OptionError};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;

/// Returns ERGO with these settings.
pub fn try_ergo(seats: usize, text: &str) -> Result<Ergo, OptionError> {
    Ergo::from_text(seats, text)
}

pub fn ergo(seats: usize, text: &str) -> Ergo {
    try_ergo(seats, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn rules(seats: usize, text: &str) -> Rules {
    ergo(seats, text).0
}

pub fn pick<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
    &of[below(rng, of.len() as u32) as usize]
}

/// A grammatical premise of about `size` units.
pub fn random_premise(rng: &mut Rng, size: u32, wilds: u32) -> String {
    let mut text = String::new();
    for i in 0..1 + below(rng, size) {
        if i > 0 {
            if below(rng, 10) < wilds {
                text.push('*');
            }
            text.push(*pick(rng, &['&', '|', '>']));
        }
        if below(rng, 4) == 0 {
            if below(rng, 10) < wilds {
                text.push('*');
            }
            text.push('~');
        }
        if below(rng, 5) == 0 {
            text += &format!("({})", random_premise(rng, size.div_ceil(2), wilds));
        } else {
            if below(rng, 10) < wilds {
                text.push('*');
            }
            // Few letters, so that equal tiles are often adjacent.
            text.push(*pick(rng, &['A', 'A', 'B', 'B', 'C', 'D']));
        }
    }
    text
}

/// Up to `most` premises.
pub fn random_proof(rng: &mut Rng, most: u32) -> Proof {
    let wilds = *pick(rng, &[0, 0, 1, 4]);
    let premises: Vec<String> = (0..below(rng, most + 1))
        .map(|_| {
            let size = *pick(rng, &[1, 1, 2, 3, 4]);
            random_premise(rng, size, wilds)
        })
        .collect();
    premises.join(" / ").parse().unwrap()
}

/// Returns the number of ways to play `depth` actions.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = |action| {
        let mut next = state.clone();
        game.apply(&mut next, action);
        perft(game, &next, depth - 1)
    };
    legal.into_iter().map(after).sum()
}

/// Returns the named cells of the row of a round, or of one of its seats, counted from 1.
pub fn cells<R: RoundRecord>(round: &R, seat: Option<usize>, columns: &str) -> String {
    let mut cells = Vec::new();
    let mut put = |value: Field<'_>| cells.push(value.to_string());
    let names = match seat {
        None => {
            round.write_round(&mut put);
            R::ROUND_COLUMNS
        }
        Some(number) => {
            round.write_seat(Seat::new(number - 1), &mut put);
            R::SEAT_COLUMNS
        }
    };
    let cell = |column: &str| cells[names.iter().position(|name| *name == column).unwrap()].clone();
    columns.split_whitespace().map(cell).collect::<Vec<_>>().join(" ")
}
