//! The cost of an experiment on this machine, by a few of its matches played beforehand. Nothing of it is written down.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ergo_harness::experiment::Experiment;
use ergo_harness::job::Job;
use ergo_harness::programs::Programs;
use ergo_harness::report::counted;
use ergo_harness::runner::{Batch, Matches};
use ergo_harness::schedule::Schedule;

/// So long at most matches are begun.
const PILOT: Duration = Duration::from_secs(1);
/// So many at most.
const MOST: u32 = 64;
/// After so many it is seen whether the run is short.
const FIRST: u32 = 4;
/// A run of less than half of this is short; one of more is announced.
pub(crate) const LONG: Duration = Duration::from_secs(30);
/// Steps of this part of the whole are nowhere near each other for long: the golden ratio.
const STEP: f64 = 0.618_033_988_749_894_9;

/// The estimated cost of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Its matches.
    pub matches: u64,
    /// How long it plays; nothing with programs from outside, where only a run can show it.
    pub time: Option<Duration>,
    /// Threads that play.
    threads: usize,
    /// Matches that were played to learn of it.
    played: u32,
}

impl Cost {
    /// Of all matches of `experiment`, by matches that lie all over its schedule, one after another.
    pub(crate) fn of(experiment: &Experiment, threads: usize) -> Self {
        let schedule = Schedule::new(experiment);
        let matches = schedule.matches();
        let mut cost = Cost { matches, time: None, threads, played: 0 };
        let has_programs = experiment.programs().next().is_some();
        if has_programs || matches == 0 {
            return cost;
        }
        let programs = Arc::new(Programs::new(None));
        let job = Matches { experiment, schedule: &schedule, programs: &programs, gauges: None, record: None };
        let (mut task_runner, mut out, start) = (job.task_runner(), Batch::default(), Instant::now());
        while u64::from(cost.played) < matches && cost.played < MOST && start.elapsed() < PILOT {
            let place = (f64::from(cost.played) * STEP).fract() * matches as f64;
            let _ = task_runner((place as u64).min(matches - 1), &mut out);
            out = Batch::default();
            cost.played += 1;
            let cores = std::thread::available_parallelism().map_or(1, usize::from).min(threads).max(1);
            let each = start.elapsed().as_secs_f64() / f64::from(cost.played) / cores as f64;
            cost.time = Duration::try_from_secs_f64(each * matches as f64).ok();
            if cost.played >= FIRST && cost.time.is_some_and(|time| time < LONG / 2) {
                break;
            }
        }
        cost
    }

    /// Whether it is worth a word beforehand.
    pub(crate) fn is_long(&self) -> bool {
        self.time.is_some_and(|time| time > LONG)
    }

    /// In words: `27,864 matches: about 13 min with 2 threads, by 64 matches played beforehand`.
    pub(crate) fn line(&self) -> String {
        let matches = counted(self.matches, "match");
        match self.time {
            None => format!("{matches}: how long they take shows only when programs from outside are played"),
            Some(time) => format!(
                "{matches}: about {} with {}, by {} played beforehand",
                words(time),
                counted(self.threads as u64, "thread"),
                counted(u64::from(self.played), "match")
            ),
        }
    }
}

/// A time to two digits or so.
fn words(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1.0 => "a second".to_owned(),
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 90.0 * 60.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_as_people_say_them() {
        let of = |seconds| words(Duration::from_secs_f64(seconds));
        assert_eq!([of(0.2), of(45.2), of(780.0), of(9_000.0)], ["a second", "45 s", "13 min", "2.5 h"]);
    }

    #[test]
    fn only_what_takes_long_is_announced() {
        let of = |seconds: Option<f64>| {
            let time = seconds.map(Duration::from_secs_f64);
            Cost { matches: 7, time, threads: 2, played: 4 }
        };
        assert!(of(Some(31.0)).is_long() && !of(Some(29.0)).is_long() && !of(None).is_long());
        assert_eq!(of(Some(60.0)).line(), "7 matches: about 60 s with 2 threads, by 4 matches played beforehand");
    }
}
