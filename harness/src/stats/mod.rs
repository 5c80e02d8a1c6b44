//! What rows say and how surely. Pure arithmetic: plays nothing, reads nothing. The unit of everything is the block, all
//! seatings of one deal: matches of one block depend on each other, blocks do not.

mod beta;
pub mod bootstrap;
pub mod choice;
mod interval;
mod linear;
pub mod luce;
mod moments;
pub mod plackett_luce;

pub use interval::{Interval, clopper_pearson, jeffreys, mean_interval, share_interval, wilson};
pub use moments::Moments;
