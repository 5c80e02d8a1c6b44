//! Facts about this process and machine, for the names of attempts and for cost records.

/// Returns the name of this machine, restricted to characters that every file system accepts.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let name: String = name.chars().take(60).map(plain).collect();
    if name.is_empty() { "machine".to_owned() } else { name }
}

/// Returns the CPU seconds of all threads of this process, or `None` if they are unknown.
pub(crate) fn cpu_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        use rustix::time::{ClockId, clock_gettime};
        let used = clock_gettime(ClockId::ProcessCPUTime);
        let milliseconds = used.tv_sec as f64 * 1e3 + (used.tv_nsec as f64 / 1e6).round();
        Some(milliseconds / 1e3)
    }
    #[cfg(not(unix))]
    None
}

/// Returns true if no process with this id exists on this machine; false if that is unknown.
pub(crate) fn is_gone(process: &str) -> bool {
    let listed = std::path::Path::new("/proc");
    listed.join("self").exists() && !listed.join(process).exists()
}
