//! Agents behind object-safe traits: seated agents, and callbacks that make the choices of a seat.

use std::any::Any;
use std::sync::Arc;

use ergo_agents::agent::{Agent, AgentFault, Decision, Explanation, Player};
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Rng;
use ergo_engine::seat::{Seat, SeatMap};
use serde_json::Value;

use super::referee;
use super::rules::TypedRules;
use super::state::{DynState, TypedState, legal_ids};

/// An agent at its seat, which keeps its state between choices.
pub trait DynAgent: Send {
    /// Returns the action that it chooses in `state`, in the game's notation. Its seat must be to move.
    ///
    /// # Errors
    ///
    /// Returns an error if `state` belongs to another game, another seat is to move, or the agent fails.
    fn choose(&mut self, state: &dyn DynState) -> Result<String, String>;

    /// Chooses and plays an action in `state`, where its seat must be to move. Returns the points of each seat if the
    /// action ends a round.
    ///
    /// # Errors
    ///
    /// As for [`choose`](Self::choose).
    fn play(&mut self, state: &mut dyn DynState) -> Result<Option<SeatMap<i32>>, String>;

    /// Returns the candidates of its last choice, if it can explain it.
    fn explain(&self) -> Option<Explanation>;
}

/// A seated agent of a game of type `G`.
pub(super) struct TypedAgent<G: Game> {
    seat: Seat,
    player: Player<G>,
    scratch: Vec<G::Action>,
}

impl<G: Configurable> TypedAgent<G> {
    pub(super) fn new(seat: Seat, player: Player<G>) -> Self {
        TypedAgent { seat, player, scratch: Vec::new() }
    }

    fn chosen(&mut self, state: Option<&TypedState<G>>) -> Result<G::Action, String> {
        let another = || format!("a state of another game, expected one of {}", G::NAME);
        let at = state.ok_or_else(another)?.position();
        if at.mover() != Some(self.seat) {
            return Err(format!("seat {} is not to move", self.seat));
        }
        let chosen = referee::ask(&mut self.player, &at.game, &at.state, self.seat, &mut self.scratch);
        let legal = |action: &G::Action| at.game.is_legal(&at.state, *action);
        let chosen = chosen.and_then(|action| Some(action).filter(legal).ok_or(AgentFault::Illegal));
        chosen.map_err(|fault| format!("the agent failed: {fault}"))
    }
}

impl<G: Configurable> DynAgent for TypedAgent<G> {
    fn choose(&mut self, state: &dyn DynState) -> Result<String, String> {
        let state: &dyn Any = state;
        self.chosen(state.downcast_ref()).map(|action| action.to_string())
    }

    fn play(&mut self, state: &mut dyn DynState) -> Result<Option<SeatMap<i32>>, String> {
        let state: &mut dyn Any = state;
        let state = state.downcast_mut::<TypedState<G>>();
        let action = self.chosen(state.as_deref())?;
        Ok(state.and_then(|state| state.play_legal(action)))
    }

    fn explain(&self) -> Option<Explanation> {
        self.player.explain()
    }
}

/// A reference to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionRef {
    /// The id of the action.
    Id(u32),
    /// The action in the game's notation.
    Text(String),
}

/// A callback that makes every choice of a seat.
pub type AgentCallback = Arc<dyn Fn(Box<dyn DecisionView>) -> Result<ActionRef, AgentFault> + Send + Sync>;

/// The decision of a seat: what it observes and its legal actions.
pub trait DecisionView: Send {
    /// Returns the seat that decides.
    fn seat(&self) -> Seat;

    /// Returns its observation in the format of external programs.
    fn observation(&self) -> Value;

    /// Returns the legal actions, in the game's notation and order.
    fn legal(&self) -> Vec<String>;

    /// Writes the ids of the legal actions in the same order, as [`DynState::legal_ids`] does.
    fn legal_ids(&self, out: &mut Vec<u32>);

    /// Draws a state that is consistent with the observation.
    fn world(&self, rng: &mut Rng) -> Box<dyn DynState>;

    /// Returns the number of features, if the game has features.
    fn num_features(&self) -> Option<usize>;

    /// Writes the observation as features, like [`DynState::features`].
    fn features(&self, out: &mut [f32]) -> bool;
}

/// An agent that calls an [`AgentCallback`] for every choice.
pub(super) struct CallbackAgent<G: Configurable> {
    pub(super) of: TypedRules<G>,
    pub(super) call: AgentCallback,
}

impl<G: Configurable> Agent<G> for CallbackAgent<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let (seat, seen) = (decision.seat(), decision.observation());
        let asked = TypedDecision { of: self.of.clone(), seat, seen, legal: decision.legal().to_vec() };
        let action = match (self.call)(Box::new(asked))? {
            ActionRef::Text(text) => text.parse().ok(),
            ActionRef::Id(id) => self.of.action(id, decision.legal()),
        };
        action.ok_or(AgentFault::Illegal)
    }
}

struct TypedDecision<G: Configurable> {
    of: TypedRules<G>,
    seat: Seat,
    seen: G::Observation,
    legal: Vec<G::Action>,
}

impl<G: Configurable> DecisionView for TypedDecision<G> {
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
        legal_ids::<G>(&self.of.numbering, &self.legal, out);
    }

    fn world(&self, rng: &mut Rng) -> Box<dyn DynState> {
        self.of.state(self.of.game.determinize(&self.seen, rng))
    }

    fn num_features(&self) -> Option<usize> {
        self.of.registration.features.as_ref().map(|features| features.count)
    }

    fn features(&self, out: &mut [f32]) -> bool {
        self.of.features(&self.seen, self.seat, out)
    }
}
