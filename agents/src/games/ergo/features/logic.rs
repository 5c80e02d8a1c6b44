//! The verdict of the proof, and its verdicts with one premise more or less.

use arrayvec::ArrayVec;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{MOST_PREMISES, Rules};
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::{TruthTable, Verdict};

use super::angle::{Angle, proven};
use super::premises::{Premise, Premises};
use crate::net::mlp::Inputs;

/// The sixteen assignments: 1 for each in which all premises are true.
const ROWS: usize = 0;
/// How many of them there are, in steps.
const MODELS: usize = ROWS + 16;
const MODEL_STEPS: [u32; 9] = [0, 1, 2, 3, 4, 6, 8, 12, 16];
/// For each letter: proven; disproven; 1 proven to -1 disproven.
const STANDING: usize = MODELS + MODEL_STEPS.len();
/// For each letter: in how many of the assignments left it is false, 0 to 8.
const AGAINST: usize = STANDING + 3 * SEATS;
/// Cards in the proof, by twos.
const SIZE: usize = AGAINST + 9 * SEATS;
const SIZES: usize = 13;
/// Cards in the proof, in twenties; the same for each letter that is proven; and in a paradox.
const STAKE: usize = SIZE + SIZES;
/// How many premises, 0 to 4 and more; room for another.
const PREMISES: usize = STAKE + 2 + SEATS;
/// For each letter: whether it stands in the proof; whether all do.
const STANDS: usize = PREMISES + 6;
/// For each letter, of single premises: how many depend on it; one proves it, two do; one disproves it; one is the bare
/// letter; one is the letter with a NOT; it is proven whichever premise goes; it is not, but would be without one of them.
const SINGLE: usize = STANDS + SEATS + 1;
const SINGLES: usize = 8;
/// For each letter, laid down as a premise or its contrary laid down: own share of the verdict less the rivals'; the same if
/// there is room for a premise; a paradox.
const MORE: usize = SINGLE + SINGLES * SEATS;
/// The least and the greatest own share when one premise goes; and the same in twenties of cards.
const FEWER: usize = MORE + 3 * 2 * SEATS;
/// When one NOT is laid, wherever it may go: the least and the greatest own share; the same in twenties of cards; the mean.
const NEGATED: usize = FEWER + 4;
/// How many inputs this group has.
pub const LOGIC: usize = NEGATED + 5;

/// Facts of the proof that other groups need.
#[derive(Clone, Copy, Debug)]
pub struct ProofFacts {
    /// Its verdict.
    pub verdict: Verdict,
    /// How many cards lie in it.
    pub size: usize,
    /// Whether all letters stand in it, so that Ergo may be played.
    pub complete: bool,
    /// Whether another premise may be laid.
    pub room: bool,
}

/// A proof read premise by premise.
pub struct ReadProof {
    said: ArrayVec<Premise, MOST_PREMISES>,
    letters: u8,
    size: u8,
    room: bool,
}

/// What the inputs of a proof hang on, besides the angle: proofs alike in this put down the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProofMeaning {
    premises: [u16; MOST_PREMISES],
    letters: u8,
    size: u8,
    room: bool,
}

impl ReadProof {
    /// Reads `proof`.
    #[inline]
    pub fn new(rules: &Rules, proof: &Proof, premises: &mut Premises) -> Self {
        ReadProof {
            said: proof.spans().map(|span| premises.read(proof, span, rules.reading)).collect(),
            letters: proof.letters(),
            size: proof.len() as u8,
            room: proof.premises() < usize::from(rules.premises),
        }
    }

    /// What it means to a seat at a table of so many `seats`.
    #[inline]
    pub fn meaning(&self, angle: &Angle) -> ProofMeaning {
        let mut premises = [u16::MAX; MOST_PREMISES];
        premises.iter_mut().zip(&self.said).for_each(|(place, one)| *place = one.meaning);
        if !Premises::in_order(angle.seats) {
            premises.sort_unstable();
        }
        ProofMeaning { premises, letters: self.letters, size: self.size, room: self.room }
    }
}

