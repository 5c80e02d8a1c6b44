//! Rules behind an object-safe trait: a game with options and a number of seats, which can deal, play, replay and seat
//! agents.

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

use super::action_record::ActionRecord;
use super::agent::{DynAgent, TypedAgent};
use super::exploit::bound::Search;
use super::exploit::exact;
use super::narrate::MatchRecord;
use super::players;
use super::position::Position;
use super::presentation::Drawing;
use super::referee::{self, Ending};
use super::registration::{BotFactory, Registration};
use super::state::{DynState, ReplayStep, TypedState, ViewRequest};
use super::table::{SeatAssignment, SeatPlayer, Table};
use super::watcher::{EndedRound, Watcher};
use crate::job::RunOptions;
use crate::job::programs::{ProcessLabel, Programs};
use crate::registry::training::exploit::{ExploitOptions, ExploitResult};
use crate::registry::training::settings::Training;
use crate::registry::training::{TrainingError, TrainingProgress, TrainingResult, TrainingTarget};
use crate::storage::folder::Folder;

/// A game with its options and a number of seats.
pub trait DynRules: Any + Send + Sync {
    /// Returns the properties that are known without playing.
    fn facts(&self) -> &RulesInfo;

    /// Checks that an agent can play by these rules with this number of seats.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot, or if its settings are invalid.
    fn fits(&self, spec: &AgentSpec) -> Result<(), OptionError>;

