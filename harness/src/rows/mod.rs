//! What is written down of a match: rows of CSV and a line of JSON, as bytes.

mod ahead;
pub(crate) mod columns;
pub(crate) mod quoted;
pub(crate) mod read;

use std::io::Write;

use ergo_engine::options::Settings;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::Transcript;
use serde::Serialize;

use columns::{MATCH_COLUMNS, ROUND_PREFIX, SEAT_PREFIX};
use quoted::Line;

use crate::arena::{Ending, Records, RoundView};
use crate::seating::seat_of;
use crate::settings::nested;
use crate::slot::Slot;
use crate::stopwatch::Iterations;

/// The files of rows that every run has, in the order they are kept.
pub(crate) const FILES: [&str; 3] = ["rounds.csv", "seats.csv", MATCHES];
/// The file with a row for each match and seat.
pub(crate) const MATCHES: &str = "matches.csv";
/// The file with a line for each match that replays it.
pub(crate) const TRANSCRIPTS: &str = "transcripts.jsonl";

/// Rows of consecutive matches, by file: those of [`FILES`], then one for each probe that writes some.
#[derive(Default)]
pub(crate) struct Rows {
    /// The bytes of each file.
    pub bytes: Vec<Vec<u8>>,
    /// The number of rows in each.
    pub counts: Vec<u64>,
}

impl Rows {
    /// The first lines of [`FILES`] for a game with these records.
    pub(crate) fn headers(records: &Records) -> [String; 3] {
        [
            columns::line(ROUND_PREFIX, records.round),
            columns::line(SEAT_PREFIX, records.seat),
            columns::line(MATCH_COLUMNS, &[]),
        ]
    }

    /// Makes room for so many files.
    pub(crate) fn make_room(&mut self, files: usize) {
        self.bytes.resize_with(files, Vec::new);
        self.counts.resize(files, 0);
    }

    /// Forgets all rows and keeps the room.
    pub(crate) fn clear(&mut self) {
        self.bytes.iter_mut().for_each(Vec::clear);
        self.counts.fill(0);
    }

    /// How many bytes there are in all files together.
    pub(crate) fn len(&self) -> usize {
        self.bytes.iter().map(Vec::len).sum()
    }

    /// Adds one round, the `number`-th of its match, with a row for each seat.
    pub(crate) fn round(&mut self, heading: &Heading<'_>, number: u32, round: &dyn RoundView) {
        let [rounds, seats, ..] = &mut *self.bytes else { unreachable!("there is room for every run's files") };
        let mut line = begin(&heading.round, rounds);
        line.value(&number);
        round.write_round(&mut |value| line.field(value));
        line.end();
        for (i, entrant) in heading.entrants.iter().enumerate() {
            let seat = Seat::new(i);
            let mut line = begin(&heading.seat, seats);
            line.value(&number);
            line.field(&seat);
            line.field(entrant);
            round.write_seat(seat, &mut |value| line.field(value));
            line.end();
        }
        self.counts[0] += 1;
        self.counts[1] += heading.entrants.len() as u64;
    }

    /// Adds the end of a match, a row for each seat.
    pub(crate) fn ending(&mut self, heading: &Heading<'_>, ending: &Ending) {
        let out = &mut self.bytes[2];
        let winners = ending.winners.iter().filter(|won| **won).count();
        for (i, entrant) in heading.entrants.iter().enumerate() {
            let seat = Seat::new(i);
            let won = ending.winners[seat];
            let share = if won { 1.0 / winners as f64 } else { 0.0 };
            let mut line = begin(&heading.round, out);
            line.value(&seat);
            line.field(entrant);
            line.field(&ending.rounds);
            line.field(&ending.turns);
            line.field(&ending.scores[seat]);
            line.field(&rank(ending, seat));
            line.field(&u8::from(won));
            line.field(&share);
            match &ending.fault {
                Some((at, fault)) if *at == seat => line.field(fault),
                _ => line.field(&""),
            }
            line.field(&heading.table);
            line.field(&ending.decisions);
            line.field(&u8::from(ending.adjudicated));
            line.end();
        }
        self.counts[2] += heading.entrants.len() as u64;
    }
}

