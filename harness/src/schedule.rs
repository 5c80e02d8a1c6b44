//! From an experiment to its list of matches. Pure: the n-th match is worked out from its number, no list is kept.
//!
//! The order is arm, table, deal, rotation. Every seed follows from the experiment's number: the deal's from the number of
//! the deal alone, so all arms, tables and rotations meet the same cards; a seat's from deal, rotation and seat.

use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::experiment::{Experiment, Rotations};
use crate::seating;

/// The matches of one experiment.
#[derive(Clone, Debug)]
pub struct Schedule {
    master: Seed,
    arms: u64,
    deals: u64,
    tables: Vec<TableBlock>,
    per_arm: u64,
}

/// The matches of one table in one arm.
#[derive(Clone, Debug)]
struct TableBlock {
    /// How many matches of the arm come before them.
    first: u64,
    /// The rotations each deal is played in.
    rotations: Vec<usize>,
}

/// One match to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Counted from 1 over the whole experiment.
    pub number: u64,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the table.
    pub table: usize,
    /// Counted from 1.
    pub deal: u64,
    /// Which seating, counted from 1 as in [`seating`].
    pub rotation: usize,
}

impl Schedule {
    /// The schedule of `experiment`.
    pub fn new<G>(experiment: &Experiment<G>) -> Self {
        let deals = u64::from(experiment.deals);
        let mut per_arm = 0;
        let mut tables = Vec::new();
        for table in &experiment.tables {
            let rotations = match experiment.rotations {
                Rotations::All => (1..=table.len()).collect(),
                Rotations::None => vec![1],
                Rotations::Permutations => seating::distinct(table),
            };
            let matches = deals * rotations.len() as u64;
            tables.push(TableBlock { first: per_arm, rotations });
            per_arm += matches;
        }
        let arms = experiment.arms.len() as u64;
        Schedule { master: Seed::master(experiment.seed), arms, deals, tables, per_arm }
    }

    /// How many matches there are.
    pub fn matches(&self) -> u64 {
        self.arms * self.per_arm
    }

    /// How many deals each table plays in each arm.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The match with this index, counted from 0 and below [`Schedule::matches`].
    pub fn slot(&self, index: u64) -> Slot {
        let (arm, within) = (index / self.per_arm, index % self.per_arm);
        let table = self.tables.partition_point(|table| table.first <= within) - 1;
        let TableBlock { first, rotations } = &self.tables[table];
        let (deal, nth) = ((within - first) / rotations.len() as u64, (within - first) % rotations.len() as u64);
        Slot { number: index + 1, arm: arm as usize, table, deal: deal + 1, rotation: rotations[nth as usize] }
    }

    /// The seed of a deal.
    pub fn deal_seed(&self, slot: &Slot) -> Seed {
        self.master.derive("deal", &[slot.deal])
    }

    /// The seed of the agent at `seat`.
    pub fn seat_seed(&self, slot: &Slot, seat: Seat) -> Seed {
        self.master.derive("seat", &[slot.deal, slot.rotation as u64, seat.number() as u64])
    }
}
