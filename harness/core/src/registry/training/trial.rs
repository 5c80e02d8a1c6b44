//! Evaluation of a net on deals that are not used in training.

use std::convert::Infallible;
use std::ops::ControlFlow;

use rayon::ThreadPool;

use crate::job::for_each_task;
use ergo_stats::{Interval, Moments, mean_interval, share_interval};

/// The result of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Points per round of the net minus the mean of its rivals, or another quantity of the target.
    pub margin: f64,
    /// The 95 % interval of the mean, clustered by deal.
    pub interval: Interval,
    /// Number of deals; each is played once with the net in every seat.
    pub deals: u64,
}

impl Trial {
    /// Averages `margin` over the deals 0 to `deals` (two or more) on the threads of `pool`. The result does not depend
    /// on the number of threads.
    ///
    /// # Panics
    ///
    /// Panics if `deals` is less than 2.
    pub fn run(margin: impl Fn(u64) -> f64 + Sync, deals: u64, pool: &ThreadPool) -> Trial {
        let moments = moments(margin, deals, pool);
        let interval = mean_interval(&moments).expect("two or more deals were played");
        Trial { margin: moments.mean(), interval, deals }
    }

    /// Like [`Trial::run`] for margins between `low` and `high`. The interval is valid even if all margins are equal to
    /// one of them.
    ///
    /// # Panics
    ///
    /// Panics if `deals` is less than 2.
    pub fn run_bounded(
        (low, high): (f64, f64),
        margin: impl Fn(u64) -> f64 + Sync,
        deals: u64,
        pool: &ThreadPool,
    ) -> Trial {
        let moments = moments(|deal| (margin(deal) - low) / (high - low), deals, pool);
        let interval = share_interval(&moments).expect("two or more deals were played");
        let of_share = |share: f64| low + share * (high - low);
        let interval = Interval { low: of_share(interval.low), high: of_share(interval.high) };
        Trial { margin: of_share(moments.mean()), interval, deals }
    }
}

/// Returns the moments of a function of the deals 0 to `deals`.
fn moments(of: impl Fn(u64) -> f64 + Sync, deals: u64, pool: &ThreadPool) -> Moments {
    let mut moments = Moments::default();
    let Ok(()) = for_each_task(of, 0..deals, Some(pool), |values| {
        values.iter().for_each(|value| moments.push(*value));
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    });
    moments
}
