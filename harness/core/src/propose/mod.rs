//! Better points of a design, proposed by the models of its report: `ergo propose`.
//!
//! [`goal`] is what is wanted, and by which models it is foretold; [`space`] is where candidates lie and what they change; [`search`] tries candidates, finds those that no other beats in both
//! expected misses and changes (the front), and chooses some; [`written`] makes files of it. What is foretold is no evidence:
//! the experiment that is written is to be played.
//!
//! # `front.csv`
//!
//! A row for each candidate of the front, fewest changes first: `arm` (its name in the experiment; empty where it was not
//! chosen), `changed` (cards more or less than at the base, each counted), `size` (how many more cards in all), `misses`
//! (targets at tables that are expected to be missed), `outside` (how far outside of the bands, in widths of bands, summed);
//! then every factor; then for each target at each table what is foretold, and its standard error.

pub mod goal;
pub mod output;
pub mod search;
pub mod space;
#[cfg(test)]
mod tests;
