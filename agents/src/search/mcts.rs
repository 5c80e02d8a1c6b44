//! Plain UCT for games with perfect information (Kocsis and Szepesvári 2006). [`super::ismcts`] reduces to the same
//! search there; the two independent implementations are tested against each other.

use ergo_engine::game::{Game, PerfectInformation, Status};
use ergo_engine::rng::{Rng, below};
use ergo_engine::seat::Seat;

use super::agent::{MoveEstimate, Search, SearchTask};
use super::budget::{Budget, SearchCost};
use super::evaluator::NoEvaluator;
use super::moves::{Moves, SingleActions};
use super::playout::{Playout, Simulator};
use crate::utility::{Utilities, Utility};

/// Plain UCT search.
pub struct Mcts<G: Game>
where
    SingleActions: Moves<G>,
{
    budget: Budget,
    c: f64,
    playout: Playout,
    simulator: Simulator<G, SingleActions, NoEvaluator>,
    nodes: Vec<Node<G::Action>>,
    path: Vec<usize>,
}

struct Node<A> {
    /// Number of times the node was reached, including the first time.
    visits: u32,
    /// Number of times an action was chosen here.
    choices: u32,
    /// The sum of the results for each seat.
    sums: Utilities,
    /// The seat that chooses here; `None` at the end of the match.
    mover: Option<Seat>,
    actions: Vec<A>,
    /// The child of each action; `None` if the action has not been tried.
    children: Vec<Option<usize>>,
}

impl<G: PerfectInformation> Mcts<G>
where
    SingleActions: Moves<G, Move = G::Action, Worlds = G::Observation>,
{
    /// Creates a search with exploration constant `c`.
    pub fn new(utility: Utility, budget: Budget, c: f64, playout: Playout) -> Self {
        let simulator = Simulator::new(SingleActions, NoEvaluator, utility);
        Mcts { budget, c, playout, simulator, nodes: Vec::new(), path: Vec::new() }
    }

    /// Returns the visits of each root action in the last decision, in the order of the legal actions.
    pub fn visits(&self) -> Vec<u32> {
        let visits = |child: &Option<usize>| child.map_or(0, |child| self.nodes[child].visits);
        self.nodes.first().map_or(Vec::new(), |root| root.children.iter().map(visits).collect())
    }

    fn add_node(&mut self, game: &G, state: &G::State) -> usize {
        let (mut mover, mut actions) = (None, Vec::new());
        if let Status::ToMove(seat) = game.status(state) {
            mover = Some(seat);
            game.legal_actions(state, &mut actions);
        }
        let sums = Utilities::from_fn(game.seats(), |_| 0.0);
        let children = vec![None; actions.len()];
        self.nodes.push(Node { visits: 0, choices: 0, sums, mover, actions, children });
        self.nodes.len() - 1
    }

    /// Descends the tree, adds a node and plays out the rest. Returns the utilities; the nodes stay in `path`.
    fn descend(&mut self, game: &G, mut state: G::State, rng: &mut Rng) -> Utilities {
        let mut node = 0;
        self.path.clear();
        loop {
            self.path.push(node);
            self.nodes[node].choices += 1;
            let here = &self.nodes[node];
            let untried = here.children.iter().filter(|child| child.is_none()).count();
            if untried > 0 {
                let drawn = if untried > 1 { below(rng, untried as u32) as usize } else { 0 };
                let mut open = (0..here.actions.len()).filter(|&place| here.children[place].is_none());
                let place = open.nth(drawn).expect("the index is below the number of untried actions");
                let action = here.actions[place];
                let settled = self.simulator.play(game, &mut state, &action);
                let child = self.add_node(game, &state);
                self.nodes[node].children[place] = Some(child);
                self.path.push(child);
                return settled.unwrap_or_else(|| self.simulator.play_out(self.playout, game, &mut state, rng));
            }
            let place = self.best(node);
            let (action, child) = (here.actions[place], here.children[place].expect("every action has been tried"));
            if let Some(utilities) = self.simulator.play(game, &mut state, &action) {
                self.path.push(child);
                return utilities;
            }
            node = child;
        }
    }

    /// Returns the index of the action with the highest upper confidence bound, the first of equals.
    fn best(&self, node: usize) -> usize {
        let here = &self.nodes[node];
        let mover = here.mover.expect("a seat is to move");
        let log = libm::log(f64::from(here.choices));
        let (mut best, mut highest) = (0, f64::NEG_INFINITY);
        for (place, child) in here.children.iter().enumerate() {
            let child = &self.nodes[child.expect("every action has been tried")];
            let visits = f64::from(child.visits);
            let bound = child.sums[mover] / visits + self.c * (log / visits).sqrt();
            if bound > highest {
                (best, highest) = (place, bound);
            }
        }
        best
    }
}

impl<G: PerfectInformation> Search<G, SingleActions> for Mcts<G>
where
    SingleActions: Moves<G, Move = G::Action, Worlds = G::Observation>,
{
    fn search(
        &mut self,
        task: &SearchTask<'_, G, SingleActions>,
        found: &mut Vec<MoveEstimate>,
    ) -> (usize, SearchCost) {
        self.budget.start();
        self.simulator.begin(task.start);
        self.nodes.clear();
        let state = task.game.state_of(task.worlds);
        self.add_node(task.game, &state);
        let mut rng = task.seed.stream(0);
        while self.budget.allows(self.simulator.spent) {
            let utilities = self.descend(task.game, state.clone(), &mut rng);
            self.simulator.record_result(&utilities);
            for &node in &self.path {
                let node = &mut self.nodes[node];
                node.visits += 1;
                node.sums.iter_mut().zip(utilities.iter()).for_each(|(sum, utilities)| *sum += utilities);
            }
            self.simulator.spent.iterations += 1;
        }
        found.clear();
        found.extend(self.nodes[0].children.iter().map(|child| {
            let node = child.map(|child| &self.nodes[child]);
            node.map_or(MoveEstimate::default(), |node| MoveEstimate {
                value: node.sums[task.seat] / f64::from(node.visits),
                visits: node.visits.into(),
            })
        }));
        let mut best = 0;
        for place in 1..found.len() {
            let (one, other) = (&found[place], &found[best]);
            if (one.visits, one.value) > (other.visits, other.value) {
                best = place;
            }
        }
        (best, self.simulator.spent)
    }
}
