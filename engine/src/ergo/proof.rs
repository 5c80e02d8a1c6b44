//! The proof: up to eight premises of tiles, stored as bit planes. RULES.md E10–E13, E17–E20.
//!
//! Tile number `i` (0-based, through all premises) is bit `i` of five planes, one per bit of its code, and bit `i` of
//! `starts` if it begins a premise. "Every place where NOT may go" is then three machine instructions, and a proof is
//! copied, compared and changed without heap allocation. A proof has at most 128 tiles; larger decks are rejected.
//!
//! Unless a comment says otherwise, a proof is grammatical (E11). A string is grammatical if neighbours fit (a variable
//! or `(` never follows a variable or `)`, an operator always does, NOT stands only before a variable or `(` and never
//! after NOT, no empty pair) and parentheses balance.

use arrayvec::ArrayVec;

use super::action::Action;
use super::card::{Symbol, Tile};

/// A set of tiles: one bit per tile.
pub type Bits = u128;

/// The largest number of tiles of a proof, and of cards of a deck.
pub const CAPACITY: usize = Bits::BITS as usize;

const PLANES: usize = 5;

/// The premises on the table, as a sequence of tiles.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Proof {
    planes: [Bits; PLANES],
    starts: Bits,
    len: u8,
}

/// Returns the `count` lowest bits.
#[inline]
pub(crate) const fn low(count: usize) -> Bits {
    if count >= CAPACITY { Bits::MAX } else { (1 << count) - 1 }
}

/// Iterates over the positions of the set bits, from the lowest. The halves are separate because the upper one is
/// rarely needed.
#[inline]
pub(crate) fn places(bits: Bits) -> impl Iterator<Item = usize> {
    let (mut half, mut upper, mut base) = (bits as u64, (bits >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if half == 0 {
            if upper == 0 {
                return None;
            }
            (half, upper, base) = (upper, 0, 64);
        }
        let place = half.trailing_zeros() as usize;
        half &= half - 1;
        Some(base + place)
    })
}

impl Proof {
    /// Returns the number of tiles.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns true if there is no premise.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of premises.
    #[inline]
    pub const fn premises(&self) -> usize {
        self.starts.count_ones() as usize
    }

    /// Returns the tile at the 0-based `place`, counted through all premises.
    #[inline]
    pub fn tile(&self, place: usize) -> Tile {
        debug_assert!(place < self.len());
        let mut code = 0;
        for (bit, plane) in self.planes.iter().enumerate() {
            code |= ((plane >> place) as u8 & 1) << bit;
        }
        Tile::from_code(code)
    }

