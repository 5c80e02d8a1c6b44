//! Maps match numbers to matches of an experiment. The mapping is a pure function of the number; no list is stored.
//!
//! The order is arm, table, deal, rotation. All seeds derive from the master seed. The seed of a deal depends on its
//! number only, so that all arms, tables and rotations play the same cards. The seed of a seat depends on the deal and
//! on the seating, so that entrants have independent streams and the order of names in the file does not matter. The
//! two entrants of a substitution pair ([`substitution_pairs`]) share a stream and their seats.

use ergo_engine::rng::{Seed, shuffle};
use ergo_engine::seat::{Seat, SeatCount};

use crate::design::substitution_pairs;
use crate::experiment::{Experiment, Rotations};
use crate::rows::seating::{self, place_at, rotation_of};
pub use crate::rows::slot::Slot;

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
    table: Vec<usize>,
    /// Number of matches of the arm before this table.
    first: u64,
    /// The stream name of each position at the table: the entrant's name, or the shared name of a substitution pair.
    voices: Vec<String>,
    /// The lists of rotations from which one is chosen for each deal; all lists have the same length.
    choices: Vec<Vec<usize>>,
}

impl Schedule {
    /// Creates the schedule of `experiment`: all arms with all tables.
    pub fn new(experiment: &Experiment) -> Self {
        let deals = u64::from(experiment.deals);
        let mut per_arm = 0;
        let mut tables = Vec::new();
        let stand_ins = substitution_pairs(&experiment.tables);
        for (index, table) in experiment.tables.iter().cloned().enumerate() {
            let name = |place: usize| experiment.entrants[table[place]].clone();
            let mut voices: Vec<String> = (0..table.len()).map(name).collect();
            if let Some((one, other)) = stand_ins.get(index / 2) {
                voices[0] = experiment.entrants[*one].clone().min(experiment.entrants[*other].clone());
            }
            let choices = choices(experiment.rotations, &voices);
            let matches = deals * choices[0].len() as u64;
            tables.push(TableBlock { table, first: per_arm, voices, choices });
            per_arm += matches;
        }
        let (master, arms) = (Seed::master(experiment.seed), experiment.arms.len() as u64);
        Schedule { master, arms, deals, tables, per_arm }
    }

    /// Returns the same tables with independent random streams, so that selections made on them are not biased by the
    /// deals of an experiment with the same seed.
    pub(crate) fn with_stream(self, purpose: &str) -> Self {
        Schedule { master: self.master.derive(purpose, &[]), ..self }
    }

    /// Returns the number of matches.
    pub fn matches(&self) -> u64 {
        self.arms * self.per_arm
    }

    /// Returns the entrants at the table `index`, as entrant indices.
    ///
    /// # Panics
    ///
    /// Panics if there is no such table.
    pub fn table(&self, index: usize) -> &[usize] {
        &self.tables[index].table
    }

    /// Returns all tables as lists of entrant indices.
    pub fn tables(&self) -> impl Iterator<Item = &[usize]> {
        self.tables.iter().map(|block| block.table.as_slice())
    }

    /// Returns the number of deals per table in each arm.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// Returns the match with the given index, counted from 0.
    pub fn slot(&self, index: u64) -> Slot {
        let (arm, within) = (index / self.per_arm, index % self.per_arm);
        let table = self.tables.partition_point(|table| table.first <= within) - 1;
        let TableBlock { first, choices, .. } = &self.tables[table];
        let length = choices[0].len() as u64;
        let (deal, nth) = ((within - first) / length, (within - first) % length);
        let (arm, deal) = (arm as usize, deal + 1);
        Slot { number: index + 1, arm, table, deal, rotation: self.rotations(table, deal)[nth as usize] }
    }

    /// Returns the rotations in which the table with index `table` plays deal number `deal`, in order.
    pub fn rotations(&self, table: usize, deal: u64) -> &[usize] {
        let choices = &self.tables[table].choices;
        let count = choices.len() as u64;
        if count == 1 {
            return &choices[0];
        }
        // Each run of this many deals uses every order once, in a newly drawn order that all tables of a size share.
        let mut order: Vec<usize> = (0..choices.len()).collect();
        shuffle(&mut self.master.derive("orders", &[count, (deal - 1) / count]).rng(), &mut order);
        &choices[order[((deal - 1) % count) as usize]]
    }

    /// Returns the seed of a deal.
    pub fn deal_seed(&self, slot: &Slot) -> Seed {
        self.master.derive("deal", &[slot.deal])
    }

    /// Returns the seed of the agent at `seat`. It depends on the deal, the seat and the seating; several matches of a
    /// deal with the same seating have different seeds.
    pub fn seat_seed(&self, slot: &Slot, seat: Seat) -> Seed {
        let block = &self.tables[slot.table];
        let seats = SeatCount::new(block.table.len());
        let seated =
            |rotation: usize| seats.iter().map(move |seat| block.voices[place_at(seat, rotation, seats)].as_str());
        let earlier = self.rotations(slot.table, slot.deal).iter().take_while(|rotation| **rotation != slot.rotation);
        let alike = earlier.filter(|rotation| seated(**rotation).eq(seated(slot.rotation))).count() as u64;
        let names = seated(slot.rotation).collect::<Vec<_>>().join(" ");
        seat_seed(&self.master, (slot.deal, alike, seat.number() as u64), &names)
    }
}

/// Returns the seed of the agent at `seat`, counted from 1, in a match of `deal`. `alike` is the number of earlier
/// matches of the deal with the same seating; `names` are the seated names, separated by spaces.
pub fn seat_seed(master: &Seed, (deal, alike, seat): (u64, u64, u64), names: &str) -> Seed {
    master.derive("seat", &[deal, alike, seat]).derive(names, &[])
}

/// Returns the lists of rotations from which one is chosen for each deal. Cyclic orders are numbered by the sorted
/// `voices`, so that they do not depend on the order in the file.
fn choices(rotations: Rotations, voices: &[String]) -> Vec<Vec<usize>> {
    let seats = SeatCount::new(voices.len());
    let all = 1..=seating::seatings(seats);
    match rotations {
        Rotations::All => vec![all.collect()],
        Rotations::Cyclic => vec![(1..=seats.get()).collect()],
        Rotations::None => vec![vec![1]],
        Rotations::Balanced => {
            let mut sorted: Vec<usize> = (0..voices.len()).collect();
            sorted.sort_by_key(|place| &voices[*place]);
            let typed = |rotation: usize| {
                let seated: Vec<usize> = seats.iter().map(|seat| sorted[place_at(seat, rotation, seats)]).collect();
                rotation_of(&seated)
            };
            let typed: Vec<usize> = all.map(typed).collect();
            let ascending = |order: &[usize]| {
                let mut order = order.to_vec();
                order.sort_unstable();
                order
            };
            typed.chunks(seats.get()).map(ascending).collect()
        }
    }
}
