//! The verdict of the proof, and its verdicts with one premise more or less.

use arrayvec::ArrayVec;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::SEATS;
use ergo_engine::ergo::truth::{TruthTable, Verdict, table};

use super::angle::Angle;
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

/// The most premises any rules allow.
const MOST_PREMISES: usize = 8;

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

/// Own share of a verdict less the mean of the rivals': 1 if only the own letter is proven, -1 if all others' are.
#[inline]
fn margin(angle: &Angle, verdict: Verdict) -> f32 {
    let proven = |i: usize| f32::from(u8::from(verdict.proves(angle.letters[i])));
    let mut rivals = 0.0;
    for i in 1..angle.seats {
        rivals += proven(i);
    }
    proven(0) - rivals / (angle.seats - 1) as f32
}

/// Puts down what `proof` says from `angle`.
pub fn describe(rules: &Rules, angle: &Angle, proof: &Proof, inputs: &mut Inputs) -> ProofFacts {
    let mut tables = ArrayVec::<TruthTable, MOST_PREMISES>::new();
    // The bare letters that are whole premises, and those with a NOT, one bit each.
    let (mut bare, mut negated) = (0_u8, 0_u8);
    for (start, len) in proof.spans() {
        tables.push(table(proof, start, len, rules.reading));
        let first = proof.tile(start).symbol();
        if len == 1 {
            bare |= 1 << first as u8;
        } else if len == 2 && first == Symbol::Not {
            negated |= 1 << proof.tile(start + 1).symbol() as u8;
        }
    }
    let all = tables.iter().fold(TruthTable::TRUE, |all, &one| all & one);
    let verdict = Verdict(all);
    let facts = ProofFacts {
        verdict,
        size: proof.len(),
        complete: proof.letters() == 0b1111,
        room: proof.premises() < usize::from(rules.premises),
    };
    describe_verdict(angle, &facts, inputs);
    let premises = proof.premises();
    inputs.on(PREMISES + premises.min(4));
    inputs.flag(PREMISES + 5, facts.room);
    let mut without = ArrayVec::<TruthTable, MOST_PREMISES>::new();
    for left_out in 0..tables.len() {
        let others = tables.iter().enumerate().filter(|(i, _)| *i != left_out);
        without.push(others.fold(TruthTable::TRUE, |all, (_, &one)| all & one));
    }
    for i in 0..SEATS {
        let (place, letter) = (angle.letters[i], angle.letter(i));
        inputs.flag(STANDS + i, proof.letters() >> place & 1 == 1);
        let at = SINGLE + SINGLES * i;
        let proving = tables.iter().filter(|&&table| Verdict(table).proves(place)).count();
        let depend = tables.iter().filter(|table| depends(**table, place)).count();
        let disproves = |table: &TruthTable| *table & letter == TruthTable::FALSE && *table != TruthTable::FALSE;
        inputs.put(at, depend as f32 / 4.0);
        inputs.flag(at + 1, proving > 0);
        inputs.flag(at + 2, proving > 1);
        inputs.flag(at + 3, tables.iter().any(disproves));
        inputs.flag(at + 4, bare >> place & 1 == 1);
        inputs.flag(at + 5, negated >> place & 1 == 1);
        let (mut ever, mut always) = (false, true);
        for &rest in &without {
            let proves = Verdict(rest).proves(place);
            ever |= proves;
            always &= proves;
        }
        inputs.flag(at + 6, verdict.proves(place) && always);
        inputs.flag(at + 7, !verdict.proves(place) && ever);
        for (contrary, letter) in [letter, !letter].into_iter().enumerate() {
            let more = MORE + 3 * (2 * i + contrary);
            let then = Verdict(all & letter);
            let margin = margin(angle, then);
            inputs.put(more, margin);
            inputs.put(more + 1, if facts.room { margin } else { 0.0 });
            inputs.flag(more + 2, then.is_paradox());
        }
    }
    inputs.flag(STANDS + SEATS, facts.complete);
    let stake = facts.size as f32 / 20.0;
    if !without.is_empty() {
        let mut fewer = Range::default();
        without.iter().for_each(|&rest| fewer.add(margin(angle, Verdict(rest))));
        fewer.put(inputs, FEWER, stake);
    }
    let mut negated = Range::default();
    for ((start, len), &rest) in proof.spans().zip(&without) {
        each_negated(rules, proof, start, len, |table| negated.add(margin(angle, Verdict(rest & table))));
    }
    if negated.count > 0.0 {
        negated.put(inputs, NEGATED, stake);
        inputs.put(NEGATED + 4, negated.sum / negated.count);
    }
    facts
}

/// Shows `see` the truth table of a premise with a NOT more, for each place it may go to. RULES.md E17.
#[inline]
fn each_negated(rules: &Rules, proof: &Proof, start: usize, len: usize, mut see: impl FnMut(TruthTable)) {
    let mut after_not = false;
    for place in start..start + len {
        let symbol = proof.tile(place).symbol();
        if !after_not && (symbol.is_variable() || symbol == Symbol::Open) {
            let mut negated = *proof;
            negated.play(Action::Negate { tile: Tile::plain(Symbol::Not), before: place as u8 });
            see(table(&negated, start, len + 1, rules.reading));
        }
        after_not = symbol == Symbol::Not;
    }
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

/// Whether a truth table differs with the letter at `place`.
#[inline]
fn depends(table: TruthTable, place: usize) -> bool {
    let with = table.0 & TruthTable::VARIABLES[place].0;
    let without = table.0 & !TruthTable::VARIABLES[place].0;
    with >> (1 << place) != without
}
