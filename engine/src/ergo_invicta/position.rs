//! A position: the board, the side to move and the pieces left to place, without the history. RULES.md I2.

use super::action::Action;
use super::board::{Square, Squares, completes};

ergo_core::words! {
    /// White or Black.
    pub enum Colour {
        White = "white",
        Black = "black",
    }
}

impl Colour {
    /// The other one.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// White 0, Black 1.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A position: a value to play on and take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of White and of Black.
    pub own: [Squares; 2],
    /// Which of them are lions.
    pub lions: Squares,
    /// Whose turn it is.
    pub to_move: Colour,
    /// Pieces that White and Black can still place.
    pub reserve: [u8; 2],
    /// Whether the action before was a pass.
    pub passed: bool,
    /// Zobrist key of squares and side to move. (Zobrist 1970.)
    pub key: u64,
}

/// The record needed to take an action back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undo {
    /// Whether it turned a hollow piece into a lion.
    pub promoted: bool,
    passed: bool,
}

impl Position {
    /// An empty board with so many pieces for each side.
    pub fn empty(to_move: Colour, pieces: u8) -> Self {
        Position::of([0; 2], 0, to_move, [pieces; 2], false)
    }

    /// A position of these pieces.
    pub fn of(own: [Squares; 2], lions: Squares, to_move: Colour, reserve: [u8; 2], passed: bool) -> Self {
        let mut position = Position { own, lions, to_move, reserve, passed, key: 0 };
        position.key = position.whole_key();
        position
    }

    /// The squares with a piece.
    #[inline]
    pub fn taken(&self) -> Squares {
        self.own[0] | self.own[1]
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn mine(&self) -> Squares {
        self.own[self.to_move.index()]
    }

    /// Plays an action that can be played.
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

    /// Takes back the action played last.
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

    /// Whether the side that just played `action` has five in a row through where it landed.
    #[inline]
    pub fn is_won_by(&self, action: Action) -> bool {
        action.target().is_some_and(|to| completes(self.own[self.to_move.other().index()], to))
    }

    /// The key of the squares alone.
    #[inline]
    pub fn board_key(&self) -> u64 {
        if self.to_move == Colour::Black { self.key ^ SIDE } else { self.key }
    }

    /// The key worked out afresh.
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
/// Black is to move.
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

/// The output of SplitMix64 after so many steps. (Steele, Lea and Flood 2014.)
const fn word(number: u64) -> u64 {
    let mut word = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
