//! Inputs for the verdict of the proof, and for its verdicts with one premise more or less.

use ergo_engine::ergo::rules::MOST_PREMISES;
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::TruthTable;

use super::parsed_proof::{ParsedProof, ProofFacts};
use super::perspective::{Perspective, proven};
use super::premise_cache::PremiseCache;

/// For each of the sixteen assignments, 1 if all premises are true in it.
const ROWS: usize = 0;
const MODELS: usize = ROWS + 16;
const MODEL_STEPS: [u32; 9] = [0, 1, 2, 3, 4, 6, 8, 12, 16];
/// For each number of assignments, the index of its step.
const MODEL_STEP: [u8; 17] = {
    let mut of = [0; 17];
    let mut models = 0;
    while models < of.len() {
        while MODEL_STEPS[of[models] as usize] < models as u32 {
            of[models] += 1;
        }
        models += 1;
    }
    of
};
/// For each letter: proven; disproven; a scale from 1 (proven) to -1 (disproven).
const STANDING: usize = MODELS + MODEL_STEPS.len();
/// For each letter, the number of remaining assignments in which it is false, 0 to 8, one-hot.
const AGAINST: usize = STANDING + 3 * SEATS;
/// Number of cards in the proof, in steps of two, one-hot.
const SIZE: usize = AGAINST + 9 * SEATS;
const SIZES: usize = 13;
/// Number of cards in the proof, in twenties; the same for a paradox; the same for each proven letter.
const STAKE: usize = SIZE + SIZES;
/// Number of premises, 0 to 4 and more, one-hot; room for another premise.
const PREMISES: usize = STAKE + 2 + SEATS;
/// For each letter, whether it occurs in the proof; whether all do.
const STANDS: usize = PREMISES + 6;
/// For each letter, about single premises: number that depend on it; one proves it; two prove it; one disproves it;
/// one is the bare letter; one is the letter with a NOT; it stays proven without any one premise; it would be
/// proven without one of them.
const SINGLE: usize = STANDS + SEATS + 1;
const SINGLES: usize = 8;
/// For each letter, and for its negation, laid as a premise: own share of the verdict less the rivals'; the same if
/// there is room for a premise; a paradox.
const MORE: usize = SINGLE + SINGLES * SEATS;
/// The lowest and the highest own share without one premise; the same in twenties of cards.
const FEWER: usize = MORE + 3 * 2 * SEATS;
/// After one more NOT, for all its possible places: the lowest and the highest own share; the same in twenties of
/// cards; the mean.
const NEGATED: usize = FEWER + 4;
/// Number of inputs of this group.
pub const LOGIC: usize = NEGATED + 5;

/// For each set of letters, as bits: one byte per letter, 1 if the letter is in the set.
const BYTES: [u32; 16] = {
    let mut bytes = [0; 16];
    let mut letters = 0;
    while letters < 16 {
        let of = letters as u32;
        bytes[letters] = (of & 1) | (of >> 1 & 1) << 8 | (of >> 2 & 1) << 16 | (of >> 3 & 1) << 24;
        letters += 1;
    }
    bytes
};

/// Adds all inputs for `proof` from `perspective` and returns its facts. `premises` is the cache with which it was
/// parsed.
pub fn describe(
    perspective: &Perspective,
    proof: &ParsedProof,
    premises: &PremiseCache,
    entries: &mut Entries,
) -> ProofFacts {
    let facts = proof.facts(premises);
    describe_verdict(perspective, &facts, entries);
    describe_premises(perspective, proof, &facts, premises, entries);
    facts
}

