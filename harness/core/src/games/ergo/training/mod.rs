//! ERGO as a course: a net plays rounds against itself and learns what its positions led to.
//!
//! The method is TD(λ) on afterstates (Tesauro 1992). When a turn begins, every seat's view of the table is put down; when the
//! round is over, each view's target is a mixture of the net's own opinion of the later ones and of the margin at the end.
//!
//! | where | what |
//! | --- | --- |
//! | [`selfplay`] | one round and what it teaches |
//! | `advice` | what an expert found that looked ahead, and what that teaches |
//! | [`duel`](mod@duel) | margin of one agent against another |
//! | `course` | both as [`crate::registry::training`] asks for them |
//! | [`results`] | another course: how likely each result of a round is |

mod advice;
mod course;
pub mod duel;
pub mod results;
pub mod selfplay;
