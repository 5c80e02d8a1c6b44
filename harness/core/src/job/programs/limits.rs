//! Resource limits of a program. Some are enforced by the system per process, others by the watch thread for all
//! processes together.

use std::io;

use ergo_agents::process::Limits;

use super::process_tree::ResourceUse;

/// The smallest label, above any other limit that is in use.
#[cfg(target_os = "linux")]
const LABELS: u64 = 1 << 40;

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

/// Labels this process and all processes that it starts from now on, in a way that survives a cleared environment: by their
/// limit on the number of file locks, which Linux inherits and ignores. Returns `None` if a lower limit is inherited.
#[cfg(target_os = "linux")]
pub(super) fn set_label() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getpid, setrlimit};

    let label = LABELS + getpid().as_raw_nonzero().get() as u64;
    setrlimit(Resource::Locks, Rlimit { current: Some(label), maximum: Some(label) }).ok().map(|()| label)
}

/// Removes the label of a child.
#[cfg(target_os = "linux")]
pub(super) fn remove_label(process: u32, label: u64) -> io::Result<()> {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let below = Some(label.min(LABELS) - 1);
    prlimit(Pid::from_raw(process as i32), Resource::Locks, Rlimit { current: below, maximum: below })?;
    Ok(())
}

/// Forbids other processes of the same user to attach to this process with ptrace, and so to stop it or to read its memory.
#[cfg(target_os = "linux")]
pub(super) fn forbid_tracing() -> io::Result<()> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};

    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn forbid_tracing() -> io::Result<()> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn set_label() -> Option<u64> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(super) fn remove_label(_: u32, _: u64) -> io::Result<()> {
    Ok(())
}

/// Returns the limit on the address space of this process in bytes, if there is one.
pub(crate) fn address_space_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
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
