//! The value of a candidate on one deal.

use std::sync::Arc;

use ergo_agents::spec::AgentSpec;
use ergo_engine::seat::{Seat, SeatCount};

use super::plan::TuneError;
use crate::experiment::Experiment;
use crate::experiment::chairs::{chairs, entrants};
use crate::experiment::schedule::{Schedule, Slot};
use crate::job::programs::Programs;
use crate::registry::arena::{Ending, NoWatcher, SeatPlayer, Table};
use crate::rows::seating::seat_of;

/// The objective of a tuning run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// Own points minus the mean of the others', per round.
    Margin,
    /// The win share.
    WinShare,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Objective; 2] = [Objective::Margin, Objective::WinShare];

    /// Returns its word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Objective::Margin => "margin",
            Objective::WinShare => "win_share",
        }
    }

    /// Returns the value for `seat` of a match without a fault.
    fn of(self, ending: &Ending, seat: Seat) -> f64 {
        match self {
            Objective::Margin => {
                let total: i32 = ending.scores.iter().sum();
                let own = f64::from(ending.scores[seat]);
                let others = (f64::from(total) - own) / (ending.scores.seats().get() - 1) as f64;
                (own - others) / f64::from(ending.rounds.max(1))
            }
            Objective::WinShare => {
                let winners = ending.winners.iter().filter(|won| **won).count();
                if ending.winners[seat] { 1.0 / winners as f64 } else { 0.0 }
            }
        }
    }
}

/// The tables at which a candidate, the first entrant of each, plays its panel.
pub struct CandidateTrial<'e> {
    experiment: &'e Experiment,
    schedule: Schedule,
    /// Tuning runs have no external programs.
    programs: Arc<Programs>,
    aim: Objective,
}

impl<'e> CandidateTrial<'e> {
    /// Creates a trial from the tables of an experiment with one arm and one table size.
    pub fn new(experiment: &'e Experiment, aim: Objective) -> Self {
        CandidateTrial {
            experiment,
            schedule: Schedule::new(experiment).with_stream("tune"),
            programs: Arc::new(Programs::new(None)),
            aim,
        }
    }

    /// Returns the number of seats at a table.
    pub(crate) fn seats(&self) -> SeatCount {
        self.experiment.seats(0)
    }

    /// Returns the number of matches per deal: the candidate in every seat of every table.
    pub fn matches(&self) -> u64 {
        (self.seats().get() * self.experiment.tables.len()) as u64
    }

    /// Returns the mean value of `candidate` on the deal numbered `deal`, over all seats and tables. All candidates
    /// play the same cards against the same opponents with the same random streams.
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
        let sit = entrants(&self.schedule, slot);
        let mut chairs = chairs(self.experiment, &self.schedule, slot, &sit);
        let own = seat_of(0, slot.rotation, self.seats());
        chairs[own.index()].seated = SeatPlayer::Agent(candidate);
        let table = Table { chairs, programs: &self.programs, called: &String::new };
        let rules = self.experiment.arms[0].game(self.seats());
        let ending = rules.play(self.schedule.deal_seed(slot), &table, None, &mut NoWatcher);
        if let Some((seat, fault)) = ending.fault {
            let name = table.chairs[seat.index()].entrant.to_owned();
            return Err(TuneError::Fault { deal: slot.deal, seat, name, fault });
        }
        Ok(self.aim.of(&ending, own))
    }
}

#[cfg(test)]
mod tests {
    use ergo_engine::seat::SeatMap;

    use super::*;
    use crate::experiment::Document;

    #[test]
    fn objective_values_of_a_match() {
        let scores = [10, 4, 0];
        let ending = Ending {
            decisions: 0,
            adjudicated: false,
            scores: SeatMap::from_fn(SeatCount::new(3), |seat| scores[seat.index()]),
            winners: SeatMap::from_fn(SeatCount::new(3), |seat| seat.index() < 2),
            rounds: 2,
            turns: 30,
            fault: None,
            place: String::new(),
        };
        let seats = [0, 1, 2].map(Seat::new);
        assert_eq!(seats.map(|seat| Objective::Margin.of(&ending, seat)), [4.0, -0.5, -3.5]);
        assert_eq!(seats.map(|seat| Objective::WinShare.of(&ending, seat)), [0.5, 0.5, 0.0]);
    }
    #[test]
    fn tune_deals_differ_from_experiment_deals() {
        let text = "question = \"Who?\"\nseed = 1\n[game]\nname = \"kuhn-poker\"\n[[entrant]]\nname = \"r\"\n\
                    agent = { kind = \"random\" }\n[schedule]\ntables = [[\"r\", \"r\"]]\ndeals = 9\n";
        let experiment = Experiment::read(&Document::parse(text).unwrap()).unwrap();
        let (trial, played) = (CandidateTrial::new(&experiment, Objective::Margin), Schedule::new(&experiment));
        for index in 0..played.matches() {
            let slot = played.slot(index);
            assert_ne!(trial.schedule.deal_seed(&slot), played.deal_seed(&slot));
            assert_ne!(trial.schedule.seat_seed(&slot, Seat::new(0)), played.seat_seed(&slot, Seat::new(0)));
        }
    }
}
