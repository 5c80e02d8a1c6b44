//! External programs as agents: started, queried under a time limit, and killed together with all their descendants.
//!
//! A program is started anew for every match, so that no memory carries over between matches, unless it declares that
//! it can play many (`reuse`). It runs in a process group of its own. The group and all descendants are killed after
//! the match by `process_table`, which knows the process tree, or by a `keeper` process if this process dies. Standard
//! error is recorded by [`logs`]. A program that cannot be started is a [`StartError`], not a fault of the agent.

pub mod command_files;
mod forfeits;
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

pub use forfeits::Forfeit;
pub(crate) use forfeits::log_line;
#[cfg(unix)]
pub(crate) use limits::address_space_limit;
#[cfg(unix)]
pub use network::run_as_forwarder;
pub use process_label::ProcessLabel;
#[cfg(unix)]
pub use process_table::declare_sole_starter;
pub use program::Program;
pub use sandbox::{hide, hide_growing};
pub use shared::{ProgramExit, Programs};
pub use shutdown_guard::ShutdownGuard;
pub use start_error::StartError;
