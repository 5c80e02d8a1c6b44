//! ERGO (Catalyst 2009).
//!
//! | where | what |
//! | --- | --- |
//! | `agents`, `menu` | the registry: every agent of ERGO, its options and how it is built |
//! | `pass`, `outcomes`, [`greedy`], [`td`], `champion`, `cheater` | the agents |
//! | [`turns`] | how a search walks the game: a choice is a whole turn |
//! | [`heuristic`], [`ways`], `verdicts` | evaluation by hand, and the weights of it, [`tuned`] ones too; all ways to play a turn by it; what they prove |
//! | [`features`], [`value_net`], `meanings`, [`shipped`] | what a net is shown, what it says, and the nets that come with the program |
//! | [`heuristic_evaluator`], `net_evaluator` | both, as searches ask them |
//! | [`expert`] | what looking ahead by a net finds, for a net that learns from it |
//! | `numbered` | keys found by their hash, for what is judged once and remembered |
//! | `results` | what a program is told of each legal action |
//! | [`equity`] | chances to win a match from a score |
//! | [`match_play`] | what the result of a round is worth to the match |

mod agents;
pub mod champion;
mod cheater;
#[cfg(test)]
mod drawn;
pub mod equity;
pub mod expert;
pub mod features;
pub mod greedy;
pub mod heuristic;
pub mod heuristic_evaluator;
mod learned;
pub mod match_play;
mod meanings;
mod menu;
mod net_evaluator;
mod numbered;
mod outcomes;
mod pass;
mod results;
pub mod shipped;
pub mod td;
pub mod tuned;
pub mod turns;
pub mod value_net;
mod verdicts;
pub mod ways;