    /// Iterates over all tiles, in order.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        (0..self.len()).map(|place| self.tile(place))
    }

    /// Iterates over the premises as pairs of first place and length.
    pub fn spans(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut rest = self.starts;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let start = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let end = if rest == 0 { self.len() } else { rest.trailing_zeros() as usize };
            Some((start, end - start))
        })
    }

    #[inline]
    pub(crate) const fn planes(&self) -> &[Bits; PLANES] {
        &self.planes
    }

    /// Returns the symbols of `len` tiles from `start` as bits: bit `i` of number `p` is bit `p` of the code of tile
    /// `i`.
    #[inline]
    pub fn symbols(&self, start: usize, len: usize) -> [Bits; 4] {
        let [b0, b1, b2, b3, _] = self.planes.map(|plane| plane >> start & low(len));
        [b0, b1, b2, b3]
    }

    /// Places of A, B, C and D, including wilds.
    #[inline]
    pub(crate) const fn variables(&self) -> Bits {
        !self.planes[2] & !self.planes[3] & low(self.len as usize)
    }

    #[inline]
    pub(crate) const fn nots(&self) -> Bits {
        self.planes[2] & self.planes[1] & self.planes[0]
    }

    /// Places of AND, OR and THEN, including wilds.
    #[inline]
    pub(crate) const fn operators(&self) -> Bits {
        self.planes[2] & !(self.planes[1] & self.planes[0])
    }

    /// Places of `(`.
    #[inline]
    pub(crate) const fn opens(&self) -> Bits {
        self.planes[3] & !self.planes[0]
    }

    /// Places of `)`.
    #[inline]
    pub(crate) const fn closes(&self) -> Bits {
        self.planes[3] & self.planes[0]
    }

    /// Places of exactly this tile.
    #[inline]
    pub(crate) fn equal_to(&self, tile: Tile) -> Bits {
        let code = tile.code();
        let mut bits = low(self.len());
        for (bit, plane) in self.planes.iter().enumerate() {
            bits &= if code >> bit & 1 == 1 { *plane } else { !*plane };
        }
        bits
    }

    /// Returns the places of this variable or operator, including wilds.
    ///
    /// # Panics
    ///
    /// If `symbol` is a parenthesis.
    pub fn places_of(&self, symbol: Symbol) -> Bits {
        self.equal_to(Tile::plain(symbol)) | self.equal_to(Tile::wild(symbol))
    }

    /// Places of variables that are a whole premise.
    #[inline]
    pub(crate) const fn lone(&self) -> Bits {
        let ends = (self.starts >> 1) | if self.len == 0 { 0 } else { 1 << (self.len - 1) };
        self.starts & ends & self.variables()
    }

    /// Returns the places before which NOT may go: variables and `(` without one. RULES.md E17.
    #[inline]
    pub const fn negatable(&self) -> Bits {
        (self.variables() | self.opens()) & !(self.nots() << 1)
    }

    /// Returns the variables that occur in the proof, as four bits with bit 0 for A.
    #[inline]
    pub const fn letters(&self) -> u8 {
        self.letters_at(Bits::MAX)
    }

    /// Returns the variables that occur at `places`, as four bits with bit 0 for A.
    #[inline]
    pub const fn letters_at(&self, places: Bits) -> u8 {
        let [b0, b1, ..] = self.planes;
        let variables = self.variables() & places;
        let a = (variables & !b0 & !b1 != 0) as u8;
        let b = (variables & b0 & !b1 != 0) as u8;
        let c = (variables & !b0 & b1 != 0) as u8;
        let d = (variables & b0 & b1 != 0) as u8;
        a | b << 1 | c << 2 | d << 3
    }

    /// Inserts `tile` before the tile at `place`, into the same premise.
    #[inline]
    pub(crate) fn insert_before(&mut self, place: usize, tile: Tile) {
        debug_assert!(place < self.len());
        let starts_here = self.starts >> place & 1;
        self.widen(place, tile, starts_here);
        // The tile after it no longer begins the premise.
        self.starts &= !(1 << (place + 1));
    }

    /// Inserts `tile` after the tile at `place`, into the same premise.
    #[inline]
    pub(crate) fn insert_after(&mut self, place: usize, tile: Tile) {
        debug_assert!(place < self.len());
        self.widen(place + 1, tile, 0);
    }

    /// Appends `tile` as the first tile of a new premise.
    #[inline]
    pub(crate) fn push_premise(&mut self, tile: Tile) {
        self.widen(self.len(), tile, 1);
    }

    /// Appends `tile` to the last premise.
    pub(crate) fn push(&mut self, tile: Tile) {
        self.widen(self.len(), tile, 0);
    }

    #[inline]
    fn widen(&mut self, place: usize, tile: Tile, start: Bits) {
        debug_assert!(self.len() < CAPACITY);
        let below = low(place);
        let part = |bits: Bits, new: Bits| (bits & below) | (bits & !below) << 1 | new << place;
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane = part(*plane, Bits::from(tile.code() >> bit & 1));
        }
        self.starts = part(self.starts, start);
        self.len += 1;
    }

    /// Removes the tile at `place`. A premise that loses its first tile begins with the next one; an empty premise
    /// disappears.
    #[inline]
    pub(crate) fn remove(&mut self, place: usize) -> Tile {
        let taken = self.tile(place);
        let below = low(place);
        let join = |bits: Bits| (bits & below) | (bits >> 1 & !below);
        let was_start = self.starts >> place & 1;
        for plane in &mut self.planes {
            *plane = join(*plane);
        }
        self.starts = join(self.starts);
        self.len -= 1;
        // If the tile was a whole premise, the next premise begins here anyway. No premise begins at the end.
        if place < self.len() {
            self.starts |= was_start << place;
        }
        taken
    }

    /// Replaces the tile at `place` and returns the old one.
    #[inline]
    pub(crate) fn replace(&mut self, place: usize, tile: Tile) -> Tile {
        let taken = self.tile(place);
        for (bit, plane) in self.planes.iter_mut().enumerate() {
            *plane = *plane & !(1 << place) | Bits::from(tile.code() >> bit & 1) << place;
        }
        taken
    }

    #[inline]
    pub(crate) fn swap(&mut self, first: usize, second: usize) {
        for plane in &mut self.planes {
            let differ = (*plane >> first ^ *plane >> second) & 1;
            *plane ^= differ << first | differ << second;
        }
    }

    /// Plays `action` and returns the tiles it removes. A card that is placed and removed at once is never part of the
    /// proof; see [`Action::returned_card`].
    #[inline]
    pub fn play(&mut self, action: Action) -> ArrayVec<Tile, 2> {
        let mut taken = ArrayVec::new();
        match action {
            Action::Premise { tile } => self.push_premise(tile),
            Action::Negate { tile, before } => self.insert_before(before.into(), tile),
            Action::JoinBefore { variable, operator, before } => {
                self.insert_before(before.into(), operator);
                self.insert_before(before.into(), variable);
            }
            Action::JoinAfter { operator, variable, after } => {
                self.insert_after(after.into(), operator);
                self.insert_after(usize::from(after) + 1, variable);
            }
            Action::Parenthesise { before, after } => {
                let (open, close) = (Tile::plain(Symbol::Open), Tile::plain(Symbol::Close));
                self.insert_after(after.into(), close);
                self.insert_before(before.into(), open);
            }
            Action::Remove { place } => taken.push(self.remove(place.into())),
            Action::RemoveTwo { first, second } => {
                debug_assert!(first < second);
                let last = self.remove(second.into());
                taken.push(self.remove(first.into()));
                taken.push(last);
            }
            Action::Replace { place, tile } => taken.push(self.replace(place.into(), tile)),
            Action::Swap { first, second } => self.swap(first.into(), second.into()),
            Action::Discard { .. }
            | Action::TakeBack { .. }
            | Action::Fallacy { .. }
            | Action::Justification { .. }
            | Action::Ergo { .. } => {}
        }
        taken
    }
}

/// Returns true if the tiles form a grammatical premise (E11).
pub fn is_grammatical(tiles: impl IntoIterator<Item = Tile>) -> bool {
    let mut depth = 0_u32;
    // A premise begins like the content of parentheses.
    let mut before = Symbol::Open;
    for tile in tiles {
        let symbol = tile.symbol();
        let after_unit = before.is_variable() || before == Symbol::Close;
        let fits = match symbol {
            Symbol::And | Symbol::Or | Symbol::Then | Symbol::Close => after_unit,
            Symbol::Not => !after_unit && before != Symbol::Not,
            _ => !after_unit,
        };
        match symbol {
            Symbol::Open => depth += 1,
            Symbol::Close if depth == 0 => return false,
            Symbol::Close => depth -= 1,
            _ => {}
        }
        if !fits {
            return false;
        }
        before = symbol;
    }
    depth == 0 && (before.is_variable() || before == Symbol::Close)
}
