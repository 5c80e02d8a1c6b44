//! Conditional logit (McFadden 1974): one alternative is chosen from a set with probability proportional to the exponential
//! of its utility, and utilities are linear in the parameters. Both rating models are this model with different sets: who
//! wins a table ([`super::luce`]), and who is best of those not yet placed ([`super::plackett_luce`]).

use ergo_engine::rng::{Rng, unit};

use super::linear::solve;

/// The most Newton steps of a fit.
const MOST_STEPS: usize = 100;
/// A fit has converged when no parameter moves further than this.
const STILL: f64 = 1e-10;
/// The furthest a parameter moves in one step.
const LONGEST_STEP: f64 = 2.0;

/// What an alternative is worth: the sum of `parameter × factor`, as `(number of the parameter, factor)`.
pub type Utility = Vec<(usize, f64)>;

/// A set of alternatives. Its alternatives are cells `first ..` of every tally.
struct Set {
    first: usize,
    alternatives: Vec<Utility>,
}

/// One choice seen: `weight` on a cell, in a block.
struct Seen {
    block: usize,
    cell: usize,
    weight: f64,
}

/// Choices seen, grouped in blocks, and what is believed beforehand.
pub struct Choices {
    /// Of every parameter, one over the variance of its normal prior about 0; 0 for no prior.
    ridge: Vec<f64>,
    sets: Vec<Set>,
    seen: Vec<Seen>,
    /// Choices made up beforehand, by cell.
    made_up: Vec<f64>,
    blocks: usize,
}

/// The most likely parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The parameters, in nats.
    pub parameters: Vec<f64>,
    /// Whether the last step was short enough.
    pub converged: bool,
    /// Newton steps taken.
    pub steps: usize,
}

impl Choices {
    /// No choices yet. `ridge` has one number for every parameter: one over the variance of its prior, or 0.
    pub fn new(ridge: Vec<f64>) -> Self {
        Choices { ridge, sets: Vec::new(), seen: Vec::new(), made_up: Vec::new(), blocks: 0 }
    }

    /// Adds a set of alternatives; gives its number.
    pub fn add_set(&mut self, alternatives: Vec<Utility>) -> usize {
        let first = self.made_up.len();
        self.made_up.resize(first + alternatives.len(), 0.0);
        self.sets.push(Set { first, alternatives });
        self.sets.len() - 1
    }

    /// Adds a choice of `alternative` from `set`, seen in `block`.
    pub fn see(&mut self, block: usize, set: usize, alternative: usize, weight: f64) {
        self.blocks = self.blocks.max(block + 1);
        self.seen.push(Seen { block, cell: self.sets[set].first + alternative, weight });
    }

    /// Adds a choice that belongs to no block: a prior in the shape of data.
    pub fn make_up(&mut self, set: usize, alternative: usize, weight: f64) {
        self.made_up[self.sets[set].first + alternative] += weight;
    }

    /// How many multiplications a Newton step takes, about.
    pub fn work(&self) -> u64 {
        let terms =
            |set: &Set| set.alternatives.iter().map(|utility| 10 + utility.len() * utility.len()).sum::<usize>();
        let parameters = self.ridge.len();
        (self.sets.iter().map(terms).sum::<usize>() + parameters * parameters * parameters / 6 + self.seen.len()) as u64
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The weight seen on every alternative of `set`, without what was made up.
    pub fn seen_of(&self, set: usize) -> Vec<f64> {
        let Set { first, alternatives } = &self.sets[set];
        let mut sums = vec![0.0; alternatives.len()];
        for seen in &self.seen {
            if (*first..first + sums.len()).contains(&seen.cell) {
                sums[seen.cell - first] += seen.weight;
            }
        }
        sums
    }

    /// The most likely parameters, by Newton's method with halved steps where a whole one would lose. Where neither data nor
    /// prior speak of a parameter it stays 0.
    pub fn fit(&self) -> Fit {
        let tally = self.tally(&vec![1.0; self.blocks], &self.made_up);
        let centre = vec![0.0; self.ridge.len()];
        let mut parameters = centre.clone();
        let mut value = self.value(&tally, &centre, &parameters);
        for steps in 1..=MOST_STEPS {
            let mut step = self.step(&tally, &centre, &parameters);
            loop {
                let next: Vec<f64> = parameters.iter().zip(&step).map(|(at, by)| at + by).collect();
                let next_value = self.value(&tally, &centre, &next);
                let length = step.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
                if next_value >= value || length < STILL {
                    (parameters, value) = (next, next_value);
                    if length < STILL {
                        return Fit { parameters, converged: true, steps };
                    }
                    break;
                }
                step.iter_mut().for_each(|by| *by /= 2.0);
            }
        }
        Fit { parameters, converged: false, steps: MOST_STEPS }
    }

    /// The parameters of one draw of the Bayesian block bootstrap (Rubin 1981; Newton and Raftery 1994), by a few Newton
    /// steps from `start`, the fit of the data as they are. Blocks weigh as exponential variables, scaled so that their
    /// number stays. The prior is drawn too, its centre and what was made up: otherwise data that all say the same would
    /// seem to know their parameters exactly.
    pub fn redraw(&self, start: &[f64], steps: usize, rng: &mut Rng) -> Vec<f64> {
        let mut weights: Vec<f64> = (0..self.blocks).map(|_| exponential(rng)).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight *= self.blocks as f64 / sum);
        let spread = |ridge: &f64| if *ridge > 0.0 { ridge.sqrt().recip() } else { 0.0 };
        let centre: Vec<f64> = self.ridge.iter().map(|ridge| spread(ridge) * normal(rng)).collect();
        let made_up: Vec<f64> =
            self.made_up.iter().map(|weight| if *weight > 0.0 { weight * exponential(rng) } else { 0.0 }).collect();
        let tally = self.tally(&weights, &made_up);
        let mut parameters = start.to_vec();
        for _ in 0..steps {
            let step = self.step(&tally, &centre, &parameters);
            parameters.iter_mut().zip(&step).for_each(|(at, by)| *at += by);
        }
        parameters
    }

