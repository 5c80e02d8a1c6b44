//! Truth tables per tile of a premise under the printed reading: of the part before the tile, and of the rest of the
//! premise as a function of it. RULES.md E14, E15.

use arrayvec::ArrayVec;

use super::card::{Symbol, Tile};
use super::proof::{CAPACITY, Proof};
use super::truth::TruthTable;

/// All bits: every assignment.
pub(super) const ALL: u16 = 0xffff;

/// `yes` in the assignments in `of`, `no` in the others.
#[inline]
const fn either(of: u16, yes: u16, no: u16) -> u16 {
    (of & yes) | (!of & no)
}

/// The part of a level before a unit, as far as it affects the rest. A level is the premise or the content of a pair of
/// parentheses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PrefixTruth {
    /// Assignments in which no group joined by AND has failed.
    pub(super) all: u16,
    /// Assignments in which a part joined by OR is true in the current group.
    pub(super) any: u16,
    /// Assignments in which the unit is true because the left side of its THEN is false.
    pub(super) then: u16,
}

impl PrefixTruth {
    pub(super) const NOTHING: PrefixTruth = PrefixTruth { all: ALL, any: 0, then: 0 };

    /// Returns the prefix after a further unit with `value` and `operator`.
    #[inline]
    pub(super) const fn and_then(self, value: u16, operator: Symbol) -> PrefixTruth {
        match operator {
            Symbol::And => PrefixTruth { all: self.all & (self.any | value), any: 0, then: 0 },
            Symbol::Or => PrefixTruth { any: self.any | value, then: 0, ..self },
            _ => PrefixTruth { then: !value, ..self },
        }
    }
}

/// The truth of a premise as a function of the state at the end of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SuffixTruth {
    /// Assignments in which the premise is true if a group of the level has failed.
    pub(super) failed: u16,
    /// Assignments in which the premise is true if a part joined by OR is true.
    pub(super) held: u16,
    /// Assignments in which the premise is true if neither holds and the unit is false.
    pub(super) no: u16,
    pub(super) yes: u16,
}

impl SuffixTruth {
    /// Returns the suffix after the last unit of a level: the premise is `no` if the level is false, and `yes` if it is
    /// true.
    pub(super) const fn end(no: u16, yes: u16) -> SuffixTruth {
        SuffixTruth { failed: no, held: yes, no, yes }
    }

    /// Returns the truth of the premise given `before` and a unit of `value`.
    #[inline]
    pub(super) const fn with(self, before: PrefixTruth, value: u16) -> u16 {
        either(before.all, either(before.any, self.held, either(value, self.yes, self.no)), self.failed)
    }

    /// Returns the suffix from the end of the unit before `operator`, which is followed by `unit`.
    #[inline]
    pub(super) const fn before(self, operator: Symbol, unit: u16) -> SuffixTruth {
        let next = either(unit, self.yes, self.no);
        match operator {
            Symbol::And => SuffixTruth { held: next, yes: next, no: self.failed, ..self },
            Symbol::Or => SuffixTruth { yes: self.held, no: next, ..self },
            _ => SuffixTruth { yes: next, no: self.yes, ..self },
        }
    }
}

/// The analysis of one tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TileTruth {
    pub(super) symbol: u8,
    /// If the tile begins a unit or a negated unit: the distance to its last tile. If it ends a unit: the distance back
    /// to its first tile, without NOT.
    pub(super) width: u8,
    pub(super) premise: u8,
    pub(super) before: PrefixTruth,
    /// All bits if the tile is negated, otherwise 0.
    pub(super) flip: u16,
    /// If the tile begins a unit: the truth of that unit, including a NOT that is its first tile.
    pub(super) unit: u16,
    /// If the tile ends a unit: the truth of that unit with the operators that bind it to the left.
    pub(super) value: u16,
    pub(super) rest: SuffixTruth,
}

impl TileTruth {
    /// Returns the truth of the premise if the unit that begins here is replaced by `unit`; `rest` is the suffix at its
    /// end.
    #[inline]
    pub(super) const fn with_unit(&self, unit: u16, rest: SuffixTruth) -> u16 {
        rest.with(self.before, (unit ^ self.flip) | self.before.then)
    }
}

/// The analysis of all tiles of a proof.
pub(super) type TileTruths = [TileTruth; CAPACITY];

