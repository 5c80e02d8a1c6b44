//! Estimates after a sequential test has stopped: median-unbiased, with intervals that hold.
//!
//! A test that stops when it has seen enough stops on values that lie too far out, and the mean of what it saw leans that
//! way. Here the test is a walk with independent normal steps between two parallel lines, and the probability of ending
//! further out than it did follows from one integral a look (Armitage, McPherson and Rowe, "Repeated significance tests on
//! accumulating data", JRSS-A 1969). Ends are put in the stagewise order: at the upper line the earlier is the further up,
//! at the lower line the later, at the same look the higher (Fairbanks and Madsen, "P values for tests using a repeated
//! significance test design", Biometrika 1982). The drift under which the end lies in the middle is the estimate; those
//! under which it lies at the outer 2.5 % bound the interval (Kim and DeMets, "Confidence intervals following group
//! sequential tests in clinical trials", Biometrics 1987).

use super::interval::{Interval, t_quantile};

/// Steps of the grid in one standard deviation of the walk between two looks.
const FINE: f64 = 8.0;
/// Fewest and most steps of the grid from line to line, both even.
const GRID: (f64, f64) = (32.0, 1_024.0);
/// How many standard deviations a step can be long.
const REACH: f64 = 10.0;
/// How near the lines lie to where they begin, in standard deviations of the walk between two looks: nearer ones are moved
/// there, as a grid between them would need any number of places to reach as far as a step.
const NEAREST: f64 = 0.005;

/// A sequential test of blocks with standard deviation 1 as a walk of their sum: it looks after `first` blocks, after every
/// `every` more and after `cap`, and ends where the walk lies outside `middle` · blocks + (`lower` to `upper`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// The drift that favours neither line.
    pub middle: f64,
    /// Where the lower line begins; below 0.
    pub lower: f64,
    /// Where the upper line begins; above 0.
    pub upper: f64,
    /// Blocks before the first look.
    pub first: u64,
    /// Blocks from look to look.
    pub every: u64,
    /// Blocks before the last look.
    pub cap: u64,
}

/// How a test ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// H1: the focal entrant is better.
    Accepted,
    /// H0: it is not.
    Rejected,
    /// The cap came first.
    Inconclusive,
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// At which line, or at neither.
    pub verdict: Verdict,
    /// Blocks counted.
    pub blocks: u64,
    /// Their sum.
    pub sum: f64,
}

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// As often too high as too low.
    pub value: f64,
    /// Leaves out the truth on either side in 2.5 % of cases.
    pub interval: Interval,
}

/// How probable ends are, for every drift: all follows from the walk whose drift is that of the lines.
struct Ends {
    /// 1 if what lies further out lies above, −1 below.
    side: f64,
    /// Ends at looks before the last: blocks, and the density times the width at each place beyond the line.
    exits: Vec<(f64, Vec<f64>)>,
    places: Vec<f64>,
    /// The walk at the look before the last: blocks, places between the lines and their weights.
    before: (f64, Vec<(f64, f64)>),
    /// Steps to the last look, and the end there, counted from the lines' middle.
    last: (f64, f64),
}

impl Walk {
    /// The drift per block of a walk that ended so.
    pub fn estimate(&self, end: &End) -> Estimate {
        let nearest = NEAREST * (self.every as f64).sqrt();
        let lines = Walk { lower: self.lower.min(-nearest), upper: self.upper.max(nearest), ..*self };
        let ends = lines.ends(end);
        let start = end.sum / end.blocks as f64 - self.middle;
        let find = |share: f64| self.middle + ends.drift(share, start, (end.blocks as f64).sqrt().recip());
        // As far out as Student's quantile: the deviation is one of so many blocks, and divides by all of them.
        let tail = normal_share(
            -t_quantile(end.blocks.max(2) - 1) * (end.blocks as f64 / (end.blocks.max(2) - 1) as f64).sqrt(),
        );
        Estimate { value: find(0.5), interval: Interval { low: find(tail), high: find(1.0 - tail) } }
    }

    /// Blocks at each look up to the one after `blocks`.
    fn looks(&self, blocks: u64) -> Vec<u64> {
        let mut looks = vec![self.first.min(self.cap)];
        while let Some(last) = looks.last().filter(|last| **last < blocks.min(self.cap)) {
            looks.push((last + self.every).min(self.cap));
        }
        looks
    }

