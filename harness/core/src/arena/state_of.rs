//! A state behind its door: what [`State`] does for a game of any type.

use std::borrow::Cow;
use std::sync::Arc;

use ergo_agents::agent::{Explanation, Player};
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::{Outcome, RoundRecord, Status};
use ergo_engine::options::Configurable;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::{Seat, SeatMap};
use serde_json::Value;

use super::players;
use super::position::{Choice, Position};
use super::referee;
use super::rules_of::OfRules;
use super::state::{CardState, ShownState, State};
use super::table::Table;
use crate::stopwatch;

/// A state of a game.
pub(super) struct OfState<G: Configurable> {
    of: OfRules<G>,
    at: Position<G>,
    /// The legal actions, where they were listed since the last action.
    legal: Vec<G::Action>,
    listed: bool,
}

impl<G: Configurable> OfRules<G> {
    pub(super) fn state(&self, state: G::State) -> Box<dyn State> {
        let at = Position::new(Arc::clone(&self.game), state);
        Box::new(OfState { of: self.clone(), at, legal: Vec::new(), listed: false })
    }

    pub(super) fn players(&self, table: &Table<'_>) -> Vec<Player<G>> {
        self.game.seats().iter().map(|seat| players::seat(self, table, seat)).collect()
    }
}

impl<G: Configurable> OfState<G> {
    fn mover(&self) -> Option<Seat> {
        match self.at.game.status(&self.at.state) {
            Status::ToMove(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    pub(super) fn position(&self) -> &Position<G> {
        &self.at
    }

    pub(super) fn play_legal(&mut self, action: G::Action) {
        self.listed = false;
        self.at.play_legal(action);
    }

    fn list(&mut self) {
        if !self.listed {
            self.at.game.legal_actions(&self.at.state, &mut self.legal);
            self.listed = true;
        }
    }

    /// The legal actions, listed anew where they are not.
    fn listed(&self) -> Cow<'_, [G::Action]> {
        if self.listed {
            return Cow::Borrowed(&self.legal);
        }
        let mut legal = Vec::new();
        self.at.game.legal_actions(&self.at.state, &mut legal);
        Cow::Owned(legal)
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
        self.listed().iter().map(ToString::to_string).collect()
    }

    fn legal_ids(&mut self, out: &mut Vec<u32>) {
        self.list();
        self.of.numbers.ids(&self.legal, out);
    }

    fn play_id(&mut self, id: u32) -> Result<(), String> {
        self.list();
        let Some(action) = self.of.numbers.action(id, &self.legal) else {
            return Err(match self.mover() {
                None => format!("action {id}: the match is over before it"),
                Some(_) => format!("action {id}: not legal there, expected one of the legal ids"),
            });
        };
        self.play_legal(action);
        Ok(())
    }

    fn id_of(&self, action: &str) -> Result<u32, String> {
        let read = action.parse().map_err(|_| format!("\"{action}\": not in the notation of the game"))?;
        let id = self.of.numbers.id(read, &self.listed());
        id.ok_or_else(|| format!("\"{action}\": not legal there, expected one of the legal actions"))
    }

    fn text_of(&self, id: u32) -> Result<String, String> {
        let action = match &self.of.numbers.0 {
            Some(numbering) => numbering.action(id as usize),
            None => self.listed().get(id as usize).copied(),
        };
        action.map(|action| action.to_string()).ok_or_else(|| format!("{id}: no action has this id"))
    }

    fn features(&self, seat: Seat, out: &mut [f32]) -> bool {
        self.of.shelved.features.is_some() && self.of.features(&self.at.game.observe(&self.at.state, seat), seat, out)
    }

    fn play(&mut self, action: &str) -> Result<Option<SeatMap<i32>>, String> {
        let recorded = self.at.play_one(action)?;
        self.listed = false;
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
        self.listed = false;
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
        self.of.shelved.agents.fits(spec, game).map_err(|error| error.to_string())?;
        let clock = stopwatch::clock(spec);
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

    fn shown(&self) -> &dyn ShownState {
        self
    }

    fn cards(&self) -> &dyn CardState {
        self
    }

    fn cards_mut(&mut self) -> &mut dyn CardState {
        self
    }
}

impl<G: Configurable> ShownState for OfState<G> {
    fn board(&self) -> Value {
        (self.of.shelved.drawn.state)(&self.at.game, &self.at.state)
    }

    fn says(&self, actions: &str) -> Option<String> {
        let (game, showing) = (&*self.at.game, &self.of.shelved.showing);
        let seen = game.observe(&self.at.state, self.mover()?);
        let actions = actions.split(", ").map(|text| text.parse().ok()).collect::<Option<Vec<G::Action>>>()?;
        (*self.listed()).contains(actions.first()?).then(|| (showing.says)(game, &seen, &actions))
    }

    fn places(&self, action: &str) -> Vec<String> {
        let read = self.mover().zip(action.parse().ok());
        let places = |(seat, action)| {
            (self.of.shelved.showing.places)(&self.at.game, &self.at.game.observe(&self.at.state, seat), action)
        };
        read.map_or_else(Vec::new, places)
    }

    fn goes_on(&self, action: &str) -> bool {
        let read = self.mover().zip(action.parse().ok());
        let after = |(seat, action)| {
            (self.of.shelved.showing.after)(&self.at.game, &self.at.game.observe(&self.at.state, seat), action)
        };
        read.map(after).is_some_and(|after| !after.legal.is_empty())
    }
}

impl<G: Configurable> CardState for OfState<G> {
    fn next_draw(&self, counts: &mut [u32]) -> Option<Seat> {
        (self.of.shelved.cards.as_ref()?.next_draw)(&self.at.game, &self.at.state, counts)
    }

    fn exchange_next(&mut self, kind: usize, rng: &mut Rng) {
        self.listed = false;
        if let Some(cards) = &self.of.shelved.cards {
            (cards.exchange_next)(&self.at.game, &mut self.at.state, kind, rng);
        }
    }

    fn barring(&self, seat: Seat, kinds: u32) -> Option<Box<dyn State>> {
        let game = (self.of.shelved.cards.as_ref()?.barring)(&self.at.game, seat, kinds);
        Some(OfRules::new(Arc::clone(&self.of.shelved), game).state(self.at.state.clone()))
    }
}
