//! Many simulated comparisons of fast bots: error rates of verdicts and coverage of intervals.

use ergo_engine::rng::{Seed, unit};
use ergo_lab::compare::{Block, BlockMeasure, Comparison, Contest, Question};
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::programs::Programs;
use ergo_lab::report::{Conclusion, conclusion};
use ergo_lab::stats::Interval;
use rayon::ThreadPool;
use rayon::prelude::*;

/// Two bots at a table, each the best of this many drawn turns.
#[derive(Clone, Copy)]
pub struct Pair {
    pub a: u64,
    pub b: u64,
    pub seats: usize,
    pub by: BlockMeasure,
}

impl Pair {
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

    /// Plays `blocks` blocks.
    pub fn played(self, blocks: u64, pool: &ThreadPool) -> Played {
        let experiment = self.experiment(1_000_000);
        let contest = Contest::new(&experiment, Programs::new(None)).with_measure(self.by);
        let blocks = pool.install(|| (1..=blocks).into_par_iter().map(|deal| contest.play(deal)).collect());
        Played { blocks, matches: contest.matches() }
    }
}

/// Played blocks, and the number of matches in each.
pub struct Played {
    pub blocks: Vec<Block>,
    matches: u32,
}

/// Averages over simulated comparisons of blocks with a known mean.
#[derive(Debug)]
pub struct Stopped {
    pub blocks: f64,
    /// Shares of the verdicts.
    pub better: f64,
    pub weaker: f64,
    /// Mean estimate: of all comparisons, and of those with the verdict "better".
    pub mean: f64,
    pub mean_if_better: f64,
    /// Coverage and mean width of the reported interval.
    pub interval: [f64; 2],
    /// Coverage and mean width of the anytime-valid interval.
    pub always: [f64; 2],
}

impl Played {
    pub fn mean(&self) -> f64 {
        self.blocks.iter().map(|block| block.value).sum::<f64>() / self.blocks.len() as f64
    }

    /// Cumulative weights exp(tilt · value) of the blocks, with the tilt that gives mean `mean`.
    fn tilted(&self, mean: f64) -> Vec<f64> {
        let weight = |tilt: f64, block: &Block| libm::exp(tilt * (block.value - mean));
        let (mut low, mut high) = (-200.0, 200.0);
        for _ in 0..100 {
            let tilt = (low + high) / 2.0;
            let off: f64 = self.blocks.iter().map(|block| weight(tilt, block) * (block.value - mean)).sum();
            if off < 0.0 { low = tilt } else { high = tilt }
        }
        let mut sum = 0.0;
        let up_to = |block: &Block| {
            sum += weight(low, block);
            sum
        };
        self.blocks.iter().map(up_to).collect()
    }

    /// Simulates `runs` comparisons with H1 at `one`, of blocks resampled to have mean `mean`.
    pub fn stopped(&self, one: f64, mean: f64, runs: u64, seed: &Seed) -> Stopped {
        let up_to = self.tilted(mean);
        let pair = Pair { a: 0, b: 0, seats: 2, by: BlockMeasure::Wins };
        let question = pair.question(one);
        let run = |run: u64| {
            let mut rng = seed.derive("stopped", &[run, mean.to_bits(), u64::from(self.matches)]).rng();
            let mut comparison = Comparison::new(&question, self.matches).unwrap();
            while comparison.verdict().is_none() {
                let at = unit(&mut rng) * up_to[up_to.len() - 1];
                let place = up_to.partition_point(|sum| *sum <= at).min(up_to.len() - 1);
                comparison.push(&self.blocks[place]).unwrap();
            }
            let (interval, always) = (comparison.mean_interval(), comparison.interval());
            let answer = conclusion(comparison.verdict(), [question.zero, question.one], interval);
            let includes = |of: Interval| f64::from(of.low <= mean && mean <= of.high);
            let (better, seen) = (f64::from(answer == Conclusion::Better), comparison.totals().value.mean());
            let weaker = f64::from(answer == Conclusion::Weaker);
            let widths = [interval, always].map(|of| of.high - of.low);
            let blocks = comparison.blocks() as f64;
            [blocks, better, weaker, seen, better * seen, includes(interval), widths[0], includes(always), widths[1]]
        };
        let rows: Vec<[f64; 9]> = (0..runs).into_par_iter().map(run).collect();
        let mean = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>() / runs as f64;
        Stopped {
            blocks: mean(0),
            better: mean(1),
            weaker: mean(2),
            mean: mean(3),
            mean_if_better: mean(4) / mean(1),
            interval: [mean(5), mean(6)],
            always: [mean(7), mean(8)],
        }
    }
}
