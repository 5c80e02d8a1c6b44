//! Cogito (Olerant 2015).
//!
//! | where | what |
//! | --- | --- |
//! | [`agents`] | the registry: every agent of Cogito, its options and how it is built |
//! | [`candidates`], [`bayes`] | the agents |
//! | [`features`] | what a seat knows, as numbers for learners |
//! | [`card_value`] | what a card is worth to play, to keep and to give |
//! | [`candidate_policy`] | how the player over candidate sets plays |
//! | [`posterior`] | how likely each candidate is, by what others gave |
//! | [`sensible_moves`] | how a search walks the game: nobody declares what he cannot be |

pub mod agents;
pub mod bayes;
pub mod candidate_policy;
pub mod candidates;
pub mod card_value;
pub mod features;
pub mod posterior;
pub mod sensible_moves;
