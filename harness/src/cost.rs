//! An estimate of the run time of an experiment on this machine, from a few of its matches. Nothing is written.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ergo_harness::experiment::Experiment;
use ergo_harness::job::Job;
use ergo_harness::programs::{Programs, StartError};
use ergo_harness::report::count_noun;
use ergo_harness::runner::{MatchBatch, MatchJob};
use ergo_harness::schedule::Schedule;

/// No match starts later than this.
const PILOT: Duration = Duration::from_secs(1);
/// No match with external programs starts later than this: they take long to start.
const PILOT_WITH_PROGRAMS: Duration = Duration::from_secs(10);
/// The largest number of matches played.
const MOST: u32 = 64;
/// Number of matches after which sampling stops if the run is short.
const FIRST: u32 = 4;
/// Runs longer than this are announced. Runs shorter than half of it are called short.
pub(crate) const LONG: Duration = Duration::from_secs(30);
/// Sampled matches are this share of the schedule apart. The golden ratio spreads them evenly.
const STEP: f64 = 0.618_033_988_749_894_9;

/// The estimated cost of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Number of matches of the run.
    pub matches: u64,
    /// Estimated wall time. `None` if an entrant is an external program and the estimate did not start it.
    pub time: Option<Duration>,
    /// Number of worker threads.
    threads: usize,
    /// Number of matches played for the estimate.
    played: u32,
    /// Number of these matches that ended with a fault.
    faulty: u32,
    /// True if external programs played.
    has_programs: bool,
}

impl Cost {
    /// Estimates the cost of `experiment` by playing matches spread over its schedule, one after another. External programs
    /// play only if `starts_programs`.
    ///
    /// # Errors
    ///
    /// Returns an error if an external program cannot be started.
    pub(crate) fn estimate(experiment: &Experiment, threads: usize, starts_programs: bool) -> Result<Self, StartError> {
        let schedule = Schedule::new(experiment);
        let matches = schedule.matches();
        let has_programs = experiment.programs().next().is_some();
        let mut cost = Cost { matches, time: None, threads, played: 0, faulty: 0, has_programs };
        if has_programs && !starts_programs || matches == 0 {
            return Ok(cost);
        }
        // Programs that wait for other machines use little processor time.
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once = experiment.matches_at_once(threads);
        let waits = experiment.programs().any(|(_, agent)| agent.unrepeatable().is_some());
        let at_once = if waits { at_once } else { at_once.min(cores) };
        let pilot = if has_programs { PILOT_WITH_PROGRAMS } else { PILOT };
        let programs = Arc::new(Programs::new(None));
        let job = MatchJob { experiment, schedule: &schedule, programs: &programs, gauges: None, record: None };
        let (mut task_runner, mut out, start) = (job.task_runner(), MatchBatch::default(), Instant::now());
        while u64::from(cost.played) < matches && cost.played < MOST && start.elapsed() < pilot {
            let place = (f64::from(cost.played) * STEP).fract() * matches as f64;
            let _ = task_runner((place as u64).min(matches - 1), &mut out);
            programs.check_startable()?;
            cost.faulty += u32::from(!out.faulty.is_empty());
            out = MatchBatch::default();
            cost.played += 1;
            let each = start.elapsed().as_secs_f64() / f64::from(cost.played) / at_once.max(1) as f64;
            cost.time = Duration::try_from_secs_f64(each * matches as f64).ok();
            if cost.played >= FIRST && cost.time.is_some_and(|time| time < LONG / 2) {
                break;
            }
        }
        Ok(cost)
    }

    /// Returns true if the run takes longer than [`LONG`].
    pub(crate) fn is_long(&self) -> bool {
        self.time.is_some_and(|time| time > LONG)
    }

    /// Describes the cost in one line, such as `27,864 matches: about 13 min with 2 threads (estimated from 64 matches)`.
    pub(crate) fn summary(&self) -> String {
        let matches = count_noun(self.matches, "match");
        let Some(time) = self.time else {
            return format!("{matches}: external programs play, `ergo run --cost` estimates the time");
        };
        let (time, threads) = (format_duration(time.as_secs_f64()), count_noun(self.threads as u64, "thread"));
        let played = count_noun(u64::from(self.played), "match");
        let what = if self.has_programs { " played with the external programs, not recorded" } else { "" };
        let faults = match self.faulty {
            0 => String::new(),
            faulty => format!("; {faulty} of them ended with a fault, `ergo agents check` shows what is wrong"),
        };
        format!("{matches}: about {time} with {threads} (estimated from {played}{what}{faults})")
    }
}

/// Formats a time in seconds to about two digits.
pub(crate) fn format_duration(seconds: f64) -> String {
    match seconds {
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
    fn format_duration_picks_a_unit() {
        assert_eq!([0.2, 45.2, 780.0, 9_000.0].map(format_duration), ["a second", "45 s", "13 min", "2.5 h"]);
    }

    #[test]
    fn only_long_runs_are_announced() {
        let cost = |seconds: Option<f64>| {
            let time = seconds.map(Duration::from_secs_f64);
            Cost { matches: 7, time, threads: 2, played: 4, faulty: 0, has_programs: false }
        };
        assert!(cost(Some(31.0)).is_long() && !cost(Some(29.0)).is_long() && !cost(None).is_long());
        assert_eq!(cost(Some(60.0)).summary(), "7 matches: about 60 s with 2 threads (estimated from 4 matches)");
    }
}
