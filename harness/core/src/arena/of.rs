//! A game behind the doors: what [`Handle`] and [`Rules`] do for a game of any type.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::agent::AgentFault;
use ergo_agents::process::{KIND, Limits, Link};
use ergo_agents::spec::{AgentSpec, Kind};
use ergo_engine::game::{GameInfo, RoundRecord};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::transcript::{ReplayError, Transcript};
use rayon::ThreadPool;

use super::bots::Bots;
use super::drawn::Drawing;
use super::exploit::bound::Search;
use super::exploit::exact;
use super::handle::{Handle, Records, Rules, Sitter};
use super::narrate::{MatchRecord, Narration};
use super::players;
use super::position::Asked;
use super::referee::{self, Ending};
use super::rules_of::OfRules;
use super::shelved::{Declared, Shelved};
use super::sitter::SitterOf;
use super::state::{Moment, State};
use super::table::Table;
use super::watcher::{Ended, Watcher};
use crate::exploit::{Effort, Exploited};
use crate::folder::Folder;
use crate::job::RunOptions;
use crate::programs::Who;
use crate::stopwatch;
use crate::training::settings::Training;
use crate::training::{Lessons, Standing, Trained, TrainingError};

/// A game on the shelf.
struct OfGame<G: Configurable>(Arc<Shelved<G>>);

impl<G: Configurable> Shelved<G> {
    /// The game behind its door.
    pub fn handle(self) -> Arc<dyn Handle> {
        Arc::new(OfGame(Arc::new(self)))
    }
}

impl<G: Configurable> Handle for OfGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn is_called(&self, name: &str) -> bool {
        [G::NAME, G::FULL_NAME].contains(&name)
    }

    fn about(&self) -> &'static str {
        G::ABOUT
    }

    fn seats(&self) -> (usize, usize) {
        G::SEATS
    }

    fn round_limit(&self) -> Option<&'static str> {
        G::ROUND_LIMIT
    }

    fn options(&self) -> Vec<OptionSpec> {
        G::options()
    }

    fn where_varied(&self, options: &[&str]) -> Settings {
        G::where_varied(options)
    }

    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn Rules>, OptionError> {
        Ok(Arc::new(OfRules::new(Arc::clone(&self.0), G::configure(seats, given)?)))
    }

    fn kinds(&self) -> Vec<Kind> {
        players::kinds(&self.0.agents)
    }

    fn checked(&self, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        players::checked(&self.0.agents, kind, given)
    }

    fn check(&self, spec: &AgentSpec) -> Result<(), OptionError> {
        players::check(&self.0.agents, spec.clone()).map(|_| ())
    }

    fn records(&self) -> Records {
        Records {
            round: G::Round::ROUND_COLUMNS,
            seat: G::Round::SEAT_COLUMNS,
            only_one: G::Round::ONLY_ONE,
            cards: self.0.cards.as_ref().map_or(&[], |cards| cards.kinds),
            groups: self.0.cards.as_ref().map_or(&[], |cards| cards.groups),
        }
    }

    fn pays_points(&self) -> bool {
        G::PAYS_POINTS
    }

    fn declared(&self) -> &Declared {
        &self.0.declared
    }

    fn read(&self, asked: &Asked<'_>, text: &str) -> Result<Box<dyn State>, String> {
        let (game, state) = (self.0.positions.read)(asked, text)?;
        Ok(OfRules::new(Arc::clone(&self.0), game).state(state))
    }

    fn agents_mut(&mut self) -> Option<&mut dyn Any> {
        Arc::get_mut(&mut self.0).map(|game| &mut game.agents as &mut dyn Any)
    }
}

