//! Clean-up after this process is interrupted or killed.

use std::path::Path;

use super::keeper::Charge;
#[cfg(unix)]
use super::process_table;
use crate::storage::printable::is_unprintable;

/// An action that the keeper process performs if this process ends before the guard is dropped. It has no effect on systems
/// without a keeper.
pub struct ShutdownGuard(Charge);

impl ShutdownGuard {
    /// Prints `sentence` on one line.
    pub fn print(sentence: &str) -> Self {
        Self::of(Charge::Sentence(sentence.replace(|c: char| c.is_control() || is_unprintable(c), " ")))
    }

    /// Removes the folder at `path`.
    pub fn remove_folder(path: &Path) -> Option<Self> {
        let path = path.to_str().filter(|path| !path.contains(char::is_control))?;
        Some(Self::of(Charge::Folder(path.to_owned())))
    }

    fn of(charge: Charge) -> Self {
        // Without a keeper there is no clean-up.
        #[cfg(unix)]
        let _ = process_table::add(charge.clone());
        ShutdownGuard(charge)
    }
}

impl Drop for ShutdownGuard {
    fn drop(&mut self) {
        #[cfg(unix)]
        process_table::forget(&self.0);
    }
}
