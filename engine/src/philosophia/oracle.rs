//! Oracle cards and sets of them. RULES.md P9, G-P17.

/// An oracle card, by its index in the table. Each exists once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Oracle(pub(super) u8);

impl Oracle {
    /// A card that the observer has not seen.
    pub(super) const UNKNOWN: Oracle = Oracle(u8::MAX);

    /// Returns the index of the card in the table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the card as one bit.
    #[inline]
    pub(super) const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// Iterates over the cards of a set of bits.
pub(super) fn of_bits(mut bits: u32) -> impl Iterator<Item = Oracle> {
    std::iter::from_fn(move || {
        let card = (bits != 0).then(|| Oracle(bits.trailing_zeros() as u8));
        bits &= bits.wrapping_sub(1);
        card
    })
}
