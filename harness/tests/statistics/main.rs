//! Statistics with known truth: coverage of intervals, error rates of tests, and ratings compared with other programs.

mod a_a;
mod contests;
mod coverage;
mod early_stopping;
mod findings;
mod reference;
mod synthetic;
#[path = "../common/tempdir.rs"]
mod tempdir;