    fn tally(&self, weights: &[f64], made_up: &[f64]) -> Vec<f64> {
        let mut tally = made_up.to_vec();
        for seen in &self.seen {
            tally[seen.cell] += weights[seen.block] * seen.weight;
        }
        tally
    }

    /// The logarithm of the posterior density, up to a constant.
    fn value(&self, tally: &[f64], centre: &[f64], parameters: &[f64]) -> f64 {
        let mut value = 0.0;
        for set in &self.sets {
            let counts = &tally[set.first..set.first + set.alternatives.len()];
            if counts.iter().any(|count| *count > 0.0) {
                let utilities: Vec<f64> = set.alternatives.iter().map(|utility| worth(utility, parameters)).collect();
                let top = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let log_sum = top + libm::log(utilities.iter().map(|utility| libm::exp(utility - top)).sum());
                value += counts.iter().zip(&utilities).map(|(count, utility)| count * (utility - log_sum)).sum::<f64>();
            }
        }
        for (i, ridge) in self.ridge.iter().enumerate() {
            value -= ridge * (parameters[i] - centre[i]) * (parameters[i] - centre[i]) / 2.0;
        }
        value
    }

    /// A Newton step, shortened to [`LONGEST_STEP`].
    fn step(&self, tally: &[f64], centre: &[f64], parameters: &[f64]) -> Vec<f64> {
        let n = parameters.len();
        let mut curvature = vec![0.0; n * n];
        let mut slope = vec![0.0; n];
        let mut mean = vec![0.0; n];
        let mut touched = Vec::new();
        for set in &self.sets {
            let counts = &tally[set.first..set.first + set.alternatives.len()];
            let total: f64 = counts.iter().sum();
            if total <= 0.0 {
                continue;
            }
            let chances = probabilities(&set.alternatives, parameters);
            for ((utility, chance), count) in set.alternatives.iter().zip(&chances).zip(counts) {
                for &(i, factor) in utility {
                    slope[i] += (count - total * chance) * factor;
                    mean[i] += chance * factor;
                    touched.push(i);
                    for &(j, other) in utility {
                        curvature[i * n + j] += total * chance * factor * other;
                    }
                }
            }
            touched.sort_unstable();
            touched.dedup();
            for &i in &touched {
                for &j in &touched {
                    curvature[i * n + j] -= total * mean[i] * mean[j];
                }
            }
            touched.drain(..).for_each(|i| mean[i] = 0.0);
        }
        for i in 0..n {
            slope[i] -= self.ridge[i] * (parameters[i] - centre[i]);
            curvature[i * n + i] += self.ridge[i];
        }
        solve(&mut curvature, &mut slope);
        let length = slope.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
        if length > LONGEST_STEP {
            slope.iter_mut().for_each(|by| *by *= LONGEST_STEP / length);
        }
        slope
    }
}

fn worth(utility: &Utility, parameters: &[f64]) -> f64 {
    utility.iter().map(|&(i, factor)| factor * parameters[i]).sum()
}

fn probabilities(alternatives: &[Utility], parameters: &[f64]) -> Vec<f64> {
    let mut chances: Vec<f64> = alternatives.iter().map(|utility| worth(utility, parameters)).collect();
    let top = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    chances.iter_mut().for_each(|chance| *chance = libm::exp(*chance - top));
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// An exponential variable with mean 1.
pub(super) fn exponential(rng: &mut Rng) -> f64 {
    -libm::log(1.0 - unit(rng))
}

/// A standard normal variable (Box and Muller 1958).
pub fn normal(rng: &mut Rng) -> f64 {
    let radius = (2.0 * exponential(rng)).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * unit(rng))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_wins_against_one_are_the_logarithm_of_three() {
        let mut choices = Choices::new(vec![0.0]);
        let set = choices.add_set(vec![vec![(0, 1.0)], vec![]]);
        choices.see(0, set, 0, 3.0);
        choices.see(1, set, 1, 1.0);
        let fit = choices.fit();
        assert!(fit.converged && (fit.parameters[0] - 3.0_f64.ln()).abs() < 1e-9);
    }

    #[test]
    fn nothing_seen_is_nothing_known() {
        let mut choices = Choices::new(vec![0.0, 1.0]);
        assert_eq!(choices.fit().parameters, [0.0, 0.0]);
        choices.add_set(vec![vec![(0, 1.0)], vec![(1, 1.0)]]);
        let fit = choices.fit();
        assert!(fit.converged && fit.parameters == [0.0, 0.0]);
        let drawn = choices.redraw(&fit.parameters, 3, &mut ergo_engine::rng::Seed::master(1).rng());
        assert!(drawn.iter().all(|parameter| parameter.is_finite()));
    }

    #[test]
    fn a_prior_keeps_all_wins_finite() {
        let mut choices = Choices::new(vec![0.25]);
        let set = choices.add_set(vec![vec![(0, 1.0)], vec![]]);
        (0..1000).for_each(|block| choices.see(block, set, 0, 1.0));
        let fit = choices.fit();
        assert!(fit.converged && fit.parameters[0] > 4.0 && fit.parameters[0] < 12.0, "{fit:?}");
    }
}
