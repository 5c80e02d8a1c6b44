//! Evaluates states and moves without looking ahead.

use ergo_engine::game::Game;
use ergo_engine::seat::SeatMap;

use super::moves::Moves;
use crate::utility::Utilities;

/// Judges states and moves of a game, in the terms of the utility it was made with.
pub trait Evaluator<G: Game, M: Moves<G>>: Clone + Send {
    /// Whether it knows anything. A search asks before it hangs on an evaluation.
    const KNOWS: bool = true;

    /// The value of `state`, in which a seat is about to move, to every seat. The round is under way.
    fn state(&mut self, game: &G, state: &G::State) -> Utilities;

    /// Evaluates `choices`, all possible for the seat to move in `state`, for that seat and by what it knows: puts their
    /// values, from 0 to 1, into `values` (cleared first).
    fn moves(&mut self, game: &G, state: &G::State, choices: &[M::Move], values: &mut Vec<f64>);

    /// The best of all moves of the seat to move in `state`, as [`Evaluator::moves`] has it, and how many were judged: where that
    /// is found quicker than by a list of all.
    fn best(&mut self, _: &G, _: &G::State) -> Option<(M::Move, u64)> {
        None
    }
}

/// Knows nothing: everything is worth one half.
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
