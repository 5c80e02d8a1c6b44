//! Action ids of ERGO 1977. There are 1,747.
//!
//! | family | ids | order |
//! | --- | ---: | --- |
//! | place | 90 | square |
//! | move | 1,656 | source, then target: neighbours, and from the rim all rim squares, in order |
//! | pass | 1 | |

use ergo_core::numbering::Numbering;

use super::action::Action;
use super::board::{EDGE, KING, SQUARES, Square, Squares};

/// For each square, the squares to which a piece on it can ever move: a step, or along the rim.
const TARGETS: [Squares; SQUARES] = targets();
/// For each square, the number of moves from the squares before it.
const STARTS: [usize; SQUARES + 1] = starts();
const MOVES: usize = STARTS[SQUARES];

const fn targets() -> [Squares; SQUARES] {
    let mut table = KING;
    let mut index = 0;
    while index < SQUARES {
        if EDGE >> index & 1 == 1 {
            table[index] |= EDGE & !(1 << index);
        }
        index += 1;
    }
    table
}

const fn starts() -> [usize; SQUARES + 1] {
    let mut table = [0; SQUARES + 1];
    let mut index = 0;
    while index < SQUARES {
        table[index + 1] = table[index] + TARGETS[index].count_ones() as usize;
        index += 1;
    }
    table
}

/// The short name of [`InvictaActionIds`] within `ergo_invicta`.
pub use self::InvictaActionIds as Ids;

/// The numbering of actions, which is the same under all rules.
#[derive(Clone, Copy, Debug)]
pub struct InvictaActionIds;

impl Numbering<Action> for Ids {
    fn families(&self) -> Vec<(&'static str, usize)> {
        vec![("place", SQUARES), ("move", MOVES), ("pass", 1)]
    }

    fn id(&self, action: Action) -> usize {
        match action {
            Action::Place { to } => to.index(),
            Action::Move { from, to } => {
                let before = TARGETS[from.index()] & (to.bit() - 1);
                SQUARES + STARTS[from.index()] + before.count_ones() as usize
            }
            Action::Pass => SQUARES + MOVES,
        }
    }

    fn action(&self, id: usize) -> Option<Action> {
        if id < SQUARES {
            return Some(Action::Place { to: Square::new(id) });
        }
        let rest = id - SQUARES;
        if rest >= MOVES {
            return (rest == MOVES).then_some(Action::Pass);
        }
        let from = STARTS.partition_point(|start| *start <= rest) - 1;
        let mut left = TARGETS[from];
        for _ in STARTS[from]..rest {
            left &= left - 1;
        }
        Some(Action::Move { from: Square::new(from), to: Square::new(left.trailing_zeros() as usize) })
    }
}
