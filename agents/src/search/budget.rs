//! How long a search goes on. Iterations and evaluations are repeatable; a clock is for games with people.

use std::sync::Arc;

/// Tells a search to stop: for games with people only, since no result that hung on a clock can be repeated. Whoever can read
/// a clock makes one; this crate cannot.
pub trait Clock: Send + Sync {
    /// A decision begins.
    fn start(&self);
    /// Whether its time is up.
    fn is_up(&self) -> bool;
}

/// When to stop: at whatever comes first.
#[derive(Clone, Default)]
pub struct Budget {
    /// The most iterations; without number if `None`.
    pub iterations: Option<u64>,
    /// The most states and moves judged, each counted, besides the moves of the decision itself; without number if `None`. An
    /// iteration that has begun is finished, and one that needed no evaluation counts as one, so that a search near the end of
    /// a round ends too.
    pub evaluations: Option<u64>,
    /// For games with people.
    pub clock: Option<Arc<dyn Clock>>,
}

/// What a search has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Times a world was drawn and played in; in a flat search, playouts; in alpha-beta, positions.
    pub iterations: u64,
    /// States and moves judged, besides the moves of the decision itself.
    pub evaluations: u64,
}

impl Budget {
    /// This many iterations.
    pub fn iterations(iterations: u64) -> Self {
        Budget { iterations: Some(iterations), ..Budget::default() }
    }

    /// The part of one of `parts` equal searches, the first ones taking what cannot be shared out.
    pub fn part(&self, index: u64, parts: u64) -> Budget {
        let share = |all: u64| all / parts + u64::from(index < all % parts);
        Budget {
            iterations: self.iterations.map(share),
            evaluations: self.evaluations.map(share),
            clock: self.clock.clone(),
        }
    }

    /// Whether there is room for another iteration. The first one always has.
    #[inline]
    pub fn allows(&self, spent: Spent) -> bool {
        spent.iterations == 0
            || self.iterations.is_none_or(|most| spent.iterations < most) && self.allows_but_for_iterations(spent)
    }

    /// The same for a search that shares the iterations out beforehand.
    pub fn allows_but_for_iterations(&self, spent: Spent) -> bool {
        spent.iterations == 0
            || self.evaluations.is_none_or(|most| spent.evaluations.max(spent.iterations) < most)
                && !self.clock.as_ref().is_some_and(|clock| clock.is_up())
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.iterations += other.iterations;
        self.evaluations += other.evaluations;
    }
}
