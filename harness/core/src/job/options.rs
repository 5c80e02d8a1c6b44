//! Options for running a job.

/// How existing files in the folder are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Start new work. Unfinished work is an error; finished work is replaced at the end, or an error, depending on the
    /// claim.
    Begin,
    /// Resume unfinished work, or start if there is none.
    Resume,
    /// Discard unfinished work and start again.
    Fresh,
}

/// Options for running a job.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Number of worker threads.
    pub threads: usize,
    /// How existing files in the folder are treated.
    pub mode: Mode,
    /// The command line, for the manifest.
    pub command: String,
}
