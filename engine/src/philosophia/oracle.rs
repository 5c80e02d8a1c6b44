//! Oracle cards and sets of them. RULES.md P9, G-P17.

/// An oracle card, by its number in the table: there is one of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Oracle(pub(super) u8);

impl Oracle {
    /// Stands for a card that nobody who looks has seen.
    pub(super) const UNKNOWN: Oracle = Oracle(u8::MAX);

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set of this one alone, a bit.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// The cards of a set of bits.
pub(super) fn of_bits(mut bits: u32) -> impl Iterator<Item = Oracle> {
    std::iter::from_fn(move || {
        let card = (bits != 0).then(|| Oracle(bits.trailing_zeros() as u8));
        bits &= bits.wrapping_sub(1);
        card
    })
}
