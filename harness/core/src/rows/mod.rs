//! The rows of a match as bytes: CSV rows and a line of JSON.

pub mod seating;
pub mod slot;
pub mod transcript_line;

mod ahead;
pub(crate) mod columns;
pub(crate) mod game;
pub(crate) mod quoted;
pub mod read;
pub(crate) mod row;

use ergo_engine::field::Field;
use ergo_engine::seat::{Seat, SeatCount};

use columns::{MATCH_COLUMNS, ROUND_PREFIX, SEAT_PREFIX};
use quoted::CsvLine;
use read::{MatchRows, SeatRow};
use row::RowBuffer;

use crate::registry::arena::{Ending, Records};
use crate::rows::seating::seat_of;
use crate::rows::slot::Slot;

pub use transcript_line::TranscriptLine;

/// The row files that every run has, in storage order.
pub const FILES: [&str; 3] = ["rounds.csv", "seats.csv", MATCHES];
/// The file with one row per match and seat.
pub const MATCHES: &str = "matches.csv";
/// The file with one line per match, from which it can be replayed.
pub const TRANSCRIPTS: &str = "transcripts.jsonl";

/// The rows of consecutive matches by file: those of [`FILES`], then one file per probe with rows.
#[derive(Default)]
pub struct RowBatch {
    /// The bytes of each file.
    pub bytes: Vec<Vec<u8>>,
    /// The number of rows in each file.
    pub counts: Vec<u64>,
}

impl RowBatch {
    /// Returns the header lines of [`FILES`] for a game with these columns.
    pub(crate) fn headers(records: &Records) -> [String; 3] {
        [
            columns::line(ROUND_PREFIX, records.round),
            columns::line(SEAT_PREFIX, records.seat),
            columns::line(MATCH_COLUMNS, &[]),
        ]
    }

    /// Prepares buffers for `files` files.
    pub(crate) fn make_room(&mut self, files: usize) {
        self.bytes.resize_with(files, Vec::new);
        self.counts.resize(files, 0);
    }

    /// Removes all rows and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.bytes.iter_mut().for_each(Vec::clear);
        self.counts.fill(0);
    }

    /// Returns the number of bytes in all files together.
    pub(crate) fn len(&self) -> usize {
        self.bytes.iter().map(Vec::len).sum()
    }

    /// Appends a row to the file with this index.
    pub(crate) fn add(&mut self, file: usize, row: &RowBuffer) {
        row.write(&mut self.bytes[file]);
        self.counts[file] += 1;
    }

    /// Appends the rows of a finished match to `matches.csv`, one per seat; `found` is its result.
    pub(crate) fn ending(&mut self, heading: &RowPrefix, ending: &Ending, found: &MatchRows) {
        let out = &mut self.bytes[2];
        for (i, of_seat) in found.seats.iter().enumerate() {
            let seat = Seat::new(i);
            let mut line = heading.begin(out);
            line.value(seat);
            line.field(of_seat.entrant.as_str());
            line.field(ending.rounds);
            line.field(ending.turns);
            line.field(ending.scores[seat]);
            line.field(of_seat.rank);
            line.field(ending.winners[seat]);
            line.field(&of_seat.share);
            line.field(of_seat.fault.as_str());
            line.field(heading.table.as_str());
            line.field(ending.decisions);
            line.field(ending.adjudicated);
            line.end();
        }
        self.counts[2] += found.seats.len() as u64;
    }
}

/// Rounds to millionths, and replaces -0 by 0.
pub(crate) fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

/// Returns the result of a match in the form of its rows.
pub(crate) fn match_rows(arm: &str, slot: &Slot, entrants: &[&str], ending: &Ending) -> MatchRows {
    let winners = ending.winners.iter().filter(|won| **won).count();
    let of_seat = |(i, entrant): (usize, &&str)| {
        let seat = Seat::new(i);
        SeatRow {
            entrant: (*entrant).to_owned(),
            score: ending.scores[seat].into(),
            share: if ending.winners[seat] { 1.0 / winners as f64 } else { 0.0 },
            rank: rank(ending, seat) as u32,
            fault: ending.fault.filter(|(at, _)| *at == seat).map_or_else(String::new, |(_, fault)| fault.to_string()),
        }
    };
    MatchRows {
        arm: arm.to_owned(),
        number: slot.number,
        deal: slot.deal,
        rotation: slot.rotation,
        rounds: ending.rounds.into(),
        turns: ending.turns,
        seats: entrants.iter().enumerate().map(of_seat).collect(),
    }
}

/// The common first cells of the rows of one match.
pub struct RowPrefix {
    round: Vec<u8>,
    /// The entrants in the order of the table, joined by ` v `.
    table: String,
}

impl RowPrefix {
    /// Creates the prefix of the match `slot` in `arm`, with these entrants in seat order.
    pub(crate) fn new(arm: &str, slot: &Slot, entrants: &[&str]) -> Self {
        let mut round = Vec::new();
        for field in [arm.into(), slot.number.into(), slot.deal.into(), Field::from(slot.rotation)] {
            quoted::push(&mut round, field);
            round.push(b',');
        }
        let seats = SeatCount::new(entrants.len());
        let at = |place: usize| entrants[seat_of(place, slot.rotation, seats).index()];
        let table = (0..entrants.len()).map(at).collect::<Vec<_>>().join(" v ");
        RowPrefix { round, table }
    }

    /// Returns the entrants in the order of the table, joined by ` v `.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Begins a row with arm, match, deal and rotation, followed by a comma.
    pub(crate) fn begin<'o>(&self, out: &'o mut Vec<u8>) -> CsvLine<'o> {
        out.extend_from_slice(&self.round);
        CsvLine::new(out)
    }
}

/// Returns the rank of a seat: 1 for winners, then by score, with the better rank for ties. A seat with a fault is
/// last.
fn rank(ending: &Ending, seat: Seat) -> usize {
    let standing = |seat: Seat| {
        let faultless = ending.fault.as_ref().is_none_or(|(at, _)| *at != seat);
        (faultless, ending.winners[seat], ending.scores[seat])
    };
    1 + ending.scores.seats().iter().filter(|&other| standing(other) > standing(seat)).count()
}
