//! Places at the table, and one value for each of them.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

/// The most seats any game on the shelf has.
pub const MAX_SEATS: usize = 6;

/// A place at the table. Counted from 0 inside, printed from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this 0-based index. Panics from [`MAX_SEATS`] on.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// Counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Counted from 1, as people and files count.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

/// How many seats a table has: 1 to [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatCount(u8);

impl SeatCount {
    /// A table of `count` seats. Panics outside 1 to [`MAX_SEATS`].
    #[inline]
    pub const fn new(count: usize) -> Self {
        assert!(count >= 1 && count <= MAX_SEATS);
        SeatCount(count as u8)
    }

    /// The number of seats.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// All seats in order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        (0..self.get()).map(Seat::new)
    }

    /// The seat that follows `seat` round the table.
    #[inline]
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 + 1 == self.0 { Seat(0) } else { Seat(seat.0 + 1) }
    }
}

/// One value for each seat of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct SeatMap<T>(ArrayVec<T, MAX_SEATS>);

impl<T> SeatMap<T> {
    /// The value of each seat by `value`.
    pub fn from_fn(seats: SeatCount, value: impl FnMut(Seat) -> T) -> Self {
        SeatMap(seats.iter().map(value).collect())
    }

    /// The number of seats.
    pub fn seats(&self) -> SeatCount {
        SeatCount::new(self.0.len())
    }

    /// Values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Values in seat order.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Seats with their values, in seat order.
    pub fn entries(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats().iter().zip(self.0.iter())
    }

    /// The value of `seat`, or nothing where the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// A new map by `change` of each value.
    pub fn map<U>(&self, change: impl FnMut(&T) -> U) -> SeatMap<U> {
        SeatMap(self.0.iter().map(change).collect())
    }
}

impl<T> Index<Seat> for SeatMap<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for SeatMap<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}
