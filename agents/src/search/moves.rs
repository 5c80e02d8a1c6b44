//! How a search walks a game: what one choice is, how choices are drawn and compared, and where worlds come from.

use std::fmt::Debug;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Rng;
use ergo_engine::seat::SeatMap;

use crate::hash::mix;

/// One way to walk a game. A move is what a seat decides at once: a single action, or a whole turn of them.
pub trait Moves<G: Game>: Clone + Send + Sync + 'static {
    /// A choice. Equal moves lead from one state to one state.
    type Move: Copy + Ord + Debug + Send + Sync + 'static;
    /// The class that moves of equal meaning share.
    type Class: Copy + Ord + Debug + Send;
    /// The key by which playouts that learn remember a move: few keys, and alike in different states.
    type Sign: Copy + Ord + Debug + Send;
    /// Worlds that fit an observation, ready to be drawn.
    type Worlds: Send + Sync;
    /// Room to work in.
    type Room: Default + Send;

    /// Whether listing is quick enough for every node of a tree. Where it is not, moves are drawn one by one.
    const LISTED: bool;

    /// Gets ready to draw worlds that fit `seen`.
    fn worlds(&self, game: &G, seen: &G::Observation) -> Self::Worlds;

    /// A world drawn from `worlds`, into the room that `world` has if there is one.
    fn determinize(&self, game: &G, worlds: &Self::Worlds, rng: &mut Rng, world: &mut Option<G::State>);

    /// Puts every distinct move of the seat to move into `out` (cleared first).
    fn list(&self, game: &G, state: &G::State, room: &mut Self::Room, out: &mut Vec<Self::Move>);

    /// A move drawn at random, cheaply; not every move is equally likely.
    fn sample(&self, game: &G, state: &G::State, rng: &mut Rng, room: &mut Self::Room) -> Self::Move;

    /// Whether `choice`, found in a world where the same moves had been made since the same observation, can be played in this
    /// one.
    fn is_possible(&self, game: &G, state: &G::State, choice: &Self::Move) -> bool;

    /// Whether `choice` can be played in a state that was reached by any moves.
    fn is_legal(&self, game: &G, state: &G::State, choice: &Self::Move) -> bool {
        self.is_possible(game, state, choice)
    }

    /// Whether two moves, found in states that were reached by any moves, are carried out in the same way.
    fn is_same_way(&self, one: &Self::Move, other: &Self::Move) -> bool {
        one == other
    }

    /// Plays `choice`, which can be played.
    fn play(&self, game: &G, state: &mut G::State, choice: &Self::Move);

    /// Adds to `seen`, one number a seat, what each seat sees of `choice`, about to be played in `state` ([`Game::sight`]).
    fn show(&self, game: &G, state: &G::State, choice: &Self::Move, seen: &mut SeatMap<u64>);

    /// Plays one move of equally likely legal actions.
    fn play_random(&self, game: &G, state: &mut G::State, rng: &mut Rng, room: &mut Self::Room);

    /// The actions of `choice`, in order.
    fn actions(&self, choice: &Self::Move) -> impl DoubleEndedIterator<Item = G::Action>;

    /// The actions of `choice` as text, with commas between them.
    fn text(&self, choice: &Self::Move) -> String {
        self.actions(choice).map(|action| action.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// The class of `choice` in `state`, where it can be played.
    fn class(&self, game: &G, state: &G::State, choice: &Self::Move) -> Self::Class;

    /// The sign of `choice` in `state`, where it can be played.
    fn sign(&self, game: &G, state: &G::State, choice: &Self::Move) -> Self::Sign;
}

/// A move is one action: at home in every game.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleActions;

impl<G: Game> Moves<G> for SingleActions
where
    G::Observation: Sync,
    G::Action: 'static,
{
    type Move = G::Action;
    type Class = G::Action;
    type Sign = G::Action;
    type Worlds = G::Observation;
    type Room = Vec<G::Action>;

    const LISTED: bool = true;

    fn worlds(&self, _: &G, seen: &G::Observation) -> G::Observation {
        seen.clone()
    }

    fn determinize(&self, game: &G, seen: &G::Observation, rng: &mut Rng, world: &mut Option<G::State>) {
        *world = Some(game.determinize(seen, rng));
    }

    fn list(&self, game: &G, state: &G::State, _: &mut Self::Room, out: &mut Vec<G::Action>) {
        game.legal_actions(state, out);
    }

    fn sample(&self, game: &G, state: &G::State, rng: &mut Rng, room: &mut Self::Room) -> G::Action {
        game.sample_action(state, rng, room)
    }

    fn is_possible(&self, game: &G, state: &G::State, choice: &G::Action) -> bool {
        matches!(game.status(state), Status::ToMove(_)) && game.is_legal(state, *choice)
    }

    fn play(&self, game: &G, state: &mut G::State, choice: &G::Action) {
        game.apply(state, *choice);
    }

    fn show(&self, game: &G, state: &G::State, choice: &G::Action, seen: &mut SeatMap<u64>) {
        for witness in game.seats().iter() {
            seen[witness] = mix(&(seen[witness], game.view_action(state, *choice, witness)));
        }
    }

    fn play_random(&self, game: &G, state: &mut G::State, rng: &mut Rng, room: &mut Self::Room) {
        let action = game.sample_action(state, rng, room);
        game.apply(state, action);
    }

    fn actions(&self, choice: &G::Action) -> impl DoubleEndedIterator<Item = G::Action> {
        std::iter::once(*choice)
    }

    fn class(&self, _: &G, _: &G::State, choice: &G::Action) -> G::Action {
        *choice
    }

    fn sign(&self, _: &G, _: &G::State, choice: &G::Action) -> G::Action {
        *choice
    }
}
