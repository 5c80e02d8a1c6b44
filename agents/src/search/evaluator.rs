//! Static evaluation of states and moves, without search.

use ergo_engine::game::Game;
use ergo_engine::seat::SeatMap;

use super::moves::Moves;
use crate::utility::Utilities;

/// An evaluation of states and moves of a game. Its values are utilities, in the terms of the objective that it was
/// created with.
pub trait Evaluator<G: Game, M: Moves<G>>: Clone + Send {
    /// False if the evaluator has no knowledge. Searches then use playouts instead.
    const KNOWS: bool = true;

    /// Returns the value of `state` to every seat, from 0 to 1. A seat is about to move, and the round is not over.
    fn state(&mut self, game: &G, state: &G::State) -> Utilities;

    /// Evaluates `choices` for the seat to move in `state`, using only what that seat knows. Replaces the contents
    /// of `values` with one value from 0 to 1 for each choice.
    fn moves(&mut self, game: &G, state: &G::State, choices: &[M::Move], values: &mut Vec<f64>);

    /// Returns the best move of the seat to move in `state` and the number of moves evaluated, or `None` (the
    /// default) if this is not faster than [`Evaluator::moves`] on the list of all moves.
    fn best(&mut self, _: &G, _: &G::State) -> Option<(M::Move, u64)> {
        None
    }
}

/// An evaluator without knowledge: every state and move is worth 0.5.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvaluator;

impl<G: Game, M: Moves<G>> Evaluator<G, M> for NoEvaluator {
    const KNOWS: bool = false;

    fn state(&mut self, game: &G, _: &G::State) -> Utilities {
        SeatMap::from_fn(game.seats(), |_| 0.5)
    }

    fn moves(&mut self, _: &G, _: &G::State, choices: &[M::Move], values: &mut Vec<f64>) {
        values.clear();
        values.resize(choices.len(), 0.5);
    }
}
