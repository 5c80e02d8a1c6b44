//! A game behind the doors: what [`Handle`], [`Rules`] and [`State`] do for a game of any type.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::agent::{AgentFault, Explanation, Player};
use ergo_agents::process::{Limits, Link};
use ergo_agents::search::budget::Clock;
use ergo_agents::spec::{AgentSpec, Kind};
use ergo_engine::game::{GameInfo, Outcome, RoundRecord, Status};
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};
use ergo_engine::transcript::{ReplayError, Transcript};
use serde_json::Value;

use super::handle::{Handle, Records, Rules};
use super::narrate::{MatchRecord, Narration};
use super::players;
use super::position::{Asked, Choice, Position};
use super::referee::{self, Ending};
use super::rules_of::OfRules;
use super::shelved::{Declared, Shelved};
use super::state::{CardState, Moment, State};
use super::table::Table;
use super::watcher::{Ended, Watcher};
use crate::measure::Equity;
use crate::programs::Who;
use crate::stopwatch::Stopwatch;

/// A game on the shelf.
struct OfGame<G: Configurable>(Arc<Shelved<G>>);

impl<G: Configurable> Shelved<G> {
    /// The game behind its door.
    pub fn handle(self) -> Arc<dyn Handle> {
        Arc::new(OfGame(Arc::new(self)))
    }
}

/// A state of a game.
struct OfState<G: Configurable> {
    of: OfRules<G>,
    at: Position<G>,
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

    fn options(&self) -> Vec<OptionSpec> {
        G::options()
    }

    fn where_varied(&self, options: &[&str]) -> Settings {
        G::where_varied(options)
    }

    fn configure(&self, seats: SeatCount, given: &Settings) -> Result<Arc<dyn Rules>, OptionError> {
        let game = Arc::new(G::configure(seats, given)?);
        Ok(Arc::new(OfRules { shelved: Arc::clone(&self.0), game }))
    }

    fn kinds(&self) -> Vec<Kind> {
        players::kinds(&self.0.agents)
    }

    fn checked(&self, kind: &str, given: &Settings) -> Result<AgentSpec, OptionError> {
        players::checked(&self.0.agents, kind, given)
    }

    fn check(&self, spec: &AgentSpec) -> Result<(), OptionError> {
        self.0.agents.check(spec)
    }

    fn records(&self) -> Records {
        Records {
            round: G::Round::ROUND_COLUMNS,
            seat: G::Round::SEAT_COLUMNS,
            only_one: G::Round::ONLY_ONE,
            luck: self.0.luck.as_ref().map_or(&[], |luck| luck.columns),
            cards: self.0.cards.as_ref().map_or(&[], |cards| cards.kinds),
            groups: self.0.cards.as_ref().map_or(&[], |cards| cards.groups),
        }
    }

    fn declared(&self) -> &Declared {
        &self.0.declared
    }

    fn read(&self, asked: &Asked<'_>, text: &str) -> Result<Box<dyn State>, String> {
        let (game, state) = (self.0.positions.read)(asked, text)?;
        Ok(OfRules { shelved: Arc::clone(&self.0), game: Arc::new(game) }.state(state))
    }

    fn agents_mut(&mut self) -> Option<&mut dyn Any> {
        Arc::get_mut(&mut self.0).map(|game| &mut game.agents as &mut dyn Any)
    }
}

impl<G: Configurable> OfRules<G> {
    fn state(&self, state: G::State) -> Box<dyn State> {
        Box::new(OfState { of: self.clone(), at: Position::new(Arc::clone(&self.game), state) })
    }

