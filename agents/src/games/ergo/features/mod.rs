//! The inputs of a net for a moment of ERGO, from one seat's point of view, using only what that seat knows.
//!
//! A moment is always a point at which a seat, with its cards drawn, is about to play. Seats and letters are
//! counted from the own seat: it is 0, then come the rivals in turn order, then the letters without an owner. So a
//! net needs no seat numbers and uses what it learned for one seat in all seats.
//!
//! | group | inputs | changes within a turn |
//! | --- | --- | --- |
//! | [`logic`] | the proof, and the proof with one premise more or less | with the proof |
//! | [`round_clock`] | remaining turns, the seat of the last turn, public state of each seat ([`round_enders`]) | rarely |
//! | [`cards`] | own hand and its possibilities; unseen cards | with the hand |
//!
//! The groups are separate so that the candidates of one turn share the sums of common inputs. [`premise_cache`]
//! stores what single premises mean, [`parsed_proof`] is a proof made of cached premises, and [`proof_step`]
//! derives the proof after one more action.

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

/// Version of the inputs. It is raised whenever an input changes its meaning; weights of other versions are
/// rejected.
pub const VERSION: u32 = 1;
/// Number of inputs.
pub const INPUTS: usize = LOGIC + CLOCK + CARDS;
/// Approximate number of inputs that are not 0 in a moment.
pub const ACTIVE_INPUTS: usize = 90;

/// Maximum number of premises kept from one moment to the next.
const MOST: usize = 4096;

/// Replaces `inputs` with everything that the seat of `seen` knows.
pub fn describe(rules: &Rules, seen: &Observation, inputs: &mut Inputs) {
    describe_with(rules, seen, &mut PremiseCache::default(), inputs);
}

/// Replaces `inputs` with everything that the seat of `seen` knows, using a premise cache.
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
