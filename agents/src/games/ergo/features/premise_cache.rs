//! A cache of the meaning of single premises: the same few premises are in the proof turn after turn.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::{Bits, Proof};
use ergo_engine::ergo::readings::ProofEvaluator;
use ergo_engine::ergo::rules::{Reading, Rules};
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

use super::super::key_table::KeyTable;
use super::packed_premise::PackedPremise;
use super::perspective::proven;

/// Premises with their meaning. The meaning of a premise does not depend on where and when it is laid.
#[derive(Clone, Debug, Default)]
pub struct PremiseCache {
    reading: Reading,
    known: KeyTable<PackedPremise>,
    /// For each known premise, a summary.
    brief: Vec<PremiseSummary>,
    premises: Vec<Premise>,
    negated: Vec<TruthTable>,
    meanings: KeyTable<Meaning>,
    /// Scratch buffer for truth tables.
    sorted: Vec<TruthTable>,
    /// True if premises with different orders of NOT places count as different meanings.
    in_order: bool,
    /// Number of times the cache was cleared.
    forgotten: u32,
    /// Scratch buffer for analyzing a new premise.
    readings: ProofEvaluator,
}

/// The truth table of a premise, the letter that it consists of or negates, and its truth tables with one more NOT.
type Meaning = (TruthTable, u8, Vec<TruthTable>);

/// The data of a premise that are used most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PremiseSummary {
    /// Index of the premise.
    number: u32,
    /// Index of its meaning: premises with the same index have the same inputs.
    pub meaning: u16,
    /// Letters that occur in it, as bits.
    pub letters: u8,
    /// Number of tiles.
    pub len: u8,
}

/// The meaning of a premise. Sets of letters are bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Premise {
    /// Truth table of the premise.
    pub table: TruthTable,
    /// Letters that its truth depends on.
    pub depends: u8,
    /// Letters that it proves on its own.
    pub proves: u8,
    /// Letters that it disproves on its own.
    pub disproves: u8,
    /// The letter, if the premise is a single letter.
    pub bare: u8,
    /// The letter, if the premise is a letter with a NOT.
    pub contrary: u8,
    /// Range of its truth tables with one more NOT.
    negated: (u32, u32),
}

impl PremiseCache {
    /// Prepares the cache for a turn with `rules`; clears it if it holds more than `max_premises` premises. Returns a
    /// number that changes whenever meanings are renumbered.
    pub fn begin(&mut self, rules: &Rules, max_premises: usize) -> u32 {
        let (reading, in_order) = (rules.reading, Self::in_order(rules.seats.get()));
        let full = self.premises.len() > max_premises;
        if full || (reading, in_order) != (self.reading, self.in_order) {
            self.known.clear();
            self.brief.clear();
            self.premises.clear();
            self.negated.clear();
            self.meanings.clear();
            (self.reading, self.in_order) = (reading, in_order);
            self.forgotten += 1;
        }
        self.forgotten
    }

    /// Returns true if the order of places and premises matters with this many `seats`. With up to three seats the
    /// shares are multiples of one half and their sums are exact; thirds are rounded, depending on the order.
    #[inline]
    pub(super) fn in_order(seats: usize) -> bool {
        seats > 3
    }

    /// Returns the summary of the premise of `proof` at `span` (start and length). `written` is the packed premise,
    /// if it fits.
    #[inline]
    pub(super) fn read(
        &mut self,
        written: Option<&PackedPremise>,
        proof: &Proof,
        span: (usize, usize),
    ) -> PremiseSummary {
        let Some(key) = written else { return self.analyze(proof, span) };
        self.lookup(key).unwrap_or_else(|free| {
            let brief = self.analyze(proof, span);
            self.known.add(free, *key);
            self.brief.push(brief);
            brief
        })
    }

    /// Returns the summary of a known premise, or the slot for adding it.
    #[inline]
    pub(super) fn lookup(&self, written: &PackedPremise) -> Result<PremiseSummary, usize> {
        self.known.find(written).map(|number| self.brief[number])
    }

    #[inline]
    pub(super) fn premise(&self, brief: PremiseSummary) -> &Premise {
        &self.premises[brief.number as usize]
    }

    fn analyze(&mut self, proof: &Proof, (start, len): (usize, usize)) -> PremiseSummary {
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
        let premise = Premise::new(proof, (start, len), table, (from as u32, self.negated.len() as u32));
        let number = self.premises.len() as u32;
        let (meaning, letters, len) = (self.meaning(&premise), proof.letters_at(within), len as u8);
        self.premises.push(premise);
        PremiseSummary { number, meaning, letters, len }
    }

    fn meaning(&mut self, premise: &Premise) -> u16 {
        self.sorted.clear();
        self.sorted.extend_from_slice(&self.negated[premise.negated.0 as usize..]);
        if !self.in_order {
            self.sorted.sort_unstable();
        }
        let key = (premise.table, premise.bare | premise.contrary << SEATS, &self.sorted[..]);
        let same = |known: &Meaning| (known.0, known.1, &known.2[..]) == key;
        let number = self.meanings.find_as(&key, same);
        number.unwrap_or_else(|free| self.meanings.add(free, (key.0, key.1, key.2.to_vec()))) as u16
    }

    /// Returns the truth tables of a premise with one more NOT, for each possible place.
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

/// Returns true if a truth table depends on the letter at `place`.
fn depends(table: TruthTable, place: usize) -> bool {
    let with = table.0 & TruthTable::VARIABLES[place].0;
    let without = table.0 & !TruthTable::VARIABLES[place].0;
    with >> (1 << place) != without
}
