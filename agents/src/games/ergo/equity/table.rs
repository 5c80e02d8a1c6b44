//! A table of match equity, decoded from bytes.
//!
//! The file format: a line with the version, a TOML header with the purpose and origin of the table, an empty line,
//! and the values. For every score, and then for every tie, these are the chances of positions 1 and up in turn
//! order, as 16-bit little-endian fractions of 65,535.

use std::collections::BTreeMap;

use ergo_engine::ergo::rules::{Starter, Ties};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use serde::Deserialize;

use super::ending::{MOST_TARGET, MatchEnding, SEATS, rotated, rotated_back};
use super::grid::{Axis, interpolate};

const FIRST_LINE: &str = "ergo-equity 1\n";
/// The line that starts the last table of the header.
const ABOUT: &[u8] = b"[about]\n";
type Chances = [f64; SEATS];
/// The value that stands for 1.
const WHOLE: f64 = 65_535.0;

/// The share of the match that each seat can expect to win, for any scores before a round.
#[derive(Clone, Debug, PartialEq)]
pub struct EquityTable {
    ending: MatchEnding,
    scores: Axis,
    /// The distances to the top score that have values.
    behind: Axis,
    /// The offset of the ties of each set of positions at the top.
    first_tie: [usize; 1 << SEATS],
    values: Vec<u16>,
    about: BTreeMap<String, String>,
}

/// The error of bytes that are not a valid equity table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a table of match equity: {0}")]
pub struct EquityTableError(String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    seats: u8,
    target: u32,
    ties: String,
    starter: String,
    step: u16,
    furthest: u16,
    values: u64,
    about: BTreeMap<String, String>,
}

const STARTERS: [(Starter, &str); 3] =
    [(Starter::Fixed, "fixed"), (Starter::Rotate, "rotate"), (Starter::Random, "random")];
const TIES: [(Ties, &str); 2] = [(Ties::PlayOn, "play_on"), (Ties::Share, "share")];

impl EquityTable {
    fn empty(ending: MatchEnding, step: u16, furthest: u16, about: BTreeMap<String, String>) -> Self {
        let scores = Axis::new(0, ending.target as u16 - 1, step);
        let behind = Axis::new(1, furthest, step);
        let (seats, mut table) = (ending.seats.get(), [0; 1 << SEATS]);
        let mut first = scores.knots().len().pow(seats as u32) * (seats - 1);
        for top in sets_at_the_top(&ending) {
            table[top] = first;
            first += behind.knots().len().pow(seats as u32 - top.count_ones()) * (seats - 1);
        }
        EquityTable { ending, scores, behind, first_tie: table, values: vec![0; first], about }
    }

    /// Returns the part of the rules that the table is for.
    pub fn ending(&self) -> MatchEnding {
        self.ending
    }

    /// Returns notes on the origin of the table: where the rounds come from, and how many there are.
    pub fn about(&self) -> &BTreeMap<String, String> {
        &self.about
    }

    /// Returns the share of the match that each seat can expect to win; the shares sum to 1. `scores` are the
    /// scores after a round. `next_starter` starts the next round and matters only with a rotating start.
    pub fn win_chances(&self, scores: &SeatMap<i32>, next_starter: Seat) -> SeatMap<f64> {
        let (seats, rotates) = (self.ending.seats.get(), self.ending.starter == Starter::Rotate);
        let mut by_place = [0; SEATS];
        for (place, score) in by_place.iter_mut().zip(scores.iter()) {
            *place = u16::try_from((*score).max(0)).unwrap_or(u16::MAX);
        }
        let moves = if rotates { next_starter.index() } else { 0 };
        let by_place = (0..moves).fold(by_place, |scores, _| rotated(scores, seats));
        let chances = (0..moves).fold(self.by_place(&by_place), |chances, _| rotated_back(chances, seats));
        SeatMap::from_fn(self.ending.seats, |seat| chances[seat.index()])
    }

