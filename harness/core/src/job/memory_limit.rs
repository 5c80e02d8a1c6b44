//! The limit of the system on the address space of this process (`ulimit -v`). An allocation beyond it aborts the process, so
//! the need is compared with the limit before any work.

/// Address space for the program and its bots, in MiB.
const BASE: u64 = 160;
/// Address space of a thread, in MiB: an arena of the GNU allocator (64), the stack and the work.
const PER_THREAD: u64 = 72;
/// Number of threads besides the worker threads: they read rows ahead.
const READERS: u64 = 3;
/// Address space of the report for each table of each arm, in KiB.
const PER_TABLE: u64 = 24;

/// The limit on the address space is too low.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "ulimit -v: got {limit} MiB of address space, expected at least {need} MiB for {threads} threads and {tables} tables"
)]
pub struct MemoryLimitError {
    limit: u64,
    need: u64,
    threads: usize,
    tables: usize,
}

/// Checks that the limit suffices for `threads` worker threads and a report of `tables` tables in all arms.
///
/// # Errors
///
/// Returns an error if the limit is lower.
pub fn check_memory_limit(threads: usize, tables: usize) -> Result<(), MemoryLimitError> {
    let need = BASE + PER_THREAD * (threads as u64 + READERS) + ((tables as u64 * PER_TABLE) >> 10);
    match limit() {
        Some(limit) if limit < need => Err(MemoryLimitError { limit, need, threads, tables }),
        _ => Ok(()),
    }
}

/// Returns the default number of worker threads: the number of cores, or fewer if the limit suffices only for fewer.
pub fn default_threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let fit = limit().map_or(u64::MAX, |limit| (limit.saturating_sub(BASE) / PER_THREAD).saturating_sub(READERS));
    cores.min(usize::try_from(fit).unwrap_or(usize::MAX)).max(1)
}

/// Returns the limit in MiB, if there is one.
#[cfg(unix)]
fn limit() -> Option<u64> {
    super::programs::address_space_limit().map(|bytes| bytes >> 20)
}

#[cfg(not(unix))]
fn limit() -> Option<u64> {
    None
}
