//! A game as numbers, for those who learn: ids of its actions, and what a seat knows as a row of features.

use std::sync::Arc;

use ergo_engine::game::Game;
use ergo_engine::numbering::Numbering;
use ergo_engine::seat::Seat;

/// Makes the numbering of a game under its rules.
pub type MakeNumbering<G> = fn(&G) -> Arc<dyn Numbering<<G as Game>::Action>>;

/// Puts what a seat, which is named, knows into a row of zeros.
pub type Describe<G> = fn(&G, &<G as Game>::Observation, Seat, &mut [f32]);

/// The observation of a seat as a row of numbers: its features.
pub struct FeaturesOf<G: Game> {
    /// How many there are.
    pub count: usize,
    /// Puts them into a row of so many zeros.
    pub describe: Describe<G>,
}

/// Actions by their ids: by the numbering of the game or, where it has none, by their places in the list of legal ones.
pub(super) struct Numbers<A>(pub(super) Option<Arc<dyn Numbering<A>>>);

impl<A> Clone for Numbers<A> {
    fn clone(&self) -> Self {
        Numbers(self.0.clone())
    }
}

impl<A: Copy + PartialEq> Numbers<A> {
    /// The ids of `legal` actions, in their order.
    pub(super) fn ids(&self, legal: &[A], out: &mut Vec<u32>) {
        out.clear();
        match &self.0 {
            Some(numbering) => out.extend(legal.iter().map(|action| numbering.id(*action) as u32)),
            None => out.extend(0..legal.len() as u32),
        }
    }

    /// The one of `legal` with this id.
    pub(super) fn action(&self, id: u32, legal: &[A]) -> Option<A> {
        match &self.0 {
            Some(numbering) => numbering.action(id as usize).filter(|action| legal.contains(action)),
            None => legal.get(id as usize).copied(),
        }
    }

    /// The id of one of `legal`.
    pub(super) fn id(&self, action: A, legal: &[A]) -> Option<u32> {
        let place = legal.iter().position(|other| *other == action)?;
        Some(self.0.as_ref().map_or(place, |numbering| numbering.id(action)) as u32)
    }
}
