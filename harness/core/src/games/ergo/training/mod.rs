//! Training of nets for ERGO by self-play.
//!
//! The method is TD(λ) on afterstates (Tesauro 1992). The view of every seat is recorded at the start of each turn.
//! After the round, the target of each view is a mixture of the net's own evaluation of later views and the final
//! margin.
//!
//! | module | content |
//! | --- | --- |
//! | [`selfplay`] | one round and its training signal |
//! | `advice` | targets from an expert search |
//! | [`duel`](mod@duel) | margin of one agent against another |
//! | `course` | the implementation of [`crate::registry::training`] |
//! | [`results`] | another net: the probability of each result of a round |

mod advice;
mod course;
pub mod duel;
pub mod results;
pub mod selfplay;
