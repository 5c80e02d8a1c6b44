//! Deals, states and observations as JSON for external programs, with the names of the notation. "Notation" in
//! RULES.md.

mod conserved;
pub mod deal;
pub mod outward;
pub mod read;
pub mod view;
pub mod written;
