//! The wins of every seating: everything that ratings need, in memory that does not grow with the number of matches.
//!
//! Deals are common to all tables, so a deal is one block over all of them. Deals are counted one by one up to a limit;
//! beyond it neighbouring deals are pooled in batches of 2, 4, 8 … A batch of independent blocks is a block too, and a
//! bootstrap over batches has the same mean and spread as one over deals. A thousand batches give an interval whose
//! width is known to a few percent. So the bootstrap runs after the pass and takes the same time for any number of
//! matches.

use std::collections::BTreeMap;

use super::finishes::Finishes;
use crate::rows::read::MatchRows;
use ergo_stats::luce::Observation;

/// The largest number of batches.
const MOST_BATCHES: u64 = 1024;
/// The largest number of entries, if there are more than [`FEW_BATCHES`].
const MOST_ENTRIES: usize = 1 << 17;
/// The smallest number of batches, regardless of the number of seatings.
const FEW_BATCHES: u64 = 64;
/// Matches with at least this many rounds are counted together.
const LONGEST: usize = 1000;

/// The matches of one arm with one number of seats.
pub(crate) struct Tally {
    /// The arm.
    pub arm: String,
    /// The number of seats.
    pub seats: usize,
    /// The entrants in order of appearance.
    pub entrants: Vec<String>,
    /// By entrant: number of matches.
    pub matches: Vec<u64>,
    /// By entrant: number of seats in those matches.
    pub seated: Vec<u64>,
    /// By entrant: sum of win shares.
    pub shares: Vec<f64>,
    /// By entrant: numbers of faults by kind.
    pub faults: Vec<BTreeMap<String, u64>>,
    /// The seatings of different entrants, in order of appearance.
    pub seatings: Vec<Seating>,
    /// The finishing orders of tables.
    pub finishes: Finishes,
    /// Number of matches by number of rounds; the last entry includes all longer ones.
    pub lengths: Vec<u64>,
    places: BTreeMap<Vec<usize>, usize>,
    /// By batch and entrant: sum of scores, and number of seats.
    points: BTreeMap<u64, Vec<(f64, f64)>>,
    batches: BTreeMap<(u64, usize), Vec<f64>>,
    /// A batch has 2 to the power of this many deals.
    shift: u32,
}

/// A seating and its results.
pub(crate) struct Seating {
    /// The entrant indices in seat order.
    pub lineup: Vec<usize>,
    /// Number of matches.
    pub matches: u64,
    /// By seat: sum of win shares.
    pub shares: Vec<f64>,
}

impl Tally {
    fn new(arm: &str, seats: usize) -> Self {
        Tally {
            arm: arm.to_owned(),
            seats,
            entrants: Vec::new(),
            matches: Vec::new(),
            seated: Vec::new(),
            shares: Vec::new(),
            faults: Vec::new(),
            seatings: Vec::new(),
            finishes: Finishes::default(),
            lengths: Vec::new(),
            places: BTreeMap::new(),
            points: BTreeMap::new(),
            batches: BTreeMap::new(),
            shift: 0,
        }
    }

    /// Returns true if different entrants met.
    pub(crate) fn has_contest(&self) -> bool {
        !self.seatings.is_empty()
    }

    /// Returns the number of faults of an entrant.
    pub(crate) fn faults_of(&self, entrant: usize) -> u64 {
        self.faults[entrant].values().sum()
    }

    /// Returns true if all entrants met, directly or through others; otherwise ratings of unconnected entrants cannot
    /// be compared.
    pub(crate) fn is_connected(&self) -> bool {
        let mut reached = vec![false; self.entrants.len()];
        let mut known = 0;
        if let Some(seating) = self.seatings.first() {
            reached[seating.lineup[0]] = true;
        }
        while known < reached.iter().filter(|is| **is).count() {
            known = reached.iter().filter(|is| **is).count();
            for Seating { lineup, .. } in &self.seatings {
                if lineup.iter().any(|entrant| reached[*entrant]) {
                    lineup.iter().for_each(|entrant| reached[*entrant] = true);
                }
            }
        }
        known == self.entrants.len()
    }

    /// Returns the number of deals per batch.
    pub(crate) fn deals_in_batch(&self) -> u64 {
        1 << self.shift
    }

    /// Returns one observation per seating and batch, with summed win shares.
    pub(crate) fn observations(&self) -> Vec<Observation> {
        let observe = |((batch, place), shares): (&(u64, usize), &Vec<f64>)| Observation {
            block: *batch as usize,
            lineup: self.seatings[*place].lineup.clone(),
            shares: shares.clone(),
        };
        self.batches.iter().map(observe).collect()
    }

    /// Returns for each batch and entrant the sum of scores and the number of seats, at tables of different entrants.
    pub(crate) fn points_by_batch(&self) -> Vec<Vec<(f64, f64)>> {
        let whole = |sums: &Vec<(f64, f64)>| {
            let mut sums = sums.clone();
            sums.resize(self.entrants.len(), (0.0, 0.0));
            sums
        };
        self.points.values().map(whole).collect()
    }

