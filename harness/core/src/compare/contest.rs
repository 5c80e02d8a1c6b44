//! One block of a comparison.

use std::sync::Arc;

use ergo_engine::seat::{Seat, SeatCount};
use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::experiment::chairs::{chairs, entrants};
use crate::experiment::schedule::{Schedule, Slot};
use crate::job::programs::{Programs, StartError};
use crate::registry::arena::{DynGame, DynRules, Ending, NoWatcher, Table};
use crate::rows::seating::seat_of;

/// The value of a block: wins or margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BlockMeasure {
    /// Shares of the wins.
    #[default]
    Wins,
    /// Margins: the own score at the end of a match less the mean of the others'.
    Margin,
    /// Returns: the own score at the end of a match, in games that pay points.
    Returns,
}

impl BlockMeasure {
    /// Whether it is [`BlockMeasure::Wins`].
    pub fn is_wins(&self) -> bool {
        *self == BlockMeasure::Wins
    }

    /// The measure that counts in a game: returns if it pays points, else wins.
    pub fn for_game(game: &dyn DynGame) -> Self {
        if game.description().pays_points { BlockMeasure::Returns } else { BlockMeasure::Wins }
    }

    /// The name on the command line and in records.
    pub fn name(self) -> &'static str {
        match self {
            BlockMeasure::Wins => "wins",
            BlockMeasure::Margin => "margin",
            BlockMeasure::Returns => "returns",
        }
    }
}

/// The result of one deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Number of the deal, from 1.
    pub deal: u64,
    /// Share of the wins of B alone among A's, or among the others, over all seatings.
    pub focal: f64,
    /// Share of the wins of A alone among B's, or among the others, over all seatings; where A and B are alone with each other
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
    /// Points a match by which B alone is ahead of the mean of the others.
    pub focal_margin: f64,
    /// The same of A alone; where A and B are alone with each other, B's with the other sign.
    pub reverse_margin: f64,
}

impl Block {
    /// Its value by a yardstick: one half where neither is better, 0 and 1 where all is won, or the margin is the largest.
    pub fn value_by(&self, by: BlockMeasure, largest_margin: f64) -> f64 {
        match by {
            BlockMeasure::Wins => 0.5 + (self.focal - self.reverse) / 2.0,
            // Scores that are paid sum to 0: a return is a part of the margin, the same for all.
            BlockMeasure::Margin | BlockMeasure::Returns => {
                let lead = (self.focal_margin - self.reverse_margin) / 2.0;
                // After ties at the target a margin can be larger still: it counts as the largest.
                (0.5 + lead / (2.0 * largest_margin)).clamp(0.0, 1.0)
            }
        }
    }
}

/// The results of the one entrant whose turn it is, in its seats: means over the matches.
#[derive(Clone, Copy, Default)]
struct EntrantMeans {
    share: f64,
    margin: f64,
}

/// Two entrants of an experiment, and the tables they meet at.
pub struct Contest<'e> {
    experiment: &'e Experiment,
    schedule: Schedule,
    programs: Arc<Programs>,
    by: BlockMeasure,
}

impl<'e> Contest<'e> {
    /// The contest by wins of an experiment with one arm and one or two tables, the focal entrant first in each: B among A's
    /// and, if there are more than two seats, A among B's; or B among others, and A among the same others. `programs` are
    /// those from outside that play in it.
    pub fn new(experiment: &'e Experiment, programs: Programs) -> Self {
        Contest {
            experiment,
            schedule: Schedule::new(experiment),
            programs: Arc::new(programs),
            by: BlockMeasure::Wins,
        }
    }

    /// The same contest by another yardstick.
    pub fn with_measure(self, by: BlockMeasure) -> Self {
        Contest { by, ..self }
    }

    /// How many sit at the tables.
    pub fn seats(&self) -> SeatCount {
        self.experiment.seats(0)
    }

    /// Matches in a block.
    pub fn matches(&self) -> u32 {
        (0..self.experiment.tables.len()).map(|table| self.schedule.rotations(table, 1).len() as u32).sum()
    }

    /// The largest margin of a match, in points: what stands for 1 as the value of a block by margin.
    pub fn largest_margin(&self) -> f64 {
        f64::from(self.game().facts().largest_margin)
    }

    /// Why no program can be started here any more, if so: blocks played since do not count.
    pub fn check_startable(&self) -> Result<(), StartError> {
        self.programs.check_startable()
    }

    fn game(&self) -> &dyn DynRules {
        self.experiment.arms[0].game(self.seats())
    }

    /// Plays the block of `deal`.
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

    /// The result of the first entrant of `table` in one match of `block`. Counts what else came of the match.
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

    /// The points by which `focal` is ahead of the mean of the others at the end of a match, or its own where it plays alone. Who
    /// forfeits it loses it by the largest margin, which the others share; so the margins of a match of several always sum to 0.
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
