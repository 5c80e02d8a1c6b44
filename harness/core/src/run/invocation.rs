//! How the program was called: by the system, or from another program such as Python.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Another program's call.
pub struct Invocation {
    /// The file that this program is in.
    pub file: PathBuf,
    /// The arguments of the call, without a name before them.
    pub arguments: Vec<OsString>,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

/// Says that another program calls this one. Only the first call of a process counts.
pub fn by_another(called: Invocation) {
    let _ = INVOCATION.set(called);
}

/// The arguments of the call, without the program's name.
pub fn arguments() -> Vec<OsString> {
    INVOCATION.get().map_or_else(|| std::env::args_os().skip(1).collect(), |called| called.arguments.clone())
}

/// The file that this program is in.
pub(crate) fn file() -> io::Result<PathBuf> {
    INVOCATION.get().map_or_else(std::env::current_exe, |called| Ok(called.file.clone()))
}
