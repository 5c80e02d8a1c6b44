//! One module per game: its own agents and the registry of all agents that play it.
//!
//! A new game starts with the agents of [`crate::search::registry`] and adds its own entries.

pub mod cogito;
pub mod ergo;
pub mod ergo_invicta;
pub mod philosophia;
pub mod toys;
