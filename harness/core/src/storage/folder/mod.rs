//! A results folder on disk: who may write in it, where its files lie before and after they are finished, and every operation
//! that changes it ([`disk`]). How work in it is begun, continued and finished is the [ledger's](crate::job).

pub mod disk;
pub mod error;
mod place;
pub mod regular;

pub use error::FolderError;
pub use place::{EXPERIMENT, Folder, PART, PROGRESS, part, part_name, unfinished};
