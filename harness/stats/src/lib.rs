//! Statistics for experiments with games: estimates, intervals and tests that respect the dependence between matches of
//! one deal.
//!
//! The crate is pure arithmetic and does no input or output. The unit of analysis is the block: all seatings of one
//! deal. Matches of one block depend on each other; blocks are independent.
//!
//! | module | contents |
//! | --- | --- |
//! | the root | moments, ratios clustered by deal, contrasts, intervals |
//! | [`paired`], [`multiplicity`], [`power`] | paired tests, adjustment of p-values, sample sizes |
//! | [`sequential`], [`confidence_sequence`] | tests and intervals that may stop early |
//! | [`luce`], [`plackett_luce`], [`leads`], [`dominance`] | ratings from wins or rankings, and their differences |
//! | [`cycles`] | intransitivity of a pool |
//! | [`components`], [`two_way`] | variance components |
//! | [`design`], [`model`] | experimental designs and response models |
//! | [`bootstrap`], [`choice`], [`empirical`] | building blocks |
//!
//! This example estimates the win share of a player who played both seats of ten deals:
//!
//! ```
//! use ergo_stats::{Range, Ratio};
//!
//! let mut share = Ratio::default();
//! for wins in [2, 1, 1, 2, 0, 1, 2, 1, 1, 2] {
//!     share.push(f64::from(wins), 2.0);
//! }
//! assert_eq!(share.value(), 0.65);
//! let interval = share.interval(Range::Share).expect("ten deals are enough");
//! assert!(interval.low > 0.4 && interval.low < 0.5 && interval.high > 0.8 && interval.high < 0.9);
//! ```

#![warn(unreachable_pub)]

mod beta;
pub mod bootstrap;
pub mod choice;
pub mod components;
pub mod confidence_sequence;
mod crossed;
pub mod cycles;
pub mod design;
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
mod skew;
pub mod two_way;

pub use crossed::{CrossedMean, crossed_mean};
pub use interval::{Interval, bonferroni, clopper_pearson, mean_interval, normal_cdf, share_interval, t_half_width};
pub use joint::Joint;
pub use moments::Moments;
pub use paired::FEW;
pub use ratio::{Contrast, DifferenceTest, Law, Range, Ratio, unpaired, unpaired_estimates};
pub use seats::equal_means_p_value;
