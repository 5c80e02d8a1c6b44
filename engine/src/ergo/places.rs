//! What is known at each tile of a premise by the printed reading: what comes before it, and what the rest makes of it. RULES.md E14, E15.

use arrayvec::ArrayVec;

use super::card::{Symbol, Tile};
use super::proof::{CAPACITY, Proof};
use super::truth::TruthTable;

/// All bits: the assignments.
pub(super) const ALL: u16 = 0xffff;

/// `yes` in the assignments of `of`, `no` in the others.
#[inline]
const fn either(of: u16, yes: u16, no: u16) -> u16 {
    (of & yes) | (!of & no)
}

/// What lies before a unit, as far as it matters to the rest of its level: the premise, or what is in its parentheses.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// No group joined by AND has failed.
    pub(super) all: u16,
    /// A part joined by OR has held in the group at hand.
    pub(super) any: u16,
    /// The unit is true whatever it says: the left side of its THEN is false.
    pub(super) then: u16,
}

impl Before {
    pub(super) const NOTHING: Before = Before { all: ALL, any: 0, then: 0 };

    /// What lies before the unit after `operator`, which comes after this and a unit of `value`.
    #[inline]
    pub(super) const fn and_then(self, value: u16, operator: Symbol) -> Before {
        match operator {
            Symbol::And => Before { all: self.all & (self.any | value), any: 0, then: 0 },
            Symbol::Or => Before { any: self.any | value, then: 0, ..self },
            _ => Before { then: !value, ..self },
        }
    }
}

/// What a premise says from the end of a unit on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rest {
    /// Where a group of the level has failed.
    pub(super) failed: u16,
    /// Where a part joined by OR has held.
    pub(super) held: u16,
    /// Where neither is so and the unit is false.
    pub(super) no: u16,
    pub(super) yes: u16,
}

impl Rest {
    /// After the last unit of a level that makes the premise `no` where it is false, `yes` where it is true.
    pub(super) const fn end(no: u16, yes: u16) -> Rest {
        Rest { failed: no, held: yes, no, yes }
    }

    /// What the premise says with `before` and a unit of `value`.
    #[inline]
    pub(super) const fn with(self, before: Before, value: u16) -> u16 {
        either(before.all, either(before.any, self.held, either(value, self.yes, self.no)), self.failed)
    }

    /// From the end of the unit before `operator` and a unit that says `unit`.
    #[inline]
    pub(super) const fn before(self, operator: Symbol, unit: u16) -> Rest {
        let next = either(unit, self.yes, self.no);
        match operator {
            Symbol::And => Rest { held: next, yes: next, no: self.failed, ..self },
            Symbol::Or => Rest { yes: self.held, no: next, ..self },
            _ => Rest { yes: next, no: self.yes, ..self },
        }
    }
}

/// What is known at one tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub(super) symbol: u8,
    /// Where it begins a unit or what a NOT negates: how far on its last tile is. Where it ends one: how far back its first is, without NOT.
    pub(super) width: u8,
    pub(super) premise: u8,
    pub(super) before: Before,
    /// All bits where it is negated.
    pub(super) flip: u16,
    /// Where it begins a unit, what that says, a NOT that is its first tile included.
    pub(super) unit: u16,
    /// Where it ends one, what that says with all that binds it to the left.
    pub(super) value: u16,
    pub(super) rest: Rest,
}

impl Place {
    /// What the premise says with a unit of `unit` in place of the one that begins here and whose end has `rest`.
    #[inline]
    pub(super) const fn with_unit(&self, unit: u16, rest: Rest) -> u16 {
        rest.with(self.before, (unit ^ self.flip) | self.before.then)
    }
}

/// The places of a proof, as far as its premises are read.
pub(super) type Places = [Place; CAPACITY];

/// Reads premise number `premise` of `proof`, which begins at `start`, `len` tiles long: what is known at its places. What it says comes back.
pub(super) fn read(places: &mut Places, proof: &Proof, (start, len): (usize, usize), premise: u8) -> u16 {
    spell(places, proof, start, len);
    let says = forwards(places, start, len, premise);
    backwards(places, start, len);
    says
}

/// Puts down the symbols, a word of bits at a time.
fn spell(places: &mut Places, proof: &Proof, start: usize, len: usize) {
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

/// What comes before each place; the premise's table comes back.
fn forwards(places: &mut Places, start: usize, len: usize, premise: u8) -> u16 {
    let (mut before, mut flip, mut value) = (Before::NOTHING, 0, 0);
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
                (before, flip) = (Before::NOTHING, 0);
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

/// What the rest makes of each unit, from the last.
fn backwards(places: &mut Places, start: usize, len: usize) {
    const CLOSE: u8 = Symbol::Close as u8;
    let end = start + len;
    let places = &mut places[..end];
    let mut rest = Rest::end(0, ALL);
    for at in (start..end).rev() {
        let Place { symbol, width, .. } = places[at];
        if symbol == CLOSE {
            places[at].rest = rest;
            let open = &places[at - usize::from(width)];
            rest = Rest::end(open.with_unit(0, rest), open.with_unit(ALL, rest));
        } else if symbol < Symbol::And as u8 {
            places[at].rest = rest;
        } else if symbol <= Symbol::Then as u8 {
            let right = &places[at + 1];
            rest = places[at + 1 + usize::from(right.width)].rest.before(operator(symbol), right.unit);
        }
    }
}

/// Notes that the unit from `first`, without NOT, to `last` says `unit`; its value comes back.
#[inline]
fn unit(places: &mut [Place], first: usize, last: usize, unit: u16) -> u16 {
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
