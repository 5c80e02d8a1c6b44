//! Programs outside that sit at tables: started, spoken to under a deadline, and ended with all they started.
//!
//! Every program is fresh for every match, so that nothing it remembers can lead from one match to another. It runs in a
//! process group of its own. The group is killed when its match is over, and by a keeper when this process is gone,
//! however it went. What a program writes to standard error is kept by the [`logs`].

mod keeper;
pub mod logs;
#[cfg(unix)]
mod pipes;
#[cfg_attr(not(unix), path = "nowhere.rs")]
mod program;
mod shared;
mod tail;
mod who;

pub use program::Program;
pub use shared::{Farewell, Programs};
pub use who::Who;
