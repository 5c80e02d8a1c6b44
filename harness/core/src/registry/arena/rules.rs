//! The rules of a game without its type: its options and a number of seats. They deal, play, replay and seat agents.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use ergo_agents::agent::{AgentFault, Player};
use ergo_agents::process::{KIND, Limits, Link};
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::GameInfo;
use ergo_engine::numbering::Numbering;
use ergo_engine::options::{Configurable, OptionError, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::{ReplayError, Transcript};
use rayon::ThreadPool;

use super::agent::{DynAgent, OfAgent};
use super::exploit::bound::Search;
use super::exploit::exact;
use super::narrate::MatchRecord;
use super::players;
use super::position::Position;
use super::presentation::Drawing;
use super::recorded::RecordedMatch;
use super::referee::{self, Ending};
use super::registration::{Bots, Registration};
use super::state::{DynState, Moment, OfState, View};
use super::table::{Chair, Seated, Table};
use super::watcher::{Ended, Watcher};
use crate::job::RunOptions;
use crate::job::programs::{ProcessLabel, Programs};
use crate::registry::training::exploit::{ExploitOptions, Exploited};
use crate::registry::training::settings::Training;
use crate::registry::training::{Trained, TrainingError, TrainingProgress, TrainingTarget};
use crate::storage::folder::Folder;

/// A game with its options and a number of seats.
pub trait DynRules: Any + Send + Sync {
    /// What is known of it without playing.
    fn facts(&self) -> &RulesFacts;

    /// Refuses an agent that cannot play by these rules, or with so many seats.
    fn fits(&self, spec: &AgentSpec) -> Result<(), OptionError>;

    /// Seats the agent of a chair. One that cannot be seated fails when it is asked.
    fn seat(&self, table: &Table<'_>, seat: Seat) -> Box<dyn DynAgent>;

    /// Plays the match that `deal` seeds. Every action goes into `transcript`, if there is one.
    fn play(
        &self,
        deal: Seed,
        table: &Table<'_>,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending;

    /// Plays the match of a record again, as [`DynRules::play`]. Only agents that the record asks again are seated.
    fn play_recorded(
        &self,
        deal: Seed,
        table: &Table<'_>,
        record: &mut RecordedMatch,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending;

    /// Says hello to a program at the end of a line, and leaves it. Returns the name that it calls itself by.
    fn greet(&self, link: Box<dyn Link>, limits: &Limits, who: &ProcessLabel, seed: Seed)
    -> Result<String, AgentFault>;

    /// A fresh match.
    fn deal(&self, seed: &Seed) -> Box<dyn DynState>;

    /// Plays a recorded match again, and shows `see` every moment of it. Returns the state after the last action.
    fn replay(
        &self,
        transcript: &Transcript,
        see: &mut dyn FnMut(&Moment<'_>),
    ) -> Result<Box<dyn DynState>, ReplayError>;

    /// The expanded transcript of a recorded match: one line of JSON.
    fn expand(&self, record: &MatchRecord<'_>) -> Result<String, ReplayError>;

    /// How the agent, which is no program from outside and goes by no clock, can be beaten.
    fn exploit(&self, spec: &AgentSpec, effort: &ExploitOptions, pool: &ThreadPool) -> Exploited;

    /// Trains a net of what the game declares under this name, into `folder`. `see` is shown the progress.
    fn train(
        &self,
        what: &TrainingTarget,
        training: &Training,
        folder: Folder,
        options: &RunOptions,
        see: &mut dyn FnMut(&TrainingProgress),
    ) -> Result<Trained, TrainingError>;
}

impl dyn DynRules {
    /// The name of the game.
    pub fn name(&self) -> &'static str {
        self.facts().name
    }

    /// The number of seats.
    pub fn seats(&self) -> SeatCount {
        self.facts().seats
    }

    /// The kind of game it is under these options.
    pub fn info(&self) -> GameInfo {
        self.facts().info.clone()
    }

    /// All options.
    pub fn settings(&self) -> Settings {
        self.facts().settings.clone()
    }

    /// What a page needs to draw it.
    pub fn drawing(&self) -> Drawing {
        let ((style, script), state) = (self.facts().page, self.deal(&Seed::master(1)));
        Drawing { style, script, table: state.view(View::Table), example: state.view(View::Example) }
    }

    /// Seats the agent, which is no program from outside.
    pub fn sit(&self, spec: &AgentSpec, seat: Seat, seed: Seed) -> Result<Box<dyn DynAgent>, String> {
        match spec.kind == KIND {
            true => Err("a program from outside, expected an agent of `ergo agents`".to_owned()),
            false => Ok(self.seat_alone(Seated::Agent(spec), seat, seed)),
        }
    }

    /// Seats one who knows of no others.
    pub(super) fn seat_alone(&self, seated: Seated<'_>, seat: Seat, seed: Seed) -> Box<dyn DynAgent> {
        let mut chairs: Vec<_> =
            (0..seat.index()).map(|_| Chair { entrant: "", seed, seated: Seated::Random }).collect();
        chairs.push(Chair { entrant: "", seed, seated });
        self.seat(&Table { chairs, programs: &Arc::new(Programs::new(None)), called: &String::new }, seat)
    }
}

/// What is known of rules without playing.
pub struct RulesFacts {
    /// The name of the game.
    pub name: &'static str,
    /// The number of seats.
    pub seats: SeatCount,
    /// The label of each seat, besides the name of its entrant.
    pub seat_names: Vec<String>,
    /// The kind of game it is under these options.
    pub info: GameInfo,
    /// All options.
    pub settings: Settings,
    /// How far the score of a seat can lie above or below the mean of the others' at the end of a match, in points.
    pub largest_margin: u32,
    /// Families of actions in the order of their ids, each with its number of ids, if the game numbers them.
    pub families: Option<Vec<(&'static str, usize)>>,
    /// How many numbers tell what a seat knows ([`DynState::features`]), if the game says it in numbers.
    pub features: Option<usize>,
    /// The fields of a view that are shown as text, with their titles.
    pub fields: &'static [(&'static str, &'static str)],
    /// CSS and JavaScript of the drawing.
    pub page: (&'static str, &'static str),
}

/// Numbers actions; by their places in the list of legal ones if it is missing.
pub(super) type NumberingOf<G> = Option<Arc<dyn Numbering<<G as ergo_engine::game::Game>::Action>>>;

/// The rules of a game of a type.
pub(super) struct OfRules<G: Configurable>(Arc<Inner<G>>);

pub(super) struct Inner<G: Configurable> {
    pub(super) registration: Arc<Registration<G>>,
    pub(super) game: Arc<G>,
    pub(super) numbering: NumberingOf<G>,
    facts: OnceLock<RulesFacts>,
}

impl<G: Configurable> Clone for OfRules<G> {
    fn clone(&self) -> Self {
        OfRules(Arc::clone(&self.0))
    }
}

impl<G: Configurable> std::ops::Deref for OfRules<G> {
    type Target = Inner<G>;

    fn deref(&self) -> &Inner<G> {
        &self.0
    }
}

impl<G: Configurable> OfRules<G> {
    pub(super) fn new(registration: Arc<Registration<G>>, game: G) -> Self {
        let numbering = registration.numbering.map(|numbering| numbering(&game));
        OfRules(Arc::new(Inner { registration, game: Arc::new(game), numbering, facts: OnceLock::new() }))
    }

    pub(super) fn state(&self, state: G::State) -> Box<dyn DynState> {
        Box::new(OfState::new(self.clone(), Position::new(Arc::clone(&self.game), state)))
    }

    /// Agents of this kind, which go by no clock.
    fn bots(&self, spec: AgentSpec) -> Bots<G> {
        let registration = Arc::clone(&self.registration);
        Arc::new(move |game: &G, seat, seed| registration.agents.seat_agent(game, &spec, seat, seed))
    }
}

impl<G: Configurable> DynRules for OfRules<G> {
    fn facts(&self) -> &RulesFacts {
        let Inner { registration, game, numbering, facts } = &*self.0;
        facts.get_or_init(|| RulesFacts {
            name: G::NAME,
            seats: game.seats(),
            seat_names: game.seats().iter().map(|seat| (registration.presentation.seat)(game, seat)).collect(),
            info: game.info(),
            settings: game.settings(),
            largest_margin: game.largest_margin(),
            families: numbering.as_ref().map(|numbering| numbering.families()),
            features: registration.features.as_ref().map(|features| features.count),
            fields: registration.presentation.fields,
            page: (registration.presentation.style, registration.presentation.script),
        })
    }

    fn fits(&self, spec: &AgentSpec) -> Result<(), OptionError> {
        players::fits(self, spec)
    }

    fn seat(&self, table: &Table<'_>, seat: Seat) -> Box<dyn DynAgent> {
        Box::new(OfAgent::new(seat, players::seat(self, table, seat)))
    }

    fn play(
        &self,
        deal: Seed,
        table: &Table<'_>,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        let mut players: Vec<Player<G>> =
            self.game.seats().iter().map(|seat| players::seat(self, table, seat)).collect();
        referee::play((&self.registration, &self.game), deal, &mut players, None, transcript, watcher)
    }

    fn play_recorded(
        &self,
        deal: Seed,
        table: &Table<'_>,
        record: &mut RecordedMatch,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        let player = |seat| match record.is_asked(seat) {
            true => players::seat(self, table, seat),
            false => Player::Absent(AgentFault::GivenUp),
        };
        let mut players: Vec<Player<G>> = self.game.seats().iter().map(player).collect();
        referee::play((&self.registration, &self.game), deal, &mut players, Some(record), transcript, watcher)
    }

    fn greet(
        &self,
        link: Box<dyn Link>,
        limits: &Limits,
        who: &ProcessLabel,
        seed: Seed,
    ) -> Result<String, AgentFault> {
        players::greet(self, link, limits, who, seed).map(|agent| agent.name().to_owned())
    }

    fn deal(&self, seed: &Seed) -> Box<dyn DynState> {
        self.state(self.game.deal(&mut seed.rng()))
    }

    fn replay(
        &self,
        transcript: &Transcript,
        see: &mut dyn FnMut(&Moment<'_>),
    ) -> Result<Box<dyn DynState>, ReplayError> {
        let last = transcript.replay(&*self.game, &mut |state, action, round| {
            let round = round.map(|round| Ended { registration: &self.registration, game: &self.game, round });
            let round = round.as_ref().map(|round| round as _);
            see(&Moment { state: &*self.state(state.clone()), action: &action, round });
        });
        Ok(self.state(last?))
    }

    fn expand(&self, record: &MatchRecord<'_>) -> Result<String, ReplayError> {
        (self.registration.expand)(&self.game, record)
    }

    fn exploit(&self, spec: &AgentSpec, effort: &ExploitOptions, pool: &ThreadPool) -> Exploited {
        let seated = |spec: AgentSpec| self.bots(spec);
        let (game, bots, brings) = (&*self.game, self.bots(spec.clone()), &self.registration.exploit);
        if effort.together == 1
            && let Some(whole) = brings.whole
            && let Ok(whole) = whole(game, effort.moments)
        {
            return exact::gains(&whole, game, &bots, effort);
        }
        let agents = &self.registration.agents;
        Search { game, agents, seated: &seated, brings, bots, effort, pool }.gains()
    }

    fn train(
        &self,
        what: &TrainingTarget,
        training: &Training,
        folder: Folder,
        options: &RunOptions,
        see: &mut dyn FnMut(&TrainingProgress),
    ) -> Result<Trained, TrainingError> {
        let mut all = self.registration.description.lessons.iter().zip(&self.registration.trains);
        let (_, train) = all.find(|(lessons, _)| lessons.name == what.name).expect("of what the game declares");
        let guests: Vec<Bots<G>> = training.guests.iter().map(|guest| self.bots(guest.spec.clone())).collect();
        train(training, &guests, folder, options, see)
    }
}
