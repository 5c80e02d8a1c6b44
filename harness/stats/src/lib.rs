//! What rows say and how surely. Pure arithmetic: plays nothing, reads nothing. The unit of everything is the block, all
//! seatings of one deal: matches of one block depend on each other, blocks do not.

#![warn(unreachable_pub)]

pub mod alpha_rank;
mod beta;
pub mod bootstrap;
pub mod choice;
pub mod components;
pub mod confidence_sequence;
pub mod control;
mod crossed;
pub mod cycles;
pub mod design;
pub mod deviation;
pub mod dominance;
pub mod empirical;
mod interval;
mod joint;
pub mod leads;
mod linear;
pub mod luce;
pub mod model;
mod moments;
pub mod multiplicity;
pub mod paired;
pub mod plackett_luce;
pub mod power;
mod ratio;
mod sandwich;
mod seats;
pub mod sequential;
pub mod shapley;
mod simplex;
mod skew;
pub mod stopped;
mod tables;
pub mod two_way;
pub mod uniformity;

pub use crossed::{Crossed, crossed};
pub use interval::{Interval, bonferroni, clopper_pearson, mean_interval, share_interval, t_half};
pub use joint::Joint;
pub use moments::Moments;
pub use paired::FEW;
pub use ratio::{Contrast, Range, Ratio, Tested, unpaired};
pub use seats::equal_means;
