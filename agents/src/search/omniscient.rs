//! An omniscient searcher that plays on from the true state: a reference for the choices of other agents.

use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use super::evaluator::Evaluator;
use super::moves::Moves;
use super::order::highest_first;
use super::playout::{Playout, Simulator};
use crate::agent::{AgentFault, Candidate, Explanation, OmniscientAgent};
use crate::utility::SearchStart;

/// Plays out every promising move in the true state, equally often and with the same random streams, and chooses
/// the best mean.
pub(crate) struct OmniscientSearch<G: Game, M: Moves<G>, J> {
    simulator: Simulator<G, M, J>,
    candidates: usize,
    playouts: u64,
    playout: Playout,
    rng: Rng,
    /// The rest of the move, last action first.
    plan: Vec<G::Action>,
    explanation: Option<Explanation>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> OmniscientSearch<G, M, J> {
    /// Creates a searcher that plays out each of the `candidates` best moves `playouts` times and uses the random
    /// stream of `seed`.
    pub(crate) fn new(
        simulator: Simulator<G, M, J>,
        (candidates, playouts): (usize, u64),
        playout: Playout,
        seed: Seed,
    ) -> Self {
        let rng = seed.rng();
        OmniscientSearch { simulator, candidates, playouts, playout, rng, plan: Vec::new(), explanation: None }
    }

    /// Returns the mean utility to `seat` of playing `choice` in `state`.
    fn mean(&mut self, game: &G, state: &G::State, seat: Seat, choice: &M::Move, seed: &Seed) -> f64 {
        let mut sum = 0.0;
        for number in 0..self.playouts {
            let mut branch = state.clone();
            let utilities = self.simulator.play(game, &mut branch, choice);
            let mut rng = seed.stream(number);
            let utilities =
                utilities.unwrap_or_else(|| self.simulator.play_out(self.playout, game, &mut branch, &mut rng));
            sum += utilities[seat];
        }
        sum / self.playouts as f64
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: Seat) -> Option<M::Move> {
        self.simulator.begin(&SearchStart::new(game, state));
        let (mut moves, mut guesses) = (Vec::new(), Vec::new());
        self.simulator.moves.list(game, state, &mut self.simulator.scratch, &mut moves);
        self.simulator.evaluate_moves(game, state, &moves, &mut guesses);
        let mut places: Vec<usize> = (0..moves.len()).collect();
        highest_first(&mut places, &guesses);
        places.truncate(self.candidates);
        let seed = Seed::draw(&mut self.rng);
        // Moves that are not tried keep their guess; it is not used again.
        let mut values = guesses;
        for &place in &places {
            values[place] = self.mean(game, state, seat, &moves[place], &seed);
        }
        // The sort is stable: of equal values the better guess stays in front.
        highest_first(&mut places, &values);
        let candidate = |&place: &usize| Candidate {
            text: self.simulator.moves.text(&moves[place]),
            value: Some(values[place]),
            visits: self.playouts,
        };
        let candidates = places.iter().map(candidate).collect();
        let iterations = self.playouts * places.len() as u64;
        self.explanation = Some(Explanation::new(candidates, iterations, self.simulator.spent.evaluations));
        places.first().map(|&place| moves[place])
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> OmniscientAgent<G> for OmniscientSearch<G, M, J> {
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat) -> Result<G::Action, AgentFault> {
        self.explanation = None;
        if self.plan.is_empty() {
            let choice = self.decide(game, state, seat).ok_or(AgentFault::Illegal)?;
            self.plan.extend(self.simulator.moves.actions(&choice).rev());
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}
