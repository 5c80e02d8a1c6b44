//! An agent that chooses with a search: it lists the moves of its seat, lets the search choose one, and plays all
//! actions of that move.

use ergo_engine::game::Game;
use ergo_engine::rng::{Rng, Seed};
use ergo_engine::seat::Seat;

use super::budget::SearchCost;
use super::evaluator::Evaluator;
use super::moves::Moves;
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};
use crate::utility::SearchStart;

/// One decision, as given to a search.
pub struct SearchTask<'a, G: Game, M: Moves<G>> {
    /// The rules of the game.
    pub game: &'a G,
    /// The worlds that fit what the seat knows.
    pub worlds: &'a M::Worlds,
    /// The seat that chooses.
    pub seat: Seat,
    /// Every move of the seat; two or more.
    pub roots: &'a [M::Move],
    /// The scores and the horizon from which utilities are computed.
    pub start: &'a SearchStart,
    /// The evaluator's value of each of `roots`, from 0 to 1.
    pub guesses: &'a [f64],
    /// The source of all randomness of this decision.
    pub seed: Seed,
}

/// A search's result for one move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MoveEstimate {
    /// Estimated value to the seat that moves, from 0 to 1.
    pub value: f64,
    /// Number of times the move was tried.
    pub visits: u64,
}

/// A search algorithm.
pub trait Search<G: Game, M: Moves<G>>: Send {
    /// Searches `task`. Returns the index in `task.roots` of the chosen move, and the cost. Replaces the contents
    /// of `found` with the estimate of each root, in the same order.
    fn search(&mut self, task: &SearchTask<'_, G, M>, found: &mut Vec<MoveEstimate>) -> (usize, SearchCost);
}

/// An agent that chooses with a search. It decides a move of several actions at the first one and then plays the
/// rest.
pub struct SearchAgent<G: Game, M: Moves<G>, J, S> {
    moves: M,
    evaluator: J,
    search: S,
    rng: Rng,
    scratch: M::Scratch,
    roots: Vec<M::Move>,
    guesses: Vec<f64>,
    found: Vec<MoveEstimate>,
    spent: SearchCost,
    /// True if the last action was decided, false if it continued an earlier move.
    decided: bool,
    /// The rest of the move, last action first.
    plan: Vec<G::Action>,
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>, S: Search<G, M>> SearchAgent<G, M, J, S> {
    /// Creates an agent that uses the random stream of `seed`.
    pub fn new(moves: M, evaluator: J, search: S, seed: Seed) -> Self {
        SearchAgent {
            moves,
            evaluator,
            search,
            rng: seed.rng(),
            scratch: M::Scratch::default(),
            roots: Vec::new(),
            guesses: Vec::new(),
            found: Vec::new(),
            spent: SearchCost::default(),
            decided: false,
            plan: Vec::new(),
        }
    }

    /// Returns the search, for inspection.
    pub fn search(&self) -> &S {
        &self.search
    }

    /// Returns the moves that the last decision tried, with their estimates. The iterator is empty if the last
    /// action continued an earlier move, or if there was only one move.
    pub fn estimates(&self) -> impl Iterator<Item = (&M::Move, MoveEstimate)> {
        let found = self.found.iter().copied().filter(move |_| self.decided);
        self.roots.iter().zip(found).filter(|(_, found)| found.visits > 0)
    }

    fn decide(&mut self, game: &G, seat: Seat, seen: &G::Observation) -> Option<M::Move> {
        let seed = Seed::draw(&mut self.rng);
        let worlds = self.moves.worlds(game, seen);
        let mut world = None;
        self.moves.determinize(game, &worlds, &mut seed.derive("roots", &[]).rng(), &mut world);
        let world = world?;
        self.moves.list(game, &world, &mut self.scratch, &mut self.roots);
        self.evaluator.moves(game, &world, &self.roots, &mut self.guesses);
        self.found.clear();
        self.spent = SearchCost::default();
        if self.roots.len() < 2 {
            return self.roots.first().copied();
        }
        let start = SearchStart::new(game, &world);
        let task =
            SearchTask { game, worlds: &worlds, seat, roots: &self.roots, start: &start, guesses: &self.guesses, seed };
        let (best, spent) = self.search.search(&task, &mut self.found);
        self.spent = spent;
        self.roots.get(best).copied()
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>, S: Search<G, M>> Agent<G> for SearchAgent<G, M, J, S> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        self.decided = self.plan.is_empty();
        if self.decided {
            let seen = decision.observation();
            let choice = self.decide(decision.rules(), decision.seat(), &seen).ok_or(AgentFault::Illegal)?;
            self.plan.extend(self.moves.actions(&choice).rev());
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }

    fn explain(&self) -> Option<Explanation> {
        if !self.decided {
            return None;
        }
        let found = self.found.iter().copied().chain(std::iter::repeat(MoveEstimate::default()));
        let candidate = |(choice, found): (&M::Move, MoveEstimate)| Candidate {
            text: self.moves.text(choice),
            value: (found.visits > 0).then_some(found.value),
            visits: found.visits,
        };
        let candidates = self.roots.iter().zip(found).map(candidate).collect();
        Some(Explanation::new(candidates, self.spent.iterations, self.spent.evaluations))
    }
}
