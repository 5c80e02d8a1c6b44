//! One room a game: whatever of its agents belongs to that game alone, and the registry of those that play it.
//!
//! A new game has the agents of [`crate::search::registry`] for a start; its own are entries added to those.

pub mod cogito;
pub mod ergo;
pub mod ergo_invicta;
pub mod philosophia;
pub mod toys;
