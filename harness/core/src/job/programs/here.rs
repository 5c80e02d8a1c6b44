//! Facts of this process and of where it runs, for names of attempts and for records of what work cost.

/// The name of this machine, of letters that any file system takes.
pub(crate) fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let name: String = name.chars().take(60).map(plain).collect();
    if name.is_empty() { "machine".to_owned() } else { name }
}

/// Seconds of processors that this process has used in all its threads; nothing where that is not told.
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

/// Whether there is no process with this number on this machine, as far as that can be known.
pub(crate) fn is_gone(process: &str) -> bool {
    let listed = std::path::Path::new("/proc");
    listed.join("self").exists() && !listed.join(process).exists()
}
