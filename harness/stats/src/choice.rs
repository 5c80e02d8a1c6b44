//! Conditional logit (McFadden 1974): an alternative is chosen from a set with probability proportional to the
//! exponential of its utility, and utilities are linear in the parameters. Both rating models are special cases: the
//! winner of a table ([`super::luce`]), and the best of those not yet placed ([`super::plackett_luce`]).
//!
//! If an entrant won everything, the likelihood has no maximum, and in general its maximum is biased outward. Firth's
//! penalty (1993), half the logarithm of the determinant of the information, that is, Jeffreys's prior, corrects both.
//! Its score is that of `½ · N · p · q` additional choices of each alternative, where `N` choices were observed from
//! its set, `p` is its probability and `q` the variance of its utility about the mean of the set. In total this is half
//! a choice per parameter, however many choices were observed and however far apart the parameters are. For one pair it
//! is half a win on either side (Haldane 1955, Anscombe 1956).

use ergo_core::rng::{Rng, unit};

use super::linear::Cholesky;

/// The largest number of steps of a fit.
const MOST_STEPS: usize = 500;
/// A fit has converged when no parameter moves further than this.
const STILL: f64 = 1e-10;
/// A fit for its likelihood only ends when a step gains less than this.
const SMALL_GAIN: f64 = 1e-4;
/// The largest change of the parameters in one step.
const LONGEST_STEP: f64 = 2.0;

/// The utility of an alternative, the sum of `parameter × factor`, as pairs of parameter index and factor.
pub type Utility = Vec<(usize, f64)>;

/// The penalty added to the log-likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// None. An entrant that always won gets a rating as large as the arithmetic allows.
    None,
    /// Half the logarithm of the determinant of the information including priors (Firth 1993), plus the priors.
    Jeffreys,
}

/// A set of alternatives. They are the cells from `first` on in vectors of counts.
#[derive(Clone)]
struct Set {
    first: usize,
    size: usize,
    /// The parameters that its utilities depend on.
    of: Vec<usize>,
    /// The factors of these parameters, alternative by alternative.
    factors: Vec<f64>,
}

/// Quantities of a set at given parameters.
struct Local {
    chances: Vec<f64>,
    /// The factors of every alternative minus their mean.
    off: Vec<f64>,
    /// The logarithm of each probability.
    logarithms: Vec<f64>,
}

/// One observed choice with its block and weight.
struct Seen {
    block: usize,
    set: usize,
    alternative: usize,
    weight: f64,
}

/// Observed choices, grouped in blocks.
pub struct Choices {
    parameters: usize,
    sets: Vec<Set>,
    cells: usize,
    seen: Vec<Seen>,
    blocks: usize,
    /// For each parameter, the precision of its normal prior about 0, which is part of the penalty.
    precisions: Vec<f64>,
}

/// The maximum likelihood estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The parameters, in nats.
    pub parameters: Vec<f64>,
    /// True if the last step was short enough.
    pub converged: bool,
    /// Number of Newton steps.
    pub steps: usize,
}

/// The information and the scores of the choices at some parameters.
pub(super) struct Spread {
    /// The information matrix.
    pub(super) information: Vec<f64>,
    /// Its inverse in the identified directions.
    pub(super) inverse: Vec<f64>,
    /// The number of identified directions.
    pub(super) rank: usize,
    /// The sum of squared scores of the choices that the penalty adds.
    pub(super) added: Vec<f64>,
    /// The score of each block.
    pub(super) scores: Vec<Vec<f64>>,
}

impl Choices {
    /// Returns a model with this number of parameters and no choices.
    pub fn new(parameters: usize) -> Self {
        let precisions = vec![0.0; parameters];
        Choices { parameters, sets: Vec::new(), cells: 0, seen: Vec::new(), blocks: 0, precisions }
    }

    /// Gives parameters a normal prior about 0 with this precision. It counts only in penalised fits.
    ///
    /// # Panics
    ///
    /// If a parameter is out of range.
    pub fn add_prior(&mut self, parameters: std::ops::Range<usize>, precision: f64) {
        self.precisions[parameters].fill(precision);
    }

