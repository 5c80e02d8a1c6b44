//! Places of the map and sets of them. RULES.md P1.

/// The most places of a map.
pub const MOST_PLACES: usize = 32;

/// A place of the map, by its number in the table of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

impl Place {
    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this one alone.
    #[inline]
    pub const fn alone(self) -> Places {
        Places(1 << self.0)
    }
}

/// A set of places, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Places(pub(super) u32);

impl Places {
    /// None.
    pub const NONE: Places = Places(0);

    /// How many there are.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `place` is one of them.
    #[inline]
    pub const fn contains(self, place: Place) -> bool {
        self.0 & 1 << place.0 != 0
    }

    /// These and those of `other`.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// These without those of `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }

    /// Those that are in both.
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

    /// In the order of the table.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Place> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let place = (left != 0).then(|| Place(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            place
        })
    }

    /// The one numbered `number`, counted from 0, in that order; there is one.
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
