//! What a candidate is worth on one deal.

use ergo_agents::agent::Player;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatCount};

use super::plan::TuneError;
use crate::experiment::Experiment;
use crate::referee::{self, Ending};
use crate::schedule::{Schedule, Slot};
use crate::seating::{place_at, seat_of};

/// What is to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// Own points less the mean of the others', a round.
    Margin,
    /// The share of the wins.
    WinShare,
}

impl Aim {
    /// Every aim there is.
    pub(crate) const ALL: [Aim; 2] = [Aim::Margin, Aim::WinShare];

    /// As written on the command line.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Aim::Margin => "margin",
            Aim::WinShare => "win_share",
        }
    }

    /// What `seat` made of a match without a fault.
    fn of(self, ending: &Ending, seat: Seat) -> f64 {
        match self {
            Aim::Margin => {
                let total: i32 = ending.scores.iter().sum();
                let own = f64::from(ending.scores[seat]);
                let others = (f64::from(total) - own) / (ending.scores.seats().get() - 1) as f64;
                (own - others) / f64::from(ending.rounds.max(1))
            }
            Aim::WinShare => {
                let winners = ending.winners.iter().filter(|won| **won).count();
                if ending.winners[seat] { 1.0 / winners as f64 } else { 0.0 }
            }
        }
    }
}

/// Tables at which a candidate, the first entrant of each, meets its panel.
pub(crate) struct Trial<'e, G: Game> {
    experiment: &'e Experiment<G>,
    schedule: Schedule,
    aim: Aim,
}

impl<'e, G: Configurable> Trial<'e, G> {
    /// The tables of an experiment with one arm, all of one size.
    pub(crate) fn new(experiment: &'e Experiment<G>, aim: Aim) -> Self {
        Trial { experiment, schedule: Schedule::new(experiment), aim }
    }

    /// How many sit at the tables.
    pub(crate) fn seats(&self) -> SeatCount {
        self.experiment.seats(0)
    }

    /// Matches on a deal: the candidate in every seat at every table.
    pub(crate) fn matches(&self) -> u64 {
        (self.seats().get() * self.experiment.tables.len()) as u64
    }

    /// What `candidate` makes of a match on the deal numbered `deal`, on average over all seats and tables. Every candidate
    /// meets the same cards there, and the same opponents with the same chance.
    pub(crate) fn value(&self, candidate: &AgentSpec, deal: u64) -> Result<f64, TuneError> {
        let mut sum = 0.0;
        for table in 0..self.experiment.tables.len() {
            for &rotation in self.schedule.rotations(table, deal) {
                sum += self.one(candidate, &Slot { number: 0, arm: 0, table, deal, rotation })?;
            }
        }
        Ok(sum / self.matches() as f64)
    }

    fn one(&self, candidate: &AgentSpec, slot: &Slot) -> Result<f64, TuneError> {
        let (arm, table, seats) = (&self.experiment.arms[0], &self.experiment.tables[slot.table], self.seats());
        let game = arm.game(seats);
        let player = |seat| {
            let place = place_at(seat, slot.rotation, seats);
            let spec = if place == 0 { candidate } else { &arm.agents[table[place]] };
            self.experiment.game.agents.seat(game, spec, seat, self.schedule.seat_seed(slot, seat), None)
        };
        let mut players: Vec<Player<G>> = seats.iter().map(player).collect();
        let deal = self.schedule.deal_seed(slot);
        let ending = referee::play(game, deal, &mut players, None, &mut Vec::new(), &mut |_| ());
        if let Some((seat, fault)) = ending.fault {
            let entrant = table[place_at(seat, slot.rotation, seats)];
            let name = self.experiment.entrants[entrant].clone();
            return Err(TuneError::Fault { deal: slot.deal, seat, name, fault });
        }
        Ok(self.aim.of(&ending, seat_of(0, slot.rotation, seats)))
    }
}

#[cfg(test)]
mod tests {
    use ergo_engine::seat::SeatMap;

    use super::*;

    #[test]
    fn what_a_match_is_worth() {
        let scores = [10, 4, 0];
        let ending = Ending {
            decisions: 0,
            adjudicated: false,
            scores: SeatMap::from_fn(SeatCount::new(3), |seat| scores[seat.index()]),
            winners: SeatMap::from_fn(SeatCount::new(3), |seat| seat.index() < 2),
            rounds: 2,
            turns: 30,
            fault: None,
        };
        let seats = [0, 1, 2].map(Seat::new);
        assert_eq!(seats.map(|seat| Aim::Margin.of(&ending, seat)), [4.0, -0.5, -3.5]);
        assert_eq!(seats.map(|seat| Aim::WinShare.of(&ending, seat)), [0.5, 0.5, 0.0]);
    }
}
