//! An agent of a registry at its seat, for whoever holds the state.

use std::any::Any;

use ergo_agents::agent::Player;
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

impl<G: Configurable> Sitter for SitterOf<G> {
    fn choose(&mut self, state: &dyn State) -> Result<String, String> {
        let state: &dyn Any = state;
        let state = state.downcast_ref::<OfState<G>>();
        let state = state.ok_or_else(|| format!("a state of another game, expected one of {}", G::NAME))?;
        let at = state.position();
        if state.to_move() != Some(self.seat) {
            return Err(format!("seat {} is not to move", self.seat));
        }
        let chosen = referee::ask(&mut self.player, &at.game, &at.state, self.seat, &mut self.scratch);
        chosen.map(|action| action.to_string()).map_err(|fault| format!("the agent failed: {fault}"))
    }
}
