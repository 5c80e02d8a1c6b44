//! Agents of Philosophia: Dare to be Wise (2019).
//!
//! | module | contents |
//! | --- | --- |
//! | [`agents`] | the registry: every agent of Philosophia, its options and its factory |
//! | [`planner`] | the planner, which pursues the conditions that are cheapest to meet |
//! | [`turn`], [`answers`] | its choices: movement and main actions, and all others |
//! | [`holdings`] | what a player has, and an estimate of the turns it still needs |
//! | [`weights`] | the weights of the planner |
//! | [`lookahead`] | an agent that looks one action ahead |
//! | [`evaluator`] | the evaluation of positions by nets or estimated turns |
//! | [`features`], [`shipped`] | the inputs of the nets, and the nets included in the program |
//! | [`planner_moves`] | moves for searches, sampled from the planner |
//! | [`auction`] | sealed bids by regret matching |
//! | [`final_debate`], [`duel`] | the final debate solved in sampled worlds, and with open hands |
//! | [`solver_agent`] | an agent that uses these solvers for bids and the final debate |

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
