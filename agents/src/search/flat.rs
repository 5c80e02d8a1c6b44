//! Flat Monte Carlo with sequential halving: the candidates are played out in the same worlds with the same chance, the better
//! half stays, and so on until one is left. (Karnin, Koren and Somekh 2013.)
//!
//! Iterations are shared out among the rounds of halving, and so is time: a round ends when its part is over, and what it
//! leaves is for the next.

use ergo_engine::game::Game;
use ergo_engine::seat::Seat;

use super::agent::{MoveEstimate, Search, SearchTask};
use super::budget::{Budget, SearchCost};
use super::evaluator::Evaluator;
use super::known_opponents::KnownOpponents;
use super::moves::Moves;
use super::order::highest_first;
use super::playout::{Playout, Simulator};
use crate::utility::{Utility, mean_utility};

/// Rounds of halving until one of so many is left.
fn halvings(count: usize) -> u64 {
    u64::from((count as u64).next_power_of_two().trailing_zeros())
}

/// The search.
pub struct Flat<G: Game, M: Moves<G>, J> {
    budget: Budget,
    candidates: usize,
    trust: f64,
    playout: Playout,
    /// Whose utility counts, each as much; empty: that of the seat that searches.
    allies: Vec<Seat>,
    simulator: Simulator<G, M, J>,
    world: Option<G::State>,
    branch: Option<G::State>,
    left: Vec<usize>,
    sums: Vec<f64>,
    means: Vec<f64>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Flat<G, M, J> {
    /// A search that plays out the `candidates` best guesses, 2 or more, or as many as the iterations allow, and counts playouts as iterations. The guess of the evaluator
    /// counts as much as `trust` playouts. The budget needs a number of iterations or a clock, which are shared out among the
    /// rounds of halving; evaluations may end it before.
    pub fn new(
        moves: M,
        evaluator: J,
        utility: Utility,
        budget: Budget,
        (candidates, trust): (usize, f64),
        playout: Playout,
    ) -> Self {
        let simulator = Simulator::new(moves, evaluator, utility);
        let (left, sums, means) = (Vec::new(), Vec::new(), Vec::new());
        let allies = Vec::new();
        Flat { budget, candidates, trust, playout, allies, simulator, world: None, branch: None, left, sums, means }
    }

    /// The same, played out among players that are known.
    pub fn with_opponents(mut self, opponents: KnownOpponents<G>) -> Self {
        self.simulator.opponents = Some(opponents);
        self
    }

    /// The same for the mean utility of these seats.
    pub fn for_allies(self, allies: &[Seat]) -> Self {
        Flat { allies: allies.to_vec(), ..self }
    }

    /// Plays every candidate left out in one world, number `number` of this decision.
    fn play_all(&mut self, task: &SearchTask<'_, G, M>, number: u64, found: &mut [MoveEstimate]) {
        let mut rng = task.seed.stream(number);
        self.simulator.moves.determinize(task.game, task.worlds, &mut rng, &mut self.world);
        let Some(world) = &self.world else { return };
        for &place in &self.left {
            let branch = match &mut self.branch {
                Some(branch) => {
                    branch.clone_from(world);
                    branch
                }
                none => none.insert(world.clone()),
            };
            let utilities = self.simulator.play(task.game, branch, &task.roots[place]);
            let utilities =
                utilities.unwrap_or_else(|| self.simulator.play_out(self.playout, task.game, branch, &mut rng.clone()));
            self.sums[place] += mean_utility(&self.allies, &utilities, task.seat);
            found[place].visits += 1;
            self.simulator.spent.iterations += 1;
        }
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Search<G, M> for Flat<G, M, J> {
    fn search(&mut self, task: &SearchTask<'_, G, M>, found: &mut Vec<MoveEstimate>) -> (usize, SearchCost) {
        self.budget.start();
        self.simulator.begin(task.start);
        found.clear();
        found.resize(task.roots.len(), MoveEstimate::default());
        self.sums.clear();
        self.sums.resize(task.roots.len(), 0.0);
        self.means.resize(task.roots.len(), 0.0);
        self.left.clear();
        self.left.extend(0..task.roots.len());
        highest_first(&mut self.left, task.guesses);
        let iterations = self.budget.iterations.unwrap_or(u64::MAX);
        // Fewer candidates where there are not enough iterations to play each out once in every round.
        let fits = |count: &usize| halvings(*count) * *count as u64 <= iterations;
        let most = self.left.len().min(self.candidates);
        self.left.truncate((2..=most).rev().find(fits).unwrap_or(2));
        let rounds = halvings(self.left.len());
        let mut number = 0;
        for round in 0..rounds {
            let budget = self.budget.part(round, rounds, (round + 1) as f64 / rounds as f64);
            let most = (iterations / (rounds * self.left.len() as u64)).max(1);
            let mut worlds = 0;
            while worlds < most
                && (number == 0 || self.budget.has_evaluations(self.simulator.spent) && budget.has_time())
            {
                self.play_all(task, number, found);
                number += 1;
                worlds += 1;
            }
            for &place in &self.left {
                let played = found[place].visits as f64;
                self.means[place] =
                    (self.sums[place] + self.trust * task.guesses[place]) / (played + self.trust).max(1.0);
            }
            // Of equals the better guess stays in front.
            highest_first(&mut self.left, &self.means);
            self.left.truncate(self.left.len().div_ceil(2));
        }
        for (found, sum) in found.iter_mut().zip(&self.sums).filter(|(found, _)| found.visits > 0) {
            found.value = sum / found.visits as f64;
        }
        (self.left[0], self.simulator.spent)
    }
}