    fn players(&self, table: &Table<'_>) -> Vec<Player<G>> {
        self.game.seats().iter().map(|seat| players::seat(self, table, seat)).collect()
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

    fn equity(&self) -> Option<Equity> {
        (self.shelved.equity)(&self.game)
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

    fn drawn(&self) -> (&'static str, &'static str, Value) {
        let drawn = &self.shelved.drawn;
        (drawn.style, drawn.script, (drawn.table)(&self.game))
    }
}

impl<G: Configurable> OfState<G> {
    fn mover(&self) -> Option<Seat> {
        match self.at.game.status(&self.at.state) {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }
}

impl<G: Configurable> State for OfState<G> {
    fn to_move(&self) -> Option<Seat> {
        self.mover()
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.at.game.status(&self.at.state) {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some(outcome),
        }
    }

    fn scores(&self) -> SeatMap<i32> {
        self.at.game.scores(&self.at.state)
    }

    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.at.game.legal_actions(&self.at.state, &mut legal);
        legal.iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, action: &str) -> Result<Option<SeatMap<i32>>, String> {
        let recorded = self.at.play_one(action)?;
        if G::Round::KEPT {
            return Ok(self.at.record.as_ref().filter(|_| recorded).map(RoundRecord::points));
        }
        Ok(self.outcome().map(|outcome| outcome.scores))
    }

    fn observe(&self, seat: Seat) -> Value {
        let seen = self.at.game.observe(&self.at.state, seat);
        serde_json::to_value(seen).expect("observations are written as JSON")
    }

    fn resample(&self, seat: Seat, rng: &mut Rng) -> Box<dyn State> {
        let game = &self.at.game;
        self.of.state(game.determinize(&game.observe(&self.at.state, seat), rng))
    }

    fn copied(&self) -> Box<dyn State> {
        self.of.state(self.at.state.clone())
    }

    fn value(&self) -> Value {
        (self.of.shelved.positions.state)(&self.at.game, &self.at.state)
    }

    fn play_on(&mut self, table: &Table<'_>) -> Option<SeatMap<i32>> {
        referee::play_on(&*self.at.game, &mut self.at.state, &mut self.of.players(table))
    }

    fn all_seeing(&self, seed: Seed) -> Option<Explanation> {
        let mut seer = self.of.shelved.agents.seer(&self.at.game, seed)?;
        let chosen = seer.choose(&self.at.game, &self.at.state, self.mover()?);
        chosen.ok().and_then(|_| seer.explain())
    }

    fn choice(&self, spec: &AgentSpec, seed: Seed) -> Result<Choice, String> {
        let Position { game, state, .. } = &self.at;
        let Some(seat) = self.mover() else { return Ok(Choice { choice: None, weighed: None }) };
        let clock = spec.milliseconds().map(|time| Arc::new(Stopwatch::of(time)) as Arc<dyn Clock>);
        let mut player = self.of.shelved.agents.seat(game, spec, seat, seed, clock.as_ref());
        let choice = player.choose(game, state, seat, &mut Vec::new()).map_err(|fault| fault.to_string())?;
        Ok(Choice { choice: Some(choice.to_string()), weighed: player.explain() })
    }

    fn perft(&self, depth: u32) -> Vec<u64> {
        self.at.perft(depth)
    }

    fn line(&self, seat: Option<Seat>, choice: Option<&Choice>) -> String {
        self.at.line(&self.of.shelved.positions, seat, choice)
    }

    fn cards(&self) -> &dyn CardState {
        self
    }

    fn cards_mut(&mut self) -> &mut dyn CardState {
        self
    }
}

impl<G: Configurable> CardState for OfState<G> {
    fn next_draw(&self, counts: &mut [u32]) -> Option<Seat> {
        (self.of.shelved.cards.as_ref()?.next_draw)(&self.at.game, &self.at.state, counts)
    }

    fn exchange_next(&mut self, kind: usize, rng: &mut Rng) {
        if let Some(cards) = &self.of.shelved.cards {
            (cards.exchange_next)(&self.at.game, &mut self.at.state, kind, rng);
        }
    }

    fn barring(&self, seat: Seat, kinds: u32) -> Option<Box<dyn State>> {
        let game = Arc::new((self.of.shelved.cards.as_ref()?.barring)(&self.at.game, seat, kinds));
        Some(OfRules { shelved: Arc::clone(&self.of.shelved), game }.state(self.at.state.clone()))
    }
}
