//! Whether chances came true: before every round of a match each seat has a chance, at its end a share of the win.

use std::collections::BTreeMap;

use ergo_agents::games::ergo::equity::MatchEquity;
use ergo_engine::seat::{SeatCount, SeatMap};

use super::recorded::Recorded;
use ergo_stats::{Interval, Moments, mean_interval};

/// How many bins there are from 0 to 1.
const BINS: usize = 10;

/// Chances against what became of them. The unit of intervals is the deal.
#[derive(Clone, Debug, Default)]
pub struct Calibration {
    bins: [Sums; BINS],
    all: Sums,
    /// Sum of squares of chance less share.
    squares: f64,
    /// The same of a chance of 1 over the number of seats, whatever the score.
    even_squares: f64,
}

/// The chances in one bin, and how they came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// How many chances.
    pub count: u64,
    /// Their mean.
    pub chance: f64,
    /// The mean share that was won.
    pub share: f64,
    /// Where the mean of share less chance lies; nothing for fewer than two deals.
    pub gap: Option<Interval>,
}

#[derive(Clone, Debug, Default)]
struct Sums {
    count: u64,
    chance: f64,
    share: f64,
    /// For each deal, how many chances and the sum of share less chance.
    deals: BTreeMap<u64, (f64, f64)>,
}

impl Calibration {
    /// Counts the chances that `table` gives before every round of a match of as many seats.
    pub fn add(&mut self, table: &MatchEquity, played: &Recorded) {
        let seats = SeatCount::new(played.entrants.len());
        let mut scores = SeatMap::from_fn(seats, |_| 0);
        for round in &played.rounds {
            let chances = table.chance(&scores, round.starter);
            for (chance, share) in chances.iter().zip(&played.shares) {
                let bin = ((chance * BINS as f64) as usize).min(BINS - 1);
                self.bins[bin].push(played.deal, *chance, *share);
                self.all.push(played.deal, *chance, *share);
                let even = 1.0 / seats.get() as f64;
                self.squares += (chance - share) * (chance - share);
                self.even_squares += (even - share) * (even - share);
            }
            scores = round.scores.clone();
        }
    }

    /// Every bin, from chances of 0 to 0.1 up; nothing where there were none.
    pub fn bins(&self) -> Vec<Option<Bin>> {
        self.bins.iter().map(Sums::bin).collect()
    }

    /// How many chances were counted.
    pub fn count(&self) -> u64 {
        self.all.count
    }

    /// The mean of how far bins are off, each by the number of its chances.
    pub fn off(&self) -> f64 {
        let off = |bin: &Bin| bin.count as f64 * (bin.chance - bin.share).abs();
        self.bins.iter().filter_map(Sums::bin).map(|bin| off(&bin)).sum::<f64>() / self.count().max(1) as f64
    }

    /// How much of the squared error of even chances is gone: 0 is no better, 1 is foresight.
    pub fn skill(&self) -> f64 {
        1.0 - self.squares / self.even_squares.max(f64::MIN_POSITIVE)
    }
}

impl Sums {
    fn push(&mut self, deal: u64, chance: f64, share: f64) {
        self.count += 1;
        self.chance += chance;
        self.share += share;
        let (count, gap) = self.deals.entry(deal).or_default();
        *count += 1.0;
        *gap += share - chance;
    }

    fn bin(&self) -> Option<Bin> {
        let count = self.count as f64;
        (self.count > 0).then(|| Bin {
            count: self.count,
            chance: self.chance / count,
            share: self.share / count,
            gap: mean_interval(&self.linear()),
        })
    }

    /// Values of deals whose mean is the mean gap, and whose spread is, to first order, that of a ratio of two sums.
    fn linear(&self) -> Moments {
        let gap = (self.share - self.chance) / self.count as f64;
        let mean_count = self.count as f64 / self.deals.len() as f64;
        let mut moments = Moments::default();
        self.deals.values().for_each(|(count, sum)| moments.push(gap + (sum - gap * count) / mean_count));
        moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_by_hand() {
        let mut sums = Sums::default();
        for (deal, share) in [(1, 1.0), (1, 0.0), (2, 1.0), (3, 0.0)] {
            sums.push(deal, 0.25, share);
        }
        let bin = sums.bin().unwrap();
        assert_eq!((bin.count, bin.chance, bin.share), (4, 0.25, 0.5));
        // Gaps of deals 0.5, 0.75 and -0.25, of 2, 1 and 1 chances, less a quarter each: 0, 0.5 and -0.5, over 4/3.
        let spread = (2.0 * 0.375_f64 * 0.375 / 2.0 / 3.0).sqrt() * 4.302_652_729_911_275;
        let gap = bin.gap.unwrap();
        assert!((gap.low - (0.25 - spread)).abs() < 1e-9 && (gap.high - (0.25 + spread)).abs() < 1e-9, "{gap:?}");
    }
}
