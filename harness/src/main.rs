//! The `ergo` program.
fn main() {}
