//! How to choose.
pub mod agent;
pub mod random;
pub mod roster;
pub mod spec;
pub mod toys;
