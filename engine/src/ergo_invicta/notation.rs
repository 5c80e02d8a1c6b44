//! Text notation of squares, actions and positions. RULES.md I11.
//!
//! | what | text |
//! | --- | --- |
//! | placement on e5 | `Pe5` |
//! | move from e5 to e6 | `e5e6` |
//! | the forced Pass | `pass` |
//! | position | `10/10/10/10/10/10/10/10/10 w 12+12 -` |
//!
//! A position is the board, the side to move, the reserves of White and Black, and `p` if the last action was a pass.
//! The board is the ranks from 9 to 1, files a to j: `L` and `H` are White's lion and hollow piece, `l` and `h`
//! Black's, and a number stands for a run of empty squares. Only the canonical text of a position is accepted.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::action::Action;
use super::board::{EDGE, FILES, RANKS, Square};
use super::position::{Colour, Position};
use super::rules::MOST_PIECES;

/// The short name of [`InvictaNotationError`] within `ergo_invicta`.
pub use self::InvictaNotationError as NotationError;

/// An error in the notation of a square, action or position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum InvictaNotationError {
    #[error("\"{0}\" is not a square, expected a1 to j9")]
    Square(String),
    #[error("\"{0}\" is not an action, expected for example Pe5, e5e6 or pass")]
    Action(String),
    #[error("\"{text}\" is not a position: {what}")]
    Position {
        text: String,
        /// The reason why the text is not a position.
        what: &'static str,
    },
}

impl Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

/// Returns the square written in two bytes.
fn square(text: &[u8]) -> Option<Square> {
    let &[file, rank] = text else { return None };
    Square::from_coordinates(usize::from(file.checked_sub(b'a')?), usize::from(rank.checked_sub(b'1')?))
}

impl FromStr for Square {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        square(text.as_bytes()).ok_or_else(|| NotationError::Square(text.to_owned()))
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { to } => write!(f, "P{to}"),
            Action::Move { from, to } => write!(f, "{from}{to}"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let read = match text.as_bytes() {
            b"pass" => Some(Action::Pass),
            [b'P', to @ ..] => square(to).map(|to| Action::Place { to }),
            [a, b, to @ ..] => square(&[*a, *b]).zip(square(to)).map(|(from, to)| Action::Move { from, to }),
            _ => None,
        };
        read.ok_or_else(|| NotationError::Action(text.to_owned()))
    }
}

impl Position {
    /// Returns the letter of the piece on `square`, if any.
    pub fn letter(&self, square: Square) -> Option<char> {
        let bit = square.bit();
        let is_lion = self.lions & bit != 0;
        match (self.own[0] & bit != 0, self.own[1] & bit != 0) {
            (true, _) => Some(if is_lion { 'L' } else { 'H' }),
            (_, true) => Some(if is_lion { 'l' } else { 'h' }),
            _ => None,
        }
    }
}

impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            let mut empty = 0;
            for file in 0..FILES {
                match self.letter(Square::new(rank * FILES + file)) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{letter}")?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        let side = if self.to_move == Colour::White { 'w' } else { 'b' };
        write!(f, "{side} {}+{} {}", self.reserve[0], self.reserve[1], if self.passed { 'p' } else { '-' })
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = |what| NotationError::Position { text: text.to_owned(), what };
        let parts: Vec<&str> = text.split(' ').collect();
        let &[board, side, reserves, passed] = parts.as_slice() else {
            return Err(wrong("expected board, side, reserves and p or -, one space between"));
        };
        let to_move = match side {
            "w" => Colour::White,
            "b" => Colour::Black,
            _ => return Err(wrong("expected w or b for the side to move")),
        };
        let reserve =
            reserves.split_once('+').and_then(|(white, black)| Some([white.parse().ok()?, black.parse().ok()?]));
        let reserve = reserve.ok_or_else(|| wrong("expected reserves such as 12+12"))?;
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != RANKS {
            return Err(wrong("expected 9 ranks"));
        }
        let (mut own, mut lions) = ([0; 2], 0);
        for (row, rank) in ranks.iter().zip((0..RANKS).rev()) {
            place_row(row, rank, &mut own, &mut lions).map_err(wrong)?;
        }
        if (own[0] | own[1]) & !lions & EDGE != 0 {
            return Err(wrong("a hollow piece on the edge"));
        }
        if reserve.iter().any(|pieces| *pieces > MOST_PIECES) {
            return Err(wrong("more than 45 pieces in a reserve"));
        }
        let position = Position::new(own, lions, to_move, reserve, passed == "p");
        if position.to_string() != text {
            return Err(wrong("not in canonical form"));
        }
        Ok(position)
    }
}

fn place_row(row: &str, rank: usize, own: &mut [u128; 2], lions: &mut u128) -> Result<(), &'static str> {
    let mut file = 0;
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let empty: usize = rest[..digits].parse().map_err(|_| "a number of squares that is too large")?;
            file += empty.min(FILES + 1);
            rest = &rest[digits..];
            continue;
        }
        let Some(side) = ["LH", "lh"].iter().position(|letters| letters.contains(letter)) else {
            return Err("expected L, H, l, h and numbers on the board");
        };
        let Some(square) = Square::from_coordinates(file, rank) else { return Err("a rank of more than 10 squares") };
        own[side] |= square.bit();
        *lions |= if letter.eq_ignore_ascii_case(&'l') { square.bit() } else { 0 };
        file += 1;
        rest = &rest[1..];
    }
    if file == FILES { Ok(()) } else { Err("a rank that does not have 10 squares") }
}
