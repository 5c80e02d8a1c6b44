//! Temporary folders for tests.

use std::path::Path;

use tempfile::TempDir;

/// Required free bytes: more than all concurrent tests write.
const ENOUGH: u64 = 2 << 30;

/// Creates a temporary folder, in memory if there is space. Tests that write, get killed and resume spend most of their time
/// waiting for the disk otherwise.
pub fn tempdir() -> std::io::Result<TempDir> {
    let memory = Path::new("/dev/shm");
    if fits(memory) { TempDir::new_in(memory) } else { TempDir::new() }
}

/// Returns true if the folder has enough space and allows executables.
#[cfg(target_os = "linux")]
fn fits(folder: &Path) -> bool {
    use rustix::fs::{StatVfsMountFlags, statvfs};
    statvfs(folder).is_ok_and(|there| {
        there.f_bavail * there.f_frsize >= ENOUGH && !there.f_flag.contains(StatVfsMountFlags::NOEXEC)
    })
}

#[cfg(not(target_os = "linux"))]
fn fits(_: &Path) -> bool {
    false
}
