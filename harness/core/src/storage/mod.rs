//! Results folders, with digests, sealed records and signatures that detect changes; texts that are safe to print.

pub mod digest;
pub mod folder;
pub mod printable;
pub mod sealed;
pub mod signed;
