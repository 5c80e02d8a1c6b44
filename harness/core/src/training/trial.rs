//! How a net does against the greedy agent, on deals that no round of training sees.

use std::convert::Infallible;
use std::ops::ControlFlow;

use rayon::ThreadPool;

use crate::job::each;
use ergo_stats::{Interval, Moments, mean_interval};

/// The result of a trial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Points a round of the net less the mean of its rivals'.
    pub margin: f64,
    /// Where it lies with 95 % certainty, over deals.
    pub interval: Interval,
    /// How many deals; each is played once with the net in every seat.
    pub deals: u64,
}

impl Trial {
    /// The mean of what `margin` says of the deals from 0 to `deals`, two or more, asked by the threads of `pool`. The answer is
    /// the same for any number of threads.
    pub fn of(margin: impl Fn(u64) -> f64 + Sync, deals: u64, pool: &ThreadPool) -> Trial {
        let mut moments = Moments::default();
        let Ok(()) = each(margin, 0..deals, Some(pool), |margins| {
            margins.iter().for_each(|margin| moments.push(*margin));
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        });
        let interval = mean_interval(&moments).expect("two or more deals were played");
        Trial { margin: moments.mean(), interval, deals }
    }
}
