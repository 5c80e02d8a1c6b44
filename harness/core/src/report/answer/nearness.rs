//! How near arms come to all targets, each in widths of what is wanted, and which of them another one clearly beats.

use std::collections::BTreeSet;

use ergo_engine::rng::{Rng, Seed, below};

use super::said::Said;
use crate::measure::{Key, Of};
use crate::report::lineup::LineUp;
use crate::report::responses::Response;
use ergo_stats::bootstrap::Replicates;

/// How often deals are drawn again.
const DRAWS: u32 = 999;
/// Intervals hold all at once with this.
const SURE: f64 = 0.95;

/// The measures that targets need, deal by deal: their own, and for an equal chance of all seats the win share of each.
pub(super) fn wanted(targets: &[(Key, [f64; 2])], lineups: &[LineUp]) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    let mut add = |key: Key| {
        if !keys.contains(&key) {
            keys.push(key);
        }
    };
    for (key, _) in targets {
        match key.is_seat_deviation() {
            false => add(key.clone()),
            true => lineups.iter().flat_map(LineUp::keys).filter(|key| is_seat(key)).cloned().for_each(&mut add),
        }
    }
    keys
}

fn is_seat(key: &Key) -> bool {
    key.measure.of == Of::Seats && key.measure.name == "win_share"
}

/// One target at one table.
pub(super) struct Cell<'r> {
    pub(super) key: &'r Key,
    /// The table in the first arm.
    pub(super) base: usize,
    pub(super) seats: usize,
    pub(super) band: [f64; 2],
    /// One measure, or the win shares of all seats.
    pub(super) of: Vec<&'r Response>,
    pub(super) is_deviation: bool,
}

impl Cell<'_> {
    /// The value in an arm, each of the deals `known`, which are in order, counted as often as `times` says.
    fn value(&self, arm: usize, known: &[u64], times: &[u32]) -> f64 {
        let mean = |response: &&Response| {
            let (mut sum, mut count, mut at) = (0.0, 0.0, 0);
            for (deal, value) in response.deals.iter().zip(&response.values[arm]) {
                while known[at] < *deal {
                    at += 1;
                }
                let times = f64::from(times[at]);
                (sum, count) = (sum + times * value, count + times);
            }
            sum / f64::max(count, 1.0)
        };
        let equal = 1.0 / self.of.len() as f64;
        match self.is_deviation {
            true => self.of.iter().map(|seat| (mean(seat) - equal).abs()).fold(0.0, f64::max),
            false => mean(&self.of[0]),
        }
    }

    /// The value in an arm over its deals as they are.
    pub(super) fn value_in(&self, arm: usize) -> f64 {
        let known: BTreeSet<u64> = self.of.iter().flat_map(|one| one.deals.iter().copied()).collect();
        let known: Vec<u64> = known.into_iter().collect();
        self.value(arm, &known, &vec![1; known.len()])
    }

    /// How far a value lies outside of what is wanted, in widths of that.
    fn outside(&self, value: f64) -> f64 {
        let [low, high] = self.band;
        let width = if high > low { high - low } else { 1.0 };
        f64::max(low - value, value - high).max(0.0) / width
    }
}

/// How near arms come to the targets.
pub(super) struct Found {
    /// By arm how many targets are met by the value alone.
    pub(super) inside: Vec<usize>,
    /// By arm the cells whose value lies outside.
    pub(super) off: Vec<Vec<usize>>,
    /// How many there are.
    pub(super) targets: usize,
    /// By arm how far off values lie on average, in widths of what is wanted.
    pub(super) misses: Vec<f64>,
    /// By arm whether another one clearly lies nearer to all targets together.
    pub(super) beaten: Vec<bool>,
}

