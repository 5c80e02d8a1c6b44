//! What an expert found of the turns it looked at, and what that teaches.

use ergo_agents::games::ergo::expert::{Expert, TurnEstimate};
use ergo_agents::games::ergo::features::describe;
use ergo_agents::games::ergo::value_net::SCALE;
use ergo_agents::net::mlp::Inputs;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::seat::Seat;

/// Moments that turns would have led to, each with what an expert found it worth. It keeps its room from round to round.
#[derive(Default)]
pub(super) struct ExpertTargets {
    /// What who looked would know then; more may lie behind from longer rounds.
    seen: Vec<Inputs>,
    /// Of each the margin in [`SCALE`]s, and how much it counts, more than 0 to 1.
    worths: Vec<(f32, f32)>,
}

impl ExpertTargets {
    /// Nothing yet.
    pub(super) fn clear(&mut self) {
        self.worths.clear();
    }

    /// Takes what `expert` has found of the turn of `seat` that begins in `state`: each moment counts by the playouts it had against the most
    /// that one had. Gives what the turn is worth, in [`SCALE`]s: what was found of the best of those played out most. Nothing if it has
    /// found nothing.
    pub(super) fn take(&mut self, game: &Ergo, state: &State, seat: Seat, expert: &Expert<'_>) -> Option<f32> {
        let most = expert.estimates().map(|finding| finding.playouts).max()?;
        let scaled = |finding: &TurnEstimate<'_>| finding.margin as f32 / SCALE;
        for finding in expert.estimates() {
            let mut after = state.clone();
            finding.turn.actions().iter().for_each(|&action| game.apply(&mut after, action));
            // What the end of the round pays needs no net.
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

    /// The moments, what each is worth, and how much it counts.
    pub(super) fn lessons(&self) -> impl Iterator<Item = (&Inputs, f32, f32)> {
        self.seen.iter().zip(&self.worths).map(|(inputs, &(worth, weight))| (inputs, worth, weight))
    }
}