/// Rounded to millionths, and no minus sign before a zero.
pub(crate) fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

/// What the rows of one match begin with.
pub struct Heading<'e> {
    round: Vec<u8>,
    seat: Vec<u8>,
    entrants: &'e [&'e str],
    /// The entrants in the order of the table, as the report names it.
    table: String,
}

impl<'e> Heading<'e> {
    /// For the match `slot` of the arm called `arm`, with these entrants in seat order.
    pub(crate) fn new(arm: &str, slot: &Slot, entrants: &'e [&'e str]) -> Self {
        let written = |values: &[u64]| {
            let mut bytes = Vec::new();
            quoted::push(&mut bytes, &arm);
            values.iter().for_each(|value| write!(bytes, ",{value}").expect("a Vec takes every byte"));
            bytes.push(b',');
            bytes
        };
        let (round, seat) = (written(&[slot.number, slot.deal, slot.rotation as u64]), written(&[slot.number]));
        let seats = SeatCount::new(entrants.len());
        let at = |place: usize| entrants[seat_of(place, slot.rotation, seats).index()];
        let table = (0..entrants.len()).map(at).collect::<Vec<_>>().join(" v ");
        Heading { round, seat, entrants, table }
    }

    /// The entrants in the order of the table, as the report names it.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Begins a row with the arm, the match, the deal and the rotation, and a comma.
    pub(crate) fn begin<'o>(&self, out: &'o mut Vec<u8>) -> Line<'o> {
        begin(&self.round, out)
    }
}

/// One line of `transcripts.jsonl`: with the program, the whole match.
#[derive(Serialize)]
pub(crate) struct TranscriptLine<'e> {
    /// The name of the game.
    pub game: &'e str,
    /// All options of its rules, nested as in an experiment.
    pub rules: serde_json::Value,
    /// Number of the match.
    #[serde(rename = "match")]
    pub number: u64,
    /// The arm.
    pub arm: &'e str,
    /// Number of the deal.
    pub deal: u64,
    /// Number of the rotation.
    pub rotation: usize,
    /// Entrants in seat order.
    pub seats: &'e [&'e str],
    /// Seed of the deal.
    pub seed: String,
    /// Every action in order.
    pub actions: &'e str,
    /// Who failed to answer.
    pub fault: Option<FaultLine>,
    /// What each seat used of its clock. Not there where nobody went by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<Iterations>,
}

/// A fault in a transcript.
#[derive(Serialize)]
pub(crate) struct FaultLine {
    seat: Seat,
    fault: String,
}

impl<'e> TranscriptLine<'e> {
    /// The line of the match `slot`, in which nobody went by a clock; one that has not ended yet has no `ending`.
    pub(crate) fn new(
        (game, rules): (&'e str, &'e Settings),
        arm: &'e str,
        slot: &Slot,
        seats: &'e [&'e str],
        transcript: &'e Transcript,
        ending: Option<&Ending>,
    ) -> Self {
        TranscriptLine {
            game,
            rules: nested(rules),
            number: slot.number,
            arm,
            deal: slot.deal,
            rotation: slot.rotation,
            seats,
            seed: transcript.seed.to_string(),
            actions: &transcript.actions,
            fault: ending
                .and_then(|ending| ending.fault)
                .map(|(seat, fault)| FaultLine { seat, fault: fault.to_string() }),
            iterations: None,
        }
    }
}

/// 1 for the winners, then by score, equals sharing the better place; whoever committed a fault comes last.
fn rank(ending: &Ending, seat: Seat) -> usize {
    let standing = |seat: Seat| {
        let faultless = ending.fault.as_ref().is_none_or(|(at, _)| *at != seat);
        (faultless, ending.winners[seat], ending.scores[seat])
    };
    1 + ending.scores.seats().iter().filter(|&other| standing(other) > standing(seat)).count()
}

/// The line that begins with `heading`.
fn begin<'o>(heading: &[u8], out: &'o mut Vec<u8>) -> Line<'o> {
    let mut line = Line::new(out);
    line.bytes(heading);
    line
}
