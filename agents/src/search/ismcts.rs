//! Information set Monte Carlo tree search from the point of view of one seat (SO-ISMCTS, Cowling, Powley and
//! Whitehouse 2012).
//!
//! Every iteration determinizes the state, descends one tree by moves that are possible in that world, adds one
//! move, plays out the rest and adds the result for every seat. A node stands for what its mover knows, never for
//! hidden cards of others or for face-down actions ([`Game::view_action`]). So the seat chooses alike in all worlds that
//! it cannot distinguish, and an opponent's choice is averaged over its possible hands.
//!
//! A move counts as available at every visit of its node at which it could be chosen. If moves are listed, this
//! count is exact, and with perfect information it equals the visits of the node: the search is then UCT. If moves
//! are sampled, counting starts when the move was first sampled there.

use ergo_engine::game::Game;

use super::agent::{MoveEstimate, Search, SearchTask};
use super::budget::SearchCost;
use super::evaluator::Evaluator;
use super::grow::Grower;
pub use super::ismcts_settings::{Backup, IsmctsSettings, TreeMode};
use super::moves::Moves;
use super::tree::{NONE, ROOT, Tree};
use crate::utility::Utility;

/// Information set Monte Carlo tree search.
pub struct Ismcts<G: Game, M: Moves<G>, J> {
    settings: IsmctsSettings,
    growers: Vec<Grower<G, M, J>>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Ismcts<G, M, J> {
    /// Creates a search of `game`.
    pub fn new(game: &G, moves: M, evaluator: J, utility: Utility, settings: IsmctsSettings) -> Self {
        let grower = |_| Grower::new(game, moves.clone(), evaluator.clone(), utility.clone(), settings.rule);
        let growers = (0..settings.trees.max(1)).map(grower).collect();
        Ismcts { settings, growers }
    }

    /// Returns the trees of the last decision.
    pub fn trees(&self) -> impl Iterator<Item = &Tree<M::Move, M::Class>> {
        self.growers.iter().map(|grower| &grower.tree)
    }

    /// Returns the number of moves played outside the trees in the last decision.
    pub fn playout_moves(&self) -> u64 {
        self.growers.iter().map(|grower| grower.simulator.played).sum()
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Search<G, M> for Ismcts<G, M, J>
where
    G::Observation: Sync,
{
    fn search(&mut self, task: &SearchTask<'_, G, M>, found: &mut Vec<MoveEstimate>) -> (usize, SearchCost) {
        let (settings, trees) = (&self.settings, self.growers.len() as u64);
        settings.budget.start();
        // Trees that one thread grows one after another share its time.
        let grow = |first: usize, growers: &mut [Grower<G, M, J>]| {
            let turns = growers.len() as f64;
            for (turn, grower) in growers.iter_mut().enumerate() {
                let index = (first + turn) as u64;
                let budget = settings.budget.part(index, trees, (turn + 1) as f64 / turns);
                grower.grow(settings, &budget, task, &mut task.seed.stream(index));
            }
        };
        let share = self.growers.len().div_ceil(settings.threads.max(1));
        if share == self.growers.len() {
            grow(0, &mut self.growers);
        } else {
            std::thread::scope(|scope| {
                for (index, growers) in self.growers.chunks_mut(share).enumerate() {
                    scope.spawn(move || grow(index * share, growers));
                }
            });
        }
        self.conclude(task, found)
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Ismcts<G, M, J> {
    /// Adds up the trees, in order. Chooses the move with the most visits, within the class with the most visits if
    /// classes are used; of equals the one with the higher value, then the first.
    fn conclude(&self, task: &SearchTask<'_, G, M>, found: &mut Vec<MoveEstimate>) -> (usize, SearchCost) {
        found.clear();
        found.resize(task.roots.len(), MoveEstimate::default());
        let mut of_class = vec![0_u64; task.roots.len()];
        let mut spent = SearchCost::default();
        for Grower { tree, simulator, .. } in &self.growers {
            spent += simulator.spent;
            for (place, edge) in tree.edges(ROOT).enumerate() {
                found[place].visits += u64::from(tree.edge(edge).visits);
                found[place].value += tree.sum(edge, task.seat);
                let class = tree.edge(edge).class;
                of_class[place] += if class == NONE { 0 } else { u64::from(tree.group(class).visits) };
            }
        }
        for found in found.iter_mut().filter(|found| found.visits > 0) {
            found.value /= found.visits as f64;
        }
        let rank = |place: usize| (of_class[place], found[place].visits);
        let mut best = 0;
        for place in 1..found.len() {
            let better =
                rank(place) > rank(best) || rank(place) == rank(best) && found[place].value > found[best].value;
            if better {
                best = place;
            }
        }
        (best, spent)
    }
}
