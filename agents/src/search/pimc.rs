//! Perfect information Monte Carlo: every sampled world is searched as if nothing were hidden, and the values are
//! averaged.
//!
//! The search assumes that it will always know the world. This error is known as strategy fusion (Frank and Basin
//! 1998). Inside a world each seat maximizes its own utility up to a depth; there the evaluator gives the value, or
//! a playout if there is no evaluator.

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Rng;

use super::agent::{MoveEstimate, Search, SearchTask};
use super::budget::{Budget, SearchCost};
use super::evaluator::Evaluator;
use super::moves::Moves;
use super::order::highest_first;
use super::playout::{Playout, Simulator};
use crate::utility::{Utilities, Utility};

/// The limits of the search inside a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PimcReach {
    /// Number of moves ahead, 1 or more, including the own move.
    pub depth: u32,
    /// Number of moves tried in every state, best evaluation first; 1 or more. Ignored without an evaluator.
    pub width: usize,
    /// Number of moves after the first that are played by the playout policy before the perfect-information search
    /// starts (Arjonilla, Saffidine and Cazenave 2024).
    pub postpone: u32,
    /// Maximum number of leaves of a world. The depth is reduced, to no less than 1, if the moves of the first
    /// state would lead to more.
    pub ends: u64,
}

/// Perfect information Monte Carlo search.
pub struct Pimc<G: Game, M: Moves<G>, J> {
    budget: Budget,
    reach: PimcReach,
    playout: Playout,
    simulator: Simulator<G, M, J>,
    world: Option<G::State>,
    plies: Vec<Ply<G, M>>,
    order: Vec<usize>,
}

struct Ply<G: Game, M: Moves<G>> {
    state: Option<G::State>,
    moves: Vec<M::Move>,
    guesses: Vec<f64>,
    order: Vec<usize>,
}

/// Replaces `order` with the indices of the `width` highest guesses, the first of equals first.
fn best_guesses(guesses: &[f64], width: usize, order: &mut Vec<usize>) {
    order.clear();
    order.extend(0..guesses.len());
    highest_first(order, guesses);
    order.truncate(width);
}

/// Copies `from` into `into`, reusing its memory.
fn copied<'a, S: Clone>(from: &S, into: &'a mut Option<S>) -> &'a mut S {
    match into {
        Some(state) => {
            state.clone_from(from);
            state
        }
        none => none.insert(from.clone()),
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Pimc<G, M, J> {
    /// Creates a search. An iteration is a world.
    pub fn new(moves: M, evaluator: J, utility: Utility, budget: Budget, reach: PimcReach, playout: Playout) -> Self {
        let simulator = Simulator::new(moves, evaluator, utility);
        Pimc { budget, reach, playout, simulator, world: None, plies: Vec::new(), order: Vec::new() }
    }

    fn width(&self) -> usize {
        if J::KNOWS { self.reach.width.max(1) } else { usize::MAX }
    }

    /// Returns the depth to search if the first state has this many moves.
    fn depth(&self, moves: usize) -> u32 {
        let fits = |depth: &u32| (moves as u64).checked_pow(*depth).is_some_and(|ends| ends <= self.reach.ends);
        (2..=self.reach.depth).rev().find(fits).unwrap_or(1)
    }

    /// Returns the utilities of `choice` in `state` if every seat maximizes its own for `depth` moves, including
    /// this one.
    fn after(
        &mut self,
        game: &G,
        state: &G::State,
        choice: &M::Move,
        depth: u32,
        ply: usize,
        rng: &mut Rng,
    ) -> Utilities {
        if self.plies.len() <= ply {
            let scratch = || Ply { state: None, moves: Vec::new(), guesses: Vec::new(), order: Vec::new() };
            self.plies.resize_with(ply + 1, scratch);
        }
        let mut slot = self.plies[ply].state.take();
        let next = copied(state, &mut slot);
        let mut settled = self.simulator.play(game, next, choice);
        let waits = if ply == 0 { self.reach.postpone } else { 0 };
        for _ in 0..waits {
            if settled.is_none()
                && let Status::ToMove(seat) = game.status(next)
            {
                settled = self.simulator.play_policy_move(self.playout.policy, game, next, seat, rng);
            }
        }
        let utilities = match settled {
            Some(utilities) => utilities,
            None if depth <= 1 => self.end(game, next, rng),
            None => self.best(game, next, depth - 1, ply, rng),
        };
        self.plies[ply].state = slot;
        utilities
    }

    fn end(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Utilities {
        if J::KNOWS {
            self.simulator.evaluate_state(game, state)
        } else {
            self.simulator.play_out(self.playout, game, state, rng)
        }
    }

    /// Returns the utilities of `state` if every seat maximizes its own for `depth` moves.
    fn best(&mut self, game: &G, state: &G::State, depth: u32, ply: usize, rng: &mut Rng) -> Utilities {
        let Status::ToMove(seat) = game.status(state) else {
            unreachable!("the end of a round was handled before");
        };
        let (mut moves, mut guesses) =
            (std::mem::take(&mut self.plies[ply].moves), std::mem::take(&mut self.plies[ply].guesses));
        let mut order = std::mem::take(&mut self.plies[ply].order);
        self.simulator.moves.list(game, state, &mut self.simulator.scratch, &mut moves);
        self.simulator.evaluate_moves(game, state, &moves, &mut guesses);
        best_guesses(&guesses, self.width(), &mut order);
        let mut best: Option<Utilities> = None;
        for &place in &order {
            let utilities = self.after(game, state, &moves[place], depth, ply + 1, rng);
            if best.as_ref().is_none_or(|best| utilities[seat] > best[seat]) {
                best = Some(utilities);
            }
        }
        let Ply { moves: m, guesses: g, order: o, .. } = &mut self.plies[ply];
        (*m, *g, *o) = (moves, guesses, order);
        best.expect("a seat to move has a move")
    }
}

impl<G: Game, M: Moves<G>, J: Evaluator<G, M>> Search<G, M> for Pimc<G, M, J> {
    fn search(&mut self, task: &SearchTask<'_, G, M>, found: &mut Vec<MoveEstimate>) -> (usize, SearchCost) {
        self.budget.start();
        self.simulator.begin(task.start);
        found.clear();
        found.resize(task.roots.len(), MoveEstimate::default());
        best_guesses(task.guesses, self.width(), &mut self.order);
        let order = std::mem::take(&mut self.order);
        let depth = self.depth(order.len());
        let mut world = self.world.take();
        while self.budget.allows(self.simulator.spent) {
            let mut rng = task.seed.stream(self.simulator.spent.iterations);
            self.simulator.moves.determinize(task.game, task.worlds, &mut rng, &mut world);
            let Some(state) = &world else { break };
            for &place in &order {
                // Every move gets the same random stream.
                let utilities = self.after(task.game, state, &task.roots[place], depth, 0, &mut rng.clone());
                found[place].value += utilities[task.seat];
                found[place].visits += 1;
            }
            self.simulator.spent.iterations += 1;
        }
        self.world = world;
        let mut best = order[0];
        for &place in &order[1..] {
            if found[place].value > found[best].value {
                best = place;
            }
        }
        for found in found.iter_mut().filter(|found| found.visits > 0) {
            found.value /= found.visits as f64;
        }
        self.order = order;
        (best, self.simulator.spent)
    }
}