pub(super) fn cells<'r>(said: &Said<'r>, wanted: impl Fn(&LineUp) -> bool) -> Vec<Cell<'r>> {
    let mut all = Vec::new();
    let first = &said.lineups[0].arm;
    for (place, lineup) in said.lineups.iter().enumerate().filter(|(_, one)| one.arm == *first && wanted(one)) {
        let here = || said.goals.iter().filter(move |response| response.base == place);
        for (key, band) in &said.asked.targets {
            let is_deviation = key.is_seat_deviation();
            let of: Vec<&Response> = match is_deviation {
                true => here().filter(|response| is_seat(&response.key)).collect(),
                false => here().filter(|response| response.key == key.at(&lineup.table)).collect(),
            };
            if !of.is_empty() {
                all.push(Cell { key, base: place, seats: lineup.table.len(), band: *band, of, is_deviation });
            }
        }
    }
    all
}

/// Arms by how far they lie from all targets, on average over `cells` in widths of what is wanted. Deals are drawn again, the same for
/// all arms and tables, for intervals of all differences between two arms that hold at once (by the largest of all, each in
/// units of its own spread).
pub(super) fn found(cells: &[Cell<'_>], arms: usize, seed: &Seed) -> Found {
    let known: BTreeSet<u64> = cells.iter().flat_map(|cell| &cell.of).flat_map(|one| one.deals.clone()).collect();
    let known: Vec<u64> = known.into_iter().collect();
    let misses = |times: &[u32]| -> Vec<f64> {
        let miss = |arm| cells.iter().map(|cell| cell.outside(cell.value(arm, &known, times))).sum::<f64>();
        (0..arms).map(|arm| miss(arm) / cells.len() as f64).collect()
    };
    let once = vec![1; known.len()];
    let is_off = |arm: usize, cell: &Cell<'_>| cell.outside(cell.value(arm, &known, &once)) > 0.0;
    let off_in = |arm| (0..cells.len()).filter(|&place| is_off(arm, &cells[place])).collect();
    let off: Vec<Vec<usize>> = (0..arms).map(off_in).collect();
    let inside = off.iter().map(|off| cells.len() - off.len()).collect();
    let seen = misses(&once);
    // Of one deal nothing is known to vary, and nobody is clearly beaten.
    if known.len() < 2 {
        return Found { inside, off, targets: cells.len(), misses: seen, beaten: vec![false; arms] };
    }
    let drawn = Replicates::of(seen.clone(), known.len(), DRAWS, seed, |rng| misses(&again(known.len(), rng)));
    let (widening, drawn) = (drawn.widening(), drawn.draws());
    let pairs: Vec<(usize, usize)> = (0..arms).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let spread = |&(a, b): &(usize, usize)| {
        let off = |draw: &Vec<f64>| (draw[a] - draw[b] - (seen[a] - seen[b])).powi(2);
        (drawn.iter().map(off).sum::<f64>() / f64::from(DRAWS)).sqrt()
    };
    let spreads: Vec<f64> = pairs.iter().map(spread).collect();
    let farthest = |draw: &Vec<f64>| {
        let off = |(&(a, b), spread): (&(usize, usize), &f64)| match *spread > 0.0 {
            true => (draw[a] - draw[b] - (seen[a] - seen[b])).abs() / spread,
            false => 0.0,
        };
        pairs.iter().zip(&spreads).map(off).fold(0.0, f64::max)
    };
    let mut farthest: Vec<f64> = drawn.iter().map(farthest).collect();
    farthest.sort_by(f64::total_cmp);
    let reach = widening * farthest[(SURE * f64::from(DRAWS)) as usize];
    let mut beaten = vec![false; arms];
    for (&(a, b), spread) in pairs.iter().zip(&spreads) {
        let more = seen[a] - seen[b];
        beaten[a] |= more > reach * spread;
        beaten[b] |= -more > reach * spread;
    }
    Found { inside, off, targets: cells.len(), misses: seen, beaten }
}

/// How often each of so many deals is drawn, when as many are drawn as there are.
fn again(deals: usize, rng: &mut Rng) -> Vec<u32> {
    let mut times = vec![0; deals];
    (0..deals).for_each(|_| times[below(rng, deals as u32) as usize] += 1);
    times
}
