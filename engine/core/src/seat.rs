//! Seats of a table, and one value per seat.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

/// The largest number of seats of any game.
pub const MAX_SEATS: usize = 6;

/// A seat at the table: 0-based in code, printed from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// Returns the seat with this 0-based index.
    ///
    /// # Panics
    ///
    /// If `index` is [`MAX_SEATS`] or more.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS);
        Seat(index as u8)
    }

    /// Returns the 0-based index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number counted from 1, as in files and messages.
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

/// The number of seats of a table, from 1 to [`MAX_SEATS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatCount(u8);

impl SeatCount {
    /// Returns a count of `count` seats.
    ///
    /// # Panics
    ///
    /// If `count` is not from 1 to [`MAX_SEATS`].
    #[inline]
    pub const fn new(count: usize) -> Self {
        assert!(count >= 1 && count <= MAX_SEATS);
        SeatCount(count as u8)
    }

    /// Returns the number of seats.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// Iterates over all seats in order.
    #[inline]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        (0..self.get()).map(Seat::new)
    }

    /// Returns the seat after `seat`, in cyclic order.
    #[inline]
    pub const fn after(self, seat: Seat) -> Seat {
        if seat.0 + 1 == self.0 { Seat(0) } else { Seat(seat.0 + 1) }
    }
}

/// One value per seat of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct SeatMap<T>(ArrayVec<T, MAX_SEATS>);

impl<T> SeatMap<T> {
    /// Builds a map by calling `value` for each seat.
    pub fn from_fn(seats: SeatCount, value: impl FnMut(Seat) -> T) -> Self {
        SeatMap(seats.iter().map(value).collect())
    }

    /// Returns the number of seats.
    ///
    /// # Panics
    ///
    /// If the map is empty.
    pub fn seats(&self) -> SeatCount {
        SeatCount::new(self.0.len())
    }

    /// Iterates over the values in seat order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Iterates over mutable values in seat order.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.0.iter_mut()
    }

    /// Iterates over pairs of seat and value, in seat order.
    ///
    /// # Panics
    ///
    /// If the map is empty.
    pub fn entries(&self) -> impl Iterator<Item = (Seat, &T)> {
        self.seats().iter().zip(self.0.iter())
    }

    /// Returns the value of `seat`, or `None` if the table has no such seat.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// Returns a map with `change` applied to each value.
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
