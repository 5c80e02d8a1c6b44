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
    /// Share of the wins of B alone among A's, over all seats.
    pub focal: f64,
    /// Share of the wins of A alone among B's, over all seats; with two seats what `focal` leaves.
    pub reverse: f64,
    /// From 0 to 1, one half where neither is better.
    pub value: f64,
    /// Matches that ended by a fault.
    pub faults: u64,
}

/// Two entrants of an experiment, and the tables they meet at.
pub struct Contest<'e, G> {
    experiment: &'e Experiment<G>,
    schedule: Schedule,
    programs: Arc<Programs>,
}

impl<'e, G: Configurable + Roster> Contest<'e, G> {
    /// The contest of an experiment with one arm and one or two tables, the focal entrant first in each: B among A's and, if
    /// there are more than two seats, A among B's. `programs` are those from outside that play in it.
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
        let mut faults = 0;
        let mut share = |table: usize| {
            let rotations = 1..=self.seats().get();
            let sum: f64 = rotations.map(|rotation| self.focal_share(deal, table, rotation, &mut faults)).sum();
            sum / self.seats().get() as f64
        };
        let focal = share(0);
        if self.experiment.tables.len() == 1 {
            return Block { deal, focal, reverse: 1.0 - focal, value: focal, faults };
        }
        let reverse = share(1);
        Block { deal, focal, reverse, value: (1.0 + focal - reverse) / 2.0, faults }
    }

    /// The share of one match that the first entrant of `table` wins.
    fn focal_share(&self, deal: u64, table: usize, rotation: usize, faults: &mut u64) -> f64 {
        let (experiment, seats) = (self.experiment, self.seats());
        let (arm, entrants) = (&experiment.arms[0], &experiment.tables[table]);
        let game = arm.game(seats);
        let slot = Slot { number: 0, arm: 0, table, deal, rotation };
        let player = |seat| {
            let entrant = entrants[place_at(seat, rotation, seats)];
            let who = || Who {
                entrant: experiment.entrants[entrant].clone(),
                game: format!("deal {deal}, rotation {rotation}"),
                seat,
            };
            players::seat(game, &arm.agents[entrant], self.schedule.seat_seed(&slot, seat), seat, who, &self.programs)
        };
        let mut players: Vec<Player<G>> = seats.iter().map(player).collect();
        let ending =
            referee::play(game, self.schedule.deal_seed(&slot), &mut players, None, &mut Vec::new(), |_: &G::Round| ());
        *faults += u64::from(ending.fault.is_some());
        let focal = seat_of(0, rotation, seats);
        let winners = ending.winners.iter().filter(|won| **won).count();
        if ending.winners[focal] { 1.0 / winners as f64 } else { 0.0 }
    }
}
