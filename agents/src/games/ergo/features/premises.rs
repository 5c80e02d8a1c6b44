//! What single premises say, each read once: turn after turn the same few lie in the proof.

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

/// Premises with what they say. A premise says the same wherever and whenever it lies.
#[derive(Clone, Debug, Default)]
pub struct Premises {
    known: Numbered<([Bits; 4], u8, Reading)>,
    said: Vec<Premise>,
    /// Of all of them, the tables with a NOT more.
    negated: Vec<TruthTable>,
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
    /// First and last but one of its tables with a NOT more.
    negated: (u32, u32),
}

impl Premises {
    /// Makes room for those of another proof.
    pub(super) fn begin(&mut self) {
        if self.said.len() > MOST {
            self.known.clear();
            self.said.clear();
            self.negated.clear();
        }
    }

    /// What the `len` tiles from `start` on say.
    #[inline]
    pub(super) fn read(&mut self, proof: &Proof, (start, len): (usize, usize), reading: Reading) -> Premise {
        let key = (proof.symbols(start, len), len as u8, reading);
        match self.known.find(&key) {
            Ok(number) => self.said[number],
            Err(free) => {
                let from = self.negated.len() as u32;
                each_negated(proof, start, len, reading, |table| self.negated.push(table));
                let said = Premise::new(proof, (start, len), reading, (from, self.negated.len() as u32));
                self.known.add(free, key);
                self.said.push(said);
                said
            }
        }
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
