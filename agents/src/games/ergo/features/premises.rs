//! What single premises say, each read once: turn after turn the same few lie in the proof.

use std::hash::{Hash, Hasher};

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::{Bits, Proof};
use ergo_engine::ergo::rules::Reading;
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::{TruthTable, table};

use super::super::numbered::Numbered;
use super::angle::proven;

/// Premises that are remembered; all are forgotten before there are more.
const MOST: usize = 4096;

/// A premise as it is written, and how that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    symbols: [Bits; 4],
    len: u8,
    reading: Reading,
}

impl Hash for Written {
    /// By its first tiles: premises are short.
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [a, b, c, d] = self.symbols.map(|bits| bits as u32 as u64);
        hasher.write_u64(a << 32 | b);
        hasher.write_u64((c << 32 | d) ^ u64::from(self.len) << 27);
    }
}

/// Premises with what they say. A premise says the same wherever and whenever it lies.
#[derive(Clone, Debug, Default)]
pub struct Premises {
    known: Numbered<Written>,
    said: Vec<Premise>,
    /// Of all of them, the tables with a NOT more.
    negated: Vec<TruthTable>,
    /// What premises mean: the table, the letter that it is or whose contrary, and the tables with a NOT more.
    meanings: Numbered<(TruthTable, u8, Vec<TruthTable>)>,
    /// Whether meanings are told apart by the order of the places for a NOT.
    in_order: bool,
    /// How often all were forgotten.
    forgotten: u32,
}

/// What a premise says; of letters, one bit each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Premise {
    /// Where it is true.
    pub table: TruthTable,
    /// The letters whose truth changes its own.
    pub depends: u8,
    /// The letters that it alone proves.
    pub proves: u8,
    /// The letters that it alone disproves.
    pub disproves: u8,
    /// The letter that it is, if it is nothing else.
    pub bare: u8,
    /// The letter that it is with a NOT, if it is nothing else.
    pub contrary: u8,
    /// The number of what it means: premises of the same number put down the same.
    pub meaning: u16,
    /// First and last but one of its tables with a NOT more.
    negated: (u32, u32),
}

impl Premises {
    /// Makes room for those of another turn, at a table of so many `seats`. Gives a number that changes whenever those of meanings do.
    pub fn begin(&mut self, seats: usize) -> u32 {
        let in_order = Self::in_order(seats);
        if self.said.len() > MOST || in_order != self.in_order {
            self.known.clear();
            self.said.clear();
            self.negated.clear();
            self.meanings.clear();
            self.in_order = in_order;
            self.forgotten += 1;
        }
        self.forgotten
    }

    /// Whether the order of places and premises counts at a table of so many `seats`: sums of halves are exact, those of thirds are
    /// rounded, each order in its own way.
    #[inline]
    pub(super) fn in_order(seats: usize) -> bool {
        seats > 3
    }

    /// What the `len` tiles from `start` on say.
    #[inline]
    pub(super) fn read(&mut self, proof: &Proof, (start, len): (usize, usize), reading: Reading) -> Premise {
        let key = Written { symbols: proof.symbols(start, len), len: len as u8, reading };
        match self.known.find(&key) {
            Ok(number) => self.said[number],
            Err(free) => {
                let from = self.negated.len();
                each_negated(proof, start, len, reading, |table| self.negated.push(table));
                let mut said = Premise::new(proof, (start, len), reading, (from as u32, self.negated.len() as u32));
                said.meaning = self.meaning(&said, self.negated[from..].to_vec());
                self.known.add(free, key);
                self.said.push(said);
                said
            }
        }
    }

    /// The number of what a premise means that has these tables with a NOT more.
    fn meaning(&mut self, said: &Premise, mut negated: Vec<TruthTable>) -> u16 {
        if !self.in_order {
            negated.sort_unstable();
        }
        let key = (said.table, said.bare | said.contrary << SEATS, negated);
        self.meanings.find(&key).unwrap_or_else(|free| self.meanings.add(free, key)) as u16
    }

    /// The tables of a premise with a NOT more, for each place that this may go to.
    pub(super) fn negated(&self, premise: &Premise) -> &[TruthTable] {
        &self.negated[premise.negated.0 as usize..premise.negated.1 as usize]
    }
}

impl Premise {
    fn new(proof: &Proof, (start, len): (usize, usize), reading: Reading, negated: (u32, u32)) -> Self {
        let table = table(proof, start, len, reading);
        let first = proof.tile(start).symbol();
        let second = (len == 2 && first == Symbol::Not).then(|| proof.tile(start + 1).symbol());
        let letters = |are: &dyn Fn(usize) -> bool| (0..SEATS).map(|place| u8::from(are(place)) << place).sum();
        let never = |place: usize| table & TruthTable::VARIABLES[place] == TruthTable::FALSE;
        Premise {
            table,
            depends: letters(&|place| depends(table, place)),
            proves: proven(table),
            disproves: letters(&|place| never(place) && table != TruthTable::FALSE),
            bare: if len == 1 { 1 << first as u8 } else { 0 },
            contrary: second.map_or(0, |letter| 1 << letter as u8),
            meaning: 0,
            negated,
        }
    }
}

/// Shows `see` the truth table of a premise with a NOT more, for each place it may go to. RULES.md E17.
fn each_negated(proof: &Proof, start: usize, len: usize, reading: Reading, mut see: impl FnMut(TruthTable)) {
    let mut after_not = false;
    for place in start..start + len {
        let symbol = proof.tile(place).symbol();
        if !after_not && (symbol.is_variable() || symbol == Symbol::Open) {
            let mut negated = *proof;
            negated.play(Action::Negate { tile: Tile::plain(Symbol::Not), before: place as u8 });
            see(table(&negated, start, len + 1, reading));
        }
        after_not = symbol == Symbol::Not;
    }
}

/// Whether a truth table differs with the letter at `place`.
fn depends(table: TruthTable, place: usize) -> bool {
    let with = table.0 & TruthTable::VARIABLES[place].0;
    let without = table.0 & !TruthTable::VARIABLES[place].0;
    with >> (1 << place) != without
}
