//! One block of a comparison.

use std::sync::Arc;

use ergo_agents::agent::Player;
use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use ergo_engine::seat::SeatCount;

use crate::experiment::Experiment;
use crate::players;
use crate::programs::{Programs, Who};
use crate::referee;
use crate::schedule::{Schedule, Slot};
use crate::seating::{place_at, seat_of};

/// What came of one deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Number of the deal, from 1.
    pub deal: u64,
    /// Share of the wins of B alone among A's, or among the others, over all seats.
    pub focal: f64,
    /// Share of the wins of A alone among B's, or among the others, over all seats; where A and B are alone with each other
    /// what `focal` leaves.
    pub reverse: f64,
    /// From 0 to 1, one half where neither is better.
    pub value: f64,
    /// Matches that ended by a fault.
    pub faults: u64,
    /// Rounds of all its matches.
    pub rounds: u64,
    /// Turns of those rounds.
    pub turns: u64,
}

/// Two entrants of an experiment, and the tables they meet at.
pub struct Contest<'e, G> {
    experiment: &'e Experiment<G>,
    schedule: Schedule,
    programs: Arc<Programs>,
}

impl<'e, G: Configurable + Roster> Contest<'e, G> {
    /// The contest of an experiment with one arm and one or two tables, the focal entrant first in each: B among A's and, if
    /// there are more than two seats, A among B's; or B among others, and A among the same others. `programs` are those from outside that play in it.
    pub fn new(experiment: &'e Experiment<G>, programs: Programs) -> Self {
        Contest { experiment, schedule: Schedule::new(experiment), programs: Arc::new(programs) }
    }

    /// How many sit at the tables.
    pub fn seats(&self) -> SeatCount {
        self.experiment.seats(0)
    }

    /// Matches in a block.
    pub fn matches(&self) -> u32 {
        (self.seats().get() * self.experiment.tables.len()) as u32
    }

    /// Plays the block of `deal`.
    pub fn play(&self, deal: u64) -> Block {
        let mut block = Block { deal, focal: 0.0, reverse: 0.0, value: 0.0, faults: 0, rounds: 0, turns: 0 };
        let mut share = |table: usize| {
            let rotations = 1..=self.seats().get();
            let sum: f64 = rotations.map(|rotation| self.focal_share(table, rotation, &mut block)).sum();
            sum / self.seats().get() as f64
        };
        let focal = share(0);
        if self.experiment.tables.len() == 1 {
            return Block { focal, reverse: 1.0 - focal, value: focal, ..block };
        }
        let reverse = share(1);
        Block { focal, reverse, value: 0.5 + (focal - reverse) / 2.0, ..block }
    }

    /// The share of one match of `block` that the first entrant of `table` wins. Counts what else came of it.
    fn focal_share(&self, table: usize, rotation: usize, block: &mut Block) -> f64 {
        let (experiment, seats) = (self.experiment, self.seats());
        let (arm, entrants) = (&experiment.arms[0], &experiment.tables[table]);
        let game = arm.game(seats);
        let slot = Slot { number: 0, arm: 0, table, deal: block.deal, rotation };
        let player = |seat| {
            let entrant = entrants[place_at(seat, rotation, seats)];
            let who = || Who {
                entrant: experiment.entrants[entrant].clone(),
                game: format!("deal {}, rotation {rotation}", block.deal),
                seat,
            };
            let seed = self.schedule.seat_seed(&slot, seat);
            players::seat(game, &arm.agents[entrant], seed, seat, who, &self.programs, None)
        };
        let mut players: Vec<Player<G>> = seats.iter().map(player).collect();
        let ending =
            referee::play(game, self.schedule.deal_seed(&slot), &mut players, None, &mut Vec::new(), |_: &G::Round| ());
        block.faults += u64::from(ending.fault.is_some());
        block.rounds += u64::from(ending.rounds);
        block.turns += ending.turns;
        let focal = seat_of(0, rotation, seats);
        let winners = ending.winners.iter().filter(|won| **won).count();
        if ending.winners[focal] { 1.0 / winners as f64 } else { 0.0 }
    }
}