    fn add(&mut self, found: &MatchRows) {
        let length = (found.rounds as usize).min(LONGEST);
        if self.lengths.len() <= length {
            self.lengths.resize(length + 1, 0);
        }
        self.lengths[length] += 1;

        let lineup: Vec<usize> = found.seats.iter().map(|seat| self.entrant(&seat.entrant)).collect();
        for (seat, (entrant, row)) in lineup.iter().zip(&found.seats).enumerate() {
            self.matches[*entrant] += u64::from(!lineup[..seat].contains(entrant));
            self.seated[*entrant] += 1;
            self.shares[*entrant] += row.share;
            if !row.fault.is_empty() {
                *self.faults[*entrant].entry(row.fault.clone()).or_default() += 1;
            }
        }
        if lineup.iter().all(|entrant| *entrant == lineup[0]) {
            return;
        }
        let batch = found.deal.saturating_sub(1) >> self.shift;
        self.finishes.add(batch, &lineup, found);
        let points = self.points.entry(batch).or_default();
        points.resize(points.len().max(self.entrants.len()), (0.0, 0.0));
        for (entrant, row) in lineup.iter().zip(&found.seats) {
            points[*entrant] = (points[*entrant].0 + row.score, points[*entrant].1 + 1.0);
        }
        let place = *self.places.entry(lineup).or_insert_with_key(|lineup| {
            self.seatings.push(Seating { lineup: lineup.clone(), matches: 0, shares: vec![0.0; self.seats] });
            self.seatings.len() - 1
        });
        let seating = &mut self.seatings[place];
        seating.matches += 1;
        let sums = self.batches.entry((batch, place)).or_insert_with(|| vec![0.0; self.seats]);
        for ((sum, total), row) in sums.iter_mut().zip(&mut seating.shares).zip(&found.seats) {
            *sum += row.share;
            *total += row.share;
        }
        self.keep_small(batch);
    }

    fn entrant(&mut self, name: &str) -> usize {
        self.entrants.iter().position(|known| known == name).unwrap_or_else(|| {
            self.entrants.push(name.to_owned());
            self.matches.push(0);
            self.seated.push(0);
            self.shares.push(0.0);
            self.faults.push(BTreeMap::new());
            self.entrants.len() - 1
        })
    }

    /// Pools neighbouring batches if there are too many.
    fn keep_small(&mut self, mut batch: u64) {
        let entries = |tally: &Self| tally.batches.len().max(tally.finishes.len());
        while batch >= MOST_BATCHES || (entries(self) > MOST_ENTRIES && batch >= FEW_BATCHES) {
            let mut pooled: BTreeMap<(u64, usize), Vec<f64>> = BTreeMap::new();
            for ((batch, place), shares) in std::mem::take(&mut self.batches) {
                let sums = pooled.entry((batch >> 1, place)).or_insert_with(|| vec![0.0; shares.len()]);
                sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
            }
            self.batches = pooled;
            let mut pooled: BTreeMap<u64, Vec<(f64, f64)>> = BTreeMap::new();
            for (batch, points) in std::mem::take(&mut self.points) {
                let sums = pooled.entry(batch >> 1).or_default();
                sums.resize(sums.len().max(points.len()), (0.0, 0.0));
                sums.iter_mut().zip(points).for_each(|(sum, more)| *sum = (sum.0 + more.0, sum.1 + more.1));
            }
            self.points = pooled;
            self.finishes.pool();
            self.shift += 1;
            batch >>= 1;
        }
    }
}

/// Adds a match to its tally; creates the tally if it is new.
pub(crate) fn add(tallies: &mut Vec<Tally>, found: &MatchRows) {
    let is_same = |tally: &Tally| tally.arm == found.arm && tally.seats == found.seats.len();
    let place = tallies.iter().rposition(is_same).unwrap_or_else(|| {
        tallies.push(Tally::new(&found.arm, found.seats.len()));
        tallies.len() - 1
    });
    tallies[place].add(found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::read::SeatRow;

    fn row(deal: u64, names: [&str; 2], share: f64) -> MatchRows {
        let seat = |(entrant, share): (&str, f64)| SeatRow {
            entrant: entrant.to_owned(),
            score: 0.0,
            share,
            rank: 1 + u32::from(share < 0.5),
            fault: String::new(),
        };
        let seats = names.into_iter().zip([share, 1.0 - share]).map(seat).collect();
        MatchRows { deal, rounds: 3, seats, ..MatchRows::default() }
    }

    #[test]
    fn tally_pooling_preserves_totals() {
        let mut tallies = Vec::new();
        for deal in 1..=5000 {
            add(&mut tallies, &row(deal, ["a", "b"], 1.0));
            add(&mut tallies, &row(deal, ["b", "a"], 0.5));
        }
        let [tally] = tallies.as_slice() else { panic!("one arm, one size") };
        assert_eq!(tally.deals_in_batch(), 8);
        let observations = tally.observations();
        assert_eq!(observations.len(), 2 * 5000 / 8);
        assert_eq!(observations.iter().map(|o| o.shares[0]).sum::<f64>(), 7500.0);
        assert_eq!(observations.iter().map(|o| o.block).max(), Some(624));
        assert_eq!((tally.shares[0], tally.matches[0], tally.lengths[3]), (7500.0, 10_000, 10_000));
    }

    #[test]
    fn tally_single_entrant_has_no_contest() {
        let mut tallies = Vec::new();
        add(&mut tallies, &row(1, ["a", "a"], 1.0));
        assert!(!tallies[0].has_contest());
        assert_eq!((tallies[0].matches[0], tallies[0].seated[0]), (1, 2));
    }
}
