//! What a move is in a game, how moves are listed, sampled and compared, and where determinized worlds come from.

use std::fmt::Debug;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Rng;
use ergo_engine::seat::SeatMap;

use crate::hash::stable_hash;

/// A definition of the moves of a game. A move is what a seat decides at once: one action, or a whole turn of
/// several.
pub trait Moves<G: Game>: Clone + Send + Sync + 'static {
    /// A move. Equal moves lead from a state to the same state.
    type Move: Copy + Ord + Debug + Send + Sync + 'static;
    /// The class of a move: moves with equal effect share it.
    type Class: Copy + Ord + Debug + Send;
    /// The key under which the MAST playout policy stores the results of a move. There are few keys, shared across
    /// states.
    type MastKey: Copy + Ord + Debug + Send;
    /// A sampler of the worlds that fit an observation.
    type Worlds: Send + Sync;
    /// Scratch buffers for listing and sampling.
    type Scratch: Default + Send;

    /// True if listing all moves is fast enough for every node of a tree. Otherwise moves are sampled one by one.
    const LISTED: bool;

    /// Prepares a sampler of the worlds that fit `seen`.
    fn worlds(&self, game: &G, seen: &G::Observation) -> Self::Worlds;

    /// Samples a world into `world`, reusing its memory if it is `Some`.
    fn determinize(&self, game: &G, worlds: &Self::Worlds, rng: &mut Rng, world: &mut Option<G::State>);

    /// Replaces the contents of `out` with every distinct move of the seat to move.
    fn list(&self, game: &G, state: &G::State, scratch: &mut Self::Scratch, out: &mut Vec<Self::Move>);

    /// Samples a move of the seat to move, cheaply. Moves need not be equally likely.
    fn sample(&self, game: &G, state: &G::State, rng: &mut Rng, scratch: &mut Self::Scratch) -> Self::Move;

    /// Returns true if `choice` can be played in `state`. It was found in a world with the same observation at the
    /// root and the same moves since.
    fn is_possible(&self, game: &G, state: &G::State, choice: &Self::Move) -> bool;

    /// Returns true if `choice` can be played in `state`, which may have been reached by other moves.
    fn is_legal(&self, game: &G, state: &G::State, choice: &Self::Move) -> bool {
        self.is_possible(game, state, choice)
    }

    /// Returns true if two moves consist of the same actions, even if they were found in different states.
    fn has_same_actions(&self, one: &Self::Move, other: &Self::Move) -> bool {
        one == other
    }

    /// Plays `choice`, which must be possible.
    fn play(&self, game: &G, state: &mut G::State, choice: &Self::Move);

    /// Updates `seen`, one hash per seat, with what each seat sees of `choice`, which is about to be played in
    /// `state` ([`Game::view_action`]).
    fn update_seen(&self, game: &G, state: &G::State, choice: &Self::Move, seen: &mut SeatMap<u64>);

    /// Plays one move that consists of uniformly random legal actions.
    fn play_random(&self, game: &G, state: &mut G::State, rng: &mut Rng, scratch: &mut Self::Scratch);

    /// Returns the actions of `choice`, in order.
    fn actions(&self, choice: &Self::Move) -> impl DoubleEndedIterator<Item = G::Action>;

    /// Returns the actions of `choice` as text, separated by commas.
    fn text(&self, choice: &Self::Move) -> String {
        self.actions(choice).map(|action| action.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the class of `choice`, which is possible in `state`.
    fn class(&self, game: &G, state: &G::State, choice: &Self::Move) -> Self::Class;

    /// Returns the MAST key of `choice`, which is possible in `state`.
    fn mast_key(&self, game: &G, state: &G::State, choice: &Self::Move) -> Self::MastKey;
}

/// Moves that are single actions; works for every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleActions;

impl<G: Game> Moves<G> for SingleActions
where
    G::Observation: Sync,
    G::Action: 'static,
{
    type Move = G::Action;
    type Class = G::Action;
    type MastKey = G::Action;
    type Worlds = G::Observation;
    type Scratch = Vec<G::Action>;

    const LISTED: bool = true;

    fn worlds(&self, _: &G, seen: &G::Observation) -> G::Observation {
        seen.clone()
    }

    fn determinize(&self, game: &G, seen: &G::Observation, rng: &mut Rng, world: &mut Option<G::State>) {
        *world = Some(game.determinize(seen, rng));
    }

    fn list(&self, game: &G, state: &G::State, _: &mut Self::Scratch, out: &mut Vec<G::Action>) {
        game.legal_actions(state, out);
    }

    fn sample(&self, game: &G, state: &G::State, rng: &mut Rng, scratch: &mut Self::Scratch) -> G::Action {
        game.sample_action(state, rng, scratch)
    }

    fn is_possible(&self, game: &G, state: &G::State, choice: &G::Action) -> bool {
        matches!(game.status(state), Status::ToMove(_)) && game.is_legal(state, *choice)
    }

    fn play(&self, game: &G, state: &mut G::State, choice: &G::Action) {
        game.apply(state, *choice);
    }

    fn update_seen(&self, game: &G, state: &G::State, choice: &G::Action, seen: &mut SeatMap<u64>) {
        for witness in game.seats().iter() {
            seen[witness] = stable_hash(&(seen[witness], game.view_action(state, *choice, witness)));
        }
    }

    fn play_random(&self, game: &G, state: &mut G::State, rng: &mut Rng, scratch: &mut Self::Scratch) {
        let action = game.sample_action(state, rng, scratch);
        game.apply(state, action);
    }

    fn actions(&self, choice: &G::Action) -> impl DoubleEndedIterator<Item = G::Action> {
        std::iter::once(*choice)
    }

    fn class(&self, _: &G, _: &G::State, choice: &G::Action) -> G::Action {
        *choice
    }

    fn mast_key(&self, _: &G, _: &G::State, choice: &G::Action) -> G::Action {
        *choice
    }
}
