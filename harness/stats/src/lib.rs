//! Estimates from rows, and how sure they are. Pure arithmetic: plays nothing, reads nothing. The unit of everything is the block, all
//! seatings of one deal: matches of one block depend on each other, blocks do not.
//!
//! The share of the wins of one of two who took turns in both seats of ten deals:
//!
//! ```
//! use ergo_stats::{Range, Ratio};
//!
//! let mut share = Ratio::default();
//! for won in [2, 1, 1, 2, 0, 1, 2, 1, 1, 2] {
//!     share.push(f64::from(won), 2.0);
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

pub use crossed::{Crossed, crossed};
pub use interval::{Interval, bonferroni, clopper_pearson, mean_interval, normal_cdf, share_interval, t_half};
pub use joint::Joint;
pub use moments::Moments;
pub use paired::FEW;
pub use ratio::{Contrast, Law, Range, Ratio, Tested, unpaired};
pub use seats::equal_means;
