//! Searches that go by a clock, and the record by which the same matches come out again.
//!
//! Milliseconds are for people: how much a search does in them depends on the machine and on what else it is doing. So the
//! iterations that each decision had are written down with the match, and whoever plays it again goes by them instead.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ergo_agents::search::budget::Clock;
use ergo_agents::spec::AgentSpec;
use ergo_engine::maps::map_of;
use ergo_engine::seat::Seat;
use serde::Deserialize;

use crate::folder::error::FolderError;
use crate::folder::regular;

/// The iterations of a seat in a match: for each decision that it searched, in order, those of each part of the search: its only one, its
/// trees, or the worlds of its rounds of halving.
pub(crate) type Used = Vec<Vec<u64>>;

/// The iterations of the seats of a match, in their order; nothing for those that go by no clock.
pub type Iterations = Vec<Option<Used>>;

/// The clock of one seat in one match. It remembers what it allowed.
pub struct Stopwatch {
    limit: Limit,
    made: Instant,
    /// Nanoseconds from `made` to the beginning of the decision.
    begun: AtomicU64,
    /// Decisions made.
    decisions: AtomicUsize,
    used: Mutex<Used>,
}

/// The limit of a decision.
enum Limit {
    Time(Duration),
    Record(Used),
}

impl Stopwatch {
    /// So many milliseconds for each decision.
    pub fn of(milliseconds: u64) -> Self {
        Stopwatch::new(Limit::Time(Duration::from_millis(milliseconds)))
    }

    /// The iterations `used` before; one where the record has none.
    pub fn again(used: Used) -> Self {
        Stopwatch::new(Limit::Record(used))
    }

    fn new(limit: Limit) -> Self {
        let (begun, decisions) = (AtomicU64::new(0), AtomicUsize::new(0));
        Stopwatch { limit, made: Instant::now(), begun, decisions, used: Mutex::default() }
    }

    /// The iterations used so far.
    pub fn used(&self) -> Used {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn nanoseconds(&self) -> u64 {
        u64::try_from(self.made.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

impl Clock for Stopwatch {
    fn start(&self) {
        self.begun.store(self.nanoseconds(), Relaxed);
    }

    fn is_up(&self, part: usize, until: f64, iterations: u64) -> bool {
        match &self.limit {
            Limit::Time(time) => {
                let gone = self.nanoseconds().saturating_sub(self.begun.load(Relaxed));
                gone as f64 >= until * time.as_nanos() as f64
            }
            Limit::Record(used) => {
                let parts = used.get(self.decisions.load(Relaxed));
                parts.and_then(|parts| parts.get(part)).is_none_or(|&most| iterations >= most)
            }
        }
    }

    fn stop(&self, iterations: &[u64]) {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).push(iterations.to_vec());
        self.decisions.fetch_add(1, Relaxed);
    }
}

/// The limit that the clocks of a run go by.
pub enum Timing {
    /// Time.
    Clock,
    /// The iterations used before.
    Record(Record),
}

impl Timing {
    /// A clock for the agent `spec` at `seat` of match `number`, if it goes by one.
    pub fn stopwatch(&self, spec: &AgentSpec, number: u64, seat: Seat) -> Option<Arc<Stopwatch>> {
        let milliseconds = spec.milliseconds()?;
        Some(Arc::new(match self {
            Timing::Clock => Stopwatch::of(milliseconds),
            Timing::Record(record) => Stopwatch::again(record.of(number, seat).cloned().unwrap_or_default()),
        }))
    }
}

/// The iterations of every match, by its number.
#[derive(Default)]
pub struct Record(BTreeMap<u64, Iterations>);

/// The part of a line of transcripts that is needed here.
#[derive(Deserialize)]
struct Line {
    #[serde(rename = "match")]
    number: u64,
    #[serde(default)]
    iterations: Iterations,
}

impl Record {
    /// The record of one match.
    pub fn of_match(number: u64, iterations: Iterations) -> Self {
        Record(map_of([(number, iterations)]))
    }

    /// The record in the transcripts at `path`.
    pub fn read(path: &Path) -> Result<Self, FolderError> {
        let failed = |error| FolderError::io(path, "cannot be read", error);
        let damaged = |i: usize, error| {
            let error = format!("line {}: {error}", i + 1);
            FolderError::NotReadable { path: path.to_owned(), error }
        };
        let mut record = Record::default();
        for (i, line) in regular::lines(regular::open(path).map_err(failed)?).enumerate() {
            let line: Line = serde_json::from_str(&line.map_err(failed)?).map_err(|error| damaged(i, error))?;
            record.0.insert(line.number, line.iterations);
        }
        Ok(record)
    }

    /// The iterations of `seat` in match `number`, if they are known.
    pub fn of(&self, number: u64, seat: Seat) -> Option<&Used> {
        self.0.get(&number)?.get(seat.index())?.as_ref()
    }
}

/// The iterations that each seat's clock allowed, for the transcript.
pub fn used(watches: &[Option<Arc<Stopwatch>>]) -> Option<Iterations> {
    let used = || watches.iter().map(|watch| watch.as_ref().map(|watch| watch.used())).collect();
    watches.iter().any(Option::is_some).then(used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_up_when_it_is_gone() {
        let (hour, moment) = (Stopwatch::of(3_600_000), Stopwatch::of(1));
        hour.start();
        moment.start();
        std::thread::sleep(Duration::from_millis(2));
        assert!(moment.is_up(0, 1.0, 0) && moment.is_up(3, 0.5, 0));
        // A billionth of an hour is gone, the hour is not.
        assert!(hour.is_up(0, 1e-9, 0) && !hour.is_up(0, 1.0, u64::MAX));
    }

    #[test]
    fn a_record_allows_what_was_used() {
        let watch = Stopwatch::again(vec![vec![3, 5], vec![2]]);
        watch.start();
        assert_eq!([2, 3, 4].map(|done| watch.is_up(0, 1.0, done)), [false, true, true]);
        assert_eq!([4, 5].map(|done| watch.is_up(1, 0.5, done)), [false, true]);
        watch.stop(&[3, 5]);
        watch.start();
        assert!(!watch.is_up(0, 1.0, 1) && watch.is_up(0, 1.0, 2));
        watch.stop(&[2]);
        // What the record does not hold has had enough.
        assert!(watch.is_up(0, 1.0, 0));
        assert_eq!(watch.used(), [vec![3, 5], vec![2]]);
    }
}
