//! Tic-tac-toe: perfect information, no chance. Seat 1 starts with crosses; three in a line win; a full board is a
//! draw.

use std::fmt::{self, Display};
use std::str::FromStr;

use ergo_core::deals::EnumerableDeals;
use ergo_core::field::Field;
use ergo_core::game::{Game, GameInfo, Outcome, PerfectInformation, Records, RoundRecord, Status};
use ergo_core::numbering::Numbering;
use ergo_core::options::{Configurable, OptionError, Settings};
use ergo_core::rng::Rng;
use ergo_core::seat::{Seat, SeatCount, SeatMap};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::ending::{COLUMNS, Ending};

/// The game tic-tac-toe, which has no options.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The crosses and the noughts, one bit per cell; the lowest bit is cell 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    crosses: u16,
    noughts: u16,
}

/// A cell, written 1 to 9 in rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

/// The record of a finished match.
#[derive(Clone, Debug, PartialEq)]
pub struct TicTacToeRound(Ending);

/// The error for a text that is not a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a cell is a digit from 1 to 9, not \"{0}\"")]
pub struct BadCell(String);

const CELLS: u8 = 9;
const FULL: u16 = 0b111_111_111;
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

impl Cell {
    const fn bit(self) -> u16 {
        1 << self.0
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Cell {
    type Err = BadCell;
    fn from_str(text: &str) -> Result<Self, BadCell> {
        match text.as_bytes() {
            &[digit @ b'1'..=b'9'] => Ok(Cell(digit - b'1')),
            _ => Err(BadCell(text.to_owned())),
        }
    }
}

impl Board {
    fn marked(self) -> u16 {
        self.crosses | self.noughts
    }

    fn turns(self) -> u32 {
        self.marked().count_ones()
    }

    fn to_move(self) -> Seat {
        Seat::new(self.turns() as usize % 2)
    }

    fn winner(self) -> Option<Seat> {
        let has_line = |marks: u16| LINES.iter().any(|line| line & !marks == 0);
        if has_line(self.crosses) {
            Some(Seat::new(0))
        } else if has_line(self.noughts) {
            Some(Seat::new(1))
        } else {
            None
        }
    }
}

impl Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..CELLS).map(Cell).try_for_each(|cell| {
            let marked = |marks: u16| marks & cell.bit() != 0;
            f.write_str(if marked(self.crosses) {
                "x"
            } else if marked(self.noughts) {
                "o"
            } else {
                "."
            })
        })
    }
}

impl Serialize for Board {
    /// Serializes one field, `board`: nine characters `x`, `o` or `.`, in rows from the top.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Board", 1)?;
        fields.serialize_field("board", &self.to_string())?;
        fields.end()
    }
}

impl Game for TicTacToe {
    type State = Board;
    type Action = Cell;
    type Observation = Board;
    type Round = TicTacToeRound;

    fn seats(&self) -> SeatCount {
        SeatCount::new(2)
    }

    fn info(&self) -> GameInfo {
        GameInfo::perfect(9)
    }

    fn deal(&self, _rng: &mut Rng) -> Board {
        Board::default()
    }

    fn status(&self, board: &Board) -> Status {
        let winner = board.winner();
        if winner.is_none() && board.marked() != FULL {
            return Status::ToMove(board.to_move());
        }
        Status::Over(Outcome::highest_wins(self.scores(board)))
    }

    fn legal_actions(&self, board: &Board, out: &mut Vec<Cell>) {
        out.clear();
        out.extend((0..CELLS).map(Cell).filter(|&cell| self.is_legal(board, cell)));
    }

    fn apply_into<R: Records<TicTacToeRound>>(&self, board: &mut Board, cell: Cell, records: &mut R) {
        debug_assert!(self.is_legal(board, cell));
        let marks = if board.to_move().index() == 0 { &mut board.crosses } else { &mut board.noughts };
        *marks |= cell.bit();
        if R::READ
            && let Status::Over(outcome) = self.status(board)
        {
            let ended_by = if board.winner().is_some() { "line" } else { "full board" };
            records.put(TicTacToeRound(Ending { turns: board.turns(), ended_by, outcome }));
        }
    }

    /// A line scores 1.
    fn scores(&self, board: &Board) -> SeatMap<i32> {
        let winner = board.winner();
        SeatMap::from_fn(self.seats(), |seat| i32::from(winner == Some(seat)))
    }

    fn observe(&self, board: &Board, _seat: Seat) -> Board {
        *board
    }

    fn determinize(&self, seen: &Board, _rng: &mut Rng) -> Board {
        *seen
    }

    fn is_legal(&self, board: &Board, cell: Cell) -> bool {
        board.marked() & cell.bit() == 0 && board.winner().is_none()
    }
}

impl PerfectInformation for TicTacToe {
    fn state_of(&self, seen: &Board) -> Board {
        *seen
    }
}

/// Ids are the cells, from 0.
impl Numbering<Cell> for TicTacToe {
    fn families(&self) -> Vec<(&'static str, usize)> {
        vec![("mark", CELLS.into())]
    }

    fn id(&self, cell: Cell) -> usize {
        cell.0.into()
    }

    fn action(&self, id: usize) -> Option<Cell> {
        (id < CELLS.into()).then_some(Cell(id as u8))
    }
}

impl EnumerableDeals for TicTacToe {
    fn deals(&self, most: usize) -> Option<Vec<Board>> {
        (most > 0).then(|| vec![Board::default()])
    }
}

impl Configurable for TicTacToe {
    const NAME: &'static str = "tic-tac-toe";
    const ABOUT: &'static str = "three in a line on nine cells; a toy with nothing hidden";
    const SEATS: (usize, usize) = (2, 2);

    fn configure(_seats: SeatCount, given: &Settings) -> Result<Self, OptionError> {
        given.checked(&Self::options()).map(|_| TicTacToe)
    }

    fn largest_margin(&self) -> u32 {
        1
    }
}

impl RoundRecord for TicTacToeRound {
    const ONLY_ONE: bool = true;
    const ROUND_COLUMNS: &'static [&'static str] = COLUMNS;
    const SEAT_COLUMNS: &'static [&'static str] = &["mark", "points", "score", "fault"];

    fn write_round(&self, field: &mut dyn FnMut(Field<'_>)) {
        self.0.write(field);
    }

    fn write_seat(&self, seat: Seat, field: &mut dyn FnMut(Field<'_>)) {
        field(["x", "o"][seat.index()].into());
        field(self.0.points()[seat].into());
        field(self.0.points()[seat].into());
        field("".into());
    }

    fn turns(&self) -> u32 {
        self.0.turns
    }

    fn points(&self) -> SeatMap<i32> {
        self.0.points().clone()
    }

    fn scores(&self) -> SeatMap<i32> {
        self.0.points().clone()
    }
}
