//! Means and their uncertainty. Pure arithmetic: plays nothing, reads nothing.

mod interval;
mod moments;

pub use interval::{Interval, clopper_pearson, mean_interval, share_interval};
pub use moments::Moments;
