//! The process tree from `/proc` on Linux; empty on other systems.
#![cfg_attr(not(unix), allow(dead_code, reason = "no program is started there"))]

use std::collections::BTreeSet;
use std::fs;

/// The environment variable that marks a program and its descendants, unless they remove it.
pub(super) const MARK: &str = "ERGO_PROGRAM";

/// Clock ticks per second in `/proc`, the same for all programs on Linux.
const TICKS: u64 = 100;

/// The resources used by a set of processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ResourceUse {
    /// Number of processes.
    pub processes: u64,
    /// Resident memory in KB; shared pages count for each process.
    pub memory_kb: u64,
    /// CPU seconds, including reaped children.
    pub seconds: u64,
}

/// Returns the children of all threads of a process.
pub(super) fn children(process: u32) -> Vec<u32> {
    let mut all = Vec::new();
    let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { return all };
    for thread in threads.flatten() {
        let path = thread.path();
        match fs::read_to_string(path.join("children")) {
            Ok(list) => all.extend(list.split_whitespace().filter_map(|number| number.parse::<u32>().ok())),
            // The thread has exited, or this system has no such lists.
            Err(_) if !path.exists() => {}
            Err(_) => return among_all(process),
        }
    }
    all
}

/// Returns the children of a process by searching all processes.
fn among_all(process: u32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |number: &u32| stat(*number).and_then(|stat| stat.get(1)?.parse().ok()) == Some(process);
    numbers.filter(is_child).collect()
}

/// Returns the descendants of a process, about `most` of them at most.
pub(super) fn descendants(process: u32, most: usize) -> Vec<u32> {
    let mut all = children(process);
    let mut seen: BTreeSet<u32> = all.iter().copied().collect();
    let mut next = 0;
    while all.len() <= most
        && let Some(&process) = all.get(next)
    {
        all.extend(children(process).into_iter().filter(|child| seen.insert(*child)));
        next += 1;
    }
    all
}

/// Returns the mark with which a process was started. It is not visible during `exec`.
pub(super) fn mark(process: u32) -> Option<String> {
    let environment = fs::read(format!("/proc/{process}/environ")).ok()?;
    let value = |variable: &[u8]| variable.strip_prefix(MARK.as_bytes())?.strip_prefix(b"=").map(<[u8]>::to_vec);
    String::from_utf8(environment.split(|byte| *byte == 0).find_map(value)?).ok()
}

/// Returns the resources used by these processes together.
pub(super) fn taken(processes: impl IntoIterator<Item = u32>) -> ResourceUse {
    let (mut all, mut ticks) = (ResourceUse::default(), 0);
    for process in processes {
        let Some(stat) = stat(process) else { continue };
        // User and system time of the process and its reaped children: fields 14 to 17, counted after the first two.
        ticks += stat.iter().skip(11).take(4).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>();
        all.processes += 1;
        all.memory_kb += resident(process);
    }
    all.seconds = ticks / TICKS;
    all
}

/// Returns the fields of `stat` after the process name, which may contain any character.
fn stat(process: u32) -> Option<Vec<String>> {
    let text = fs::read(format!("/proc/{process}/stat")).ok()?;
    let text = String::from_utf8_lossy(&text).into_owned();
    Some(text.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
}

fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|size| size.trim().strip_suffix("kB")?.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "there is no /proc")]
    fn a_process_is_found_with_its_mark_and_what_it_takes() {
        let mut child = Command::new("sh")
            // The child does not call `exec`, during which it would have no visible mark.
            .args(["-c", "exec 3<&0; { read -r line <&3; true; } & wait"])
            .env(MARK, "1.2")
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let here = std::process::id();
        for found in [children(here), among_all(here), descendants(here, 100_000)] {
            assert!(found.contains(&child.id()));
        }
        let inner = loop {
            if let Some(&inner) = children(child.id()).first() {
                break inner;
            }
        };
        assert!(descendants(here, 100_000).contains(&inner) && !children(here).contains(&inner));
        assert_eq!((mark(child.id()).as_deref(), mark(inner).as_deref()), (Some("1.2"), Some("1.2")));
        let both = taken([child.id(), inner]);
        assert!(both.processes == 2 && both.memory_kb > 100 && both.seconds == 0, "{both:?}");
        drop(child.stdin.take());
        child.wait().unwrap();
        assert_eq!((taken([child.id()]), mark(child.id())), (ResourceUse::default(), None));
    }
}
