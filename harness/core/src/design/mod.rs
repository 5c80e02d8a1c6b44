//! The plan of an experiment as schedules and reports need it: kinds of questions, factors, line-ups of a pool.

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
