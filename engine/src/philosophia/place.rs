//! Places of the board and sets of them. RULES.md P1.

/// The largest number of places on a board.
pub const MOST_PLACES: usize = 32;

/// The short name of [`BoardPlace`] within `philosophia`.
pub use self::BoardPlace as Place;

/// A place of the board, by its index in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardPlace(pub(super) u8);

impl Place {
    /// Returns the index of the place in the table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the set that contains only this place.
    #[inline]
    pub const fn alone(self) -> Places {
        Places(1 << self.0)
    }
}

/// The short name of [`PlaceSet`] within `philosophia`.
pub use self::PlaceSet as Places;

/// A set of places, one bit per place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PlaceSet(pub(super) u32);

impl Places {
    /// The empty set.
    pub const NONE: Places = Places(0);

    /// Returns the number of places.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if `place` is in the set.
    #[inline]
    pub const fn contains(self, place: Place) -> bool {
        self.0 & 1 << place.0 != 0
    }

    /// Returns the union of both sets.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// Returns the set without the places of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }

    /// Returns the intersection of both sets.
    #[inline]
    #[must_use]
    pub const fn within(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }

    #[inline]
    pub(super) fn add(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    #[inline]
    pub(super) fn take(&mut self, place: Place) {
        self.0 &= !(1 << place.0);
    }

    /// Iterates over the places in the order of the table.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| Place(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            place
        })
    }

    /// Returns place number `number`, counted from 0, which must exist.
    #[inline]
    pub(super) fn nth(self, number: u32) -> Place {
        let mut left = self.0;
        for _ in 0..number {
            left &= left - 1;
        }
        Place(left.trailing_zeros() as u8)
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut all = Places::NONE;
        places.into_iter().for_each(|place| all.add(place));
        all
    }
}
