//! Tunes numeric settings of an agent against a fixed panel.
//!
//! Every candidate of a generation plays the same deals from every seat against the same opponents with the same seeds,
//! so that candidates differ only in their settings. Every generation has deals of its own. An [`evolution`] strategy
//! creates the next generation from the order of the values. The answer is the mean of the centres of the last third of
//! the generations. It is then compared with the initial settings on deals that the search never used.
//!
//! A search is determined by its settings and the values of its candidates. The values are saved as they are computed;
//! an interrupted search replays them and continues.

pub mod evolution;
mod parameter;
mod plan;
mod record;
mod search;
mod trial;

pub use parameter::{Parameter, with_numbers};
pub use plan::{HeldOutCheck, TuneError, TunePlan};
pub use record::{OpenedSearch, TuneRecord, TuneSummary};
pub use search::{check, search};
pub use trial::{CandidateTrial, Objective};
