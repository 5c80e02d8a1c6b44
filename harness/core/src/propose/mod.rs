//! Proposes better points of a design from the models of its report: `ergo propose`.
//!
//! [`goal`] has the targets and their models, [`space`] the candidate points, [`search`] evaluates candidates and finds
//! those that are not dominated in expected misses and changes (the front), and [`output`] writes the files.
//! Predictions are no evidence: play the written experiment to confirm them.
//!
//! # `front.csv`
//!
//! One row per candidate of the front, fewest changes first: `arm` (its name in the experiment; empty if it was not
//! chosen), `changed` (the number of added and removed cards), `size` (added minus removed cards), `misses` (the
//! expected number of missed targets over all tables), `outside` (the sum of distances from the target ranges, in
//! widths of the ranges); then every factor; then the predicted value and its standard error for each target at each
//! table.

pub mod goal;
pub mod output;
pub mod search;
pub mod space;
#[cfg(test)]
mod tests;
