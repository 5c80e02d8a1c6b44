//! Agents of ERGO (Catalyst 2009).
//!
//! | module | contents |
//! | --- | --- |
//! | `agents`, `search_options` | the registry: every agent of ERGO, its options and its factory |
//! | `pass`, `random_outcome`, [`greedy`], [`td`], [`champion`], `cheater` | the agents |
//! | [`turn_moves`] | moves for searches: a move is a whole turn |
//! | [`heuristic`], [`ways`], `verdicts` | the hand-written evaluation, and fast evaluation of all ways to play a turn |
//! | [`tuned`] | weights of the hand-written evaluation found by `ergo tune` |
//! | [`features`], [`value_net`], `meaning_cache` | the inputs of a net, and fast evaluation of all ways to play a turn by it |
//! | [`shipped`] | the nets included in the program |
//! | [`heuristic_evaluator`], `net_evaluator` | both evaluations as evaluators for searches |
//! | [`expert`] | values of turns from a search, as training targets |
//! | [`equity`] | chances to win a match from given scores |
//! | [`match_play`] | the value of a round's result to the match |
//! | `results` | the results of legal actions for external programs |
//! | `key_table` | a hash table that numbers its keys |

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
