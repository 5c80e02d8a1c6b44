//! The contents and values of the 164 windows of five squares in a row, updated incrementally.
//!
//! A window with pieces of both sides cannot be filled at present and is worth 0. A window with pieces of one side
//! is worth more to it the more pieces it has. Pieces are never captured but can move, so no window is lost for
//! good.

use ergo_engine::ergo_invicta::board::{LINE, SQUARES, Square, Squares, WINDOW, WINDOWS};
use ergo_engine::ergo_invicta::position::Position;
use ergo_engine::options::{OptionSpec, Settings};

/// Maximum number of windows through one square.
const MOST: usize = 20;

/// For each square, the number of windows through it and their indices.
static THROUGH: [(u8, [u8; MOST]); SQUARES] = through();

const fn through() -> [(u8, [u8; MOST]); SQUARES] {
    let mut table = [(0, [0; MOST]); SQUARES];
    let mut window = 0;
    while window < WINDOWS {
        let mut square = 0;
        while square < SQUARES {
            if WINDOW[window] & 1 << square != 0 {
                let (count, places) = &mut table[square];
                places[*count as usize] = window as u8;
                *count += 1;
            }
            square += 1;
        }
        window += 1;
    }
    table
}

/// The content of a window is its number of White pieces times this, plus its number of Black pieces.
const BASE: usize = LINE + 1;
/// Table size for contents, a power of two.
const CONTENTS: usize = 64;
/// Table size for windows, a power of two.
const SLOTS: usize = 256;
/// The contents tracked as sets: three or four pieces of one side and none of the other.
const NOTED: u64 = 1 << 3 | 1 << 4 | 1 << (3 * BASE) | 1 << (4 * BASE);

/// The value of a window with one, two, three or four pieces of one side and none of the other, to that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowWeights(pub [i32; 4]);

impl WindowWeights {
    /// Returns the weights as agent settings.
    pub fn options() -> Vec<OptionSpec> {
        vec![
            OptionSpec::int("one", 1, 0, 10_000, "value of a window of five squares with one piece of one side only"),
            OptionSpec::int("two", 5, 0, 10_000, "value of a window with two pieces"),
            OptionSpec::int("three", 22, 0, 10_000, "value of a window with three pieces"),
            OptionSpec::int("four", 90, 0, 10_000, "value of a window with four pieces"),
        ]
    }

    /// Returns the weights of validated settings.
    pub fn from_settings(settings: &Settings) -> Self {
        WindowWeights(["one", "two", "three", "four"].map(|key| settings.int(key) as i32))
    }

    /// Returns the default weights.
    pub fn default_values() -> Self {
        WindowWeights([1, 5, 22, 90])
    }

    /// Returns the value to White of each content of a window.
    fn worth(self) -> [i32; CONTENTS] {
        let side = |pieces: usize| if (1..LINE).contains(&pieces) { self.0[pieces - 1] } else { 0 };
        std::array::from_fn(|content| match (content / BASE, content % BASE) {
            (white, 0) => side(white),
            (0, black) => -side(black),
            _ => 0,
        })
    }
}

/// Returns the change of a window's content by a piece of `side`.
#[inline]
fn step(side: usize) -> u8 {
    if side == 0 { BASE as u8 } else { 1 }
}

/// Returns the windows through `square`.
#[inline]
fn through_square(square: Square) -> &'static [u8] {
    let (count, windows) = &THROUGH[square.index()];
    &windows[..*count as usize]
}

/// Returns the gain to `side` of one more own piece in a window, for each content before, given the value of each
/// content to White.
fn gains(worth: &[i32; CONTENTS], side: usize) -> [i32; CONTENTS] {
    let sign = if side == 0 { 1 } else { -1 };
    std::array::from_fn(|content| sign * (worth[(content + step(side) as usize) % CONTENTS] - worth[content]))
}

/// A set of windows, as bits.
pub type WindowSet = [u64; SLOTS / 64];

/// Calls `see` with each window of a set, in order, until it returns true. Returns true if it was stopped.
#[inline]
pub fn each_window(set: &WindowSet, mut see: impl FnMut(usize) -> bool) -> bool {
    for (word, &bits) in set.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            if see(64 * word + bits.trailing_zeros() as usize) {
                return true;
            }
            bits &= bits - 1;
        }
    }
    false
}

