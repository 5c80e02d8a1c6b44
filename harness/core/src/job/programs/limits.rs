//! Resource limits of a program. Some are enforced by the system per process, others by the watch thread for all
//! processes together.

use std::io;

use ergo_agents::process::Limits;

use super::process_tree::ResourceUse;

/// Sets the limits of a process, which its children inherit. Does nothing on systems without such limits.
#[cfg(target_os = "linux")]
pub(super) fn set(process: u32, limits: &Limits) -> io::Result<()> {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let process = Pid::from_raw(process as i32);
    let most = |most: u64| Some(most).filter(|&most| most > 0);
    for (resource, most) in [
        (Resource::As, most(limits.memory_mb << 20)),
        (Resource::Fsize, most(limits.file_mb << 20)),
        (Resource::Cpu, most(limits.cpu_s)),
        (Resource::Core, Some(0)),
    ] {
        let Some(most) = most else { continue };
        // A lower existing limit stays, since it cannot be raised.
        let before = rustix::process::getrlimit(resource).maximum;
        let most = before.map_or(most, |before| before.min(most));
        prlimit(process, resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn set(_: u32, _: &Limits) -> io::Result<()> {
    Ok(())
}

/// Returns the first exceeded limit on all processes together, in words.
pub(super) fn beyond(limits: &Limits, taken: &ResourceUse) -> Option<String> {
    let (memory, most) = (taken.memory_kb >> 10, limits.total_memory_mb);
    let all = [
        (memory, most, "MB of memory in all", "total_memory_mb"),
        (taken.processes, limits.processes, "processes", "processes"),
        (taken.seconds, limits.cpu_s, "seconds of processors in all", "cpu_s"),
    ];
    let (_, most, what, key) = all.into_iter().find(|(found, most, _, _)| *most > 0 && found > most)?;
    Some(format!("took more than {most} {what} ({key})"))
}
