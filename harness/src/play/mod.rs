//! A match of a person against agents.
//!
//! `match_thread` plays the match; the person takes part in it as an agent does, and receives only what its seat may see. `session` is
//! the person's end: it picks turns, takes them back, plays them, asks for hints, and keeps the `record`. `terminal` and `page` show a
//! session.

pub(crate) mod match_thread;
mod outcome;
pub(crate) mod record;
pub(crate) mod session;
mod view;

pub(crate) mod page;
pub(crate) mod terminal;

pub(crate) use match_thread::MatchSetup;