/// The contents of all windows and their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Windows {
    content: [u8; SLOTS],
    worth: [i32; CONTENTS],
    /// For each side and content, the gain to that side of one more own piece.
    gains: [[i32; CONTENTS]; 2],
    /// The total value to White.
    score: i32,
    /// For each side, the windows with three of its pieces and none of the opponent.
    threes: [WindowSet; 2],
    fours: [WindowSet; 2],
}

impl Windows {
    /// Returns the windows of a position.
    pub fn new(position: &Position, weights: WindowWeights) -> Self {
        let none = [WindowSet::default(); 2];
        let worth = weights.worth();
        let gains = [0, 1].map(|side| gains(&worth, side));
        let mut windows = Windows { content: [0; SLOTS], worth, gains, score: 0, threes: none, fours: none };
        for square in Square::all() {
            if let Some(side) = position.own.iter().position(|own| own & square.bit() != 0) {
                windows.put(square, side);
            }
        }
        windows
    }

    /// Returns the total value to White.
    #[inline]
    pub fn score(&self) -> i32 {
        self.score
    }

    /// Returns the windows with three pieces of `side` and none of the opponent.
    #[inline]
    pub fn threes(&self, side: usize) -> &WindowSet {
        &self.threes[side]
    }

    /// Returns the windows with four pieces of `side` and none of the opponent.
    #[inline]
    pub fn fours(&self, side: usize) -> &WindowSet {
        &self.fours[side]
    }

    /// Returns true if there is a window with four pieces of `side` and none of the opponent.
    #[inline]
    pub fn has_four(&self, side: usize) -> bool {
        self.fours[side] != WindowSet::default()
    }

    /// Returns the content of each window; see [`piece_counts`].
    #[inline]
    pub fn contents(&self) -> &[u8] {
        &self.content[..WINDOWS]
    }

    /// Returns the gain to `side` of an own piece entering `square`.
    #[inline]
    pub fn gain(&self, square: Square, side: usize) -> i32 {
        let gains = &self.gains[side];
        through_square(square).iter().map(|&window| gains[self.content[window as usize] as usize % CONTENTS]).sum()
    }

    /// Returns the change of value to `side` when an own piece leaves `square`; at most 0 for increasing weights.
    #[inline]
    pub fn loss(&self, square: Square, side: usize) -> i32 {
        let (gains, step) = (&self.gains[side], step(side));
        let lost = |&window: &u8| gains[(self.content[window as usize] - step) as usize % CONTENTS];
        -through_square(square).iter().map(lost).sum::<i32>()
    }

    /// Puts a piece of `side` on `square`. Returns true if that fills a window.
    #[inline]
    pub fn put(&mut self, square: Square, side: usize) -> bool {
        let step = step(side);
        let mut fills = false;
        for &window in through_square(square) {
            let old = self.content[window as usize];
            let new = old + step;
            self.change(window as usize, old, new);
            fills |= new == step * LINE as u8;
        }
        fills
    }

    /// Removes a piece of `side` from `square`.
    #[inline]
    pub fn take(&mut self, square: Square, side: usize) {
        let step = step(side);
        for &window in through_square(square) {
            let old = self.content[window as usize];
            self.change(window as usize, old, old - step);
        }
    }

    #[inline]
    fn change(&mut self, window: usize, old: u8, new: u8) {
        self.content[window] = new;
        self.score += self.worth_of(new) - self.worth_of(old);
        self.mark(window, old);
        self.mark(window, new);
    }

    #[inline]
    fn worth_of(&self, content: u8) -> i32 {
        self.worth[content as usize % CONTENTS]
    }

    /// Updates the sets when a window with three or four pieces of one side appears or disappears.
    #[inline]
    fn mark(&mut self, window: usize, content: u8) {
        if NOTED >> content & 1 == 0 {
            return;
        }
        let bit = 1 << (window % 64);
        match content {
            3 => self.threes[1][window / 64] ^= bit,
            4 => self.fours[1][window / 64] ^= bit,
            18 => self.threes[0][window / 64] ^= bit,
            24 => self.fours[0][window / 64] ^= bit,
            _ => {}
        }
    }
}

/// Returns the number of White and of Black pieces in a window with this content.
#[inline]
pub fn piece_counts(content: u8) -> [usize; 2] {
    [content as usize / BASE, content as usize % BASE]
}

/// Returns the squares of a window.
#[inline]
pub fn window_squares(window: usize) -> Squares {
    WINDOW[window]
}
