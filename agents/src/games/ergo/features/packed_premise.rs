//! A premise packed into a few bits, with wild cards as the symbols they show: a key for lookups, and cheap to
//! change by one action.

use std::hash::{Hash, Hasher};

use ergo_engine::ergo::card::Tile;
use ergo_engine::ergo::proof::Proof;

/// The bits of the tiles' codes in four planes; each plane has one more bit set above the last tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedPremise([u32; 4]);

impl Hash for PackedPremise {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [a, b, c, d] = self.0.map(u64::from);
        hasher.write_u64(a << 32 | b);
        hasher.write_u64(c << 32 | d);
    }
}

impl PackedPremise {
    /// Maximum number of tiles; longer premises are very rare.
    pub(super) const MOST: usize = u32::BITS as usize - 1;

    /// Packs the premise of `proof` that begins at `start` and has `len` tiles. Returns `None` if it is too long.
    #[inline]
    pub(super) fn new(proof: &Proof, (start, len): (usize, usize)) -> Option<Self> {
        (len <= PackedPremise::MOST)
            .then(|| PackedPremise(proof.symbols(start, len).map(|bits| bits as u32 | 1 << len)))
    }

    #[inline]
    pub(super) fn from_tile(tile: Tile) -> Self {
        let mut written = PackedPremise([1; 4]);
        written.lay(0, tile);
        written
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        PackedPremise::MOST - self.0[0].leading_zeros() as usize
    }

    /// Returns the code of the symbol at `place`.
    #[inline]
    fn code(&self, place: usize) -> u32 {
        let [a, b, c, d] = self.0.map(|plane| plane >> place & 1);
        a | b << 1 | c << 2 | d << 3
    }

    /// Inserts `tile` before the one at `place`, or at the end. The premise must not be full.
    #[inline]
    pub(super) fn lay(&mut self, place: usize, tile: Tile) {
        let (below, code) = ((1_u32 << place) - 1, tile.symbol() as u32);
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane = (*plane & below) | (*plane & !below) << 1 | (code >> bit & 1) << place;
        }
    }

    /// Removes the tile at `place`.
    #[inline]
    pub(super) fn take(&mut self, place: usize) {
        let below = (1_u32 << place) - 1;
        self.0.iter_mut().for_each(|plane| *plane = (*plane & below) | (*plane >> 1 & !below));
    }

    /// Replaces the tile at `place`.
    #[inline]
    pub(super) fn replace(&mut self, place: usize, tile: Tile) {
        self.show(place, tile.symbol() as u32);
    }

    /// Exchanges the tile at `place` with the one at `there` of `other`.
    #[inline]
    pub(super) fn swap(&mut self, place: usize, other: &mut PackedPremise, there: usize) {
        let (here, code) = (self.code(place), other.code(there));
        self.show(place, code);
        other.show(there, here);
    }

    /// Exchanges two of its own tiles.
    #[inline]
    pub(super) fn swap_within(&mut self, first: usize, second: usize) {
        let (one, other) = (self.code(first), self.code(second));
        self.show(first, other);
        self.show(second, one);
    }

    #[inline]
    fn show(&mut self, place: usize, code: u32) {
        for (bit, plane) in self.0.iter_mut().enumerate() {
            *plane = *plane & !(1 << place) | (code >> bit & 1) << place;
        }
    }
}
