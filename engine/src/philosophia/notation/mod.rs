//! Deals, states and what seats know as text for programs outside: JSON by the names of the notation. "Notation" in RULES.md.

mod conserved;
pub mod deal;
pub mod outward;
pub mod read;
pub mod view;
pub mod written;
