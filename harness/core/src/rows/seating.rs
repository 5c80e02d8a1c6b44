//! Who of a table sits where in which rotation. The rotation's number says it all: whoever reads rows needs nothing else.
//!
//! The n! seatings of n places are numbered from 1. The first n are the cyclic ones: rotation r seats place i at seat
//! i + r - 1, counted round. The next n do the same with another order round the table, and so on through all (n - 1)!
//! orders: place 1 leads each, the others follow in lexicographic order. With three places 1, 2, 3 the rotations seat
//! 123, 312, 231, then 132, 213, 321.

use ergo_engine::seat::{MAX_SEATS, Seat, SeatCount};

/// Which place of the table's list sits at `seat` in `rotation`. Numbers beyond the last seating begin again.
pub fn place_at(seat: Seat, rotation: usize, seats: SeatCount) -> usize {
    let seats = seats.get();
    let (order, shift) = ((rotation - 1) / seats, (rotation - 1) % seats);
    order_round(order, seats)[(seat.index() + seats - shift) % seats]
}

/// At which seat the `place` of the table's list sits in `rotation`.
pub fn seat_of(place: usize, rotation: usize, seats: SeatCount) -> Seat {
    let sits = |seat: &Seat| place_at(*seat, rotation, seats) == place;
    seats.iter().find(sits).expect("every place below the number of seats has a seat")
}

/// How many seatings there are.
pub fn seatings(seats: SeatCount) -> usize {
    (1..=seats.get()).product()
}

/// The rotation in which `seated` says which place of the table's list sits in every seat: the inverse of [`place_at`].
pub fn rotation_of(seated: &[usize]) -> usize {
    let seats = seated.len();
    let shift = seated.iter().position(|place| *place == 0).expect("every place sits somewhere");
    let order: Vec<usize> = (0..seats).map(|i| seated[(i + shift) % seats]).collect();
    // The number of the order in the factorial number system: how many later ones are smaller, place by place.
    let number = (1..seats).fold(0, |number, at| {
        let smaller = order[at + 1..].iter().filter(|place| **place < order[at]).count();
        number * (seats - at) + smaller
    });
    number * seats + shift + 1
}

/// The `number`-th order round a table, counted from 0: place 0, then the others in lexicographic order.
fn order_round(number: usize, seats: usize) -> [usize; MAX_SEATS] {
    let mut order = std::array::from_fn(|place| place);
    let mut rest = number;
    // The factorial number system: of the places left, each step takes the one that the next digit names.
    for at in 1..seats {
        let orders: usize = (1..seats - at).product();
        let chosen = at + rest / orders % (seats - at);
        order[at..=chosen].rotate_right(1);
        rest %= orders;
    }
    order
}
