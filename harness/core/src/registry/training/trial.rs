//! How a net does, on deals that no round of training sees.

use std::convert::Infallible;
use std::ops::ControlFlow;

use rayon::ThreadPool;

use crate::job::for_each_task;
use ergo_stats::{Interval, Moments, mean_interval, share_interval};

/// The result of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Points a round of the net less the mean of its rivals', or what else it is tried by.
    pub margin: f64,
    /// Where it lies with 95 % certainty, over deals.
    pub interval: Interval,
    /// How many deals; each is played once with the net in every seat.
    pub deals: u64,
}

impl Trial {
    /// The mean of what `margin` says of the deals from 0 to `deals`, two or more, asked by the threads of `pool`. The answer is
    /// the same for any number of threads.
    pub fn run(margin: impl Fn(u64) -> f64 + Sync, deals: u64, pool: &ThreadPool) -> Trial {
        let moments = moments(margin, deals, pool);
        let interval = mean_interval(&moments).expect("two or more deals were played");
        Trial { margin: moments.mean(), interval, deals }
    }

    /// The same of margins that lie between `low` and `high`: where all are one of the two, their number says how sure that is.
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

/// The moments of what is said of the deals from 0 to `deals`.
fn moments(of: impl Fn(u64) -> f64 + Sync, deals: u64, pool: &ThreadPool) -> Moments {
    let mut moments = Moments::default();
    let Ok(()) = for_each_task(of, 0..deals, Some(pool), |values| {
        values.iter().for_each(|value| moments.push(*value));
        Ok::<_, Infallible>(ControlFlow::Continue(()))
    });
    moments
}
