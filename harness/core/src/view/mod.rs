//! What people look at: replays, transcripts, explanations of positions.

pub mod explain;
pub mod replay;
pub mod transcripts;
