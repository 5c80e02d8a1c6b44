//! Results folders, with digests, sealed records and signatures that detect changes.

pub mod digest;
pub mod folder;
pub mod sealed;
pub mod signed;