    /// Returns the precision of the prior as a matrix; zero without a penalty.
    fn prior(&self, penalty: Penalty) -> Vec<f64> {
        let n = self.parameters;
        let mut matrix = vec![0.0; n * n];
        if penalty == Penalty::Jeffreys {
            self.precisions.iter().enumerate().for_each(|(i, precision)| matrix[i * n + i] = *precision);
        }
        matrix
    }

    /// Adds a set of alternatives and returns its number.
    pub fn add_set(&mut self, alternatives: &[Utility]) -> usize {
        let mut of: Vec<usize> = alternatives.iter().flatten().map(|(parameter, _)| *parameter).collect();
        of.sort_unstable();
        of.dedup();
        let mut factors = vec![0.0; alternatives.len() * of.len()];
        for (row, utility) in factors.chunks_mut(of.len().max(1)).zip(alternatives) {
            for (parameter, factor) in utility {
                row[of.partition_point(|of| of < parameter)] += factor;
            }
        }
        self.sets.push(Set { first: self.cells, size: alternatives.len(), of, factors });
        self.cells += alternatives.len();
        self.sets.len() - 1
    }

    /// Records a choice of `alternative` from `set` in `block`, with a weight.
    pub fn record(&mut self, block: usize, set: usize, alternative: usize, weight: f64) {
        self.blocks = self.blocks.max(block + 1);
        self.seen.push(Seen { block, set, alternative, weight });
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns the total weight of the choices.
    pub(super) fn weight(&self) -> f64 {
        self.seen.iter().map(|seen| seen.weight).sum()
    }

    /// Returns the observed weight of each alternative of `set`.
    ///
    /// # Panics
    ///
    /// If `set` is out of range.
    pub fn observed_weights(&self, set: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.sets[set].size];
        self.seen.iter().filter(|seen| seen.set == set).for_each(|seen| sums[seen.alternative] += seen.weight);
        sums
    }

    /// Returns the maximum of the (penalised) likelihood, by Newton's method with step halving. If only differences of
    /// parameters are identified, the last one stays at 0, and so does a parameter without observations.
    pub fn fit(&self, penalty: Penalty) -> Fit {
        self.climb(&self.counts(), vec![0.0; self.parameters], penalty, None, 0.0)
    }

    /// Returns the maximum from a starting point, or the point at which a step gains less than `small`. With `held`,
    /// only parameters with the same `Σ held × parameter` are considered.
    fn climb(
        &self,
        counts: &[f64],
        mut parameters: Vec<f64>,
        penalty: Penalty,
        held: Option<&[f64]>,
        small: f64,
    ) -> Fit {
        let mut value = self.value(counts, &parameters, penalty);
        for steps in 1..=MOST_STEPS {
            let mut step = self.step(counts, &parameters, penalty, held);
            loop {
                let next: Vec<f64> = parameters.iter().zip(&step).map(|(at, by)| at + by).collect();
                let next_value = self.value(counts, &next, penalty);
                let length = step.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
                if next_value >= value || length < STILL {
                    let gain = next_value - value;
                    (parameters, value) = (next, next_value);
                    if length < STILL || gain < small {
                        return Fit { parameters, converged: true, steps };
                    }
                    break;
                }
                step.iter_mut().for_each(|by| *by /= 2.0);
            }
        }
        Fit { parameters, converged: false, steps: MOST_STEPS }
    }

    /// Returns the penalised log-likelihood, up to a constant.
    pub fn log_likelihood(&self, parameters: &[f64], penalty: Penalty) -> f64 {
        self.value(&self.counts(), parameters, penalty)
    }

    fn counts(&self) -> Vec<f64> {
        let mut counts = vec![0.0; self.cells];
        self.seen.iter().for_each(|seen| counts[self.sets[seen.set].first + seen.alternative] += seen.weight);
        counts
    }

