//! Selection rules of tree search, and progressive widening.

use ergo_engine::rng::{Rng, below};

/// The rule that scores moves during selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SelectionRule {
    /// UCB1: every move once, then the highest `mean + c sqrt(ln available / visits)` (Auer, Cesa-Bianchi and
    /// Fischer 2002). `available` replaces the visits of the parent (Cowling, Powley and Whitehouse 2012).
    Ucb1 {
        /// The exploration constant.
        c: f64,
    },
    /// PUCT: the highest `mean + c prior sqrt(available) / (1 + visits)`; the mean of an untried move is its guess
    /// (Rosin 2011; Silver et al. 2017).
    Puct {
        /// The exploration constant.
        c: f64,
        /// The prior is proportional to `exp(guess / temperature)`, mixed with 5 % of the uniform distribution.
        temperature: f64,
    },
}

impl SelectionRule {
    /// Returns the unnormalized prior of a move with this guess.
    pub fn weight(self, guess: f64) -> f64 {
        match self {
            SelectionRule::Ucb1 { .. } => 1.0,
            // Subtracting 0.5 prevents overflow at low temperatures.
            SelectionRule::Puct { temperature, .. } => libm::exp((guess - 0.5) / temperature),
        }
    }
}

/// Progressive widening: a node tries `max(1, floor(k n^alpha))` moves after `n` visits, best guesses first (Coulom
/// 2007; Chaslot et al. 2008).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// The factor; 0 disables widening.
    pub k: f64,
    /// The exponent, from 0 to 1.
    pub alpha: f64,
}

impl Widening {
    /// No widening: every move is tried.
    pub const OFF: Widening = Widening { k: 0.0, alpha: 0.0 };

    /// Returns the maximum number of moves at visit number `visits`.
    pub fn limit(self, visits: u32) -> usize {
        if self.k == 0.0 {
            return usize::MAX;
        }
        let visits = f64::from(visits);
        let power = if self.alpha == 0.5 { visits.sqrt() } else { libm::pow(visits, self.alpha) };
        (self.k * power).max(1.0) as usize
    }
}

/// A candidate of a selection: a move or a class of moves.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The caller's identifier.
    pub id: u32,
    /// Number of times it was chosen.
    pub visits: u32,
    /// Number of times it could be chosen, including this time.
    pub available: u32,
    /// Mean result for the seat that chooses.
    pub mean: f64,
    /// Estimated value before the first visit.
    pub guess: f64,
    /// Unnormalized prior; see [`SelectionRule::weight`].
    pub weight: f64,
}

/// Selects items by a [`SelectionRule`]; caches logarithms.
#[derive(Clone, Debug)]
pub struct Selector {
    rule: SelectionRule,
    /// True if guesses are informative; otherwise untried items are chosen at random.
    guesses: bool,
    logs: Vec<f64>,
}

impl Selector {
    /// Creates a selector. `guesses` is true if the guesses of items are informative.
    pub fn new(rule: SelectionRule, guesses: bool) -> Self {
        Selector { rule, guesses, logs: vec![0.0] }
    }

    /// Returns the selection rule.
    pub fn rule(&self) -> SelectionRule {
        self.rule
    }

    /// Returns the index in `items` (not empty) of the item to visit. At most `limit` items (1 or more) are tried.
    pub fn pick(&mut self, items: &[Item], limit: usize, rng: &mut Rng) -> usize {
        let tried = items.iter().filter(|item| item.visits > 0).count();
        let open = if tried < limit && tried < items.len() { self.open(items, items.len() - tried, rng) } else { None };
        match (self.rule, open) {
            (SelectionRule::Ucb1 { .. }, Some(open)) => open,
            (SelectionRule::Ucb1 { c }, None) => {
                let most = items.iter().map(|item| item.available).max().unwrap_or(0);
                self.know_logs(most);
                let logs = &self.logs;
                let score =
                    |item: &Item| item.mean + c * (logs[item.available as usize] / f64::from(item.visits)).sqrt();
                first_best(items, |_, item| (item.visits > 0).then(|| score(item)))
            }
            (SelectionRule::Puct { c, .. }, open) => {
                let total: f64 = items.iter().map(|item| item.weight).sum();
                let even = 0.05 / items.len() as f64;
                first_best(items, |i, item| {
                    let mean = if item.visits > 0 { item.mean } else { item.guess };
                    let prior = 0.95 * item.weight / total + even;
                    let few = f64::from(item.available).sqrt() / f64::from(1 + item.visits);
                    (item.visits > 0 || Some(i) == open).then_some(mean + c * prior * few)
                })
            }
        }
    }

    /// Returns the index of an untried item, of which there are `count`: the best guess, or a random one if guesses
    /// are not informative.
    fn open(&self, items: &[Item], count: usize, rng: &mut Rng) -> Option<usize> {
        let mut open = items.iter().enumerate().filter(|(_, item)| item.visits == 0);
        if self.guesses {
            let mut best = open.next()?;
            for other in open {
                if other.1.guess > best.1.guess {
                    best = other;
                }
            }
            return Some(best.0);
        }
        let drawn = if count > 1 { below(rng, count as u32) } else { 0 };
        open.nth(drawn as usize).map(|(i, _)| i)
    }

    fn know_logs(&mut self, most: u32) {
        for number in self.logs.len()..=most as usize {
            self.logs.push(libm::log(number as f64));
        }
    }
}

/// Returns the index of the highest score, the first of equals; items without a score are skipped.
fn first_best(items: &[Item], score: impl Fn(usize, &Item) -> Option<f64>) -> usize {
    let (mut best, mut highest) = (0, f64::NEG_INFINITY);
    for (i, item) in items.iter().enumerate() {
        if let Some(score) = score(i, item)
            && score > highest
        {
            (best, highest) = (i, score);
        }
    }
    best
}
