//! What single premises say, each read once: turn after turn the same few lie in the proof.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::{Bits, Proof};
use ergo_engine::ergo::readings::ProofEvaluator;
use ergo_engine::ergo::rules::{Reading, Rules};
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

use super::super::numbered::Numbered;
use super::angle::proven;
use super::written::Written;

/// Premises with what they say. A premise says the same wherever and whenever it lies.
#[derive(Clone, Debug, Default)]
pub struct Premises {
    reading: Reading,
    known: Numbered<Written>,
    /// For each of these what is asked of it most.
    brief: Vec<Brief>,
    said: Vec<Premise>,
    negated: Vec<TruthTable>,
    meanings: Numbered<Meaning>,
    /// Room for such tables.
    sorted: Vec<TruthTable>,
    /// Whether meanings are told apart by the order of the places for a NOT.
    in_order: bool,
    /// How often all were forgotten.
    forgotten: u32,
    /// Room to read one that is new.
    readings: ProofEvaluator,
}

/// The table of a premise, the letter that it is or whose contrary, and the tables with a NOT more.
type Meaning = (TruthTable, u8, Vec<TruthTable>);

/// What is asked of a premise most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brief {
    /// Among all that were read.
    number: u32,
    /// The number of what it means: premises of the same number put down the same.
    pub meaning: u16,
    /// The letters that stand in it, one bit each.
    pub letters: u8,
    /// How many tiles it has.
    pub len: u8,
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
    /// Makes room for those of another turn by `rules`; forgets all of them if there are more than `most`. Gives a number that changes
    /// whenever those of meanings do.
    pub fn begin(&mut self, rules: &Rules, most: usize) -> u32 {
        let (reading, in_order) = (rules.reading, Self::in_order(rules.seats.get()));
        let full = self.said.len() > most;
        if full || (reading, in_order) != (self.reading, self.in_order) {
            self.known.clear();
            self.brief.clear();
            self.said.clear();
            self.negated.clear();
            self.meanings.clear();
            (self.reading, self.in_order) = (reading, in_order);
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

    /// What the premise of `proof` at `span`, its start and length, says, which is `written` so where that has room.
    #[inline]
    pub(super) fn read(&mut self, written: Option<&Written>, proof: &Proof, span: (usize, usize)) -> Brief {
        let Some(key) = written else { return self.say(proof, span) };
        self.known_as(key).unwrap_or_else(|free| {
            let brief = self.say(proof, span);
            self.known.add(free, *key);
            self.brief.push(brief);
            brief
        })
    }

    /// What a premise says if it is known, or the place where it is to be put.
    #[inline]
    pub(super) fn known_as(&self, written: &Written) -> Result<Brief, usize> {
        self.known.find(written).map(|number| self.brief[number])
    }

    #[inline]
    pub(super) fn said(&self, brief: Brief) -> &Premise {
        &self.said[brief.number as usize]
    }

    fn say(&mut self, proof: &Proof, (start, len): (usize, usize)) -> Brief {
        self.readings.read_alone(proof, (start, len), self.reading);
        let within = (Bits::MAX >> (Bits::BITS as usize - len)) << start;
        let from = self.negated.len();
        let mut places = proof.negatable() & within;
        while places != 0 {
            let before = places.trailing_zeros() as u8;
            self.negated.push(self.readings.after(Action::Negate { tile: Tile::plain(Symbol::Not), before }).0);
            places &= places - 1;
        }
        let table = self.readings.verdict().0;
        let said = Premise::new(proof, (start, len), table, (from as u32, self.negated.len() as u32));
        let number = self.said.len() as u32;
        let (meaning, letters, len) = (self.meaning(&said), proof.letters_at(within), len as u8);
        self.said.push(said);
        Brief { number, meaning, letters, len }
    }

    fn meaning(&mut self, said: &Premise) -> u16 {
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.negated[said.negated.0 as usize..]);
        if !self.in_order {
            self.sorted.sort_unstable();
        }
        let key = (said.table, said.bare | said.contrary << SEATS, &self.sorted[..]);
        let same = |known: &Meaning| (known.0, known.1, &known.2[..]) == key;
        let number = self.meanings.find_as(&key, same);
        number.unwrap_or_else(|free| self.meanings.add(free, (key.0, key.1, key.2.to_vec()))) as u16
    }

    /// The tables of a premise with a NOT more, for each place that this may go to.
    pub(super) fn negated(&self, premise: &Premise) -> &[TruthTable] {
        &self.negated[premise.negated.0 as usize..premise.negated.1 as usize]
    }
}

impl Premise {
    fn new(proof: &Proof, (start, len): (usize, usize), table: TruthTable, negated: (u32, u32)) -> Self {
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

/// Whether a truth table differs with the letter at `place`.
fn depends(table: TruthTable, place: usize) -> bool {
    let with = table.0 & TruthTable::VARIABLES[place].0;
    let without = table.0 & !TruthTable::VARIABLES[place].0;
    with >> (1 << place) != without
}
