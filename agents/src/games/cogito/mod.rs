//! Agents of Cogito (Olerant 2015).
//!
//! | module | contents |
//! | --- | --- |
//! | [`agents`] | the registry: every agent of Cogito, its options and its factory |
//! | [`candidates`], [`bayes`] | the agents |
//! | [`candidate_policy`] | the policy of the agent with exact candidate sets |
//! | [`card_value`] | the value of a card to play, to keep and to give |
//! | [`posterior`] | the probability of each candidate, from the cards that others gave |
//! | [`sensible_moves`] | moves for searches: no declaration of an impossible Self |
//! | [`features`] | the observation as numbers for learners |

pub mod agents;
pub mod bayes;
pub mod candidate_policy;
pub mod candidates;
pub mod card_value;
pub mod features;
pub mod posterior;
pub mod sensible_moves;
