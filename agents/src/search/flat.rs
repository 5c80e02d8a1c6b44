//! Flat Monte Carlo search with sequential halving (Karnin, Koren and Somekh 2013): all candidates are played out
//! in the same worlds with the same random streams, the better half is kept, and so on until one is left.
//!
//! Iterations and time are divided equally among the rounds of halving. A round ends when its share is used; what
//! it does not use is left for the next.

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

/// Returns the number of rounds of halving from `count` candidates to one.
fn halvings(count: usize) -> u64 {
    u64::from((count as u64).next_power_of_two().trailing_zeros())
}

/// Flat Monte Carlo search with sequential halving.
pub struct Flat<G: Game, M: Moves<G>, J> {
    budget: Budget,
    candidates: usize,
    trust: f64,
    playout: Playout,
    /// The seats whose mean utility is maximized; the searching seat alone if empty.
    allies: Vec<Seat>,
    simulator: Simulator<G, M, J>,
    world: Option<G::State>,
    branch: Option<G::State>,
    left: Vec<usize>,
    sums: Vec<f64>,
    means: Vec<f64>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Flat<G, M, J> {
    /// Creates a search that plays out the `candidates` best moves according to the evaluator (2 or more; fewer if
    /// there are not enough iterations). The evaluator's value of a move counts as `trust` playouts. An iteration
    /// is a playout. The budget needs a limit on iterations or a clock; a limit on evaluations may end the search
    /// earlier.
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

    /// Returns the search with playouts in which known opponents play their seats.
    pub fn with_opponents(mut self, opponents: KnownOpponents<G>) -> Self {
        self.simulator.opponents = Some(opponents);
        self
    }

    /// Returns the search with the mean utility of `allies` as its objective.
    pub fn for_allies(self, allies: &[Seat]) -> Self {
        Flat { allies: allies.to_vec(), ..self }
    }

    /// Plays out every remaining candidate once in world `number` of this decision.
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
        // Use fewer candidates if there are not enough iterations to play each out once per round.
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
            // The sort is stable: of equal means the better guess stays in front.
            highest_first(&mut self.left, &self.means);
            self.left.truncate(self.left.len().div_ceil(2));
        }
        for (found, sum) in found.iter_mut().zip(&self.sums).filter(|(found, _)| found.visits > 0) {
            found.value = sum / found.visits as f64;
        }
        (self.left[0], self.simulator.spent)
    }
}
