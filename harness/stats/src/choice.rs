//! Conditional logit (McFadden 1974): one alternative is chosen from a set with probability proportional to the exponential
//! of its utility, and utilities are linear in the parameters. Both rating models are this model with different sets: who
//! wins a table ([`super::luce`]), and who is best of those not yet placed ([`super::plackett_luce`]).
//!
//! Where somebody won everything, likelihood alone has no largest value, and short of that it leans outward. Firth's penalty
//! (1993), half the logarithm of the determinant of the information, that is Jeffreys's prior, mends both: its score is that of
//! `½ · N · p · q` more choices of each alternative, `N` choices being seen of its set, `p` its probability and `q` the
//! variance of its utility above the mean of the set. In all that is half a choice for each parameter, however many were seen
//! and however far apart the parameters are. For one pair it is half a win on either side (Haldane 1955, Anscombe 1956).

use ergo_core::rng::{Rng, unit};

use super::linear::Factor;

/// The most steps of a fit.
const MOST_STEPS: usize = 500;
/// A fit has converged when no parameter moves further than this.
const STILL: f64 = 1e-10;
/// A fit of which only the likelihood is wanted ends when a step gains less.
const SMALL_GAIN: f64 = 1e-4;
/// The furthest a parameter moves in one step.
const LONGEST_STEP: f64 = 2.0;

/// The utility of an alternative: the sum of `parameter × factor`, as `(number of the parameter, factor)`.
pub type Utility = Vec<(usize, f64)>;

/// The penalty, added to the logarithm of the likelihood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// Nothing: what always won has a rating as large as the arithmetic allows.
    None,
    /// Half the logarithm of the determinant of the information (Firth 1993), that of priors included, and the priors.
    Jeffreys,
}

/// A set of alternatives. Its alternatives are cells `first ..` of every tally.
#[derive(Clone)]
struct Set {
    first: usize,
    size: usize,
    /// The parameters its utilities are made of.
    of: Vec<usize>,
    /// Their factors, alternative by alternative.
    factors: Vec<f64>,
}

/// A set at given parameters.
struct Local {
    chances: Vec<f64>,
    /// The factors of every alternative less their mean.
    off: Vec<f64>,
    /// The logarithm of every probability.
    logarithms: Vec<f64>,
}

/// One choice seen: `weight` on a cell of a set, in a block.
struct Seen {
    block: usize,
    set: usize,
    alternative: usize,
    weight: f64,
}

/// Choices seen, grouped in blocks.
pub struct Choices {
    parameters: usize,
    sets: Vec<Set>,
    cells: usize,
    seen: Vec<Seen>,
    blocks: usize,
    /// By parameter: the precision of its normal prior about 0, part of the penalty.
    precisions: Vec<f64>,
}

/// The parameters of the largest likelihood.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The parameters, in nats.
    pub parameters: Vec<f64>,
    /// Whether the last step was short enough.
    pub converged: bool,
    /// Newton steps taken.
    pub steps: usize,
}

/// The information and the scores of the choices at a point.
pub(super) struct Spread {
    /// The information.
    pub(super) information: Vec<f64>,
    /// Its inverse, in the directions about which something is known.
    pub(super) inverse: Vec<f64>,
    /// How many those are.
    pub(super) rank: usize,
    /// The sum of squares of the scores of the choices that the penalty adds.
    pub(super) added: Vec<f64>,
    /// The score of every block.
    pub(super) scores: Vec<Vec<f64>>,
}

impl Choices {
    /// No choices yet.
    pub fn new(parameters: usize) -> Self {
        let precisions = vec![0.0; parameters];
        Choices { parameters, sets: Vec::new(), cells: 0, seen: Vec::new(), blocks: 0, precisions }
    }

    /// Gives parameters a normal prior about 0, which counts where the fit is penalised.
    pub fn add_prior(&mut self, parameters: std::ops::Range<usize>, precision: f64) {
        self.precisions[parameters].fill(precision);
    }

    /// The precision of the prior as a matrix; zero without a penalty.
    fn prior(&self, penalty: Penalty) -> Vec<f64> {
        let n = self.parameters;
        let mut matrix = vec![0.0; n * n];
        if penalty == Penalty::Jeffreys {
            self.precisions.iter().enumerate().for_each(|(i, precision)| matrix[i * n + i] = *precision);
        }
        matrix
    }