/// Adds the inputs that depend on single premises.
pub fn describe_premises(
    perspective: &Perspective,
    proof: &ParsedProof,
    facts: &ProofFacts,
    premises: &PremiseCache,
    entries: &mut Entries,
) {
    let single = proof.premises().iter().map(|&one| premises.premise(one));
    entries.on(PREMISES + proof.premises().len().min(4));
    entries.flag(PREMISES + 5, facts.has_room);
    // The conjunction of all other premises for each premise; and for each letter, one byte each, how many premises
    // depend on it and prove it.
    let mut without = [TruthTable::TRUE; MOST_PREMISES];
    let (mut depends, mut proves, mut disproves, mut bare, mut contrary) = (0, 0, 0, 0, 0);
    let mut before = TruthTable::TRUE;
    for (rest, one) in without.iter_mut().zip(single.clone()) {
        *rest = before;
        before = before & one.table;
        depends += BYTES[usize::from(one.depends & 15)];
        proves += BYTES[usize::from(one.proves & 15)];
        disproves |= one.disproves;
        bare |= one.bare;
        contrary |= one.contrary;
    }
    let mut after = TruthTable::TRUE;
    for (rest, one) in without.iter_mut().zip(single.clone()).rev() {
        *rest = *rest & after;
        after = after & one.table;
    }
    let without = &without[..proof.premises().len()];
    let (mut ever, mut always, mut fewer) = (0, 15, Range::default());
    for &rest in without {
        let proven = proven(rest);
        ever |= proven;
        always &= proven;
        fewer.add(perspective.share(proven));
    }
    let all = facts.verdict.0;
    let now = proven(all);
    for i in 0..SEATS {
        let (place, letter) = (perspective.letters[i], perspective.letter(i));
        let is = |letters: u8| letters >> place & 1 == 1;
        entries.flag(STANDS + i, is(facts.letters));
        let at = SINGLE + SINGLES * i;
        let proving = proves >> (8 * place) & 255;
        entries.put(at, (depends >> (8 * place) & 255) as f32 / 4.0);
        entries.flag(at + 1, proving > 0);
        entries.flag(at + 2, proving > 1);
        entries.flag(at + 3, is(disproves));
        entries.flag(at + 4, is(bare));
        entries.flag(at + 5, is(contrary));
        entries.flag(at + 6, is(now & always));
        entries.flag(at + 7, is(!now & ever));
        for (contrary, letter) in [letter, !letter].into_iter().enumerate() {
            let more = MORE + 3 * (2 * i + contrary);
            let then = all & letter;
            let share = perspective.share(proven(then));
            entries.put(more, share);
            entries.put(more + 1, if facts.has_room { share } else { 0.0 });
            entries.flag(more + 2, then == TruthTable::FALSE);
        }
    }
    entries.flag(STANDS + SEATS, facts.is_complete());
    let stake = facts.size as f32 / 20.0;
    if !without.is_empty() {
        fewer.put(entries, FEWER, stake);
    }
    let mut negated = Range::default();
    for (one, &rest) in single.zip(without) {
        premises.negated(one).iter().for_each(|&table| negated.add(perspective.share(proven(rest & table))));
    }
    if negated.count > 0 {
        negated.put(entries, NEGATED, stake);
        entries.put(NEGATED + 4, negated.sum / negated.count as f32);
    }
}

/// The nonzero inputs of this group. They are stored without a branch, because branches on them would be hard to
/// predict.
#[derive(Clone, Debug)]
pub struct Entries {
    all: [(u16, f32); Entries::MOST],
    count: usize,
}

impl Default for Entries {
    fn default() -> Self {
        Entries { all: [(0, 0.0); Entries::MOST], count: 0 }
    }
}

impl Entries {
    /// More than the group can have; a power of two.
    const MOST: usize = 128;

    /// Sets all inputs to 0.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    #[inline]
    fn put(&mut self, place: usize, value: f32) {
        self.all[self.count % Entries::MOST] = (place as u16, value);
        self.count += usize::from(value != 0.0);
    }

    #[inline]
    fn on(&mut self, place: usize) {
        self.put(place, 1.0);
    }

    #[inline]
    fn flag(&mut self, place: usize, yes: bool) {
        self.put(place, f32::from(u8::from(yes)));
    }

    /// Returns the index and value of each input, in the order of addition.
    #[inline]
    pub fn all(&self) -> &[(u16, f32)] {
        &self.all[..self.count]
    }
}

/// The minimum, maximum and sum of shares.
struct Range {
    least: f32,
    greatest: f32,
    sum: f32,
    count: u32,
}

impl Default for Range {
    fn default() -> Self {
        Range { least: 1.0, greatest: -1.0, sum: 0.0, count: 0 }
    }
}

impl Range {
    #[inline]
    fn add(&mut self, share: f32) {
        self.least = if share < self.least { share } else { self.least };
        self.greatest = if share > self.greatest { share } else { self.greatest };
        self.sum += share;
        self.count += 1;
    }

    /// Adds the minimum and maximum, unscaled and multiplied by `stake`.
    #[inline]
    fn put(&self, entries: &mut Entries, at: usize, stake: f32) {
        entries.put(at, self.least);
        entries.put(at + 1, self.greatest);
        entries.put(at + 2, self.least * stake);
        entries.put(at + 3, self.greatest * stake);
    }
}

/// Adds the inputs that depend only on the verdict and the number of cards in the proof.
pub fn describe_verdict(perspective: &Perspective, facts: &ProofFacts, entries: &mut Entries) {
    let all = facts.verdict.0;
    let mut rows = all.0;
    while rows != 0 {
        entries.on(ROWS + usize::from(perspective.rows[rows.trailing_zeros() as usize]));
        rows &= rows - 1;
    }
    let models = all.models();
    entries.on(MODELS + usize::from(MODEL_STEP[models as usize]));
    let stake = facts.size as f32 / 20.0;
    entries.on(SIZE + (facts.size / 2).min(SIZES - 1));
    entries.put(STAKE, stake);
    entries.put(STAKE + 1, if models == 0 { stake } else { 0.0 });
    for i in 0..SEATS {
        let for_it = (all & perspective.letter(i)).models();
        entries.on(AGAINST + 9 * i + (models - for_it) as usize);
        let at = STANDING + 3 * i;
        let proven = models != 0 && for_it == models;
        entries.flag(at, proven);
        entries.flag(at + 1, models != 0 && for_it == 0);
        entries.put(at + 2, if models == 0 { 0.0 } else { 2.0 * for_it as f32 / models as f32 - 1.0 });
        entries.put(STAKE + 2 + i, if proven { stake } else { 0.0 });
    }
}
