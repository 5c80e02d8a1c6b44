//! Plays one block of a comparison: one deal in every seating.

use std::sync::Arc;

use ergo_engine::seat::{Seat, SeatCount};
use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::experiment::chairs::{chairs, entrants};
use crate::experiment::schedule::{Schedule, Slot};
use crate::job::programs::{Forfeit, Programs, StartError};
use crate::registry::arena::{DynGame, DynRules, Ending, NoWatcher, Table};
use crate::rows::seating::seat_of;

/// The quantity that gives a block its value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockMeasure {
    /// Share of the wins.
    #[default]
    Wins,
    /// Own score at the end of a match minus the mean score of the others.
    Margin,
    /// Own score at the end of a match, in games that pay points.
    Returns,
}

impl BlockMeasure {
    /// Returns true for [`BlockMeasure::Wins`].
    pub fn is_wins(&self) -> bool {
        *self == BlockMeasure::Wins
    }

    /// Returns the default measure of a game: returns if it pays points, else wins.
    pub fn for_game(game: &dyn DynGame) -> Self {
        if game.description().pays_points { BlockMeasure::Returns } else { BlockMeasure::Wins }
    }

    /// Returns the name used on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            BlockMeasure::Wins => "wins",
            BlockMeasure::Margin => "margin",
            BlockMeasure::Returns => "returns",
        }
    }
}

/// The result of one deal in all its seatings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Number of the deal, from 1.
    pub deal: u64,
    /// Share of the wins of B as the only B at the table, over all seatings.
    pub focal: f64,
    /// Share of the wins of A as the only A at the table, over all seatings. If the table has only A and B, this is `1
    /// - focal`.
    pub reverse: f64,
    /// Value of the block from 0 to 1; 0.5 if neither entrant is better.
    pub value: f64,
    /// Number of matches that ended with a forfeit.
    pub faults: u64,
    /// Number of rounds in all matches of the block.
    pub rounds: u64,
    /// Number of turns in those rounds.
    pub turns: u64,
    /// Lead of B over the mean of the others, in points per match.
    pub focal_margin: f64,
    /// Lead of A over the mean of the others, in points per match. If the table has only A and B, this is
    /// `-focal_margin`.
    pub reverse_margin: f64,
}

impl Block {
    /// Returns the value of the block by the measure `by`: 0.5 if neither entrant is better, 1 if B wins everything or
    /// leads by `largest_margin`, 0 for the opposite.
    pub fn value_by(&self, by: BlockMeasure, largest_margin: f64) -> f64 {
        match by {
            BlockMeasure::Wins => 0.5 + (self.focal - self.reverse) / 2.0,
            // Scores that are paid sum to 0, so a return is a constant fraction of the margin.
            BlockMeasure::Margin | BlockMeasure::Returns => {
                let lead = (self.focal_margin - self.reverse_margin) / 2.0;
                // After ties at the target score a margin can exceed the largest margin; it counts as the largest.
                (0.5 + lead / (2.0 * largest_margin)).clamp(0.0, 1.0)
            }
        }
    }
}

/// The mean results of the focal entrant over the matches in its seats.
#[derive(Clone, Copy, Default)]
struct EntrantMeans {
    share: f64,
    margin: f64,
}

/// Two entrants of an experiment and the tables at which they meet.
pub struct Contest<'e> {
    experiment: &'e Experiment,
    schedule: Schedule,
    programs: Arc<Programs>,
    by: BlockMeasure,
}

impl<'e> Contest<'e> {
    /// Creates a contest, measured by wins, from an experiment with one arm and one or two tables whose first entrant
    /// is the focal one. With one table of two seats, B plays A. With more seats, B plays among A's and A among B's, or
    /// both play among the same other entrants. `programs` manages the external programs.
    pub fn new(experiment: &'e Experiment, programs: Programs) -> Self {
        Contest {
            experiment,
            schedule: Schedule::new(experiment),
            programs: Arc::new(programs),
            by: BlockMeasure::Wins,
        }
    }

    /// Returns the same contest with another block measure.
    pub fn with_measure(self, by: BlockMeasure) -> Self {
        Contest { by, ..self }
    }

    /// Returns the number of seats at a table.
    pub fn seats(&self) -> SeatCount {
        self.experiment.seats(0)
    }

