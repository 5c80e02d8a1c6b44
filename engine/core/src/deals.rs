//! The list of all deals, for small games only.

use crate::game::Game;

/// A game whose deals can be listed. All its chance lies in the deal.
pub trait Deals: Game {
    /// Every deal, each equally likely; nothing if there are more than `most`.
    fn deals(&self, most: usize) -> Option<Vec<Self::State>>;
}
