//! A table of chances: read from bytes, looked up while playing.
//!
//! As bytes it is a first line with the version, a head in TOML that says what it is for and how it came about, an empty line,
//! and the values: for every score, then every tie, the chances of places 1 and up as 16-bit little-endian shares of 65,535.

use std::collections::BTreeMap;

use ergo_engine::ergo::rules::{Starter, Ties};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use serde::Deserialize;

use super::ending::{MOST_TARGET, MatchEnding, SEATS, rotated, rotated_back};
use super::grid::{Axis, interpolate};

const FIRST_LINE: &str = "ergo-equity 1\n";
/// The line of the table in the head.
const ABOUT: &[u8] = b"[about]\n";
type Chances = [f64; SEATS];
/// The largest value.
const WHOLE: f64 = 65_535.0;

/// The share of the match that each seat can expect to win, at any score before a round.
#[derive(Clone, Debug, PartialEq)]
pub struct EquityTable {
    ending: MatchEnding,
    scores: Axis,
    /// Distances behind the top that have values.
    behind: Axis,
    /// Where the ties of each set of places at the top begin.
    first_tie: [usize; 1 << SEATS],
    values: Vec<u16>,
    about: BTreeMap<String, String>,
}

/// Bytes that are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}, expected a table of match equity")]
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

    /// The part of the rules that it is for.
    pub fn ending(&self) -> MatchEnding {
        self.ending
    }

    /// Notes on it for people: where the rounds are from, and how many.
    pub fn about(&self) -> &BTreeMap<String, String> {
        &self.about
    }

    /// The share of the match that each seat can expect to win: one for each seat of the table, with sum 1. `scores` are those
    /// after a round, `next_starter` is who starts the next; it counts only where the start rotates.
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

    /// The table that these bytes are.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EquityTableError> {
        let bad = |what: &str| EquityTableError(what.to_owned());
        let rest = bytes.strip_prefix(FIRST_LINE.as_bytes()).ok_or_else(|| bad("no table of a version known here"))?;
        // The head has an empty line before its table, and is over at the first one that it does not follow: numbers may begin
        // with any byte.
        let is_end = |(i, two): &(usize, &[u8])| *two == b"\n\n" && !rest[i + 2..].starts_with(ABOUT);
        let end = rest.windows(2).enumerate().find(is_end);
        let (end, _) = end.ok_or_else(|| bad("the head has no end"))?;
        let head = std::str::from_utf8(&rest[..end]).map_err(|_| bad("the head is no text"))?;
        let head: Head = toml::from_str(head).map_err(|error| bad(error.message()))?;
        if !(2..=SEATS as u8).contains(&head.seats) || !(1..=MOST_TARGET).contains(&head.target) {
            return Err(EquityTableError(format!("{} seats to {} points", head.seats, head.target)));
        }
        if head.step == 0 || head.furthest == 0 || head.furthest > 1_000 {
            return Err(EquityTableError(format!("step = {}, furthest = {}", head.step, head.furthest)));
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
            return Err(EquityTableError(format!("{found} values instead of {expected}")));
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

/// The sets of places, a bit each, that can share the top and play on.
fn sets_at_the_top(ending: &MatchEnding) -> Vec<usize> {
    let any = ending.ties == Ties::PlayOn;
    (0..1_usize << ending.seats.get()).filter(|top| any && top.count_ones() > 1).collect()
}
