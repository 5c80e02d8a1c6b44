//! The clock of searches with a time limit. Their results depend on the machine and its load.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ergo_agents::search::budget::Clock;
use ergo_agents::spec::AgentSpec;

/// A time limit for each decision of a player.
struct Stopwatch {
    time: Duration,
    made: Instant,
    /// Nanoseconds from `made` to the start of the decision.
    begun: AtomicU64,
}

/// Returns a clock for an agent that searches in milliseconds.
pub(crate) fn clock(spec: &AgentSpec) -> Option<Arc<dyn Clock>> {
    let time = spec.milliseconds().map(Duration::from_millis)?;
    Some(Arc::new(Stopwatch::new(time)))
}

impl Stopwatch {
    fn new(time: Duration) -> Self {
        Stopwatch { time, made: Instant::now(), begun: AtomicU64::new(0) }
    }

    fn nanoseconds(&self) -> u64 {
        u64::try_from(self.made.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

impl Clock for Stopwatch {
    fn start(&self) {
        self.begun.store(self.nanoseconds(), Relaxed);
    }

    fn is_up(&self, until: f64) -> bool {
        let gone = self.nanoseconds().saturating_sub(self.begun.load(Relaxed));
        gone as f64 >= until * self.time.as_nanos() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopwatch_is_up_after_its_time() {
        let (hour, moment) = (Stopwatch::new(Duration::from_secs(3_600)), Stopwatch::new(Duration::from_millis(1)));
        hour.start();
        moment.start();
        std::thread::sleep(Duration::from_millis(2));
        assert!(moment.is_up(1.0) && moment.is_up(0.5));
        // A billionth of an hour has passed, but not the hour.
        assert!(hour.is_up(1e-9) && !hour.is_up(1.0));
    }
}