    /// Adds a set of alternatives; gives its number.
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

    /// Adds a choice of `alternative` from `set`, seen in `block`.
    pub fn see(&mut self, block: usize, set: usize, alternative: usize, weight: f64) {
        self.blocks = self.blocks.max(block + 1);
        self.seen.push(Seen { block, set, alternative, weight });
    }

    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// All that was seen, in choices.
    pub(super) fn weight(&self) -> f64 {
        self.seen.iter().map(|seen| seen.weight).sum()
    }

    /// The weight seen on every alternative of `set`.
    pub fn seen_of(&self, set: usize) -> Vec<f64> {
        let mut sums = vec![0.0; self.sets[set].size];
        self.seen.iter().filter(|seen| seen.set == set).for_each(|seen| sums[seen.alternative] += seen.weight);
        sums
    }

    /// The parameters of the largest, perhaps penalised, likelihood, by Newton's method with halved steps where a whole one
    /// would lose. Of parameters of which only differences count the last is held at 0, and so is one of which nothing was
    /// seen.
    pub fn fit(&self, penalty: Penalty) -> Fit {
        self.climb(&self.counts(), vec![0.0; self.parameters], penalty, None, 0.0)
    }

    /// Returns the maximum from a starting point, or where a step gains less than `small`. With `held`, among parameters with the
    /// same `Σ held × parameter` only.
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

