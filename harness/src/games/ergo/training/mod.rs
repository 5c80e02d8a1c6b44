//! Learning by self-play: a net plays rounds against itself and learns what its positions led to.
//!
//! The method is TD(λ) on afterstates (Tesauro 1992). When a turn begins, every seat's view of the table is put down; when the
//! round is over, each view's target is a mixture of the net's own opinion of the later ones and of the margin at the end.
//! A batch of rounds is played with the same weights, each from streams of its own, and then their gradients are summed in
//! the order of the rounds: so the weights are the same bytes for any number of threads, and after any interruption.
//!
//! | where | what |
//! | --- | --- |
//! | [`settings`] | what a run is told |
//! | [`selfplay`] | one round and what it teaches |
//! | [`learner`] | the net while it learns; checkpoints |
//! | [`trial`](mod@trial) | margin against greedy |
//! | `run` | a whole training run in its folder |

pub mod learner;
mod run;
pub mod selfplay;
pub mod settings;
pub mod trial;

pub use run::{ABOUT, CURVE, Standing, Trained, TrainingError, WEIGHTS, train};
