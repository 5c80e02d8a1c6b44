//! How a job is to be run.

/// The way to treat what is in the folder already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Begin; what is unfinished stands in the way, what is finished is replaced at the end or stands in the way, too.
    Begin,
    /// Go on with what is unfinished; begin if there is nothing.
    Resume,
    /// Begin, and give up what is there.
    Fresh,
}

/// How to run a job.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many threads play.
    pub threads: usize,
    /// The way to treat what is in the folder already.
    pub mode: Mode,
    /// The command that was given, for the manifest.
    pub command: String,
}
