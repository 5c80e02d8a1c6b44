//! From an experiment to its list of matches. Pure: the n-th match is worked out from its number, no list is kept.
//!
//! The order is arm, table, deal, rotation. Every seed follows from the experiment's number: the deal's from the number of
//! the deal alone, so all arms, tables and rotations meet the same cards; a seat's from the deal and from who sits where, so
//! that entrants have streams of their own and the order in which names are typed decides nothing. The two entrants of a
//! substitution pair ([`stand_ins`]) share a stream and their seats.

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
    /// How many matches of the arm come before them.
    first: u64,
    /// Whose streams each place of the table uses: the entrant's own name, or the one for both of a substitution pair.
    voices: Vec<String>,
    /// The rotations a deal may be played in; each deal takes one of these lists, all are equally long.
    choices: Vec<Vec<usize>>,
}

impl Schedule {
    /// The schedule of `experiment`: all arms with all tables.
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

    /// The same tables with deals and seats of a stream of their own: what is chosen on them owes nothing to the deals of an
    /// experiment with the same seed.
    pub(crate) fn with_stream(self, purpose: &str) -> Self {
        Schedule { master: self.master.derive(purpose, &[]), ..self }
    }

    /// How many matches there are.
    pub fn matches(&self) -> u64 {
        self.arms * self.per_arm
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

    /// The match with this index, counted from 0.
    pub fn slot(&self, index: u64) -> Slot {
        let (arm, within) = (index / self.per_arm, index % self.per_arm);
        let table = self.tables.partition_point(|table| table.first <= within) - 1;
        let TableBlock { first, choices, .. } = &self.tables[table];
        let length = choices[0].len() as u64;
        let (deal, nth) = ((within - first) / length, (within - first) % length);
        let (arm, deal) = (arm as usize, deal + 1);
        Slot { number: index + 1, arm, table, deal, rotation: self.rotations(table, deal)[nth as usize] }
    }

    /// The rotations in which the table with this index plays the deal with this number, in order.
    pub fn rotations(&self, table: usize, deal: u64) -> &[usize] {
        let choices = &self.tables[table].choices;
        let count = choices.len() as u64;
        if count == 1 {
            return &choices[0];
        }
        // Every so many deals in a row take each order once, in an order drawn anew; all tables of a size take the same.
        let mut order: Vec<usize> = (0..choices.len()).collect();
        shuffle(&mut self.master.derive("orders", &[count, (deal - 1) / count]).rng(), &mut order);
        &choices[order[((deal - 1) % count) as usize]]
    }

    /// The seed of a deal.
    pub fn deal_seed(&self, slot: &Slot) -> Seed {
        self.master.derive("deal", &[slot.deal])
    }

    /// The seed of the agent at `seat`. It follows from the deal, the seat and who sits where; of several matches of a deal
    /// that are seated alike, each has its own.
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

/// The seed of the agent at `seat`, counted from 1, in a match of `deal`: the one after `alike` others of the same deal in which the
/// same `names`, with spaces between, have the same seats.
pub fn seat_seed(master: &Seed, (deal, alike, seat): (u64, u64, u64), names: &str) -> Seed {
    master.derive("seat", &[deal, alike, seat]).derive(names, &[])
}

/// The lists of rotations that deals may be played in. Orders round a table are numbered with its places sorted by `voices`,
/// so that they do not depend on how the table is typed.
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
