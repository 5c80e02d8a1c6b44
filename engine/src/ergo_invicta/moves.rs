//! The legal actions of the side to move, whether or not the game is over. RULES.md I4 to I7.

use super::action::Action;
use super::board::{ALL, ARENA, CUT, EDGE, KING, ORTHOGONAL, Rim, Square, Squares, each};
use super::position::Position;

/// A position with what is needed to ask where its pieces can go.
pub struct Mover<'a> {
    position: &'a Position,
    corner_cut: bool,
    empty: Squares,
    rim: Rim,
}

impl<'a> Mover<'a> {
    /// The side to move in `position`; with `corner_cut` its lions may cut corners. G-EI2.
    #[inline]
    pub fn new(position: &'a Position, corner_cut: bool) -> Self {
        let taken = position.taken();
        Mover { position, corner_cut, empty: ALL & !taken, rim: Rim::of(taken) }
    }

    /// The squares that a piece can be placed on.
    #[inline]
    pub fn placements(&self) -> Squares {
        if self.position.reserve[self.position.to_move.index()] > 0 { self.empty } else { 0 }
    }

    /// The squares that the piece on `from` can go to.
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

    /// The pieces of `own`, whichever side that is, that can go to `to`, an empty square.
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

    /// Whether neither a placement nor a move is possible.
    pub fn is_stuck(&self) -> bool {
        let mut stuck = self.placements() == 0;
        let mut pieces = self.position.mine();
        while stuck && pieces != 0 {
            stuck = self.targets(Square::new(pieces.trailing_zeros() as usize)) == 0;
            pieces &= pieces - 1;
        }
        stuck
    }

    /// Shows `see` every action; the Pass where there is no other.
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

    /// Adds every action to `out`.
    #[inline]
    pub fn list(&self, out: &mut Vec<Action>) {
        self.each(|action| out.push(action));
    }

    /// How many actions there are.
    pub fn count(&self) -> u32 {
        let mut count = self.placements().count_ones();
        each(self.position.mine(), |from| count += self.targets(from).count_ones());
        count.max(1)
    }

    /// Whether `action` is among them.
    pub fn allows(&self, action: Action) -> bool {
        match action {
            Action::Place { to } => self.placements() & to.bit() != 0,
            Action::Move { from, to } => self.position.mine() & from.bit() != 0 && self.targets(from) & to.bit() != 0,
            Action::Pass => self.is_stuck(),
        }
    }
}
