//! The actions of ERGO 1977: placing a piece, moving a piece, or the forced Pass.

use super::board::Square;

/// The short name of [`InvictaAction`] within `ergo_invicta`.
pub use self::InvictaAction as Action;

/// The action of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum InvictaAction {
    /// Places a piece of the reserve on an empty square.
    Place { to: Square },
    /// Moves a piece on the board by a step or a slide.
    Move { from: Square, to: Square },
    /// Passes, if no other action is legal. RULES.md G-EI10.
    Pass,
}

impl Action {
    /// Returns the square on which a piece lands, or `None` for a Pass.
    pub const fn target(self) -> Option<Square> {
        match self {
            Action::Place { to } | Action::Move { to, .. } => Some(to),
            Action::Pass => None,
        }
    }
}
