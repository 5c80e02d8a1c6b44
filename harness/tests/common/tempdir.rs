//! Where tests write.

use std::path::Path;

use tempfile::TempDir;

/// Free memory that there is to be for files: more than all tests that run at once write.
const ENOUGH: u64 = 2 << 30;

/// A folder that goes with the test. It is in memory where it fits: to wait for a disk was most of the time of tests that write, are killed
/// and go on.
pub fn tempdir() -> std::io::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    if fits(memory) { TempDir::new_in(memory) } else { TempDir::new() }
}

/// Whether what tests write, programs among it, can lie in this folder.
#[cfg(unix)]
fn fits(folder: &Path) -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    statvfs(folder).is_ok_and(|there| {
        there.f_bavail * there.f_frsize >= ENOUGH && !there.f_flag.contains(StatVfsMountFlags::NOEXEC)
    })
}

#[cfg(not(unix))]
fn fits(_: &Path) -> bool {
    false
}
