//! Whole comparisons of fast bots, many times over: how often the verdict is wrong, and what the estimates are worth.

use ergo_lab::compare::{By, Comparison, Contest, Question, play};
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::programs::Programs;
use ergo_lab::stats::sequential::{BadTest, NORMALISED_ELO_PER_T, Verdict};
use ergo_lab::stats::{Moments, mean_interval};
use rayon::ThreadPool;

/// Two bots at a table: the best of so many drawn turns.
#[derive(Clone, Copy)]
pub struct Pair {
    pub a: u64,
    pub b: u64,
    pub seats: usize,
    pub by: By,
}

/// The true values of a pair, by a long run.
pub struct Truth {
    /// B's advantage in normalised Elo.
    pub normalised: f64,
    /// The mean of blocks.
    pub mean: f64,
}

/// Shares of the comparisons.
#[derive(Debug, Default)]
pub struct Found {
    pub accepted: f64,
    pub rejected: f64,
    /// Blocks on average.
    pub blocks: f64,
    /// Whose interval with the length fixed held the truth.
    pub fixed: f64,
    /// Whose corrected one did.
    pub corrected: f64,
    /// Whose mean as seen was above the truth.
    pub seen_high: f64,
    /// Whose corrected estimate was.
    pub corrected_high: f64,
    /// Whose anytime-valid interval held the truth.
    pub always: f64,
}

impl Pair {
    /// The same bot at both places.
    pub fn twins(self) -> Self {
        Pair { b: self.a, ..self }
    }

    fn experiment(self, seed: u64) -> Experiment {
        let table =
            |focal: &str, other: &str| format!("[\"{focal}\"{}]", format!(", \"{other}\"").repeat(self.seats - 1));
        let reverse = if self.seats > 2 { format!(", {}", table("A", "B")) } else { String::new() };
        let entrant = |name: &str, drawn: u64| {
            format!("[[entrant]]\nname = \"{name}\"\nagent = {{ kind = \"best-of\", drawn = {drawn} }}\n")
        };
        let text = format!(
            "question = \"?\"\nseed = {seed}\n[game]\nname = \"ergo\"\nrules.target = 20\n{}{}[schedule]\ntables = [{}{reverse}]\n\
             deals = 1\n",
            entrant("A", self.a),
            entrant("B", self.b),
            table("B", "A"),
        );
        Experiment::read(&Document::parse(&text).unwrap()).unwrap()
    }

    fn question(self, one: f64) -> Question {
        let (a, b) = ("A".to_owned(), "B".to_owned());
        Question { a, b, against: None, by: self.by, zero: 0.0, one, alpha: 0.05, beta: 0.05, cap: 20_000 }
    }

    /// The true values, by a run of `blocks` blocks.
    pub fn truth(self, blocks: u64, pool: &ThreadPool) -> Truth {
        use rayon::prelude::*;
        let experiment = self.experiment(1_000_000);
        let contest = Contest::new(&experiment, Programs::new(None)).by(self.by);
        let values: Vec<f64> =
            pool.install(|| (1..=blocks).into_par_iter().map(|deal| contest.play(deal).value).collect());
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        let t = (moments.mean() - 0.5) / moments.variance().unwrap().sqrt();
        let normalised = t / f64::from(contest.matches()).sqrt() * NORMALISED_ELO_PER_T;
        Truth { normalised, mean: moments.mean() }
    }

    /// Comparisons with the seeds from 1 to `runs`, with `one` under H1, where blocks have the mean `mean`.
    pub fn compared(self, one: f64, mean: f64, runs: u64, pool: &ThreadPool) -> Found {
        let mut found = Found::default();
        for seed in 1..=runs {
            let experiment = self.experiment(seed);
            let contest = Contest::new(&experiment, Programs::new(None)).by(self.by);
            let mut comparison = Comparison::new(&self.question(one), contest.matches()).unwrap();
            let verdict = play(&contest, &mut comparison, pool, &mut |_, _| Ok::<(), BadTest>(())).unwrap();
            let (value, always) = (comparison.totals().value, comparison.interval());
            let (fixed, corrected) = (mean_interval(&value).unwrap(), comparison.corrected().unwrap());
            let share = |is: bool| if is { 1.0 / runs as f64 } else { 0.0 };
            found.accepted += share(verdict == Verdict::Accepted);
            found.rejected += share(verdict == Verdict::Rejected);
            found.blocks += comparison.blocks() as f64 / runs as f64;
            found.fixed += share(fixed.low <= mean && mean <= fixed.high);
            found.corrected += share(corrected.interval.low <= mean && mean <= corrected.interval.high);
            found.seen_high += share(value.mean() > mean);
            found.corrected_high += share(corrected.value > mean);
            found.always += share(always.low <= mean && mean <= always.high);
        }
        found
    }
}
