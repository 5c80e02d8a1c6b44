//! Results folders on disk: locking, the paths of temporary and finished files, and all operations that change a folder
//! ([`disk`]). Starting, resuming and finishing work in a folder is the task of [checkpoints](crate::job).

pub mod disk;
pub mod error;
pub mod regular;
mod results_folder;

pub use error::FolderError;
pub use results_folder::{EXPERIMENT, Folder, PART, PROGRESS, part, part_name, unfinished};
