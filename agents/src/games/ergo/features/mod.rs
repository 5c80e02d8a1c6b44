//! The inputs of a net for a moment of ERGO, from one seat: only what that seat knows, and everything in its own terms.
//!
//! The moment is always one at which a seat is about to play, its cards drawn. Seats and letters are counted from the seat
//! that looks: its own is 0, then come the rivals in turn order, then the letters nobody owns. So a net needs no seat numbers,
//! and what it learns in one seat it knows in all.
//!
//! | group | what | changes within a turn |
//! | --- | --- | --- |
//! | [`logic`] | what the proof says, and would say with one premise more or less | with the proof |
//! | [`clock`] | how many turns are left and whose is the last; what lies before each player; who may end the round | rarely |
//! | [`cards`] | own hand, and what it can do; cards not seen | with the hand |
//!
//! The groups are apart so that the candidates of one turn can share the sums of what they have in common. What single premises say is
//! kept in [`premises`]; [`read_proof`] is a proof of them, and [`steps`] reads by them what one more action leaves of a proof.

mod angle;
pub mod cards;
pub mod clock;
pub mod enders;
pub mod logic;
pub mod premises;
pub mod read_proof;
pub mod steps;
mod written;

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;

use crate::net::mlp::Inputs;
pub use angle::Angle;
use cards::{CARDS, ReadHand};
use clock::{CLOCK, Clock};
use logic::{Entries, LOGIC};
use premises::Premises;
use read_proof::ReadProof;

/// Raised whenever an input changes its meaning: weights trained before are then refused.
pub const VERSION: u32 = 1;
/// How many inputs there are.
pub const INPUTS: usize = LOGIC + CLOCK + CARDS;
/// About how many of them are not 0 at once.
pub const LIVELY: usize = 90;

/// Premises that are remembered from moment to moment.
const MOST: usize = 4096;

/// Puts down everything that the seat of `seen` knows of the moment.
pub fn describe(rules: &Rules, seen: &Observation, inputs: &mut Inputs) {
    describe_with(rules, seen, &mut Premises::default(), inputs);
}

/// The same with premises that are known.
pub fn describe_with(rules: &Rules, seen: &Observation, premises: &mut Premises, inputs: &mut Inputs) {
    let angle = Angle::new(rules.seats.get(), seen.seat.index());
    let unseen = seen.unseen(rules);
    inputs.clear();
    clock::describe(rules, &angle, &Clock::of(seen), &enders::enders(rules, seen, &unseen), inputs);
    cards::describe_unseen(&angle, &unseen, inputs);
    premises.begin(rules, MOST);
    let mut logic = Entries::default();
    let facts = logic::describe(&angle, &ReadProof::new(rules, &seen.proof, premises), premises, &mut logic);
    inputs.extend(logic.all());
    let mut hand = ReadHand::default();
    hand.read(rules, &angle, seen.hand);
    inputs.extend(hand.with(&angle, &facts).entries());
}