    fn ends(&self, end: &End) -> Ends {
        let looks = self.looks(end.blocks);
        let side = if end.verdict == Verdict::Rejected { -1.0 } else { 1.0 };
        let grid = Grid::new(self);
        let (line, width, reach) = (if side > 0.0 { self.upper } else { self.lower }, grid.width, grid.kernel.len());
        let places: Vec<f64> = (0..reach).map(|i| line + side * width * i as f64).collect();
        let beyond = simpson(places.len(), width);
        let from_line = |i: usize| if side > 0.0 { (grid.places.len() - 1 + i) as isize } else { -(i as isize) };
        // The density at the places between the lines, times their weights; before the first look all is at 0.
        let mut inside = Vec::new();
        let mut exits = Vec::new();
        for (look, blocks) in looks[..looks.len() - 1].iter().enumerate() {
            let density = |at: isize, place: f64| match look {
                0 => normal_density(place, *blocks as f64),
                _ => grid.reached(&inside, at),
            };
            let out = places.iter().zip(&beyond).enumerate();
            exits.push((
                *blocks as f64,
                out.map(|(i, (place, weight))| density(from_line(i), *place) * weight).collect(),
            ));
            let next = grid.places.iter().zip(&grid.weights).enumerate();
            inside = next.map(|(i, (place, weight))| density(i as isize, *place) * weight).collect();
        }
        let before = match exits.last() {
            None => (0.0, vec![(0.0, 1.0)]),
            Some((blocks, _)) => (*blocks, grid.places.iter().copied().zip(inside).collect()),
        };
        // What the test saw may lie a little inside the line, as its ratio is not quite a straight line.
        let at = end.sum - self.middle * end.blocks as f64;
        let at = match end.verdict {
            Verdict::Accepted => at.max(self.upper),
            Verdict::Rejected => at.min(self.lower),
            Verdict::Inconclusive => at,
        };
        let steps = end.blocks as f64 - before.0;
        Ends { side, exits, places, before, last: (steps, at) }
    }
}

/// Places from line to line at even distances.
struct Grid {
    places: Vec<f64>,
    /// Their weights in an integral.
    weights: Vec<f64>,
    width: f64,
    /// The density of a step from look to look, by its length in widths; an odd number of them.
    kernel: Vec<f64>,
}

impl Grid {
    fn new(walk: &Walk) -> Self {
        let (span, variance) = (walk.upper - walk.lower, walk.every as f64);
        let steps = (span / variance.sqrt() * FINE).clamp(GRID.0, GRID.1);
        let steps = 2 * (steps / 2.0).ceil() as usize;
        let width = span / steps as f64;
        let places = (0..=steps).map(|i| walk.lower + width * i as f64).collect();
        let reach = 2 * (REACH * variance.sqrt() / width / 2.0).ceil() as usize;
        let kernel = (0..=reach).map(|i| normal_density(width * i as f64, variance)).collect();
        Grid { places, weights: simpson(steps + 1, width), width, kernel }
    }

    /// The density at the place with this number, which may lie beyond the lines, a look after that `inside`.
    fn reached(&self, inside: &[f64], at: isize) -> f64 {
        let far = self.kernel.len() as isize - 1;
        let (first, end) = ((at - far).max(0), (at + far + 1).min(inside.len() as isize));
        (first..end).map(|i| inside[i as usize] * self.kernel[(at - i).unsigned_abs()]).sum()
    }
}

impl Ends {
    /// The probability of an end at least as high, in the stagewise order, with this drift over the lines'.
    fn higher(&self, drift: f64) -> f64 {
        let grown: Vec<f64> = self.places.iter().map(|place| drift * place).collect();
        let exit = |(blocks, densities): &(f64, Vec<f64>)| {
            let fall = drift * drift * blocks / 2.0;
            densities.iter().zip(&grown).map(|(density, grown)| density * libm::exp(grown - fall)).sum::<f64>()
        };
        let mut further: f64 = self.exits.iter().map(exit).sum();
        let ((blocks, inside), (steps, end)) = (&self.before, self.last);
        let fall = drift * drift * blocks / 2.0;
        for (place, weight) in inside {
            let beyond = self.side * (place + drift * steps - end) / steps.sqrt();
            further += weight * libm::exp(drift * place - fall) * normal_share(beyond);
        }
        if self.side > 0.0 { further } else { 1.0 - further }
    }