/// Puts down what `proof` says from `angle`; `premises` are those it was read with.
pub fn describe(angle: &Angle, proof: &ReadProof, premises: &Premises, inputs: &mut Inputs) -> ProofFacts {
    let said = &proof.said;
    let all = said.iter().fold(TruthTable::TRUE, |all, one| all & one.table);
    let facts = ProofFacts {
        verdict: Verdict(all),
        size: proof.size.into(),
        complete: proof.letters == 0b1111,
        room: proof.room,
    };
    describe_verdict(angle, &facts, inputs);
    inputs.on(PREMISES + said.len().min(4));
    inputs.flag(PREMISES + 5, facts.room);
    let mut without = ArrayVec::<TruthTable, MOST_PREMISES>::new();
    for left_out in 0..said.len() {
        let others = said.iter().enumerate().filter(|(i, _)| *i != left_out);
        without.push(others.fold(TruthTable::TRUE, |all, (_, one)| all & one.table));
    }
    let (mut ever, mut always) = (0, 15);
    for &rest in &without {
        let proven = proven(rest);
        ever |= proven;
        always &= proven;
    }
    let now = proven(all);
    for i in 0..SEATS {
        let (place, letter) = (angle.letters[i], angle.letter(i));
        let is = |letters: u8| letters >> place & 1 == 1;
        inputs.flag(STANDS + i, is(proof.letters));
        let at = SINGLE + SINGLES * i;
        let saying = |letters: fn(&Premise) -> u8| said.iter().filter(|one| is(letters(one))).count();
        let proving = saying(|one| one.proves);
        inputs.put(at, saying(|one| one.depends) as f32 / 4.0);
        inputs.flag(at + 1, proving > 0);
        inputs.flag(at + 2, proving > 1);
        inputs.flag(at + 3, saying(|one| one.disproves) > 0);
        inputs.flag(at + 4, saying(|one| one.bare) > 0);
        inputs.flag(at + 5, saying(|one| one.contrary) > 0);
        inputs.flag(at + 6, is(now & always));
        inputs.flag(at + 7, is(!now & ever));
        for (contrary, letter) in [letter, !letter].into_iter().enumerate() {
            let more = MORE + 3 * (2 * i + contrary);
            let then = all & letter;
            let share = angle.share(proven(then));
            inputs.put(more, share);
            inputs.put(more + 1, if facts.room { share } else { 0.0 });
            inputs.flag(more + 2, then == TruthTable::FALSE);
        }
    }
    inputs.flag(STANDS + SEATS, facts.complete);
    let stake = facts.size as f32 / 20.0;
    if !without.is_empty() {
        let mut fewer = Range::default();
        without.iter().for_each(|&rest| fewer.add(angle.share(proven(rest))));
        fewer.put(inputs, FEWER, stake);
    }
    let mut negated = Range::default();
    for (one, &rest) in said.iter().zip(&without) {
        premises.negated(one).iter().for_each(|&table| negated.add(angle.share(proven(rest & table))));
    }
    if negated.count > 0.0 {
        negated.put(inputs, NEGATED, stake);
        inputs.put(NEGATED + 4, negated.sum / negated.count);
    }
    facts
}

/// Least, greatest and sum of shares.
struct Range {
    least: f32,
    greatest: f32,
    sum: f32,
    count: f32,
}

impl Default for Range {
    fn default() -> Self {
        Range { least: 1.0, greatest: -1.0, sum: 0.0, count: 0.0 }
    }
}

impl Range {
    fn add(&mut self, share: f32) {
        self.least = self.least.min(share);
        self.greatest = self.greatest.max(share);
        self.sum += share;
        self.count += 1.0;
    }

    /// Puts down the ends, plain and times `stake`.
    fn put(&self, inputs: &mut Inputs, at: usize, stake: f32) {
        inputs.put(at, self.least);
        inputs.put(at + 1, self.greatest);
        inputs.put(at + 2, self.least * stake);
        inputs.put(at + 3, self.greatest * stake);
    }
}

fn describe_verdict(angle: &Angle, facts: &ProofFacts, inputs: &mut Inputs) {
    let all = facts.verdict.0;
    let mut rows = all.0;
    while rows != 0 {
        inputs.on(ROWS + usize::from(angle.rows[rows.trailing_zeros() as usize]));
        rows &= rows - 1;
    }
    let models = all.models();
    inputs.on(MODELS + MODEL_STEPS.partition_point(|&step| step < models));
    let stake = facts.size as f32 / 20.0;
    inputs.on(SIZE + (facts.size / 2).min(SIZES - 1));
    inputs.put(STAKE, stake);
    inputs.put(STAKE + 1, if models == 0 { stake } else { 0.0 });
    for i in 0..SEATS {
        let for_it = (all & angle.letter(i)).models();
        inputs.on(AGAINST + 9 * i + (models - for_it) as usize);
        if models == 0 {
            continue;
        }
        let at = STANDING + 3 * i;
        inputs.flag(at, for_it == models);
        inputs.flag(at + 1, for_it == 0);
        inputs.put(at + 2, 2.0 * for_it as f32 / models as f32 - 1.0);
        inputs.put(STAKE + 2 + i, if for_it == models { stake } else { 0.0 });
    }
}
