//! Results folders and what makes them safe: digests, sealed records, signatures.

pub mod digest;
pub mod folder;
pub mod sealed;
pub mod signed;
