//! Moves of Philosophia for searches: single actions, sampled from the planner's choices.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::Rng;
use ergo_engine::seat::SeatMap;

use super::planner::choose;
use super::weights::PlannerWeights;
use crate::search::moves::{Moves, SingleActions};

/// Single actions. Sampled ones are choices of planners with these weights.
#[derive(Clone, Debug)]
pub struct PlannerMoves(pub PlannerWeights);

type Scratch = Vec<Action>;

impl Moves<Philosophia> for PlannerMoves {
    type Move = Action;
    type Class = Action;
    type MastKey = Action;
    type Worlds = Observation;
    type Scratch = Scratch;

    const LISTED: bool = true;

    fn worlds(&self, _: &Philosophia, seen: &Observation) -> Observation {
        seen.clone()
    }

    fn determinize(&self, game: &Philosophia, seen: &Observation, rng: &mut Rng, world: &mut Option<State>) {
        SingleActions.determinize(game, seen, rng, world);
    }

    fn list(&self, game: &Philosophia, state: &State, _: &mut Scratch, out: &mut Vec<Action>) {
        game.legal_actions(state, out);
    }

    fn sample(&self, game: &Philosophia, state: &State, rng: &mut Rng, scratch: &mut Scratch) -> Action {
        game.legal_actions(state, scratch);
        choose((&game.0, &self.0), state, state.to_move(), scratch, rng)
    }

    fn is_possible(&self, game: &Philosophia, state: &State, choice: &Action) -> bool {
        SingleActions.is_possible(game, state, choice)
    }

    fn play(&self, game: &Philosophia, state: &mut State, choice: &Action) {
        game.apply(state, *choice);
    }

    fn update_seen(&self, game: &Philosophia, state: &State, choice: &Action, seen: &mut SeatMap<u64>) {
        SingleActions.update_seen(game, state, choice, seen);
    }

    fn play_random(&self, game: &Philosophia, state: &mut State, rng: &mut Rng, scratch: &mut Scratch) {
        SingleActions.play_random(game, state, rng, scratch);
    }

    fn actions(&self, choice: &Action) -> impl DoubleEndedIterator<Item = Action> {
        std::iter::once(*choice)
    }

    fn class(&self, _: &Philosophia, _: &State, choice: &Action) -> Action {
        *choice
    }

    fn mast_key(&self, _: &Philosophia, _: &State, choice: &Action) -> Action {
        *choice
    }
}
