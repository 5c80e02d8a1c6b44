//! The luck of the draw at one table, and means with it taken out. What luck is `luck.csv` says, by columns that are the
//! game's own; that it has mean 0 is the game's promise. The rest is [`control`](ergo_stats::control).

use crate::measure::{Key, Measures};
use crate::probe::Sum;
use crate::report::measured::Measured;
use ergo_stats::Law;
use ergo_stats::control::{Adjusted, Controlled};
use ergo_stats::paired::PairedTest;

/// The measures that luck is taken out of.
pub(super) const MEASURES: [&str; 2] = ["win_share", "points_per_round"];

/// Whose luck is summed up: the entrants of a table by their place among the different ones, then its seats.
pub(super) struct BlockLuck {
    kinds: usize,
    /// By subject: luck by kind, summed over seats and matches.
    sums: Vec<Vec<f64>>,
    /// By subject: the seats and matches summed over.
    counts: Vec<f64>,
    /// The same of all seats.
    total: Vec<f64>,
    count: f64,
}

impl BlockLuck {
    /// A block of which nothing is known yet.
    pub(super) fn new(subjects: usize, kinds: usize) -> Self {
        BlockLuck {
            kinds,
            sums: vec![vec![0.0; kinds]; subjects],
            counts: vec![0.0; subjects],
            total: vec![0.0; kinds],
            count: 0.0,
        }
    }

    /// Adds the luck of one seat in one match to the `subjects` it belongs to.
    pub(super) fn add(&mut self, subjects: [usize; 2], luck: &[f64]) {
        for subject in subjects {
            self.sums[subject].iter_mut().zip(luck).for_each(|(sum, value)| *sum += value);
            self.counts[subject] += 1.0;
        }
        self.total.iter_mut().zip(luck).for_each(|(sum, value)| *sum += value);
        self.count += 1.0;
    }

    /// The covariates of a subject: its own luck by kind, for a seat and match, then that of the others.
    fn covariates(&self, subject: usize, out: &mut Vec<f64>) {
        let (sums, count) = (&self.sums[subject], self.counts[subject]);
        let others = self.count - count;
        let mean = |sum: f64, count: f64| if count > 0.0 { sum / count } else { 0.0 };
        out.extend(sums.iter().map(|sum| mean(*sum, count)));
        out.extend(self.total.iter().zip(sums).map(|(total, sum)| mean(total - sum, others)));
    }
}

/// The luck at a table, collected block by block.
#[derive(Default)]
pub(super) struct TableLuck {
    subjects: Vec<(String, Controlled)>,
    block: Vec<f64>,
}

/// A mean with luck taken out.
pub(super) struct LessLuck {
    /// The mean, of what is called `win_share_less_luck` and so on.
    pub measured: Measured,
    /// The variance of a block by that of a block as played.
    pub ratio: f64,
    /// The test of the correction taken off.
    pub correction: PairedTest,
}

impl TableLuck {
    /// Adds a block: who its subjects are, and the sums of [`MEASURES`] for each, if it has some. Blocks of odd and of even
    /// deals teach each other.
    pub(super) fn push(
        &mut self,
        luck: &BlockLuck,
        deal: u64,
        subjects: &mut dyn Iterator<Item = (String, Option<[Sum; MEASURES.len()]>)>,
    ) {
        for (place, (name, values)) in subjects.enumerate() {
            if self.subjects.len() == place {
                self.subjects.push((name, Controlled::new(2 * luck.kinds, 2 * MEASURES.len())));
            }
            let Some(values) = values else { continue };
            self.block.clear();
            luck.covariates(place, &mut self.block);
            self.block.extend(values.iter().flat_map(|(value, weight)| [value, weight]));
            self.subjects[place].1.push((deal % 2) as usize, &self.block);
        }
    }

    /// Every measure of every subject with luck taken out, as far as there are enough blocks.
    pub(super) fn measures(&self) -> Vec<LessLuck> {
        let everywhere = Measures::default();
        let mut all = Vec::new();
        for (name, controlled) in &self.subjects {
            for (value, measure) in MEASURES.into_iter().enumerate() {
                let found = controlled.adjusted_ratio(2 * value, 2 * value + 1);
                all.extend(found.map(|found| less_luck(everywhere.key(name, measure), found)));
            }
        }
        all
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> u64 {
        self.subjects.iter().map(|(_, controlled)| controlled.blocks()).max().unwrap_or(0)
    }
}

fn less_luck(key: Key, found: Adjusted) -> LessLuck {
    let Adjusted { mean, interval, blocks, ratio, correction } = found;
    let p = Some(correction.p);
    LessLuck {
        measured: Measured { key, value: mean, interval: Some(interval), law: Law::T, blocks, p },
        ratio,
        correction,
    }
}
