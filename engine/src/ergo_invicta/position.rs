//! A position: the board, the side to move and the reserves, without history. RULES.md I2.

use super::action::Action;
use super::board::{Square, Squares, completes};

ergo_core::words! {
    /// The colour of a side.
    pub enum Colour {
        White = "white",
        Black = "black",
    }
}

impl Colour {
    /// Returns the other colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// Returns 0 for White and 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A position that supports playing and undoing actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of White and of Black.
    pub own: [Squares; 2],
    /// The pieces that are lions.
    pub lions: Squares,
    /// The side to move.
    pub to_move: Colour,
    /// Numbers of pieces that White and Black can still place.
    pub reserve: [u8; 2],
    /// True if the last action was a pass.
    pub passed: bool,
    /// Zobrist key of the squares and the side to move (Zobrist 1970).
    pub key: u64,
}

/// The information needed to undo an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// True if the action turned a hollow piece into a lion.
    pub promoted: bool,
    passed: bool,
}

impl Position {
    /// Returns an empty board with `pieces` pieces in each reserve.
    pub fn empty(to_move: Colour, pieces: u8) -> Self {
        Position::new([0; 2], 0, to_move, [pieces; 2], false)
    }

    /// Returns a position with its key.
    pub fn new(own: [Squares; 2], lions: Squares, to_move: Colour, reserve: [u8; 2], passed: bool) -> Self {
        let mut position = Position { own, lions, to_move, reserve, passed, key: 0 };
        position.key = position.whole_key();
        position
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn taken(&self) -> Squares {
        self.own[0] | self.own[1]
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub fn mine(&self) -> Squares {
        self.own[self.to_move.index()]
    }

    /// Plays `action`, which must be possible.
    #[inline]
    pub fn play(&mut self, action: Action) -> Undo {
        let side = self.to_move.index();
        let mut undo = Undo { promoted: false, passed: self.passed };
        match action {
            Action::Place { to } => {
                self.reserve[side] -= 1;
                self.own[side] |= to.bit();
                let is_lion = to.is_edge();
                self.lions |= if is_lion { to.bit() } else { 0 };
                self.key ^= key_of(side, is_lion, to);
            }
            Action::Move { from, to } => {
                let was_lion = self.lions & from.bit() != 0;
                let is_lion = was_lion || to.is_edge();
                undo.promoted = !was_lion && is_lion;
                self.own[side] ^= from.bit() | to.bit();
                self.lions = self.lions & !from.bit() | if is_lion { to.bit() } else { 0 };
                self.key ^= key_of(side, was_lion, from) ^ key_of(side, is_lion, to);
            }
            Action::Pass => {}
        }
        self.passed = action == Action::Pass;
        self.to_move = self.to_move.other();
        self.key ^= SIDE;
        undo
    }

    /// Undoes the last action.
    #[inline]
    pub fn take_back(&mut self, action: Action, undo: Undo) {
        self.to_move = self.to_move.other();
        self.key ^= SIDE;
        self.passed = undo.passed;
        let side = self.to_move.index();
        match action {
            Action::Place { to } => {
                let is_lion = self.lions & to.bit() != 0;
                self.reserve[side] += 1;
                self.own[side] ^= to.bit();
                self.lions &= !to.bit();
                self.key ^= key_of(side, is_lion, to);
            }
            Action::Move { from, to } => {
                let is_lion = self.lions & to.bit() != 0;
                let was_lion = is_lion && !undo.promoted;
                self.own[side] ^= from.bit() | to.bit();
                self.lions = self.lions & !to.bit() | if was_lion { from.bit() } else { 0 };
                self.key ^= key_of(side, was_lion, from) ^ key_of(side, is_lion, to);
            }
            Action::Pass => {}
        }
    }

    /// Returns true if the side that just played `action` has five in a row through its target square.
    #[inline]
    pub fn is_won_by(&self, action: Action) -> bool {
        action.target().is_some_and(|to| completes(self.own[self.to_move.other().index()], to))
    }

    /// Returns the key of the squares without the side to move.
    #[inline]
    pub fn board_key(&self) -> u64 {
        if self.to_move == Colour::Black { self.key ^ SIDE } else { self.key }
    }

    /// Computes the key from scratch.
    pub fn whole_key(&self) -> u64 {
        let side = if self.to_move == Colour::Black { SIDE } else { 0 };
        let piece = |square: Square| {
            let owner = self.own.iter().position(|own| own & square.bit() != 0);
            owner.map_or(0, |owner| key_of(owner, self.lions & square.bit() != 0, square))
        };
        Square::all().map(piece).fold(side, |all, one| all ^ one)
    }
}

const KEYS: usize = 4 * super::board::SQUARES;
static KEY: [u64; KEYS] = keys();
/// The key of Black to move.
const SIDE: u64 = word(KEYS as u64);

#[inline]
fn key_of(side: usize, is_lion: bool, square: Square) -> u64 {
    KEY[(2 * side + is_lion as usize) * super::board::SQUARES + square.index()]
}

const fn keys() -> [u64; KEYS] {
    let mut keys = [0; KEYS];
    let mut place = 0;
    while place < KEYS {
        keys[place] = word(place as u64);
        place += 1;
    }
    keys
}

/// Returns output number `number` of SplitMix64 (Steele, Lea and Flood 2014).
const fn word(number: u64) -> u64 {
    let mut word = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
