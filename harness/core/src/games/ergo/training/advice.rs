//! Training targets from an expert search.

use ergo_agents::games::ergo::expert::{Expert, TurnEstimate};
use ergo_agents::games::ergo::features::describe;
use ergo_agents::games::ergo::value_net::SCALE;
use ergo_agents::net::mlp::Inputs;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::seat::Seat;

/// Positions after possible turns, with the values that an expert search found. The buffers are reused.
#[derive(Default)]
pub(super) struct ExpertTargets {
    /// The observation after each turn; entries beyond the current length are stale.
    seen: Vec<Inputs>,
    /// The margin of each position in [`SCALE`]s, and its weight, more than 0 to 1.
    worths: Vec<(f32, f32)>,
}

impl ExpertTargets {
    /// Removes all targets.
    pub(super) fn clear(&mut self) {
        self.worths.clear();
    }

    /// Adds the findings of `expert` for the turn of `seat` that begins in `state`; the weight of a position is its
    /// number of playouts relative to the largest. Returns the value of the turn in [`SCALE`]s, which is the value of
    /// the best of the most visited positions, or `None` without findings.
    pub(super) fn take(&mut self, game: &Ergo, state: &State, seat: Seat, expert: &Expert<'_>) -> Option<f32> {
        let most = expert.estimates().map(|finding| finding.playouts).max()?;
        let scaled = |finding: &TurnEstimate<'_>| finding.margin as f32 / SCALE;
        for finding in expert.estimates() {
            let mut after = state.clone();
            finding.turn.actions().iter().for_each(|&action| game.apply(&mut after, action));
            // A position at the end of the round needs no net.
            if let Status::Over(_) = game.status(&after) {
                continue;
            }
            let place = self.worths.len();
            if place == self.seen.len() {
                self.seen.push(Inputs::default());
            }
            describe(&game.0, &game.observe(&after, seat), &mut self.seen[place]);
            self.worths.push((scaled(&finding), finding.playouts as f32 / most as f32));
        }
        let finalists = expert.estimates().filter(|finding| finding.playouts == most);
        finalists.map(|finding| scaled(&finding)).max_by(f32::total_cmp)
    }

    /// Returns the positions with value and weight.
    pub(super) fn lessons(&self) -> impl Iterator<Item = (&Inputs, f32, f32)> {
        self.seen.iter().zip(&self.worths).map(|(inputs, &(worth, weight))| (inputs, worth, weight))
    }
}
