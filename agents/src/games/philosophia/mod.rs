//! Philosophia: Dare to be Wise (2019).
//!
//! | where | what |
//! | --- | --- |
//! | [`agents`] | the registry: every agent of Philosophia, its options and how it is built |
//! | [`planner`] | plans for the conditions that are cheapest to meet |
//! | [`holdings`] | what a player has, and how many turns it still needs |
//! | [`turn`] | where to go and what to do there |
//! | [`answers`] | everything else that is asked: tokens, cards, bids, debates, buying |
//! | [`weights`] | what all of that goes by, as numbers |
//! | [`features`], [`shipped`] | what a net is shown, and the nets that come with the program |
//! | [`evaluator`] | what a position is worth, by a net or by turns left |
//! | [`lookahead`] | one action ahead by a net |
//! | [`planner_moves`] | how searches walk the game |
//! | [`auction`] | sealed bids by regret matching |
//! | [`final_debate`], [`duel`] | the final debate, solved in worlds that fit; two hands that are known |
//! | [`solver_agent`] | an agent that leaves bids and the final debate to these two |

pub mod agents;
pub mod answers;
pub mod auction;
pub mod duel;
pub mod evaluator;
pub mod features;
pub mod final_debate;
pub mod holdings;
pub mod lookahead;
pub mod planner;
pub mod planner_moves;
pub mod shipped;
pub mod solver_agent;
#[cfg(test)]
mod tests;
pub mod turn;
pub mod weights;
