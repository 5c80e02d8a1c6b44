//! Learning by self-play: a net plays rounds against itself and learns what its positions led to.
//!
//! What a net can learn of a game is a [`Trainable`]: what the net is shown, how a round is played, what it teaches, and how a net is
//! tried. The rest is the same for all. A batch of rounds is played with the same weights, each from
//! streams of its own, and then their gradients are summed in the order of the rounds: so the weights are the same bytes for
//! any number of threads, and after any interruption.
//!
//! | where | what |
//! | --- | --- |
//! | [`settings`] | what a run is told |
//! | [`course`] | what a game must bring |
//! | [`learner`] | the net while it learns; checkpoints |
//! | [`trial`] | how a net does |
//! | `run` | a whole training run in its folder |

pub mod exploit;
pub mod labelled_agent;

pub mod learner;
mod run;
pub mod settings;
pub mod trainable;
pub mod trial;

pub use run::{ABOUT, CURVE, TrainFn, TrainingError, TrainingProgress, TrainingResult, TrainingTarget, WEIGHTS, train};
pub use trainable::Trainable;
