//! Enumeration of all deals, for small games.

use crate::game::Game;

/// A game whose deals can be enumerated. All its chance must lie in the deal.
pub trait EnumerableDeals: Game {
    /// Returns every deal, each equally likely, or `None` if there are more than `most`.
    fn deals(&self, most: usize) -> Option<Vec<Self::State>>;
}
