//! Which way to go down a tree: scores of moves by what came of them, and how many moves are looked at.

use ergo_engine::rng::{Rng, below};

/// How moves are scored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SelectionRule {
    /// Every move once, then the largest `mean + c sqrt(ln available / visits)`. (Auer, Cesa-Bianchi and Fischer 2002; Cowling,
    /// Powley and Whitehouse 2012 for the count of availability in place of the visits of the parent.)
    Ucb1 {
        /// The weight of what is little tried.
        c: f64,
    },
    /// The largest `mean + c prior sqrt(available) / (1 + visits)`; a move never tried has its guess for a mean. (Rosin 2011;
    /// Silver and others 2017.)
    Puct {
        /// The weight of what is little tried.
        c: f64,
        /// The prior is in proportion to `exp(guess / temperature)`, with a twentieth of it shared out evenly.
        temperature: f64,
    },
}

impl SelectionRule {
    /// The share of the prior, up to a factor, of a move of this guess.
    pub fn weight(self, guess: f64) -> f64 {
        match self {
            SelectionRule::Ucb1 { .. } => 1.0,
            // One half is taken off so that small temperatures do not overflow.
            SelectionRule::Puct { temperature, .. } => libm::exp((guess - 0.5) / temperature),
        }
    }
}

/// How many moves a node tries: `max(1, floor(k n^alpha))` after `n` visits, the best guesses first. (Coulom 2007; Chaslot and
/// others 2008.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widening {
    /// The factor; 0 for every move.
    pub k: f64,
    /// The power.
    pub alpha: f64,
}

impl Widening {
    /// Every move.
    pub const OFF: Widening = Widening { k: 0.0, alpha: 0.0 };

    /// The most moves at visit number `visits`.
    pub fn limit(self, visits: u32) -> usize {
        if self.k == 0.0 {
            return usize::MAX;
        }
        let visits = f64::from(visits);
        let power = if self.alpha == 0.5 { visits.sqrt() } else { libm::pow(visits, self.alpha) };
        (self.k * power).max(1.0) as usize
    }
}

/// One of the things to choose from: a move, or a class of moves.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The caller's number for it.
    pub id: u32,
    /// Times it was chosen.
    pub visits: u32,
    /// Times it could be chosen, this time included.
    pub available: u32,
    /// The mean of what came of it, for who chooses.
    pub mean: f64,
    /// Its estimated value before it was tried.
    pub guess: f64,
    /// Its share of the prior, up to a factor.
    pub weight: f64,
}

/// Chooses by a [`SelectionRule`]; remembers logarithms.
#[derive(Clone, Debug)]
pub struct Selector {
    rule: SelectionRule,
    /// Whether guesses say something; if not, moves never tried are drawn.
    guesses: bool,
    logs: Vec<f64>,
}

impl Selector {
    /// A selector by `rule`; `guesses` tells whether guesses say something.
    pub fn new(rule: SelectionRule, guesses: bool) -> Self {
        Selector { rule, guesses, logs: vec![0.0] }
    }

    /// The rule.
    pub fn rule(&self) -> SelectionRule {
        self.rule
    }

    /// The place in `items`, which are not empty, of the one to go for. At most `limit`, 1 or more, are tried.
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

    /// One never tried, of which there are `count`: the best guess, the first of equals; drawn where guesses say nothing.
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

/// The place of the highest score, the first of equals; items without one are passed over.
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
