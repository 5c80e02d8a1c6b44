//! Generation of legal actions for the side to move, whether or not the game is over. RULES.md I4 to I7.

use super::action::Action;
use super::board::{ALL, ARENA, CUT, EDGE, KING, ORTHOGONAL, Rim, Square, Squares, each};
use super::position::Position;

/// The short name of [`InvictaMoveGenerator`] within `ergo_invicta`.
pub use self::InvictaMoveGenerator as Mover;

/// A generator of the legal actions in one position.
pub struct InvictaMoveGenerator<'a> {
    position: &'a Position,
    corner_cut: bool,
    empty: Squares,
    rim: Rim,
}

impl<'a> Mover<'a> {
    /// Returns a generator for `position`. With `corner_cut`, lions may step across corners. G-EI2.
    #[inline]
    pub fn new(position: &'a Position, corner_cut: bool) -> Self {
        let taken = position.taken();
        Mover { position, corner_cut, empty: ALL & !taken, rim: Rim::new(taken) }
    }

    /// Returns the squares on which a piece can be placed.
    #[inline]
    pub fn placements(&self) -> Squares {
        if self.position.reserve[self.position.to_move.index()] > 0 { self.empty } else { 0 }
    }

    /// Returns the squares to which the piece on `from` can move.
    #[inline]
    pub fn targets(&self, from: Square) -> Squares {
        let index = from.index();
        if self.position.lions & from.bit() == 0 {
            ORTHOGONAL[index] & self.empty
        } else if !from.is_edge() {
            KING[index] & self.empty
        } else {
            let cut = if self.corner_cut { CUT[index] } else { 0 };
            (KING[index] & ARENA | cut) & self.empty | self.rim.slides(from)
        }
    }

    /// Returns the pieces of `own`, a set of either side, that can move to the empty square `to`.
    pub fn sources(&self, own: Squares, to: Square) -> Squares {
        let (index, lions) = (to.index(), self.position.lions);
        let mut found = own & (ORTHOGONAL[index] & !lions | KING[index] & lions & ARENA);
        if to.is_edge() {
            found |= own & lions & self.rim.ends(to);
            found |= if self.corner_cut { own & lions & CUT[index] } else { 0 };
        } else {
            found |= own & lions & KING[index] & EDGE;
        }
        found
    }

    /// Returns true if neither a placement nor a move is possible.
    pub fn is_stuck(&self) -> bool {
        let mut stuck = self.placements() == 0;
        let mut pieces = self.position.mine();
        while stuck && pieces != 0 {
            stuck = self.targets(Square::new(pieces.trailing_zeros() as usize)) == 0;
            pieces &= pieces - 1;
        }
        stuck
    }

    /// Calls `see` with every legal action. The Pass is legal only if there is no other.
    #[inline]
    pub fn each(&self, mut see: impl FnMut(Action)) {
        let mut none = true;
        each(self.placements(), |to| {
            none = false;
            see(Action::Place { to });
        });
        each(self.position.mine(), |from| {
            each(self.targets(from), |to| {
                none = false;
                see(Action::Move { from, to });
            });
        });
        if none {
            see(Action::Pass);
        }
    }

    /// Appends every legal action to `out`.
    #[inline]
    pub fn list(&self, out: &mut Vec<Action>) {
        self.each(|action| out.push(action));
    }

    /// Returns the number of legal actions, at least 1.
    pub fn count(&self) -> u32 {
        let mut count = self.placements().count_ones();
        each(self.position.mine(), |from| count += self.targets(from).count_ones());
        count.max(1)
    }

    /// Returns true if `action` is legal.
    pub fn allows(&self, action: Action) -> bool {
        match action {
            Action::Place { to } => self.placements() & to.bit() != 0,
            Action::Move { from, to } => self.position.mine() & from.bit() != 0 && self.targets(from) & to.bit() != 0,
            Action::Pass => self.is_stuck(),
        }
    }
}