    /// The logarithm of the likelihood and of what the penalty adds, up to a constant.
    pub fn value_at(&self, parameters: &[f64], penalty: Penalty) -> f64 {
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
                value + (Factor::of(information, n).log_determinant() - prior) / 2.0
            }
        }
    }

    /// A step, shortened to [`LONGEST_STEP`].
    fn step(&self, counts: &[f64], parameters: &[f64], penalty: Penalty, held: Option<&[f64]>) -> Vec<f64> {
        let n = self.parameters;
        let locals: Vec<Local> = self.seen_sets(counts).map(|(set, ..)| set.at(parameters)).collect();
        let mut curvature = self.prior(penalty);
        let mut slope: Vec<f64> = (0..n).map(|i| -curvature[i * n + i] * parameters[i]).collect();
        for ((set, _, total), local) in self.seen_sets(counts).zip(&locals) {
            set.add_squares(local, &local.chances, total, &mut curvature, n);
        }
        let inverse =
            if penalty == Penalty::Jeffreys { Factor::of(curvature.clone(), n).inverse() } else { Vec::new() };
        for ((set, counts, total), local) in self.seen_sets(counts).zip(&locals) {
            let added = set.added(local, &inverse, total, n);
            let counts: Vec<f64> = counts.iter().zip(&added).map(|(count, added)| count + added).collect();
            set.add_scores(local, &counts, &mut slope);
            set.add_squares(local, &local.chances, added.iter().sum(), &mut curvature, n);
        }
        let factor = Factor::of(curvature, n);
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

    /// The information and the scores of the choices at `parameters`.
    pub(super) fn spread(&self, parameters: &[f64]) -> Spread {
        let (n, counts) = (self.parameters, self.counts());
        let locals: Vec<Local> = self.sets.iter().map(|set| set.at(parameters)).collect();
        let totals: Vec<f64> =
            self.sets.iter().map(|set| counts[set.first..set.first + set.size].iter().sum()).collect();
        let mut information = self.prior(Penalty::Jeffreys);
        for ((set, local), total) in self.sets.iter().zip(&locals).zip(&totals) {
            set.add_squares(local, &local.chances, *total, &mut information, n);
        }
        let factor = Factor::of(information.clone(), n);
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

    /// The sets of which choices were seen, with these and their sum.
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

    /// Adds `weight × Σ weights × off × off'` to a matrix of all parameters.
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

    /// The choices of every alternative that the penalty adds; none without an inverse of the information.
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

/// The likelihood of all choices near its maximum, for tests and intervals of sums of parameters.
pub(super) struct Profile {
    choices: Choices,
    counts: Vec<f64>,
    penalty: Penalty,
    parameters: Vec<f64>,
    top: f64,
}

impl Profile {
    /// The profile of a fit of `choices` with this penalty.
    pub(super) fn new(choices: &Choices, parameters: &[f64], penalty: Penalty) -> Self {
        let (counts, top) = (choices.counts(), choices.value_at(parameters, penalty));
        let choices = Choices {
            sets: choices.sets.clone(),
            seen: Vec::new(),
            precisions: choices.precisions.clone(),
            ..*choices
        };
        Profile { choices, counts, penalty, parameters: parameters.to_vec(), top }
    }

    /// Returns the signed root of the likelihood ratio of `Σ weight × parameter` being `by` above its estimate: negative below.
    /// `direction` is where the parameters are expected to move when the sum rises by 1.
    pub(super) fn root(&self, weights: &[f64], direction: &[f64], by: f64) -> f64 {
        let start = self.parameters.iter().zip(direction).map(|(at, along)| at + by * along).collect();
        let fit = self.choices.climb(&self.counts, start, self.penalty, Some(weights), SMALL_GAIN);
        let value = self.choices.value(&self.counts, &fit.parameters, self.penalty);
        (2.0 * (self.top - value)).max(0.0).sqrt().copysign(by)
    }
}

/// The inner product.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
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
    use ergo_core::rng::{Seed, below};

    #[test]
    fn three_wins_against_one_are_the_logarithm_of_three() {
        let mut choices = Choices::new(1);
        let set = choices.add_set(&[vec![(0, 1.0)], vec![]]);
        choices.see(0, set, 0, 3.0);
        choices.see(1, set, 1, 1.0);
        let fit = choices.fit(Penalty::None);
        assert!(fit.converged && (fit.parameters[0] - 3.0_f64.ln()).abs() < 1e-9);
        // With half a win on either side, as Haldane and Anscombe have it.
        let fit = choices.fit(Penalty::Jeffreys);
        assert!(fit.converged && (fit.parameters[0] - (3.5_f64 / 1.5).ln()).abs() < 1e-9);
    }

    #[test]
    fn nothing_seen_is_nothing_known() {
        let mut choices = Choices::new(2);
        assert_eq!(choices.fit(Penalty::Jeffreys).parameters, [0.0, 0.0]);
        choices.add_set(&[vec![(0, 1.0)], vec![(1, 1.0)]]);
        let fit = choices.fit(Penalty::Jeffreys);
        assert!(fit.converged && fit.parameters == [0.0, 0.0]);
    }

    #[test]
    fn all_wins_are_finite() {
        for wins in [1.0, 40.0, 100_000.0] {
            let mut choices = Choices::new(2);
            let set = choices.add_set(&[vec![(0, 1.0)], vec![(1, 1.0)]]);
            choices.see(0, set, 0, wins);
            let fit = choices.fit(Penalty::Jeffreys);
            let expected = libm::log(2.0 * wins + 1.0);
            assert!(fit.converged && (fit.parameters[0] - fit.parameters[1] - expected).abs() < 1e-7, "{fit:?}");
        }
    }

    /// The penalised fit is where the penalised likelihood is largest: looked for along every axis, without derivatives.
    #[test]
    fn the_penalised_fit_is_the_top_of_the_penalised_likelihood() {
        let mut rng = Seed::master(5).rng();
        for trial in 0..20 {
            // Five parameters, the last held at 0; sets of two to four, some of which are seen once only.
            let mut choices = Choices::new(5);
            for set in 0..7 {
                let alternatives: Vec<Utility> = (0..2 + set % 3).map(|i| vec![((i + set) % 5, 1.0)]).collect();
                let set = choices.add_set(&alternatives);
                for block in 0..1 + below(&mut rng, 6) as usize {
                    choices.see(block, set, below(&mut rng, alternatives.len() as u32) as usize, 1.0);
                }
            }
            let fit = choices.fit(Penalty::Jeffreys);
            assert!(fit.converged, "{trial}: {fit:?}");
            let mut top = vec![0.0; 5];
            let mut reach = 1.0;
            while reach > 1e-7 {
                let value = choices.value_at(&top, Penalty::Jeffreys);
                let moved = (0..8).find_map(|way| {
                    let mut next = top.clone();
                    next[way / 2] += if way % 2 == 0 { reach } else { -reach };
                    (choices.value_at(&next, Penalty::Jeffreys) > value).then_some(next)
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
