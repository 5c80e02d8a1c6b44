//! Limits on the length of a search. Limits on iterations and evaluations are reproducible; a time limit is not.

use std::sync::Arc;

use crate::interrupt;

/// A time limit for decisions. This crate does not read the time, so callers implement this trait.
pub trait Clock: Send + Sync {
    /// Starts the time of a decision.
    fn start(&self);

    /// Returns true once the share `until` of the decision's time has passed; `until` is above 0 and at most 1.
    fn is_up(&self, until: f64) -> bool;
}

/// A clock with the share of its time that one part of a search may use, such as a round of halving or one of
/// several trees.
#[derive(Clone)]
pub struct TimeShare {
    /// The clock of the whole decision.
    pub clock: Arc<dyn Clock>,
    /// The share of the time after which this part ends: above 0, at most 1.
    pub until: f64,
}

/// The limits of a search. It stops at the first limit that it reaches.
#[derive(Clone, Default)]
pub struct Budget {
    /// Maximum number of iterations; `None` for no limit.
    pub iterations: Option<u64>,
    /// Maximum number of states and moves evaluated, not counting the root moves; `None` for no limit. A started
    /// iteration is finished. An iteration without evaluations counts as one evaluation, so that a search near the
    /// end of a round ends.
    pub evaluations: Option<u64>,
    /// Time limit, for play against people.
    pub clock: Option<TimeShare>,
}

/// The iterations and evaluations that a search has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchCost {
    /// Number of iterations: determinized worlds in a tree search, playouts in a flat search, positions in
    /// alpha-beta.
    pub iterations: u64,
    /// Number of states and moves evaluated, not counting the root moves.
    pub evaluations: u64,
}

impl Budget {
    /// Creates a budget with a limit on iterations only.
    pub fn iterations(iterations: u64) -> Self {
        Budget { iterations: Some(iterations), ..Budget::default() }
    }

    /// Returns the budget of part `index` of `parts` equal parts. The first parts get the remainder. With a clock,
    /// the part ends when the share `until` of the time has passed.
    pub fn part(&self, index: u64, parts: u64, until: f64) -> Budget {
        let share = |all: u64| all / parts + u64::from(index < all % parts);
        Budget {
            iterations: self.iterations.map(share),
            evaluations: self.evaluations.map(share),
            clock: self.clock.clone().map(|timed| TimeShare { until, ..timed }),
        }
    }

    /// Starts the clock of a decision, if there is one.
    pub fn start(&self) {
        if let Some(timed) = &self.clock {
            timed.clock.start();
        }
    }

    /// Returns true if the search, or this part of it, may run another iteration. The first iteration is always
    /// allowed.
    #[inline]
    pub fn allows(&self, spent: SearchCost) -> bool {
        interrupt::check();
        spent.iterations == 0
            || self.iterations.is_none_or(|most| spent.iterations < most)
                && self.has_evaluations(spent)
                && self.has_time()
    }

    /// Returns true if the limit on evaluations is not reached.
    #[inline]
    pub fn has_evaluations(&self, spent: SearchCost) -> bool {
        self.evaluations.is_none_or(|most| spent.evaluations.max(spent.iterations) < most)
    }

    /// Returns true if the time of this part has not passed.
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
