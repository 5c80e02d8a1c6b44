//! The ways in which an agent can fail.

ergo_engine::words! {
    /// The reason why an agent's answer could not be played. Faults are recorded and never corrected.
    pub enum AgentFault {
        /// The action was not legal.
        Illegal = "illegal",
        /// The agent panicked.
        Crashed = "crashed",
        /// The program could not be started, or ended before it was ready.
        FailedToStart = "failed_to_start",
        /// The program did not answer in time.
        Timeout = "timeout",
        /// The program ended, or closed its output, before it answered.
        Died = "died",
        /// The program wrote a line that is not a valid answer.
        Garbage = "garbage",
        /// The program wrote a line that is too long.
        Flooded = "flooded",
        /// The program failed so often in this run that it was not started again.
        GivenUp = "given_up",
    }
}

impl std::error::Error for AgentFault {}
