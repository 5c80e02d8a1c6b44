//! The doors: a game, its rules, without a type of it.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{Limits, Link};
use ergo_agents::spec::{AgentSpec, Kind};
use ergo_engine::game::GameInfo;
use ergo_engine::options::{OptionError, OptionSpec, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::{ReplayError, Transcript};
use rayon::ThreadPool;

use super::drawn::Drawing;
use super::narrate::{MatchRecord, Narration};
use super::position::Asked;
use super::referee::Ending;
use super::shelved::Declared;
use super::state::{Moment, State};
use super::table::Table;
use super::watcher::Watcher;
use crate::exploit::{Effort, Exploited};
use crate::folder::Folder;
use crate::job::RunOptions;
use crate::measure::{Measures, Shape};
use crate::programs::Who;
use crate::training::settings::Training;
use crate::training::{Lessons, Standing, Trained, TrainingError};

/// A game of the shelf.
pub trait Handle: Send + Sync {
    /// Its name in experiments and transcripts.
    fn name(&self) -> &'static str;

    /// Whether `name` is its short or its full name.
    fn is_called(&self, name: &str) -> bool;

    /// One line for people.
    fn about(&self) -> &'static str;

    /// Fewest and most seats.
    fn seats(&self) -> (usize, usize);

    /// The option that lets a match be one round, where rounds stand for themselves.
    fn round_limit(&self) -> Option<&'static str>;

    /// Every option of its rules.
    fn options(&self) -> Vec<OptionSpec>;

    /// The values of other options in an experiment that varies these, where it gives none.
    fn where_varied(&self, options: &[&str]) -> Settings;

    /// The rules with `given` options, the rest by default. `seats` lies within [`Handle::seats`].
    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn Rules>, OptionError>;

    /// Every kind of agent that can play it, programs from outside last.
    fn kinds(&self) -> Vec<Kind>;

    /// The agent of this kind with `given` settings, the rest by default, none against another.
    fn checked(&self, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError>;

    /// Refuses settings that are right one by one but contradict each other.
    fn check(&self, spec: &AgentSpec) -> Result<(), OptionError>;

    /// The names of what its records hold.
    fn records(&self) -> Records;

    /// Whether a match pays its scores ([`Game::PAYS_POINTS`](ergo_engine::game::Game::PAYS_POINTS)).
    fn pays_points(&self) -> bool;

    /// All else it declares of itself.
    fn declared(&self) -> &Declared;

    /// Its measures: those that every such game has, and what it declares.
    fn measures(&self) -> Measures {
        let (alone, one_round) = (self.seats().1 == 1, self.records().only_one);
        let shape = Shape { alone, one_round, pays_points: self.pays_points() };
        Measures::of_game(shape, self.declared().measures.clone())
    }

    /// The position that `text` describes in the game's own notation.
    fn read(&self, asked: &Asked<'_>, text: &str) -> Result<Box<dyn State>, String>;

    /// Its agents, a [`Registry`](ergo_agents::registry::Registry) of its type, while nobody else holds them.
    fn agents_mut(&mut self) -> Option<&mut dyn Any>;
}

/// The names of what the records of a game hold.
#[derive(Clone, Copy, Debug)]
pub struct Records {
    /// Columns of a round.
    pub round: &'static [&'static str],
    /// Columns of a round and seat.
    pub seat: &'static [&'static str],
    /// Whether a match is never more than one round.
    pub only_one: bool,
    /// Kinds of cards that are drawn; none where the worth of a card makes no sense.
    pub cards: &'static [&'static str],
    /// Kinds of cards that are barred together.
    pub groups: &'static [(&'static str, u32)],
}

/// A game with its options and a number of seats.
pub trait Rules: Send + Sync {
    /// The name of the game.
    fn name(&self) -> &'static str;

    /// How many sit at the table.
    fn seats(&self) -> SeatCount;

    /// The label of a seat, besides the name of who sits there.
    fn seat_name(&self, seat: Seat) -> String;

    /// The kind of game it is under these options.
    fn info(&self) -> GameInfo;

    /// All options as they are.
    fn settings(&self) -> Settings;

    /// How far the score of a seat can lie above or below the mean of the others' at the end of a match, in points.
    fn largest_margin(&self) -> u32;

    /// Refuses an agent that cannot play by these rules, or with so many seats.
    fn fits(&self, spec: &AgentSpec) -> Result<(), OptionError>;

    /// Plays the match that `deal` seeds. Every action goes into `transcript`, if there is one.
    fn play(
        &self,
        deal: Seed,
        table: &Table<'_>,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending;

    /// Says hello to a program at the end of a line, and leaves it. Gives the name that it calls itself by.
    fn greet(&self, link: Box<dyn Link>, limits: &Limits, who: &Who, seed: Seed) -> Result<String, AgentFault>;

    /// Families of actions in the order of their ids, each with how many ids it has; none where the game does not number them.
    fn families(&self) -> Option<Vec<(&'static str, usize)>>;

    /// How many numbers tell what a seat knows ([`State::features`]); none where the game does not say it in numbers.
    fn features(&self) -> Option<usize>;

    /// The agent, which is no program from outside, at `seat`.
    fn sit(&self, spec: &AgentSpec, seat: Seat, seed: Seed) -> Result<Box<dyn Sitter>, String>;

    /// How the agent, which is no program from outside and goes by no clock, can be beaten.
    fn exploit(&self, spec: &AgentSpec, effort: &Effort, pool: &ThreadPool) -> Exploited;

    /// Trains a net of what of the game is called so, as `training` says: into `folder`, as `options` say. `see` is shown how far the
    /// run has come.
    fn train(
        &self,
        what: &Lessons,
        training: &Training,
        folder: Folder,
        options: &RunOptions,
        see: &mut dyn FnMut(&Standing),
    ) -> Result<Trained, TrainingError>;

    /// A fresh match.
    fn deal(&self, seed: &Seed) -> Box<dyn State>;

    /// Plays a recorded match again, and shows `see` every moment of it. Gives the state after the last action.
    fn replay(&self, transcript: &Transcript, see: &mut dyn FnMut(&Moment<'_>)) -> Result<Box<dyn State>, ReplayError>;

    /// A recorded match, for people and for programs.
    fn narrate(&self, record: &MatchRecord<'_>) -> Result<Narration, ReplayError>;

    /// How it draws itself on a page.
    fn drawn(&self) -> Drawing;
}

/// An agent at its seat, kept from choice to choice.
pub trait Sitter: Send {
    /// The action it chooses in `state`, where its seat is to move, in the game's notation.
    fn choose(&mut self, state: &dyn State) -> Result<String, String>;

    /// Plays in `state`, where its seat is to move, what it chooses.
    fn play(&mut self, state: &mut dyn State) -> Result<(), String>;
}