    fn value(&self, counts: &[f64], parameters: &[f64], penalty: Penalty) -> f64 {
        let n = self.parameters;
        let (mut value, mut information) = (0.0, self.prior(penalty));
        for (set, counts, total) in self.seen_sets(counts) {
            let local = set.at(parameters);
            value += counts.iter().zip(&local.logarithms).map(|(count, logarithm)| count * logarithm).sum::<f64>();
            if penalty == Penalty::Jeffreys {
                set.add_squares(&local, &local.chances, total, &mut information, n);
            }
        }
        match penalty {
            Penalty::None => value,
            Penalty::Jeffreys => {
                let prior: f64 = self.precisions.iter().zip(parameters).map(|(by, at)| by * at * at).sum();
                value + (Cholesky::new(information, n).log_determinant() - prior) / 2.0
            }
        }
    }

    /// Returns a Newton step, shortened to [`LONGEST_STEP`].
    fn step(&self, counts: &[f64], parameters: &[f64], penalty: Penalty, held: Option<&[f64]>) -> Vec<f64> {
        let n = self.parameters;
        let locals: Vec<Local> = self.seen_sets(counts).map(|(set, ..)| set.at(parameters)).collect();
        let mut curvature = self.prior(penalty);
        let mut slope: Vec<f64> = (0..n).map(|i| -curvature[i * n + i] * parameters[i]).collect();
        for ((set, _, total), local) in self.seen_sets(counts).zip(&locals) {
            set.add_squares(local, &local.chances, total, &mut curvature, n);
        }
        let inverse =
            if penalty == Penalty::Jeffreys { Cholesky::new(curvature.clone(), n).inverse() } else { Vec::new() };
        for ((set, counts, total), local) in self.seen_sets(counts).zip(&locals) {
            let added = set.added(local, &inverse, total, n);
            let counts: Vec<f64> = counts.iter().zip(&added).map(|(count, added)| count + added).collect();
            set.add_scores(local, &counts, &mut slope);
            set.add_squares(local, &local.chances, added.iter().sum(), &mut curvature, n);
        }
        let factor = Cholesky::new(curvature, n);
        factor.solve(&mut slope);
        if let Some(held) = held {
            let mut along = held.to_vec();
            factor.solve(&mut along);
            let by = dot(held, &slope) / dot(held, &along);
            slope.iter_mut().zip(along).for_each(|(step, along)| *step -= by * along);
        }
        let length = slope.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
        if length > LONGEST_STEP {
            slope.iter_mut().for_each(|by| *by *= LONGEST_STEP / length);
        }
        slope
    }

    /// Returns the information and the scores at `parameters`.
    pub(super) fn spread(&self, parameters: &[f64]) -> Spread {
        let (n, counts) = (self.parameters, self.counts());
        let locals: Vec<Local> = self.sets.iter().map(|set| set.at(parameters)).collect();
        let totals: Vec<f64> =
            self.sets.iter().map(|set| counts[set.first..set.first + set.size].iter().sum()).collect();
        let mut information = self.prior(Penalty::Jeffreys);
        for ((set, local), total) in self.sets.iter().zip(&locals).zip(&totals) {
            set.add_squares(local, &local.chances, *total, &mut information, n);
        }
        let factor = Cholesky::new(information.clone(), n);
        let (inverse, rank) = (factor.inverse(), factor.rank());
        let mut added = vec![0.0; n * n];
        for ((set, local), total) in self.sets.iter().zip(&locals).zip(&totals) {
            set.add_squares(local, &set.added(local, &inverse, *total, n), 1.0, &mut added, n);
        }
        let mut scores = vec![vec![0.0; n]; self.blocks];
        for Seen { block, set, alternative, weight } in &self.seen {
            let (set, local) = (&self.sets[*set], &locals[*set]);
            for (of, off) in set.of.iter().zip(&local.off[alternative * set.of.len()..]) {
                scores[*block][*of] += weight * off;
            }
        }
        Spread { information, inverse, rank, added, scores }
    }

