//! Leaves nothing behind should this process be interrupted or killed, in whatever way.

use std::path::Path;

use super::keeper::Charge;
#[cfg(unix)]
use super::process_table;

/// Something that the keeper does if this process goes before this is dropped. Where there can be no keeper, nothing is done.
pub struct ShutdownGuard(Charge);

impl ShutdownGuard {
    /// Says `sentence`, on one line.
    pub fn say(sentence: &str) -> Self {
        Self::of(Charge::Sentence(sentence.replace(char::is_control, " ")))
    }

    /// Removes the folder at `path`.
    pub fn remove(path: &Path) -> Option<Self> {
        let path = path.to_str().filter(|path| !path.contains(char::is_control))?;
        Some(Self::of(Charge::Folder(path.to_owned())))
    }

    fn of(charge: Charge) -> Self {
        // Without a keeper the same is lost as ever.
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
