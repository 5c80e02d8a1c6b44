//! A game with its options, and what belongs to it.

use std::sync::Arc;

use ergo_engine::options::Configurable;

use super::shelved::Shelved;

/// A game with its options.
pub(super) struct OfRules<G: Configurable> {
    pub(super) shelved: Arc<Shelved<G>>,
    pub(super) game: Arc<G>,
}

impl<G: Configurable> Clone for OfRules<G> {
    fn clone(&self) -> Self {
        OfRules { shelved: Arc::clone(&self.shelved), game: Arc::clone(&self.game) }
    }
}