    /// The drift with which an end at least as high has this probability. `start` is a guess, `scale` how far off it may be.
    fn drift(&self, share: f64, start: f64, scale: f64) -> f64 {
        let (mut low, mut high, mut wide) = (start - scale, start + scale, scale);
        while self.higher(low) > share && wide < 1e6 {
            wide *= 2.0;
            low -= wide;
        }
        wide = scale;
        while self.higher(high) < share && wide < 1e6 {
            wide *= 2.0;
            high += wide;
        }
        for _ in 0..60 {
            let middle = (low + high) / 2.0;
            if self.higher(middle) < share { low = middle } else { high = middle }
        }
        (low + high) / 2.0
    }
}

/// The density at `x` of the normal distribution about 0.
fn normal_density(x: f64, variance: f64) -> f64 {
    libm::exp(-x * x / (2.0 * variance)) / (2.0 * std::f64::consts::PI * variance).sqrt()
}

/// The weights of Simpson's rule at an odd number of places.
fn simpson(places: usize, width: f64) -> Vec<f64> {
    let weight = |i: usize| match i {
        0 => 1.0,
        i if i == places - 1 => 1.0,
        i if i % 2 == 1 => 4.0,
        _ => 2.0,
    };
    (0..places).map(|i| weight(i) * width / 3.0).collect()
}

/// The share of the normal distribution below `x`.
fn normal_share(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALK: Walk = Walk { middle: 0.05, lower: -25.0, upper: 25.0, first: 50, every: 25, cap: 1_000 };

    fn at(verdict: Verdict, blocks: u64, sum: f64) -> Estimate {
        WALK.estimate(&End { verdict, blocks, sum })
    }

    #[test]
    fn one_look_is_a_length_fixed_beforehand() {
        for (verdict, sum) in [(Verdict::Accepted, 40.0), (Verdict::Rejected, -30.0)] {
            let Estimate { value, interval } = at(verdict, 50, sum);
            let half = t_quantile(49) / 49.0_f64.sqrt();
            assert!((value - sum / 50.0).abs() < 1e-9, "{value}");
            assert!((interval.low - value + half).abs() < 1e-6 && (interval.high - value - half).abs() < 1e-6);
        }
    }

    #[test]
    fn ends_add_up_whatever_the_drift() {
        // Up, down or neither: the probabilities of all three add up to 1.
        for drift in [-0.3, -0.05, 0.0, 0.02, 0.2] {
            let up = WALK.ends(&End { verdict: Verdict::Inconclusive, blocks: 1_000, sum: WALK.middle * 1_000.0 });
            let down = Ends { side: -1.0, ..WALK.ends(&End { verdict: Verdict::Rejected, blocks: 1_000, sum: 1e9 }) };
            let down = Ends { last: up.last, ..down };
            let (higher, lower) = (up.higher(drift), 1.0 - down.higher(drift));
            assert!((higher + lower - 1.0).abs() < 1e-6, "{drift}: {higher} {lower}");
        }
    }

    #[test]
    fn the_lines_mirror_each_other() {
        let (up, down) = (at(Verdict::Accepted, 200, 10.0 + 26.0), at(Verdict::Rejected, 200, 10.0 - 26.0));
        let mirrored = 2.0 * WALK.middle - down.value;
        assert!((up.value - mirrored).abs() < 1e-9, "{} {mirrored}", up.value);
        assert!((up.interval.high - 2.0 * WALK.middle + down.interval.low).abs() < 1e-9);
    }

    #[test]
    fn later_is_less() {
        let seen = |blocks: u64| blocks as f64 * WALK.middle + 26.0;
        let values: Vec<Estimate> = (2..40).map(|i| at(Verdict::Accepted, 25 * i, seen(25 * i))).collect();
        assert!(values.windows(2).all(|pair| pair[0].value > pair[1].value));
        assert!(values.iter().all(|e| e.interval.low < e.value && e.value < e.interval.high));
        // What was seen leans to the line that ended it.
        assert!(values.iter().skip(1).zip(3..).all(|(e, i)| e.value < seen(25 * i) / (25 * i) as f64));
    }
}
