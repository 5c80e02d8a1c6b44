//! The inputs of a net for a position of Ergo 1977: counts of windows and pieces by kind, from the side to move.
//!
//! Squares and windows that the two mirror symmetries of the board map onto each other are one kind: there are 25
//! kinds of squares and 45 kinds of windows. So the net does not learn symmetric cases separately.

use std::sync::LazyLock;

use ergo_engine::ergo_invicta::board::{FILES, RANKS, SQUARES, Square, Squares, WINDOW, WINDOWS, each};
use ergo_engine::ergo_invicta::position::Position;

use super::windows::{Windows, piece_counts};
use crate::net::mlp::Inputs;

/// Version of the inputs. It must change whenever the meaning of an input changes.
pub const VERSION: u32 = 1;

const SQUARE_KINDS: usize = 25;
const WINDOW_KINDS: usize = 45;
/// Windows with one to four pieces of one side and none of the other: for each kind, own and the opponent's.
const TD: usize = 8 * WINDOW_KINDS;
/// Pieces on squares of each kind: hollow pieces and lions, own and the opponent's.
const PIECES: usize = 4 * SQUARE_KINDS;
/// Number of inputs.
pub const INPUTS: usize = TD + PIECES + 4;
/// Approximate number of inputs that are not 0 in a position.
pub const ACTIVE_INPUTS: usize = 60;
/// Maximum number of pieces of a side; reserves are scaled by it.
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
            image |= Square::from_coordinates(file, rank).expect("a mirrored square is on the board").bit();
        });
        image
    };
    let least = |set: Squares| {
        let images = [(false, false), (true, false), (false, true), (true, true)];
        images
            .into_iter()
            .map(|(by_file, by_rank)| mirrored(set, by_file, by_rank))
            .min()
            .expect("there are four images")
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

/// Replaces `inputs` with the features of `position` from the side to move. `windows` must be those of the
/// position.
pub fn describe(position: &Position, windows: &Windows, inputs: &mut Inputs) {
    let kinds = &*KINDS;
    let me = position.to_move.index();
    let mut counts = [0_u8; TD + PIECES];
    for (content, kind) in windows.contents().iter().zip(&kinds.windows) {
        let found = piece_counts(*content);
        let (own, other) = (found[me], found[1 - me]);
        // Skip windows that are empty or contain both sides.
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
    use crate::games::ergo_invicta::windows::WindowWeights;

    #[test]
    fn kinds_are_numbered_without_gaps() {
        let most = |kinds: &[u8]| kinds.iter().copied().max().map(usize::from);
        assert_eq!((most(&KINDS.squares), most(&KINDS.windows)), (Some(SQUARE_KINDS - 1), Some(WINDOW_KINDS - 1)));
    }

    /// A position, its mirror images, and the position with colours and sides exchanged have the same inputs;
    /// another position does not.
    #[test]
    fn symmetric_positions_have_equal_inputs() {
        let shown = |text: &str| {
            let position: Position = text.parse().unwrap();
            let mut inputs = Inputs::default();
            describe(&position, &Windows::new(&position, WindowWeights::default_values()), &mut inputs);
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
