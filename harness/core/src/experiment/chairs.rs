//! Assigns the entrants of a match to seats.

use std::sync::Arc;

use ergo_engine::seat::{Seat, SeatCount};

use crate::experiment::Experiment;
use crate::experiment::schedule::{Schedule, Slot};
use crate::registry::arena::{SeatAssignment, SeatPlayer};
use crate::rows::seating::place_at;

/// Returns the entrants of a match in seat order.
pub(crate) fn entrants(schedule: &Schedule, slot: &Slot) -> Vec<usize> {
    let table = schedule.table(slot.table);
    let seats = SeatCount::new(table.len());
    seats.iter().map(|seat| table[place_at(seat, slot.rotation, seats)]).collect()
}

/// Returns the seat assignments for the `entrants` of a match.
pub(crate) fn chairs<'e>(
    experiment: &'e Experiment,
    schedule: &Schedule,
    slot: &Slot,
    entrants: &[usize],
) -> Vec<SeatAssignment<'e>> {
    let chair = |(seat, &entrant): (Seat, &usize)| {
        let spec = &experiment.arms[slot.arm].agents[entrant];
        let (entrant, seed) = (experiment.entrants[entrant].as_str(), schedule.seat_seed(slot, seat));
        let caller = experiment.callers.get(entrant).map(|call| SeatPlayer::Caller(Arc::clone(call)));
        SeatAssignment { entrant, seed, seated: caller.unwrap_or(SeatPlayer::Agent(spec)) }
    };
    SeatCount::new(entrants.len()).iter().zip(entrants).map(chair).collect()
}
