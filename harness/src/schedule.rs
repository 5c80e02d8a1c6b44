//! From an experiment to its list of matches. Pure: the n-th match is worked out from its number, no list is kept.
//!
//! The order is arm, table, deal, rotation. Every seed follows from the experiment's number: the deal's from the number of
//! the deal alone, so all arms, tables and rotations meet the same cards; a seat's from deal, rotation and seat. A form that
//! is played in stages has a schedule for each of them.

use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::experiment::{Experiment, Rotations};
use crate::seating;

/// The matches of one experiment, or of one stage of it.
#[derive(Clone, Debug)]
pub struct Schedule {
    master: Seed,
    /// How many matches come before them.
    first: u64,
    first_arm: usize,
    arms: u64,
    first_deal: u64,
    deals: u64,
    tables: Vec<TableBlock>,
    per_arm: u64,
}

/// The matches of one table in one arm.
#[derive(Clone, Debug)]
struct TableBlock {
    table: Vec<usize>,
    /// How many matches of the arm come before them.
    first: u64,
    /// The rotations each deal is played in.
    rotations: Vec<usize>,
}

/// What a stage of one arm consists of.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Index of the arm.
    pub arm: usize,
    /// How many matches come before it.
    pub first: u64,
    /// Number of its first deal, counted from 1.
    pub first_deal: u64,
    /// Who meets: indices of entrants.
    pub tables: Vec<Vec<usize>>,
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
    /// The schedule of `experiment`, whose form is not staged: all arms with the tables it has.
    pub fn new<G>(experiment: &Experiment<G>) -> Self {
        let stage = Stage { arm: 0, first: 0, first_deal: 1, tables: experiment.tables.clone() };
        Schedule { arms: experiment.arms.len() as u64, ..Self::of_stage(experiment, stage) }
    }

    /// The schedule of one stage of `experiment`.
    pub fn of_stage<G>(experiment: &Experiment<G>, stage: Stage) -> Self {
        let deals = u64::from(experiment.deals);
        let mut per_arm = 0;
        let mut tables = Vec::new();
        for table in stage.tables {
            let rotations = match experiment.rotations {
                Rotations::All => (1..=table.len()).collect(),
                Rotations::None => vec![1],
                Rotations::Permutations => seating::distinct(&table),
            };
            let matches = deals * rotations.len() as u64;
            tables.push(TableBlock { table, first: per_arm, rotations });
            per_arm += matches;
        }
        let master = Seed::master(experiment.seed);
        let Stage { arm: first_arm, first, first_deal, .. } = stage;
        Schedule { master, first, first_arm, arms: 1, first_deal, deals, tables, per_arm }
    }

    /// How many matches there are.
    pub fn matches(&self) -> u64 {
        self.arms * self.per_arm
    }

    /// The index of the first match.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The index after that of the last match.
    pub fn end(&self) -> u64 {
        self.first + self.matches()
    }

    /// Who meets at the table with this index: indices of entrants.
    pub fn table(&self, index: usize) -> &[usize] {
        &self.tables[index].table
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &[usize]> {
        self.tables.iter().map(|block| block.table.as_slice())
    }

    /// How many deals each table plays in each arm.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The match with this index, counted from 0 over the whole experiment, from [`Schedule::first`] up to, but without,
    /// [`Schedule::end`].
    pub fn slot(&self, index: u64) -> Slot {
        let (arm, within) = ((index - self.first) / self.per_arm, (index - self.first) % self.per_arm);
        let table = self.tables.partition_point(|table| table.first <= within) - 1;
        let TableBlock { first, rotations, .. } = &self.tables[table];
        let (deal, nth) = ((within - first) / rotations.len() as u64, (within - first) % rotations.len() as u64);
        let (arm, deal) = (self.first_arm + arm as usize, self.first_deal + deal);
        Slot { number: index + 1, arm, table, deal, rotation: rotations[nth as usize] }
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
