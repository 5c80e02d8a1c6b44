//! Presentations for readers: replays, transcripts, and explanations of decisions.

pub mod explain;
pub mod replay;
pub mod transcripts;
