//! ERGO (Catalyst 2009).
//!
//! | where | what |
//! | --- | --- |
//! | `agents`, `search_options` | the registry: every agent of ERGO, its options and how it is built |
//! | `pass`, `random_outcome`, [`greedy`], [`td`], `champion`, `cheater` | the agents |
//! | [`turn_moves`] | how a search walks the game: a choice is a whole turn |
//! | [`heuristic`], [`ways`], `verdicts` | evaluation by hand, and the weights of it, [`tuned`] ones too; all ways to play a turn by it; what they prove |
//! | [`features`], [`value_net`], `meaning_cache`, [`shipped`] | what a net is shown, what it says, and the nets that come with the program |
//! | [`heuristic_evaluator`], `net_evaluator` | both, as searches ask them |
//! | [`expert`] | what looking ahead by a net finds, for a net that learns from it |
//! | `key_table` | keys found by their hash, for what is judged once and remembered |
//! | `results` | what a program is told of each legal action |
//! | [`equity`] | chances to win a match from a score |
//! | [`match_play`] | what the result of a round is worth to the match |

mod agents;
pub mod champion;
mod cheater;
pub mod equity;
pub mod expert;
pub mod features;
pub mod greedy;
pub mod heuristic;
pub mod heuristic_evaluator;
mod key_table;
mod learned;
pub mod match_play;
mod meaning_cache;
mod net_evaluator;
mod pass;
mod random_outcome;
mod results;
mod search_options;
pub mod shipped;
pub mod td;
#[cfg(test)]
mod test_positions;
pub mod tuned;
pub mod turn_moves;
pub mod value_net;
mod verdicts;
pub mod ways;
