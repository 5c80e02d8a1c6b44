//! The person as the referee's table knows it: an agent that asks the other end of a channel.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender};

use ergo_agents::agent::{Agent, AgentFault, Decision, Explanation, Player};
use ergo_agents::news::News;
use ergo_engine::game::Game;
use ergo_engine::seat::Seat;

use super::scene::{Names, Showing};

/// What the table says to the person.
pub(super) enum Told<G: Game> {
    /// A turn is to be chosen: what the seat knows, and what the turn may begin with.
    Asked {
        /// All that the seat knows.
        seen: G::Observation,
        /// All it may do.
        legal: Vec<G::Action>,
    },
    /// A round is over: how, in lines, and the scores after it.
    Round(Vec<String>, Vec<i32>),
    /// What was asked of the adviser.
    Advice(Result<Advice<G>, String>),
}

/// What the adviser would do.
pub(super) struct Advice<G: Game> {
    /// Its first action.
    pub choice: G::Action,
    /// What it weighed, as far as it can tell.
    pub weighed: Option<Explanation>,
}

/// What the person says to the table.
pub(super) enum Order<G: Game> {
    /// These actions, in order.
    Play(Vec<G::Action>),
    /// What would the adviser do?
    Advise,
}

/// Makes a fresh adviser: one that has been asked before may be in the middle of a plan.
pub(super) type MakeAdviser<G> = Box<dyn FnMut() -> Player<G> + Send>;

/// The person's seat at the table.
pub(super) struct Person<G: Game> {
    /// Where it is.
    pub seat: Seat,
    /// Who sits where.
    pub entrants: Vec<String>,
    /// How the game is shown.
    pub showing: Showing<G>,
    /// To the person.
    pub told: Sender<Told<G>>,
    /// From the person.
    pub orders: Receiver<Order<G>>,
    /// Who can be asked.
    pub adviser: MakeAdviser<G>,
    /// The rest of the turn.
    pub plan: VecDeque<G::Action>,
    /// The rules, for what is heard.
    pub game: G,
}

impl<G: Game> Person<G> {
    fn advice(&mut self, decision: &mut Decision<'_, G>) -> Result<Advice<G>, String> {
        match (self.adviser)() {
            Player::Honest(mut agent) => {
                let choice = agent.choose(decision).map_err(|fault| format!("the adviser failed: {fault}"))?;
                Ok(Advice { choice, weighed: agent.explain() })
            }
            // It would see what the person must not.
            Player::AllSeeing(_) => Err("the adviser sees all cards, expected one that plays by its own".to_owned()),
            Player::Absent(fault) => Err(format!("the adviser failed: {fault}")),
        }
    }
}

/// Whoever has left has given up; the record says that the match is unfinished.
const LEFT: AgentFault = AgentFault::GivenUp;

impl<G: Game> Agent<G> for Person<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        if let Some(action) = self.plan.pop_front() {
            return Ok(action);
        }
        let asked = Told::Asked { seen: decision.observation(), legal: decision.legal().to_vec() };
        self.told.send(asked).map_err(|_| LEFT)?;
        loop {
            match self.orders.recv().map_err(|_| LEFT)? {
                Order::Advise => {
                    let advice = self.advice(decision);
                    self.told.send(Told::Advice(advice)).map_err(|_| LEFT)?;
                }
                Order::Play(actions) => {
                    self.plan.extend(actions);
                    return self.plan.pop_front().ok_or(AgentFault::Illegal);
                }
            }
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, news: &News<'_, G>) {
        // How the match ended, the referee says to whom it plays for.
        let News::Round(round) = news else { return };
        let names = Names { entrants: &self.entrants, own: self.seat };
        let lines = (self.showing.ended)(&self.game, round, &names);
        // A person who has left hears nothing.
        let _ = self.told.send(Told::Round(lines, round.scores().iter().copied().collect()));
    }
}