    /// Returns the number of matches in a block.
    pub fn matches(&self) -> u32 {
        (0..self.experiment.tables.len()).map(|table| self.schedule.rotations(table, 1).len() as u32).sum()
    }

    /// Returns the largest margin of a match in points. It corresponds to the block value 1 when blocks are measured by
    /// margin.
    pub fn largest_margin(&self) -> f64 {
        f64::from(self.game().facts().largest_margin)
    }

    /// Checks that external programs can still be started. Blocks that were played after a failure must not be counted.
    ///
    /// # Errors
    ///
    /// Returns the first error that occurred while starting a program.
    pub fn check_startable(&self) -> Result<(), StartError> {
        self.programs.check_startable()
    }

    /// Finishes the logs after the last block, and returns the first forfeit of each entrant.
    pub(crate) fn finish(&self) -> Vec<Forfeit> {
        self.programs.finish_logs();
        self.programs.take_forfeits()
    }

    fn game(&self) -> &dyn DynRules {
        self.experiment.arms[0].game(self.seats())
    }

    /// Plays all matches of one deal.
    pub fn play(&self, deal: u64) -> Block {
        let mut block = Block {
            deal,
            focal: 0.0,
            reverse: 0.0,
            value: 0.0,
            faults: 0,
            rounds: 0,
            turns: 0,
            focal_margin: 0.0,
            reverse_margin: 0.0,
        };
        let mut mean = |table: usize| {
            let rotations = self.schedule.rotations(table, deal);
            let mut sum = EntrantMeans::default();
            for rotation in rotations {
                let EntrantMeans { share, margin } = self.one_match(table, *rotation, &mut block);
                sum = EntrantMeans { share: sum.share + share, margin: sum.margin + margin };
            }
            let matches = rotations.len() as f64;
            EntrantMeans { share: sum.share / matches, margin: sum.margin / matches }
        };
        let focal = mean(0);
        let alone = self.experiment.tables.len() == 1;
        let reverse = if alone { EntrantMeans { share: 1.0 - focal.share, margin: -focal.margin } } else { mean(1) };
        let block = Block {
            focal: focal.share,
            reverse: reverse.share,
            focal_margin: focal.margin,
            reverse_margin: reverse.margin,
            ..block
        };
        Block { value: block.value_by(self.by, self.largest_margin()), ..block }
    }

    /// Plays one match and returns the result of the first entrant of `table`. Adds faults, rounds and turns to
    /// `block`.
    fn one_match(&self, table: usize, rotation: usize, block: &mut Block) -> EntrantMeans {
        let slot = Slot { number: 0, arm: 0, table, deal: block.deal, rotation };
        let sit = entrants(&self.schedule, &slot);
        let chairs = chairs(self.experiment, &self.schedule, &slot, &sit);
        let called = || format!("deal {}, rotation {rotation}", slot.deal);
        let seated = Table { chairs, programs: &self.programs, called: &called };
        let ending = self.game().play(self.schedule.deal_seed(&slot), &seated, None, &mut NoWatcher);
        block.faults += u64::from(ending.fault.is_some());
        block.rounds += u64::from(ending.rounds);
        block.turns += ending.turns;
        let focal = seat_of(0, rotation, self.seats());
        let winners = ending.winners.iter().filter(|won| **won).count();
        let share = if ending.winners[focal] { 1.0 / winners as f64 } else { 0.0 };
        EntrantMeans { share, margin: self.margin(&ending, focal) }
    }

    /// Returns the lead of `focal` over the mean of the others at the end of a match, in points. An entrant that
    /// forfeits loses by the largest margin, which the others share, so that the margins of a match always sum to 0.
    fn margin(&self, ending: &Ending, focal: Seat) -> f64 {
        let others = (self.seats().get() - 1) as f64;
        match &ending.fault {
            Some((seat, _)) if *seat == focal => -self.largest_margin(),
            Some(_) => self.largest_margin() / others,
            None => {
                let (own, all) = (f64::from(ending.scores[focal]), ending.scores.iter().map(|score| f64::from(*score)));
                if others > 0.0 { own - (all.sum::<f64>() - own) / others } else { own }
            }
        }
    }
}
