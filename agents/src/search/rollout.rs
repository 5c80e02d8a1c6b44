//! A one-step rollout agent: a response to known players, for any game. It tries every action in the same
//! determinized worlds with the same random streams, and all seats, including its own, then play like the known
//! players. So it plays like them where no action is better, and measures the gain of one deviation.

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use super::known_opponents::{KnownOpponents, SeatPlayerFn};
use crate::agent::{Agent, AgentFault, Decision};
use crate::utility::{SearchStart, Utility, mean_utility};

/// A one-step rollout agent.
pub struct RolloutAgent<G: Game> {
    opponents: KnownOpponents<G>,
    utility: Utility,
    /// The seats whose mean utility is maximized; the own seat alone if empty.
    allies: Vec<Seat>,
    playouts: u64,
    rng: Rng,
}

impl<G: Game> RolloutAgent<G> {
    /// Creates an agent that plays about `playouts` playouts per decision, at least one for each action, with the
    /// players built by `seats`.
    pub fn new(seats: Box<SeatPlayerFn<G>>, utility: Utility, playouts: u64, seed: Seed) -> Self {
        RolloutAgent {
            opponents: KnownOpponents::new(&[], seats),
            utility,
            allies: Vec::new(),
            playouts,
            rng: seed.rng(),
        }
    }

    /// Returns the agent with the mean utility of `allies` as its objective.
    pub fn for_allies(self, allies: &[Seat]) -> Self {
        RolloutAgent { allies: allies.to_vec(), ..self }
    }

    /// Returns the utility of `action` to `seat` in `world` if the known players play on.
    fn worth(&mut self, game: &G, world: &G::State, seat: Seat, action: G::Action, seed: &Seed) -> f64 {
        let start = SearchStart::new(game, world);
        let mut state = world.clone();
        self.opponents.reset(game, &mut seed.rng());
        let mut action = action;
        loop {
            game.apply(&mut state, action);
            if let Some(utilities) = self.utility.end_utilities(game, &start, &state) {
                return mean_utility(&self.allies, &utilities, seat);
            }
            let Status::ToMove(mover) = game.status(&state) else {
                unreachable!("the end of a match was handled before");
            };
            action = self.opponents.action(game, &state, mover);
        }
    }
}

impl<G: Game> Agent<G> for RolloutAgent<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let (game, seat, seen) = (decision.rules().clone(), decision.seat(), decision.observation());
        let actions = decision.legal().to_vec();
        let mut sums = vec![0.0; actions.len()];
        let worlds = if actions.len() < 2 { 0 } else { (self.playouts / actions.len() as u64).max(1) };
        for _ in 0..worlds {
            let world = game.determinize(&seen, &mut self.rng);
            let seed = Seed::draw(&mut self.rng);
            for (sum, &action) in sums.iter_mut().zip(&actions) {
                *sum += self.worth(&game, &world, seat, action, &seed);
            }
        }
        // The first of equal actions.
        let best = (1..sums.len()).fold(0, |best, place| if sums[place] > sums[best] { place } else { best });
        actions.get(best).copied().ok_or(AgentFault::Illegal)
    }
}
