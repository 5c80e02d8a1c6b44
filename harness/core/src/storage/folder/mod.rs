//! A results folder on disk: who may write in it, where its files lie before and after they are finished, and every operation
//! that changes it ([`disk`]). How work in it is begun, continued and finished is the [ledger's](crate::job).

pub mod disk;
pub mod error;
pub mod regular;
mod results_folder;

pub use error::FolderError;
pub use results_folder::{EXPERIMENT, Folder, PART, PROGRESS, part, part_name, unfinished};
