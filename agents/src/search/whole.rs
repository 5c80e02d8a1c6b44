//! A whole game of two seats and constant sum as a tree in memory, whatever the game: what is known at each choice by what the seat
//! observes. Seats must observe all that they knew and did before.

use std::collections::BTreeMap;

use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::{Game, Status};
use ergo_engine::seat::Seat;

use super::cfr::{NodeId, SetId, Strategy, Tree};
use crate::hash::mix;

/// The tree, and what its sets of moments stand for.
pub struct Whole<G: Game> {
    /// The game. What an end is worth is what it returns to seat 1.
    pub tree: Tree,
    /// Where it begins.
    pub root: NodeId,
    sets: BTreeMap<u64, SetId>,
    places: Vec<Place<G>>,
}

/// A decision point of a seat.
pub struct Place<G: Game> {
    /// The seat.
    pub seat: Seat,
    /// One of the states it may be.
    pub state: G::State,
    /// Its actions there, in the order of the tree.
    pub actions: Vec<G::Action>,
}

/// Why a game is no such tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTree {
    /// It has not two seats.
    #[error("expected a table of two seats")]
    Seats,
    /// The payoffs of both do not add up to the same at every end.
    #[error("expected a game in which both get as much together at every end")]
    Sum,
    /// It has more moments than are allowed.
    #[error("it has more than {0} moments")]
    Size(usize),
}

/// The key of the information set in which `seat` chooses in `state`.
pub(crate) fn known<G: Game>(game: &G, state: &G::State, seat: Seat) -> u64 {
    mix(&(seat, game.observe(state, seat)))
}

impl<G: EnumerableDeals> Whole<G> {
    /// The tree of `game`, if it has `most` moments or fewer.
    pub fn new(game: &G, most: usize) -> Result<Self, NoTree> {
        if game.seats().get() != 2 {
            return Err(NoTree::Seats);
        }
        let deals = game.deals(most).ok_or(NoTree::Size(most))?;
        let mut whole = Whole { tree: Tree::default(), root: 0, sets: BTreeMap::new(), places: Vec::new() };
        let mut sum = None;
        let chance = 1.0 / deals.len() as f64;
        let mut ways = Vec::with_capacity(deals.len());
        for deal in deals {
            ways.push((chance, whole.grow(game, deal, most, &mut sum)?));
        }
        whole.root = whole.tree.chance(ways);
        Ok(whole)
    }

    fn grow(&mut self, game: &G, state: G::State, most: usize, sum: &mut Option<f64>) -> Result<NodeId, NoTree> {
        if self.tree.size().0 >= most {
            return Err(NoTree::Size(most));
        }
        let seat = match game.status(&state) {
            Status::ToMove(seat) => seat,
            Status::Over(outcome) => {
                let (one, other) = (outcome.returns[Seat::new(0)], outcome.returns[Seat::new(1)]);
                let all = *sum.get_or_insert(one + other);
                return if (one + other - all).abs() < 1e-9 { Ok(self.tree.end(one)) } else { Err(NoTree::Sum) };
            }
        };
        let key = known(game, &state, seat);
        let set = match self.sets.get(&key) {
            Some(&set) => set,
            None => {
                let mut actions = Vec::new();
                game.legal_actions(&state, &mut actions);
                let set = self.tree.set(seat.index(), actions.len());
                self.sets.insert(key, set);
                self.places.push(Place { seat, state: state.clone(), actions });
                set
            }
        };
        let actions = self.places[set].actions.clone();
        let mut ways = Vec::with_capacity(actions.len());
        for action in actions {
            let mut next = state.clone();
            game.apply(&mut next, action);
            ways.push(self.grow(game, next, most, sum)?);
        }
        Ok(self.tree.choice(set, ways))
    }
}

impl<G: Game> Whole<G> {
    /// The decision point of each set of moments, in their order.
    pub fn places(&self) -> &[Place<G>] {
        &self.places
    }

    /// The set of `seat`, which is to move in `state`.
    pub fn set(&self, game: &G, state: &G::State, seat: Seat) -> Option<SetId> {
        self.sets.get(&known(game, state, seat)).copied()
    }

    /// The gain of the two seats together over `strategy` if each answered it as well as it can, in what the match returns: 0
    /// for an equilibrium (NashConv).
    pub fn nash_conv(&self, strategy: &Strategy) -> f64 {
        self.tree.against(self.root, strategy, 0) - self.tree.against(self.root, strategy, 1)
    }
}