    fn by_place(&self, scores: &[u16; SEATS]) -> Chances {
        let seats = self.ending.seats.get();
        let best = scores[..seats].iter().copied().max().unwrap_or(0);
        if u32::from(best) < self.ending.target {
            return self.between(&self.scores, &scores[..seats], 0);
        }
        let behind = scores.map(|score| usize::from(best.saturating_sub(score)));
        let top = (0..seats).filter(|&place| behind[place] == 0).fold(0, |top, place| top | 1_usize << place);
        let several = top.count_ones();
        if several == 1 || self.ending.ties == Ties::Share {
            let share = |place: usize| if top >> place & 1 == 1 { 1.0 / f64::from(several) } else { 0.0 };
            return std::array::from_fn(share);
        }
        let mut others = [0; SEATS];
        let mut count = 0;
        for place in (0..seats).filter(|place| top >> place & 1 == 0) {
            others[count] = behind[place] as u16;
            count += 1;
        }
        self.between(&self.behind, &others[..count], self.first_tie[top])
    }

    fn between(&self, axis: &Axis, at: &[u16], first: usize) -> Chances {
        let width = self.ending.seats.get() - 1;
        let mut chances = [0.0; SEATS];
        interpolate(axis, at, width, |i| f64::from(self.values[first + i]) / WHOLE, &mut chances[1..]);
        chances[0] = (1.0 - chances[1..].iter().sum::<f64>()).max(0.0);
        chances
    }

    /// Decodes a table.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not a table of a supported version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EquityTableError> {
        let bad = |what: &str| EquityTableError(what.to_owned());
        let rest = bytes
            .strip_prefix(FIRST_LINE.as_bytes())
            .ok_or_else(|| bad("no header of a supported version (expected ergo-equity 1)"))?;
        // The header has an empty line before its last table. It ends at the first empty line that this table does
        // not follow, because values can begin with any byte.
        let is_end = |(i, two): &(usize, &[u8])| *two == b"\n\n" && !rest[i + 2..].starts_with(ABOUT);
        let end = rest.windows(2).enumerate().find(is_end);
        let (end, _) = end.ok_or_else(|| bad("the header has no end (expected an empty line)"))?;
        let head = std::str::from_utf8(&rest[..end]).map_err(|_| bad("the header is not valid UTF-8"))?;
        let head: Head = toml::from_str(head).map_err(|error| bad(error.message()))?;
        if !(2..=SEATS as u8).contains(&head.seats) || !(1..=MOST_TARGET).contains(&head.target) {
            return Err(EquityTableError(format!(
                "{} seats and a target of {} points are not supported",
                head.seats, head.target
            )));
        }
        if head.step == 0 || head.furthest == 0 || head.furthest > 1_000 {
            return Err(EquityTableError(format!(
                "step = {}, furthest = {} (expected step above 0, furthest from 1 to 1000)",
                head.step, head.furthest
            )));
        }
        let ending = MatchEnding {
            seats: SeatCount::new(head.seats.into()),
            target: head.target,
            ties: known(&TIES, &head.ties).ok_or_else(|| EquityTableError(format!("ties = {:?}", head.ties)))?,
            starter: known(&STARTERS, &head.starter)
                .ok_or_else(|| EquityTableError(format!("starter = {:?}", head.starter)))?,
        };
        let mut table = EquityTable::empty(ending, head.step, head.furthest, head.about);
        let values = &rest[end + 2..];
        if head.values != table.values.len() as u64 || values.len() != 2 * table.values.len() {
            let (found, expected) = (values.len() / 2, table.values.len());
            return Err(EquityTableError(format!("got {found} values, expected {expected}")));
        }
        for (value, bytes) in table.values.iter_mut().zip(values.chunks_exact(2)) {
            *value = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        Ok(table)
    }
}

fn known<T: Copy>(words: &[(T, &str)], word: &str) -> Option<T> {
    words.iter().find(|(_, known)| *known == word).map(|(value, _)| *value)
}

/// Returns the sets of positions, as bits, that can tie for the top score and play on.
fn sets_at_the_top(ending: &MatchEnding) -> Vec<usize> {
    let any = ending.ties == Ties::PlayOn;
    (0..1_usize << ending.seats.get()).filter(|top| any && top.count_ones() > 1).collect()
}
