//! Statistics against known truths: intervals hold, tests err as often as they say, ratings agree with other programs.

mod a_a;
mod contests;
mod coverage;
mod early_stopping;
mod findings;
mod reference;
mod synthetic;
#[path = "../common/tempdir.rs"]
mod tempdir;
