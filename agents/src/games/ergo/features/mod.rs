//! What a net is shown of a moment of ERGO, from one seat: only what that seat knows, and everything in its own terms.
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
//! The groups are apart so that the candidates of one turn can share the sums of what they have in common.

pub mod cards;
pub mod clock;
pub mod logic;

use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

use crate::net::mlp::Inputs;
use cards::CARDS;
use clock::{CLOCK, Clock};
use logic::LOGIC;

/// Raised whenever an input changes its meaning: weights trained before are then refused.
pub const VERSION: u32 = 1;
/// How many inputs there are.
pub const INPUTS: usize = LOGIC + CLOCK + CARDS;
/// About how many of them are not 0 at once.
pub const LIVELY: usize = 90;

/// Where the groups begin.
const CLOCK_AT: usize = LOGIC;
const CARDS_AT: usize = LOGIC + CLOCK;

/// One seat's way of counting seats and letters.
#[derive(Clone, Copy, Debug)]
pub struct Angle {
    seats: usize,
    me: usize,
    /// For each letter counted from the seat: its place among A to D.
    letters: [usize; SEATS],
    /// For each row of a truth table: its place when letters are counted from the seat.
    rows: [u8; 16],
}

impl Angle {
    /// The angle of seat number `me`, from 0, of `seats`.
    pub fn new(seats: usize, me: usize) -> Self {
        let letters = std::array::from_fn(|i| if i < seats { (me + i) % seats } else { i });
        let row = |row: usize| (0..SEATS).map(|i| (row >> letters[i] & 1) << i).sum::<usize>() as u8;
        Angle { seats, me, letters, rows: std::array::from_fn(row) }
    }

    /// A seat counted from this one.
    fn of_seat(&self, seat: usize) -> usize {
        (seat + self.seats - self.me) % self.seats
    }

    /// The truth table of a letter counted from this seat.
    fn letter(&self, i: usize) -> TruthTable {
        TruthTable::VARIABLES[self.letters[i]]
    }
}

/// Puts down everything that the seat of `seen` knows of the moment.
pub fn describe(rules: &Rules, seen: &Observation, inputs: &mut Inputs) {
    let angle = Angle::new(rules.seats.get(), seen.seat.index());
    let unseen = seen.unseen(rules);
    inputs.clear();
    clock::describe(rules, &angle, &Clock::of(seen), &cards::enders(rules, seen, &unseen), inputs);
    cards::describe_unseen(&angle, &unseen, inputs);
    let told = logic::describe(rules, &angle, &seen.proof, inputs);
    cards::describe_hand(rules, &angle, seen.hand, &told, inputs);
}