/// Analyses premise number `premise` of `proof`, which begins at `start` and has `len` tiles. Returns its truth table.
pub(super) fn read(places: &mut TileTruths, proof: &Proof, (start, len): (usize, usize), premise: u8) -> u16 {
    spell(places, proof, start, len);
    let says = forwards(places, start, len, premise);
    backwards(places, start, len);
    says
}

/// Writes the symbols of the tiles, 64 bits at a time.
fn spell(places: &mut TileTruths, proof: &Proof, start: usize, len: usize) {
    const WORD: usize = u64::BITS as usize;
    for from in (0..len).step_by(WORD) {
        let count = WORD.min(len - from);
        let mut planes = proof.symbols(start + from, count).map(|plane| plane as u64);
        for here in &mut places[start + from..][..count] {
            here.symbol = planes.iter().enumerate().fold(0, |code, (bit, plane)| code | (*plane as u8 & 1) << bit);
            planes.iter_mut().for_each(|plane| *plane >>= 1);
        }
    }
}

/// Computes the prefix of each tile and returns the truth table of the premise.
fn forwards(places: &mut TileTruths, start: usize, len: usize, premise: u8) -> u16 {
    let (mut before, mut flip, mut value) = (PrefixTruth::NOTHING, 0, 0);
    let mut opened = ArrayVec::<u8, { CAPACITY / 2 }>::new();
    let end = start + len;
    let places = &mut places[..end];
    for at in start..end {
        let here = &mut places[at];
        let symbol = Tile::from_code(here.symbol).symbol();
        (here.premise, here.before, here.flip) = (premise, before, flip);
        match symbol {
            Symbol::Not => flip = ALL,
            Symbol::And | Symbol::Or | Symbol::Then => before = before.and_then(value, symbol),
            Symbol::Open => {
                opened.push(at as u8);
                (before, flip) = (PrefixTruth::NOTHING, 0);
            }
            Symbol::Close => {
                let inside = before.all & (before.any | value);
                let open = usize::from(opened.pop().unwrap_or(start as u8));
                value = unit(places, open, at, inside);
                (before, flip) = (places[open].before, 0);
                places[at].before = before;
            }
            letter => {
                value = unit(places, at, at, TruthTable::VARIABLES[letter as usize & 3].0);
                flip = 0;
            }
        }
    }
    before.all & (before.any | value)
}

/// Computes the suffix of each unit, from the last to the first.
fn backwards(places: &mut TileTruths, start: usize, len: usize) {
    const CLOSE: u8 = Symbol::Close as u8;
    let end = start + len;
    let places = &mut places[..end];
    let mut rest = SuffixTruth::end(0, ALL);
    for at in (start..end).rev() {
        let TileTruth { symbol, width, .. } = places[at];
        if symbol == CLOSE {
            places[at].rest = rest;
            let open = &places[at - usize::from(width)];
            rest = SuffixTruth::end(open.with_unit(0, rest), open.with_unit(ALL, rest));
        } else if symbol < Symbol::And as u8 {
            places[at].rest = rest;
        } else if symbol <= Symbol::Then as u8 {
            let right = &places[at + 1];
            rest = places[at + 1 + usize::from(right.width)].rest.before(operator(symbol), right.unit);
        }
    }
}

/// Records that the unit from `first` (without NOT) to `last` has the truth `unit`, and returns its value.
#[inline]
fn unit(places: &mut [TileTruth], first: usize, last: usize, unit: u16) -> u16 {
    let begun = &mut places[first];
    (begun.unit, begun.width) = (unit, (last - first) as u8);
    let (flip, value) = (begun.flip, (unit ^ begun.flip) | begun.before.then);
    if flip != 0 {
        let negated = &mut places[first - 1];
        (negated.unit, negated.width) = (!unit, (last - first) as u8 + 1);
    }
    let ended = &mut places[last];
    (ended.value, ended.width) = (value, (last - first) as u8);
    value
}

#[inline]
pub(super) const fn operator(code: u8) -> Symbol {
    const AND: u8 = Symbol::And as u8;
    const OR: u8 = Symbol::Or as u8;
    match code {
        AND => Symbol::And,
        OR => Symbol::Or,
        _ => Symbol::Then,
    }
}
