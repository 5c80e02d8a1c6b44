//! Replays, transcripts and explanations of recorded matches.

pub mod explain;
pub mod replay;
pub mod transcripts;
