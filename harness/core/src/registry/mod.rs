//! Games, agents and probes by name, behind object-safe traits.

pub mod arena;
pub mod cases;
pub mod settings;
pub mod training;
