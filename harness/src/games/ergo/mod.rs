//! What only ERGO has.

pub mod measures;
