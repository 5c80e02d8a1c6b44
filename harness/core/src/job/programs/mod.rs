//! Programs outside that sit at tables: started, spoken to under a deadline, and ended with all they started.
//!
//! Every program is fresh for every match, so that nothing it remembers can lead from one match to another, unless it is to play
//! many (`reuse`). It runs in a process group of its own. Group and descendants are killed when its match is over, by `process_table`, which knows who belongs
//! to whom, and by a `keeper` when this process is gone, however it went. What a program writes to standard error is kept by
//! the [`logs`]. What hinders its start is [`StartError`], not its fault.

pub mod command_files;
pub(crate) mod here;
mod keeper;
#[cfg(unix)]
mod limits;
pub mod logs;
#[cfg(unix)]
mod network;
#[cfg(unix)]
mod pipes;
#[cfg(unix)]
mod process;
mod process_label;
#[cfg(unix)]
mod process_table;
mod process_tree;
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod program;
mod sandbox;
mod shared;
mod shutdown_guard;
mod start_error;
mod tail;

#[cfg(unix)]
pub use network::forwarded;
pub use process_label::ProcessLabel;
#[cfg(unix)]
pub use process_table::declare_sole_starter;
pub use program::Program;
pub use sandbox::{hide, hide_growing};
pub use shared::{ProgramExit, Programs};
pub use shutdown_guard::ShutdownGuard;
pub use start_error::StartError;
