//! Training of nets by self-play.
//!
//! A [`Trainable`] defines what a net can learn in a game: the inputs, how a round is played, its training signal, and
//! the trial of a net. The rest is common to all games. A batch of rounds is played with the same weights, each with
//! random streams of its own, and the gradients are summed in the order of the rounds. So the weights are the same
//! bytes for any number of threads, and after any interruption.
//!
//! | module | content |
//! | --- | --- |
//! | [`settings`] | the settings of a training run |
//! | [`trainable`] | the trait that a game implements |
//! | [`learner`] | the state of a net during training; checkpoints |
//! | [`trial`] | evaluation of a net |
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