    /// Seats the agent of `seat`. An agent that cannot be created fails when it is asked.
    fn seat(&self, table: &Table<'_>, seat: Seat) -> Box<dyn DynAgent>;

    /// Plays the match of `deal`. Every action is appended to `transcript`, if there is one.
    fn play(
        &self,
        deal: Seed,
        table: &Table<'_>,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending;

    /// Replays a recorded match, like [`DynRules::play`]. Only agents that the record asks again are seated.
    fn play_recorded(
        &self,
        deal: Seed,
        table: &Table<'_>,
        record: &mut ActionRecord,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending;

    /// Greets a program over `link` and disconnects. Returns the name that the program gives.
    ///
    /// # Errors
    ///
    /// Returns a fault if the program does not answer the greeting in time.
    fn greet(&self, link: Box<dyn Link>, limits: &Limits, who: &ProcessLabel, seed: Seed)
    -> Result<String, AgentFault>;

    /// Deals a new match.
    fn deal(&self, seed: &Seed) -> Box<dyn DynState>;

    /// Replays a recorded match and calls `see` before every action. Returns the state after the last action.
    ///
    /// # Errors
    ///
    /// Returns an error if the transcript does not fit the rules.
    fn replay(
        &self,
        transcript: &Transcript,
        see: &mut dyn FnMut(&ReplayStep<'_>),
    ) -> Result<Box<dyn DynState>, ReplayError>;

    /// Returns the expanded transcript of a recorded match: one line of JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the transcript does not fit the rules.
    fn expand(&self, record: &MatchRecord<'_>) -> Result<String, ReplayError>;

    /// How the agent, which is no program from outside and goes by no clock, can be beaten.
    fn exploit(&self, spec: &AgentSpec, effort: &ExploitOptions, pool: &ThreadPool) -> ExploitResult;

    /// Trains a net for the target `what` in `folder`. Calls `see` with the progress.
    ///
    /// # Errors
    ///
    /// Returns an error if the training cannot be started, resumed or written.
    fn train(
        &self,
        what: &TrainingTarget,
        training: &Training,
        folder: Folder,
        options: &RunOptions,
        see: &mut dyn FnMut(&TrainingProgress),
    ) -> Result<TrainingResult, TrainingError>;
}

impl dyn DynRules {
    /// Returns the name of the game.
    pub fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> SeatCount {
        self.facts().seats
    }

    /// Returns the properties of the game under these options.
    pub fn info(&self) -> GameInfo {
        self.facts().info.clone()
    }

    /// Returns all options.
    pub fn settings(&self) -> Settings {
        self.facts().settings.clone()
    }

    /// Returns the data that a page needs to draw it.
    pub fn drawing(&self) -> Drawing {
        let ((style, script), state) = (self.facts().page, self.deal(&Seed::master(1)));
        Drawing { style, script, table: state.view(ViewRequest::Table), example: state.view(ViewRequest::Example) }
    }

    /// Creates a built-in agent at `seat`.
    ///
    /// # Errors
    ///
    /// Returns an error if the agent is an external program.
    pub fn seat_agent(&self, spec: &AgentSpec, seat: Seat, seed: Seed) -> Result<Box<dyn DynAgent>, String> {
        match spec.kind == KIND {
            true => Err("a program from outside, expected an agent of `ergo agents`".to_owned()),
            false => Ok(self.seat_alone(SeatPlayer::Agent(spec), seat, seed)),
        }
    }

    /// Creates an agent without information about the other seats.
    pub(super) fn seat_alone(&self, seated: SeatPlayer<'_>, seat: Seat, seed: Seed) -> Box<dyn DynAgent> {
        let mut chairs: Vec<_> =
            (0..seat.index()).map(|_| SeatAssignment { entrant: "", seed, seated: SeatPlayer::Random }).collect();
        chairs.push(SeatAssignment { entrant: "", seed, seated });
        self.seat(&Table { chairs, programs: &Arc::new(Programs::new(None)), called: &String::new }, seat)
    }
}

/// Properties of rules that are known without playing.
pub struct RulesInfo {
    /// The name of the game.
    pub name: &'static str,
    /// The number of seats.
    pub seats: SeatCount,
    /// The label of each seat, besides the name of its entrant.
    pub seat_names: Vec<String>,
    /// The properties of the game under these options.
    pub info: GameInfo,
    /// All options.
    pub settings: Settings,
    /// The largest distance between a seat's score and the mean of the others at the end of a match, in points.
    pub largest_margin: u32,
    /// The families of actions in id order, each with its number of ids, if the game numbers its actions.
    pub families: Option<Vec<(&'static str, usize)>>,
    /// The number of features ([`DynState::features`]), if the game has features.
    pub features: Option<usize>,
    /// The fields of a view that are shown as text, with their titles.
    pub fields: &'static [(&'static str, &'static str)],
    /// Whether the rules of the game count points.
    pub points: bool,
    /// CSS and JavaScript of the drawing.
    pub page: (&'static str, &'static str),
}

/// The numbering of actions; `None` if ids are positions in the list of legal actions.
pub(super) type NumberingOf<G> = Option<Arc<dyn Numbering<<G as ergo_engine::game::Game>::Action>>>;

/// The rules of a game of a type.
pub(super) struct TypedRules<G: Configurable>(Arc<TypedRulesInner<G>>);

pub(super) struct TypedRulesInner<G: Configurable> {
    pub(super) registration: Arc<Registration<G>>,
    pub(super) game: Arc<G>,
    pub(super) numbering: NumberingOf<G>,
    facts: OnceLock<RulesInfo>,
}

impl<G: Configurable> Clone for TypedRules<G> {
    fn clone(&self) -> Self {
        TypedRules(Arc::clone(&self.0))
    }
}

impl<G: Configurable> std::ops::Deref for TypedRules<G> {
    type Target = TypedRulesInner<G>;

    fn deref(&self) -> &TypedRulesInner<G> {
        &self.0
    }
}

impl<G: Configurable> TypedRules<G> {
    pub(super) fn new(registration: Arc<Registration<G>>, game: G) -> Self {
        let numbering = registration.numbering.map(|numbering| numbering(&game));
        TypedRules(Arc::new(TypedRulesInner { registration, game: Arc::new(game), numbering, facts: OnceLock::new() }))
    }

    pub(super) fn state(&self, state: G::State) -> Box<dyn DynState> {
        Box::new(TypedState::new(self.clone(), Position::new(Arc::clone(&self.game), state)))
    }

    /// Agents of this kind, which go by no clock.
    fn bots(&self, spec: AgentSpec) -> BotFactory<G> {
        let registration = Arc::clone(&self.registration);
        Arc::new(move |game: &G, seat, seed| registration.agents.build_untimed(game, &spec, seat, seed))
    }
}

impl<G: Configurable> DynRules for TypedRules<G> {
    fn facts(&self) -> &RulesInfo {
        let TypedRulesInner { registration, game, numbering, facts } = &*self.0;
        facts.get_or_init(|| RulesInfo {
            name: G::NAME,
            seats: game.seats(),
            seat_names: game.seats().iter().map(|seat| (registration.presentation.seat)(game, seat)).collect(),
            info: game.info(),
            settings: game.settings(),
            largest_margin: game.largest_margin(),
            families: numbering.as_ref().map(|numbering| numbering.families()),
            features: registration.features.as_ref().map(|features| features.count),
            fields: registration.presentation.fields,
            points: registration.presentation.points,
            page: (registration.presentation.style, registration.presentation.script),
        })
    }

    fn fits(&self, spec: &AgentSpec) -> Result<(), OptionError> {
        players::fits(self, spec)
    }

    fn seat(&self, table: &Table<'_>, seat: Seat) -> Box<dyn DynAgent> {
        Box::new(TypedAgent::new(seat, players::seat(self, table, seat)))
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
        let ending = referee::play((&self.registration, &self.game), deal, &mut players, None, transcript, watcher);
        // A dropped program reports why it failed.
        drop(players);
        if let Some((seat, fault)) = ending.fault {
            table.programs.add_forfeit(&table.who(seat), fault, &ending.place);
        }
        ending
    }

    fn play_recorded(
        &self,
        deal: Seed,
        table: &Table<'_>,
        record: &mut ActionRecord,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        let player = |seat| match record.is_asked(seat) {
            true => players::seat(self, table, seat),
            false => Player::Failed(AgentFault::GivenUp),
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
        see: &mut dyn FnMut(&ReplayStep<'_>),
    ) -> Result<Box<dyn DynState>, ReplayError> {
        let last = transcript.replay(&*self.game, &mut |state, action, round| {
            let round = round.map(|round| EndedRound { registration: &self.registration, game: &self.game, round });
            let round = round.as_ref().map(|round| round as _);
            see(&ReplayStep { state: &*self.state(state.clone()), action: &action, round });
        });
        Ok(self.state(last?))
    }

    fn expand(&self, record: &MatchRecord<'_>) -> Result<String, ReplayError> {
        (self.registration.expand)(&self.game, record)
    }

    fn exploit(&self, spec: &AgentSpec, effort: &ExploitOptions, pool: &ThreadPool) -> ExploitResult {
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
    ) -> Result<TrainingResult, TrainingError> {
        let mut all = self.registration.description.lessons.iter().zip(&self.registration.trains);
        let (_, train) = all.find(|(lessons, _)| lessons.name == what.name).expect("of what the game declares");
        let guests: Vec<BotFactory<G>> = training.guests.iter().map(|guest| self.bots(guest.spec.clone())).collect();
        train(training, &guests, folder, options, see)
    }
}
