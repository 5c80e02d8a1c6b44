//! How long a search goes on. Iterations and evaluations are repeatable; a clock is not.

use std::sync::Arc;

use crate::interrupt;

/// Tells a search to stop. This crate cannot read the time, so its callers implement it.
pub trait Clock: Send + Sync {
    /// Starts the time of a decision.
    fn start(&self);

    /// Returns true once the share `until` of the time of the decision is gone: more than 0, at most 1.
    fn is_up(&self, until: f64) -> bool;
}

/// A clock, and the part of a search that goes by it: a round of halving of a flat search, or one of several trees.
#[derive(Clone)]
pub struct TimeShare {
    /// The clock of the whole decision.
    pub clock: Arc<dyn Clock>,
    /// The share of the time that is gone when this part is to end: more than 0, at most 1.
    pub until: f64,
}

/// When to stop: at whatever comes first.
#[derive(Clone, Default)]
pub struct Budget {
    /// The most iterations; without number if `None`.
    pub iterations: Option<u64>,
    /// The most states and moves evaluated, each counted, besides the moves of the decision itself; without number if `None`. An
    /// iteration that has begun is finished, and one that needed no evaluation counts as one, so that a search near the end of
    /// a round ends too.
    pub evaluations: Option<u64>,
    /// For people.
    pub clock: Option<TimeShare>,
}

/// The iterations and evaluations that a search has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCost {
    /// Times a world was drawn and played in; in a flat search, playouts; in alpha-beta, positions.
    pub iterations: u64,
    /// States and moves evaluated, besides the moves of the decision itself.
    pub evaluations: u64,
}

impl Budget {
    /// This many iterations.
    pub fn iterations(iterations: u64) -> Self {
        Budget { iterations: Some(iterations), ..Budget::default() }
    }

    /// The part of one of `parts` equal searches, the first ones taking what cannot be shared out. By the clock it has until
    /// the share `until` of the time is gone.
    pub fn part(&self, index: u64, parts: u64, until: f64) -> Budget {
        let share = |all: u64| all / parts + u64::from(index < all % parts);
        Budget {
            iterations: self.iterations.map(share),
            evaluations: self.evaluations.map(share),
            clock: self.clock.clone().map(|timed| TimeShare { until, ..timed }),
        }
    }

    /// Tells the clock, if there is one, that a decision begins.
    pub fn start(&self) {
        if let Some(timed) = &self.clock {
            timed.clock.start();
        }
    }

    /// Whether there is room for another iteration of a search, or of this part of it. The first one always has.
    #[inline]
    pub fn allows(&self, spent: SearchCost) -> bool {
        interrupt::check();
        spent.iterations == 0
            || self.iterations.is_none_or(|most| spent.iterations < most)
                && self.has_evaluations(spent)
                && self.has_time()
    }

    /// Whether there is room for another evaluation.
    #[inline]
    pub fn has_evaluations(&self, spent: SearchCost) -> bool {
        self.evaluations.is_none_or(|most| spent.evaluations.max(spent.iterations) < most)
    }

    /// Whether there is time for another iteration of this part.
    #[inline]
    pub fn has_time(&self) -> bool {
        interrupt::check();
        self.clock.as_ref().is_none_or(|timed| !timed.clock.is_up(timed.until))
    }
}

impl std::ops::AddAssign for SearchCost {
    fn add_assign(&mut self, other: SearchCost) {
        self.iterations += other.iterations;
        self.evaluations += other.evaluations;
    }
}
