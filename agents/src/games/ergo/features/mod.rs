//! The inputs of a net for a moment of ERGO, from one seat: only what that seat knows, and everything in its own terms.
//!
//! The moment is always one at which a seat is about to play, its cards drawn. Seats and letters are counted from the seat
//! that looks: its own is 0, then come the rivals in turn order, then the letters nobody owns. So a net needs no seat numbers,
//! and what it learns in one seat it knows in all.
//!
//! | group | what | changes within a turn |
//! | --- | --- | --- |
//! | [`logic`] | what the proof says, and would say with one premise more or less | with the proof |
//! | [`round_clock`] | how many turns are left and whose is the last; what lies before each player; who may end the round | rarely |
//! | [`cards`] | own hand, and what it can do; cards not seen | with the hand |
//!
//! The groups are apart so that the candidates of one turn can share the sums of what they have in common. What single premises say is
//! kept in [`premise_cache`]; [`parsed_proof`] is a proof of them, and [`proof_step`] reads by them what one more action leaves of a proof.

pub mod cards;
pub mod logic;
mod packed_premise;
pub mod parsed_proof;
mod perspective;
pub mod premise_cache;
pub mod proof_step;
pub mod round_clock;
pub mod round_enders;

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;

use crate::net::mlp::Inputs;
use cards::{CARDS, HandFeatures};
use logic::{Entries, LOGIC};
use parsed_proof::ParsedProof;
pub use perspective::Perspective;
use premise_cache::PremiseCache;
use round_clock::{CLOCK, RoundClock};

/// Raised whenever an input changes its meaning: weights trained before are then refused.
pub const VERSION: u32 = 1;
/// How many inputs there are.
pub const INPUTS: usize = LOGIC + CLOCK + CARDS;
/// About how many of them are not 0 at once.
pub const ACTIVE_INPUTS: usize = 90;

/// PremiseCache that are remembered from moment to moment.
const MOST: usize = 4096;

/// Puts down everything that the seat of `seen` knows of the moment.
pub fn describe(rules: &Rules, seen: &Observation, inputs: &mut Inputs) {
    describe_with(rules, seen, &mut PremiseCache::default(), inputs);
}

/// The same with premises that are known.
pub fn describe_with(rules: &Rules, seen: &Observation, premises: &mut PremiseCache, inputs: &mut Inputs) {
    let perspective = Perspective::new(rules.seats.get(), seen.seat.index());
    let unseen = seen.unseen(rules);
    inputs.clear();
    round_clock::describe(
        rules,
        &perspective,
        &RoundClock::from_observation(seen),
        &round_enders::round_enders(rules, seen, &unseen),
        inputs,
    );
    cards::describe_unseen(&perspective, &unseen, inputs);
    premises.begin(rules, MOST);
    let mut logic = Entries::default();
    let facts = logic::describe(&perspective, &ParsedProof::new(rules, &seen.proof, premises), premises, &mut logic);
    inputs.extend(logic.all());
    let mut hand = HandFeatures::default();
    hand.read(rules, &perspective, seen.hand);
    inputs.extend(hand.inputs_for(&perspective, &facts).entries());
}
