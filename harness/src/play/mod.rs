//! A person plays: one seat is theirs, agents have the others.
//!
//! The person sits at the referee's `table` as an agent does, is shown what its seat knows, and nothing else. The `session` is the
//! other end: turns are picked, taken back and committed there, hints asked for, and the `record` is kept; it knows of no
//! terminal and of no page. `terminal` and `page` are its two fronts.

mod ending;
pub(crate) mod record;
pub(crate) mod session;
pub(crate) mod table;
mod view;

#[cfg(feature = "command-line")]
pub(crate) mod page;
#[cfg(feature = "command-line")]
pub(crate) mod terminal;
