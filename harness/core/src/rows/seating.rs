//! Maps rotation numbers to seatings. A rotation number determines the seating completely.
//!
//! The n! seatings of n positions are numbered from 1. The first n are the cyclic ones: rotation r seats position i at
//! seat i + r - 1, modulo n. The next n do the same with another cyclic order, and so on through all (n - 1)! orders.
//! Position 1 leads each order; the others follow in lexicographic order. With three positions 1, 2, 3 the rotations
//! seat 123, 312, 231, then 132, 213, 321.

use ergo_engine::seat::{MAX_SEATS, Seat, SeatCount};

/// Returns the position in the table's list (from 0) of the entrant at `seat` in `rotation` (from 1). Numbers beyond
/// the last seating start again.
pub fn place_at(seat: Seat, rotation: usize, seats: SeatCount) -> usize {
    let seats = seats.get();
    let (order, shift) = ((rotation - 1) / seats, (rotation - 1) % seats);
    order_round(order, seats)[(seat.index() + seats - shift) % seats]
}

/// Returns the seat of position `place` of the table's list in `rotation`.
///
/// # Panics
///
/// Panics if `place` is not less than the number of seats.
pub fn seat_of(place: usize, rotation: usize, seats: SeatCount) -> Seat {
    let sits = |seat: &Seat| place_at(*seat, rotation, seats) == place;
    seats.iter().find(sits).expect("every place below the number of seats has a seat")
}

/// Returns the number of seatings, n!.
pub fn seatings(seats: SeatCount) -> usize {
    (1..=seats.get()).product()
}

/// Returns the rotation with this seating, given as the position in the table's list for every seat: the inverse of
/// [`place_at`].
///
/// # Panics
///
/// Panics if `seated` does not contain position 0.
pub fn rotation_of(seated: &[usize]) -> usize {
    let seats = seated.len();
    let shift = seated.iter().position(|place| *place == 0).expect("every place sits somewhere");
    let order: Vec<usize> = (0..seats).map(|i| seated[(i + shift) % seats]).collect();
    // The index of the order in the factorial number system: the number of smaller later positions, digit by digit.
    let number = (1..seats).fold(0, |number, at| {
        let smaller = order[at + 1..].iter().filter(|place| **place < order[at]).count();
        number * (seats - at) + smaller
    });
    number * seats + shift + 1
}

/// Returns the cyclic order with index `number` (from 0): position 0, then the others in lexicographic order.
fn order_round(number: usize, seats: usize) -> [usize; MAX_SEATS] {
    let mut order = std::array::from_fn(|place| place);
    let mut rest = number;
    // The factorial number system: each digit selects one of the remaining positions.
    for at in 1..seats {
        let orders: usize = (1..seats - at).product();
        let chosen = at + rest / orders % (seats - at);
        order[at..=chosen].rotate_right(1);
        rest %= orders;
    }
    order
}
