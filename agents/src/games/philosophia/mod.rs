//! Philosophia: Dare to be Wise (2019).
//!
//! | where | what |
//! | --- | --- |
//! | [`agents`] | the registry: every agent of Philosophia, its options and how it is built |
//! | [`planner`] | plans for the conditions that are cheapest to meet |
//! | [`standing`] | what a player has, and how many turns it still needs |
//! | [`turn`] | where to go and what to do there |
//! | [`answers`] | everything else that is asked: tokens, cards, bids, debates, buying |
//! | [`weights`] | what all of that goes by, as numbers |

pub mod agents;
pub mod answers;
pub mod planner;
pub mod standing;
pub mod turn;
pub mod weights;
