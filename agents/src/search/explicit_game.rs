//! Builds the explicit tree of any small two-seat constant-sum game. Information sets are identified by
//! observations, so observations must include everything that the seat knew and did before (perfect recall).

use std::collections::BTreeMap;

use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::{Game, Status};
use ergo_engine::seat::Seat;

use super::cfr::{GameTree, NodeId, SetId, Strategy};
use crate::hash::stable_hash;

/// The tree of a game, and the game situation of each information set.
pub struct ExplicitGame<G: Game> {
    /// The tree. The value of an end is the payoff of the first seat.
    pub tree: GameTree,
    /// The root of the tree.
    pub root: NodeId,
    sets: BTreeMap<u64, SetId>,
    places: Vec<InformationSet<G>>,
}

/// An information set: a decision of a seat.
pub struct InformationSet<G: Game> {
    /// The seat that chooses.
    pub seat: Seat,
    /// One of the states of the set.
    pub state: G::State,
    /// The legal actions, in the order of the tree.
    pub actions: Vec<G::Action>,
}

/// The reason why no tree can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// The game does not have two seats.
    #[error("expected two seats")]
    Seats,
    /// The payoffs of the two seats do not have the same sum at every end.
    #[error("expected a constant-sum game")]
    Sum,
    /// The tree has more nodes than the limit.
    #[error("the game tree has more than {0} nodes")]
    Size(usize),
}

/// Returns the key of the information set in which `seat` chooses in `state`.
pub(crate) fn set_key<G: Game>(game: &G, state: &G::State, seat: Seat) -> u64 {
    stable_hash(&(seat, game.observe(state, seat)))
}

impl<G: EnumerableDeals> ExplicitGame<G> {
    /// Builds the tree of `game`, with at most `max_nodes` nodes.
    ///
    /// # Errors
    ///
    /// Returns an error if the game does not have two seats, is not constant-sum, or has more nodes than `max_nodes`.
    pub fn new(game: &G, max_nodes: usize) -> Result<Self, TreeError> {
        if game.seats().get() != 2 {
            return Err(TreeError::Seats);
        }
        let deals = game.deals(max_nodes).ok_or(TreeError::Size(max_nodes))?;
        let mut whole = ExplicitGame { tree: GameTree::default(), root: 0, sets: BTreeMap::new(), places: Vec::new() };
        let mut sum = None;
        let chance = 1.0 / deals.len() as f64;
        let mut ways = Vec::with_capacity(deals.len());
        for deal in deals {
            ways.push((chance, whole.grow(game, deal, max_nodes, &mut sum)?));
        }
        whole.root = whole.tree.add_chance(ways);
        Ok(whole)
    }

    fn grow(
        &mut self,
        game: &G,
        state: G::State,
        max_nodes: usize,
        sum: &mut Option<f64>,
    ) -> Result<NodeId, TreeError> {
        if self.tree.size().0 >= max_nodes {
            return Err(TreeError::Size(max_nodes));
        }
        let seat = match game.status(&state) {
            Status::ToMove(seat) => seat,
            Status::Over(outcome) => {
                let (one, other) = (outcome.returns[Seat::new(0)], outcome.returns[Seat::new(1)]);
                let all = *sum.get_or_insert(one + other);
                return if (one + other - all).abs() < 1e-9 { Ok(self.tree.add_end(one)) } else { Err(TreeError::Sum) };
            }
        };
        let key = set_key(game, &state, seat);
        let set = match self.sets.get(&key) {
            Some(&set) => set,
            None => {
                let mut actions = Vec::new();
                game.legal_actions(&state, &mut actions);
                let set = self.tree.add_set(seat.index(), actions.len());
                self.sets.insert(key, set);
                self.places.push(InformationSet { seat, state: state.clone(), actions });
                set
            }
        };
        let actions = self.places[set].actions.clone();
        let mut ways = Vec::with_capacity(actions.len());
        for action in actions {
            let mut next = state.clone();
            game.apply(&mut next, action);
            ways.push(self.grow(game, next, max_nodes, sum)?);
        }
        Ok(self.tree.add_choice(set, ways))
    }
}

impl<G: Game> ExplicitGame<G> {
    /// Returns every information set, in the order of their indices.
    pub fn information_sets(&self) -> &[InformationSet<G>] {
        &self.places
    }

    /// Returns the information set of `seat`, which is to move in `state`, or `None` if the tree has no such set.
    pub fn set_id(&self, game: &G, state: &G::State, seat: Seat) -> Option<SetId> {
        self.sets.get(&set_key(game, state, seat)).copied()
    }

    /// Returns the NashConv of `strategy`: the sum of what each seat gains by a best response, in payoffs of the
    /// match. It is 0 for an equilibrium.
    pub fn nash_conv(&self, strategy: &Strategy) -> f64 {
        self.tree.best_response_value(self.root, strategy, 0) - self.tree.best_response_value(self.root, strategy, 1)
    }
}
