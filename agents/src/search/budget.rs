//! How long a search goes on. Iterations and evaluations are repeatable; a clock is for people.
//!
//! What a clock allowed is known afterwards: a search tells its clock how many iterations each of its parts had, and a clock
//! that goes by such a record instead of by time makes the same search again.

use std::sync::Arc;

/// Tells a search to stop. Whoever can read a clock makes one; this crate cannot.
///
/// A search may have parts that go by the clock one after another, or side by side: the rounds of halving of a flat search,
/// the trees of a search with several. They are counted from 0.
pub trait Clock: Send + Sync {
    /// A decision begins.
    fn start(&self);

    /// Whether `part` of the search, which has had so many iterations, is to end. By time it is when the share `until` of the
    /// time of the decision is gone, more than 0 and at most 1.
    fn is_up(&self, part: usize, until: f64, iterations: u64) -> bool;

    /// The decision has been made, with so many iterations in each part.
    fn stop(&self, iterations: &[u64]);
}

/// A clock, and the part of a search that goes by it.
#[derive(Clone)]
pub struct Timed {
    /// The clock of the whole decision.
    pub clock: Arc<dyn Clock>,
    /// Which part, from 0.
    pub part: usize,
    /// The share of the time that is gone when this part is to end: more than 0, at most 1.
    pub until: f64,
}

impl Timed {
    /// A search of one part.
    pub fn whole(clock: Arc<dyn Clock>) -> Self {
        Timed { clock, part: 0, until: 1.0 }
    }
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
    pub clock: Option<Timed>,
}

/// The iterations and evaluations that a search has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
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
            clock: self.clock.clone().map(|timed| Timed { part: index as usize, until, ..timed }),
        }
    }

    /// Tells the clock, if there is one, that a decision begins.
    pub fn start(&self) {
        if let Some(timed) = &self.clock {
            timed.clock.start();
        }
    }

    /// Tells the clock, if there is one, how many iterations each part had.
    pub fn stop(&self, iterations: impl Iterator<Item = u64>) {
        if let Some(timed) = &self.clock {
            timed.clock.stop(&iterations.collect::<Vec<_>>());
        }
    }

    /// Whether there is room for another iteration of a search, or of this part of it. The first one always has.
    #[inline]
    pub fn allows(&self, spent: Spent) -> bool {
        spent.iterations == 0
            || self.iterations.is_none_or(|most| spent.iterations < most)
                && self.has_evaluations(spent)
                && self.has_time(spent.iterations)
    }

    /// Whether there is room for another evaluation.
    #[inline]
    pub fn has_evaluations(&self, spent: Spent) -> bool {
        self.evaluations.is_none_or(|most| spent.evaluations.max(spent.iterations) < most)
    }

    /// Whether there is time for another iteration of this part, which has had so many.
    #[inline]
    pub fn has_time(&self, iterations: u64) -> bool {
        self.clock.as_ref().is_none_or(|timed| !timed.clock.is_up(timed.part, timed.until, iterations))
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.iterations += other.iterations;
        self.evaluations += other.evaluations;
    }
}
