//! An agent of a registry at its seat, for whoever holds the state.

use std::any::Any;

use ergo_agents::agent::{AgentFault, Player};
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::seat::Seat;

use super::handle::Sitter;
use super::referee;
use super::state::State;
use super::state_of::OfState;

/// An agent at its seat.
pub(super) struct SitterOf<G: Game> {
    pub(super) seat: Seat,
    pub(super) player: Player<G>,
    pub(super) scratch: Vec<G::Action>,
}

impl<G: Configurable> SitterOf<G> {
    fn chosen(&mut self, state: &OfState<G>) -> Result<G::Action, String> {
        let at = state.position();
        if state.to_move() != Some(self.seat) {
            return Err(format!("seat {} is not to move", self.seat));
        }
        let chosen = referee::ask(&mut self.player, &at.game, &at.state, self.seat, &mut self.scratch);
        let legal = |action: &G::Action| at.game.is_legal(&at.state, *action);
        let chosen = chosen.and_then(|action| Some(action).filter(legal).ok_or(AgentFault::Illegal));
        chosen.map_err(|fault| format!("the agent failed: {fault}"))
    }
}

impl<G: Configurable> Sitter for SitterOf<G> {
    fn choose(&mut self, state: &dyn State) -> Result<String, String> {
        let state: &dyn Any = state;
        let state = state.downcast_ref::<OfState<G>>().ok_or_else(another::<G>)?;
        self.chosen(state).map(|action| action.to_string())
    }

    fn play(&mut self, state: &mut dyn State) -> Result<(), String> {
        let state: &mut dyn Any = state;
        let state = state.downcast_mut::<OfState<G>>().ok_or_else(another::<G>)?;
        let action = self.chosen(state)?;
        state.play_legal(action);
        Ok(())
    }
}

fn another<G: Configurable>() -> String {
    format!("a state of another game, expected one of {}", G::NAME)
}