    /// Iterates over the sets with observed choices, with their counts and total.
    fn seen_sets<'c>(&'c self, counts: &'c [f64]) -> impl Iterator<Item = (&'c Set, &'c [f64], f64)> {
        let of = |set: &'c Set| {
            let counts = &counts[set.first..set.first + set.size];
            (set, counts, counts.iter().sum())
        };
        self.sets.iter().map(of).filter(|(.., total)| *total > 0.0)
    }
}

impl Set {
    fn at(&self, parameters: &[f64]) -> Local {
        let width = self.of.len();
        let utility =
            |row: usize| -> f64 { (0..width).map(|k| self.factors[row * width + k] * parameters[self.of[k]]).sum() };
        let utilities: Vec<f64> = (0..self.size).map(utility).collect();
        let top = utilities.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let log_sum = top + libm::log(utilities.iter().map(|utility| libm::exp(utility - top)).sum());
        let logarithms: Vec<f64> = utilities.iter().map(|utility| utility - log_sum).collect();
        let chances: Vec<f64> = logarithms.iter().map(|logarithm| libm::exp(*logarithm)).collect();
        let mut off = self.factors.clone();
        for k in 0..width {
            let mean: f64 = (0..self.size).map(|row| chances[row] * self.factors[row * width + k]).sum();
            (0..self.size).for_each(|row| off[row * width + k] -= mean);
        }
        Local { chances, off, logarithms }
    }

    /// Adds `weight × Σ weights × off × off'` to a matrix over all parameters.
    fn add_squares(&self, local: &Local, weights: &[f64], weight: f64, to: &mut [f64], n: usize) {
        let width = self.of.len();
        for (off, own) in local.off.chunks(width.max(1)).zip(weights) {
            for (i, one) in self.of.iter().zip(off) {
                for (j, other) in self.of.iter().zip(off) {
                    to[i * n + j] += weight * own * one * other;
                }
            }
        }
    }

    fn add_scores(&self, local: &Local, counts: &[f64], to: &mut [f64]) {
        for (off, count) in local.off.chunks(self.of.len().max(1)).zip(counts) {
            self.of.iter().zip(off).for_each(|(i, off)| to[*i] += count * off);
        }
    }

    /// Returns the choices of every alternative that the penalty adds; none if `inverse` is empty.
    fn added(&self, local: &Local, inverse: &[f64], total: f64, n: usize) -> Vec<f64> {
        if inverse.is_empty() {
            return vec![0.0; self.size];
        }
        let leverage = |off: &[f64]| -> f64 {
            let row = |(i, one): (&usize, &f64)| -> f64 {
                one * self.of.iter().zip(off).map(|(j, other)| inverse[i * n + j] * other).sum::<f64>()
            };
            self.of.iter().zip(off).map(row).sum()
        };
        let offs = local.off.chunks(self.of.len().max(1));
        offs.zip(&local.chances).map(|(off, chance)| total * chance * leverage(off) / 2.0).collect()
    }
}

/// The likelihood near its maximum, for tests and intervals of linear combinations of parameters.
pub(super) struct Profile {
    choices: Choices,
    counts: Vec<f64>,
    penalty: Penalty,
    parameters: Vec<f64>,
    top: f64,
}

impl Profile {
    /// Returns the profile of a fit of `choices` with this penalty.
    pub(super) fn new(choices: &Choices, parameters: &[f64], penalty: Penalty) -> Self {
        let (counts, top) = (choices.counts(), choices.log_likelihood(parameters, penalty));
        let choices = Choices {
            sets: choices.sets.clone(),
            seen: Vec::new(),
            precisions: choices.precisions.clone(),
            ..*choices
        };
        Profile { choices, counts, penalty, parameters: parameters.to_vec(), top }
    }

    /// Returns the signed root of the likelihood ratio for `Σ weight × parameter` being `by` above its estimate;
    /// negative for negative `by`. `direction` is the expected change of the parameters when the sum rises by 1.
    pub(super) fn root(&self, weights: &[f64], direction: &[f64], by: f64) -> f64 {
        let start = self.parameters.iter().zip(direction).map(|(at, along)| at + by * along).collect();
        let fit = self.choices.climb(&self.counts, start, self.penalty, Some(weights), SMALL_GAIN);
        let value = self.choices.value(&self.counts, &fit.parameters, self.penalty);
        (2.0 * (self.top - value)).max(0.0).sqrt().copysign(by)
    }
}