impl<G: Configurable> Rules for OfRules<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> SeatCount {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        (self.shelved.showing.seat)(&self.game, seat)
    }

    fn info(&self) -> GameInfo {
        self.game.info()
    }

    fn settings(&self) -> Settings {
        self.game.settings()
    }

    fn largest_margin(&self) -> u32 {
        self.game.largest_margin()
    }

    fn fits(&self, spec: &AgentSpec) -> Result<(), OptionError> {
        players::fits(self, spec)
    }

    fn play(
        &self,
        deal: Seed,
        table: &Table<'_>,
        transcript: Option<&mut Transcript>,
        watcher: &mut dyn Watcher,
    ) -> Ending {
        referee::play((&self.shelved, &self.game), deal, &mut self.players(table), transcript, watcher)
    }

    fn greet(&self, link: Box<dyn Link>, limits: &Limits, who: &Who, seed: Seed) -> Result<String, AgentFault> {
        players::greet(self, link, limits, who, seed).map(|agent| agent.name().to_owned())
    }

    fn families(&self) -> Option<Vec<(&'static str, usize)>> {
        self.numbers.0.as_ref().map(|numbering| numbering.families())
    }

    fn features(&self) -> Option<usize> {
        self.shelved.features.as_ref().map(|features| features.count)
    }

    fn sit(&self, spec: &AgentSpec, seat: Seat, seed: Seed) -> Result<Box<dyn Sitter>, String> {
        if spec.kind == KIND {
            return Err("a program from outside, expected an agent of `ergo agents`".to_owned());
        }
        let clock = stopwatch::clock(spec);
        let player = referee::seated(|| self.shelved.agents.seat(&self.game, spec, seat, seed, clock.as_ref()));
        Ok(Box::new(SitterOf { seat, player, scratch: Vec::new() }))
    }

    fn exploit(&self, spec: &AgentSpec, effort: &Effort, pool: &ThreadPool) -> Exploited {
        let seated = |spec: AgentSpec| bots(&self.shelved, spec);
        let (game, bots) = (&*self.game, seated(spec.clone()));
        let brings = &self.shelved.exploit;
        if effort.together == 1
            && let Some(whole) = brings.whole
            && let Ok(whole) = whole(game, effort.moments)
        {
            return exact::gains(&whole, game, &bots, effort);
        }
        let agents = &self.shelved.agents;
        Search { game, agents, seated: &seated, brings, bots, effort, pool }.gains()
    }

    fn train(
        &self,
        what: &Lessons,
        training: &Training,
        folder: Folder,
        options: &RunOptions,
        see: &mut dyn FnMut(&Standing),
    ) -> Result<Trained, TrainingError> {
        let mut all = self.shelved.declared.lessons.iter().zip(&self.shelved.trains);
        let (_, train) = all.find(|(lessons, _)| lessons.name == what.name).expect("of what the game declares");
        let guests: Vec<Bots<G>> =
            training.guests.iter().map(|guest| bots(&self.shelved, guest.spec.clone())).collect();
        train(training, &guests, folder, options, see)
    }

    fn deal(&self, seed: &Seed) -> Box<dyn State> {
        self.state(self.game.deal(&mut seed.rng()))
    }

    fn replay(&self, transcript: &Transcript, see: &mut dyn FnMut(&Moment<'_>)) -> Result<Box<dyn State>, ReplayError> {
        let last = transcript.replay(&*self.game, &mut |state, action, round| {
            let round = round.map(|round| Ended { shelved: &self.shelved, game: &self.game, round });
            let round = round.as_ref().map(|round| round as _);
            see(&Moment { state: &*self.state(state.clone()), action: &action, round });
        });
        Ok(self.state(last?))
    }

    fn narrate(&self, record: &MatchRecord<'_>) -> Result<Narration, ReplayError> {
        (self.shelved.narrate)(&self.game, record)
    }

    fn drawn(&self) -> Drawing {
        let drawn = &self.shelved.drawn;
        let (table, example) = ((drawn.table)(&self.game), (drawn.example)(&self.game));
        Drawing { style: drawn.style, script: drawn.script, table, example }
    }
}

/// Seats agents of this kind, which go by no clock.
fn bots<G: Configurable>(shelved: &Arc<Shelved<G>>, spec: AgentSpec) -> Bots<G> {
    let shelved = Arc::clone(shelved);
    Arc::new(move |game: &G, seat, seed| shelved.agents.seat_agent(game, &spec, seat, seed))
}
