//! Findings: sentences that a person writes and the program checks.
//!
//! A finding is written in an experiment file, filled in with estimates, and its claims are checked on whole 95 % intervals:
//!
//! ```toml
//! [[finding]]
//! text = "Printing 8 NOT cards instead of 6 hardly changes how often td ends a round in a paradox ({p6} to {p8})."
//! advice = "Print 6."
//! [finding.values]
//! p6 = { measure = "paradox", table = "td v td", arm = "cards.not=6" }
//! p8 = { measure = "paradox", table = "td v td", arm = "cards.not=8" }
//! rise = "p8 - p6"
//! [finding.holds]
//! close = "abs(rise) < 3%"
//! ```
//!
//! | part | module |
//! | --- | --- |
//! | the file format and its checks | [`finding`] |
//! | arithmetic and comparisons | [`expression`] |
//! | estimates of values and claims, from blocks | [`evaluate`] |
//! | `findings.csv`, and the text with its figures | [`table`] |
//! | the outcomes of a folder in sentences | [`judged`] |

pub mod evaluate;
pub mod expression;
pub mod finding;
pub mod judged;
pub mod table;

pub use finding::Finding;
pub use finding::TEXTS;
pub use table::{FINDINGS, Outcome};
