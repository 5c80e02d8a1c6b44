//! The invocation of the program, from a shell or from another program such as Python.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// A call from another program.
pub struct Invocation {
    /// The path of this program.
    pub file: PathBuf,
    /// The arguments, without the name of the program.
    pub arguments: Vec<OsString>,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

/// Registers a call from another program. Later calls in the same process have no effect.
pub fn register(called: Invocation) {
    let _ = INVOCATION.set(called);
}

/// Returns the arguments of the call, without the program's name.
pub fn arguments() -> Vec<OsString> {
    INVOCATION.get().map_or_else(|| std::env::args_os().skip(1).collect(), |called| called.arguments.clone())
}

/// Returns the path of this program.
///
/// # Errors
///
/// Returns an error if the system does not know the path.
pub(crate) fn file() -> io::Result<PathBuf> {
    INVOCATION.get().map_or_else(std::env::current_exe, |called| Ok(called.file.clone()))
}
