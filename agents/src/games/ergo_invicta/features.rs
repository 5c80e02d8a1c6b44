//! The inputs of a net for a position: windows and pieces by kind, from the side that moves.
//!
//! Squares and windows that the symmetries of the board carry into each other are one kind (two mirrors: 25 kinds of squares, 45 of
//! windows), so the net has nothing to learn twice. A value is how many there are.

use std::sync::LazyLock;

use ergo_engine::ergo_invicta::board::{FILES, RANKS, SQUARES, Square, Squares, WINDOW, WINDOWS, each};
use ergo_engine::ergo_invicta::position::Position;

use super::windows::{Windows, pieces};
use crate::net::mlp::Inputs;

/// Changes with what an input means.
pub const VERSION: u32 = 1;

const SQUARE_KINDS: usize = 25;
const WINDOW_KINDS: usize = 45;
/// Windows with one to four pieces of one side alone: of each kind, own and the other's.
const TD: usize = 8 * WINDOW_KINDS;
/// Pieces on squares of each kind: hollow and lions, own and the other's.
const PIECES: usize = 4 * SQUARE_KINDS;
/// Inputs.
pub const INPUTS: usize = TD + PIECES + 4;
/// About how many are not 0.
pub const LIVELY: usize = 60;
/// The most pieces a side can have: what reserves are parts of.
const MOST_PIECES: f32 = 12.0;

/// The kind of each square and each window.
struct Kinds {
    squares: [u8; SQUARES],
    windows: [u8; WINDOWS],
}

static KINDS: LazyLock<Kinds> = LazyLock::new(|| {
    let mirrored = |set: Squares, by_file: bool, by_rank: bool| {
        let mut image = 0;
        each(set, |square| {
            let file = if by_file { FILES - 1 - square.file() } else { square.file() };
            let rank = if by_rank { RANKS - 1 - square.rank() } else { square.rank() };
            image |= Square::from_coordinates(file, rank).expect("mirrors keep to the board").bit();
        });
        image
    };
    let least = |set: Squares| {
        let images = [(false, false), (true, false), (false, true), (true, true)];
        images.into_iter().map(|(by_file, by_rank)| mirrored(set, by_file, by_rank)).min().expect("four of them")
    };
    let number = |sets: &[Squares]| -> Vec<u8> {
        let mut known: Vec<Squares> = Vec::new();
        let place = |&set: &Squares| {
            let least = least(set);
            let at = known.iter().position(|other| *other == least).unwrap_or(known.len());
            if at == known.len() {
                known.push(least);
            }
            at as u8
        };
        sets.iter().map(place).collect()
    };
    let squares: Vec<Squares> = Square::all().map(Square::bit).collect();
    let (squares, windows) = (number(&squares), number(&WINDOW));
    Kinds { squares: std::array::from_fn(|at| squares[at]), windows: std::array::from_fn(|at| windows[at]) }
});

/// Sets `inputs` to what the side to move of `position`, whose windows are `windows`, is shown.
pub fn describe(position: &Position, windows: &Windows, inputs: &mut Inputs) {
    let kinds = &*KINDS;
    let me = position.to_move.index();
    let mut counts = [0_u8; TD + PIECES];
    for (content, kind) in windows.contents().iter().zip(&kinds.windows) {
        let found = pieces(*content);
        let (own, other) = (found[me], found[1 - me]);
        // Both or none: nobody's.
        if (own == 0) != (other == 0) {
            let alone = if other == 0 { own - 1 } else { 4 + other - 1 };
            counts[8 * usize::from(*kind) + alone] += 1;
        }
    }
    for (side, first) in [(me, 0), (1 - me, 2)] {
        each(position.own[side], |square| {
            let lion = usize::from(position.lions & square.bit() != 0);
            counts[TD + 4 * usize::from(kinds.squares[square.index()]) + first + lion] += 1;
        });
    }
    inputs.clear();
    for (place, &count) in counts.iter().enumerate() {
        inputs.put(place, f32::from(count));
    }
    for (place, side) in [me, 1 - me].into_iter().enumerate() {
        let reserve = position.reserve[side];
        inputs.put(TD + PIECES + 2 * place, f32::from(reserve) / MOST_PIECES);
        inputs.flag(TD + PIECES + 2 * place + 1, reserve == 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo_invicta::windows::Weights;

    #[test]
    fn kinds_are_all_used_and_no_more() {
        let most = |kinds: &[u8]| kinds.iter().copied().max().map(usize::from);
        assert_eq!((most(&KINDS.squares), most(&KINDS.windows)), (Some(SQUARE_KINDS - 1), Some(WINDOW_KINDS - 1)));
    }

    /// A position, its mirror images and the same with colours and sides exchanged are shown alike; another is not.
    #[test]
    fn what_is_alike_is_shown_alike() {
        let shown = |text: &str| {
            let position: Position = text.parse().unwrap();
            let mut inputs = Inputs::default();
            describe(&position, &Windows::of(&position, Weights::usual()), &mut inputs);
            inputs
        };
        let one = shown("9l/10/2h7/10/4HH4/10/10/10/LLL7 w 5+3 -");
        assert_eq!(one, shown("l9/10/7h2/10/4HH4/10/10/10/7LLL w 5+3 -"));
        assert_eq!(one, shown("LLL7/10/10/10/4HH4/10/2h7/10/9l w 5+3 -"));
        assert_eq!(one, shown("9L/10/2H7/10/4hh4/10/10/10/lll7 b 3+5 -"));
        assert_ne!(one, shown("9l/10/2h7/10/4HH4/10/10/10/LLL7 b 5+3 -"));
        assert_ne!(one, shown("9l/10/2h7/10/4HH4/10/10/10/LL1L6 w 5+3 -"));
    }
}
