//! The actions of a match as they are chosen, for a record that is kept while it is played.

use std::sync::{Arc, Mutex, PoisonError};

use ergo_agents::agent::{Agent, AgentFault, AllSeeing, Decision, Explanation, Player};
use ergo_agents::news::News;
use ergo_engine::game::Game;
use ergo_engine::seat::Seat;
use ergo_engine::transcript::Transcript;

/// What was chosen so far. Where a person is asked, the referee has played all of it.
#[derive(Clone)]
pub(super) struct Notes(Arc<Mutex<Transcript>>);

impl Notes {
    /// Of the match that `begun` begins.
    pub(super) fn new(begun: Transcript) -> Self {
        Notes(Arc::new(Mutex::new(begun)))
    }

    /// A copy of all there is.
    pub(super) fn copy(&self) -> Transcript {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// `player`, with a note of every choice.
    pub(super) fn of<G: Game>(&self, player: Player<G>) -> Player<G> {
        let notes = self.clone();
        match player {
            Player::Honest(agent) => Player::Honest(Box::new(Noted { agent, notes })),
            Player::AllSeeing(agent) => Player::AllSeeing(Box::new(Noted { agent, notes })),
            Player::Absent(fault) => Player::Absent(fault),
        }
    }

    fn add<A: std::fmt::Display>(&self, choice: &Result<A, AgentFault>) {
        if let Ok(action) = choice {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(action);
        }
    }
}

struct Noted<A: ?Sized> {
    notes: Notes,
    agent: Box<A>,
}

impl<G: Game> Agent<G> for Noted<dyn Agent<G>> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let choice = self.agent.choose(decision);
        self.notes.add(&choice);
        choice
    }

    fn listens(&self) -> bool {
        self.agent.listens()
    }

    fn hear(&mut self, news: &News<'_, G>) {
        self.agent.hear(news);
    }

    fn explain(&self) -> Option<Explanation> {
        self.agent.explain()
    }
}

impl<G: Game> AllSeeing<G> for Noted<dyn AllSeeing<G>> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, AgentFault> {
        let choice = self.agent.choose(game, state, seat);
        self.notes.add(&choice);
        choice
    }

    fn explain(&self) -> Option<Explanation> {
        self.agent.explain()
    }
}
