//! A function that sits at a table without knowing a type of the game.

use std::sync::Arc;

use ergo_agents::agent::{Agent, AgentFault, Decision};
use ergo_engine::options::Configurable;
use ergo_engine::seat::Seat;
use serde_json::Value;

use super::rules_of::OfRules;

/// A question to a seat that is to choose: what it knows and may do.
pub trait Asked: Send {
    /// Which seat.
    fn seat(&self) -> Seat;

    /// All that it knows, as programs outside are shown it.
    fn observation(&self) -> Value;

    /// The legal actions, in the game's notation and order.
    fn legal(&self) -> Vec<String>;

    /// Their ids, in the same order, as [`State::legal_ids`](super::State::legal_ids).
    fn legal_ids(&self, out: &mut Vec<u32>);

    /// Its knowledge as numbers, as [`State::features`](super::State::features).
    fn features(&self, out: &mut [f32]) -> bool;
}

/// The choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// By its id.
    Id(u32),
    /// In the game's notation.
    Text(String),
}

/// A function that is asked for every choice of a seat.
pub type Call = Arc<dyn Fn(Box<dyn Asked>) -> Result<Picked, AgentFault> + Send + Sync>;

/// The function as the referee knows it.
pub(super) struct Called<G: Configurable> {
    pub(super) of: OfRules<G>,
    pub(super) call: Call,
}

impl<G: Configurable> Agent<G> for Called<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let (seat, seen) = (decision.seat(), decision.observation());
        let asked = AskedOf { of: self.of.clone(), seat, seen, legal: decision.legal().to_vec() };
        let picked = (self.call)(Box::new(asked))?;
        let action = match picked {
            Picked::Text(text) => text.parse().ok(),
            Picked::Id(id) => self.of.numbers.action(id, decision.legal()),
        };
        action.ok_or(AgentFault::Illegal)
    }
}

struct AskedOf<G: Configurable> {
    of: OfRules<G>,
    seat: Seat,
    seen: G::Observation,
    legal: Vec<G::Action>,
}

impl<G: Configurable> Asked for AskedOf<G> {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn observation(&self) -> Value {
        serde_json::to_value(&self.seen).expect("observations are written as JSON")
    }

    fn legal(&self) -> Vec<String> {
        self.legal.iter().map(ToString::to_string).collect()
    }

    fn legal_ids(&self, out: &mut Vec<u32>) {
        self.of.numbers.ids(&self.legal, out);
    }

    fn features(&self, out: &mut [f32]) -> bool {
        self.of.features(&self.seen, self.seat, out)
    }
}
