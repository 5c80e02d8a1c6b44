//! The smallest choice: a piece placed, a piece moved, or the forced Pass.

use super::board::Square;

/// The action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Action {
    /// A piece of the reserve onto an empty square.
    Place { to: Square },
    /// A piece on the board, by a step or a slide.
    Move { from: Square, to: Square },
    /// Where nothing else is legal. RULES.md G-EI10.
    Pass,
}

impl Action {
    /// The square on which a piece lands.
    pub const fn target(self) -> Option<Square> {
        match self {
            Action::Place { to } | Action::Move { to, .. } => Some(to),
            Action::Pass => None,
        }
    }
}
