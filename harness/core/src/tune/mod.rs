//! Settings of an agent tuned against a fixed panel.
//!
//! Every candidate of a generation plays the same deals from every seat against the same opponents with the same seeds, so
//! that candidates differ in nothing but their settings; every generation has deals of its own. An [`evolution`] makes the
//! next generation of the order of the values. The answer is the mean of the centres of the last third of the generations.
//! It is then played against the settings it began with on deals that the search never saw.
//!
//! A search follows from its question and the values of its candidates. Those are written down as they come, and a search
//! that was cut off is led through them again and goes on.

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
