//! A game with its options, and what belongs to it.

use std::sync::Arc;

use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::seat::Seat;

use super::numbers::Numbers;
use super::shelved::Shelved;

/// A game with its options.
pub(super) struct OfRules<G: Configurable> {
    pub(super) shelved: Arc<Shelved<G>>,
    pub(super) game: Arc<G>,
    pub(super) numbers: Numbers<<G as Game>::Action>,
}

impl<G: Configurable> OfRules<G> {
    pub(super) fn new(shelved: Arc<Shelved<G>>, game: G) -> Self {
        let numbers = Numbers(shelved.numbering.map(|numbering| numbering(&game)));
        OfRules { shelved, game: Arc::new(game), numbers }
    }

    /// Puts `seen`, the knowledge of `seat`, as numbers into `out`; says whether the game has them, and as many as `out` takes.
    pub(super) fn features(&self, seen: &G::Observation, seat: Seat, out: &mut [f32]) -> bool {
        let features = self.shelved.features.as_ref().filter(|features| features.count == out.len());
        if let Some(features) = features {
            out.fill(0.0);
            (features.describe)(&self.game, seen, seat, out);
        }
        features.is_some()
    }
}

impl<G: Configurable> Clone for OfRules<G> {
    fn clone(&self) -> Self {
        OfRules { shelved: Arc::clone(&self.shelved), game: Arc::clone(&self.game), numbers: self.numbers.clone() }
    }
}