/// Returns the inner product.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Samples an exponential variable with mean 1.
pub(super) fn exponential(rng: &mut Rng) -> f64 {
    -libm::log(1.0 - unit(rng))
}

/// Samples a standard normal variable (Box and Muller 1958).
pub fn normal(rng: &mut Rng) -> f64 {
    let radius = (2.0 * exponential(rng)).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * unit(rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_core::rng::{Seed, below};

    #[test]
    fn fit_of_three_wins_and_one_loss_is_log_of_three() {
        let mut choices = Choices::new(1);
        let set = choices.add_set(&[vec![(0, 1.0)], vec![]]);
        choices.record(0, set, 0, 3.0);
        choices.record(1, set, 1, 1.0);
        let fit = choices.fit(Penalty::None);
        assert!(fit.converged && (fit.parameters[0] - 3.0_f64.ln()).abs() < 1e-9);
        // With half a win on either side, as in Haldane and Anscombe.
        let fit = choices.fit(Penalty::Jeffreys);
        assert!(fit.converged && (fit.parameters[0] - (3.5_f64 / 1.5).ln()).abs() < 1e-9);
    }

    #[test]
    fn fit_without_choices_is_zero() {
        let mut choices = Choices::new(2);
        assert_eq!(choices.fit(Penalty::Jeffreys).parameters, [0.0, 0.0]);
        choices.add_set(&[vec![(0, 1.0)], vec![(1, 1.0)]]);
        let fit = choices.fit(Penalty::Jeffreys);
        assert!(fit.converged && fit.parameters == [0.0, 0.0]);
    }

    #[test]
    fn penalised_fit_of_wins_only_is_finite() {
        for wins in [1.0, 40.0, 100_000.0] {
            let mut choices = Choices::new(2);
            let set = choices.add_set(&[vec![(0, 1.0)], vec![(1, 1.0)]]);
            choices.record(0, set, 0, wins);
            let fit = choices.fit(Penalty::Jeffreys);
            let expected = libm::log(2.0 * wins + 1.0);
            assert!(fit.converged && (fit.parameters[0] - fit.parameters[1] - expected).abs() < 1e-7, "{fit:?}");
        }
    }

    /// Finds the maximum of the penalised likelihood by search along every axis, without derivatives.
    #[test]
    fn penalised_fit_maximises_penalised_likelihood() {
        let mut rng = Seed::master(5).rng();
        for trial in 0..20 {
            // Five parameters, the last held at 0; sets of two to four alternatives, some observed only once.
            let mut choices = Choices::new(5);
            for set in 0..7 {
                let alternatives: Vec<Utility> = (0..2 + set % 3).map(|i| vec![((i + set) % 5, 1.0)]).collect();
                let set = choices.add_set(&alternatives);
                for block in 0..1 + below(&mut rng, 6) as usize {
                    choices.record(block, set, below(&mut rng, alternatives.len() as u32) as usize, 1.0);
                }
            }
            let fit = choices.fit(Penalty::Jeffreys);
            assert!(fit.converged, "{trial}: {fit:?}");
            let mut top = vec![0.0; 5];
            let mut reach = 1.0;
            while reach > 1e-7 {
                let value = choices.log_likelihood(&top, Penalty::Jeffreys);
                let moved = (0..8).find_map(|way| {
                    let mut next = top.clone();
                    next[way / 2] += if way % 2 == 0 { reach } else { -reach };
                    (choices.log_likelihood(&next, Penalty::Jeffreys) > value).then_some(next)
                });
                match moved {
                    Some(next) => top = next,
                    None => reach /= 2.0,
                }
            }
            assert!(fit.parameters.iter().zip(&top).all(|(a, b)| (a - b).abs() < 1e-4), "{trial}: {fit:?} {top:?}");
        }
    }
}
