//! Match equity from recorded rounds: what a table is made of, and how well its chances came true.

mod calibration;
mod choice;
mod jackknife;
mod recorded;

pub use calibration::{Bin, Calibration};
pub use choice::{Choice, NoRounds, rounds_of};
pub use jackknife::half_widths;
pub use recorded::{Recorded, each_match};
