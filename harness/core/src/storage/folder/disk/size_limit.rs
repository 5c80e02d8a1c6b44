//! The limit of the system on the size of a file (`ulimit -f`), checked before each write. A write beyond it would end this
//! process with the signal `SIGXFSZ`.

use std::io;

/// Checks that a file may reach `length` bytes.
///
/// # Errors
///
/// Returns an error if the limit is lower.
#[cfg(unix)]
pub(crate) fn check_length(length: u64) -> io::Result<()> {
    use rustix::process::{Resource, getrlimit};

    match getrlimit(Resource::Fsize).current {
        Some(limit) if length > limit => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("File too large (got {length} bytes, the limit is {limit}, see ulimit -f)"),
        )),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
pub(crate) fn check_length(_: u64) -> io::Result<()> {
    Ok(())
}

/// Checks that `more` bytes can be written to `out`, which may be a file, a terminal or a pipe.
///
/// # Errors
///
/// Returns an error if `out` is a file that would exceed the limit.
#[cfg(unix)]
pub fn check_growth(out: &impl std::os::fd::AsFd, more: usize) -> io::Result<()> {
    use rustix::fs::{FileType, OFlags, fcntl_getfl, fstat, tell};

    let about = fstat(out)?;
    if FileType::from_raw_mode(about.st_mode) != FileType::RegularFile {
        return Ok(());
    }
    let position = if fcntl_getfl(out)?.contains(OFlags::APPEND) { about.st_size as u64 } else { tell(out)? };
    check_length(position.saturating_add(more as u64))
}

#[cfg(not(unix))]
pub fn check_growth<T>(_: &T, _: usize) -> io::Result<()> {
    Ok(())
}
