//! The plan of an experiment for schedules and reports: kinds of questions, factors, line-ups, ladders and substitution
//! pairs.

mod factors;
pub mod kind;
mod ladder;
mod lineups;
mod substitution;

pub use factors::{ARMS, Design, Factor};
pub use kind::{AnswerSpec, QuestionKind};
pub use ladder::ladder_tables;
pub use lineups::subsets;
pub use substitution::{is_substitution_pair, substitution_pairs};
