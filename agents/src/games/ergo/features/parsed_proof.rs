//! A proof read premise by premise: what it says, and what it means to a net.

use std::hash::{Hash, Hasher};

use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{MOST_PREMISES, Rules};
use ergo_engine::ergo::truth::{TruthTable, Verdict};

use super::packed_premise::PackedPremise;
use super::perspective::Perspective;
use super::premise_cache::{PremiseCache, PremiseSummary};

/// Facts of the proof that other groups need.
#[derive(Clone, Copy, Debug)]
pub struct ProofFacts {
    /// Its verdict.
    pub verdict: Verdict,
    /// How many cards lie in it.
    pub size: usize,
    /// The letters that stand in it, one bit each.
    pub letters: u8,
    /// Whether another premise may be laid.
    pub room: bool,
}

/// A proof read premise by premise.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParsedProof {
    said: [PremiseSummary; MOST_PREMISES],
    count: u8,
    /// Whether another premise may be laid.
    pub(super) room: bool,
}

/// What the inputs of a proof hang on, besides the perspective: proofs alike in this put down the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofMeaning {
    premises: [u16; MOST_PREMISES],
    /// Letters, size, room, and whose perspective it is.
    rest: u32,
}

impl Hash for ProofMeaning {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [a, b, c, d, e, f, g, h] = self.premises.map(u64::from);
        hasher.write_u64(a | b << 16 | c << 32 | d << 48);
        hasher.write_u64((e | f << 16 | g << 32 | h << 48) ^ u64::from(self.rest).rotate_right(16));
    }
}

impl ProofFacts {
    /// Whether all letters stand in it, so that Ergo may be played.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.letters == 0b1111
    }
}

impl ParsedProof {
    /// Reads `proof`.
    #[inline]
    pub fn new(rules: &Rules, proof: &Proof, premises: &mut PremiseCache) -> Self {
        let mut read = ParsedProof::empty(rules, proof);
        for span in proof.spans() {
            read.push(premises.read(PackedPremise::new(proof, span).as_ref(), proof, span));
        }
        read
    }

    /// `proof` before its premises are read.
    pub(super) fn empty(rules: &Rules, proof: &Proof) -> Self {
        ParsedProof { room: proof.premises() < usize::from(rules.premises), ..ParsedProof::default() }
    }

    #[inline]
    pub(super) fn premises(&self) -> &[PremiseSummary] {
        &self.said[..self.count.into()]
    }

    /// Another premise below.
    #[inline]
    pub(super) fn push(&mut self, said: PremiseSummary) {
        self.said[usize::from(self.count)] = said;
        self.count += 1;
    }

    /// Another premise in place of the one at `place`.
    #[inline]
    pub(super) fn replace(&mut self, place: usize, said: PremiseSummary) {
        self.said[place] = said;
    }

    /// The premise at `place` goes.
    pub(super) fn remove(&mut self, place: usize) {
        self.said.copy_within(place + 1.., place);
        self.count -= 1;
    }

    /// What other groups need of it.
    pub fn facts(&self, premises: &PremiseCache) -> ProofFacts {
        let (mut all, mut letters, mut size) = (TruthTable::TRUE, 0, 0);
        for &one in self.premises() {
            all = all & premises.premise(one).table;
            letters |= one.letters;
            size += usize::from(one.len);
        }
        ProofFacts { verdict: Verdict(all), size, letters, room: self.room }
    }

    /// What it means to a seat at a table of so many `seats`.
    #[inline]
    pub fn meaning(&self, perspective: &Perspective) -> ProofMeaning {
        let mut meanings = [u16::MAX; MOST_PREMISES];
        let (mut letters, mut size) = (0, 0);
        for (place, one) in meanings.iter_mut().zip(self.premises()) {
            *place = one.meaning;
            letters |= one.letters;
            size += one.len;
        }
        if !PremiseCache::in_order(perspective.seats) {
            sort(&mut meanings[..self.count.into()]);
        }
        let [seat, room] = [perspective.me as u8, self.room.into()];
        ProofMeaning { premises: meanings, rest: u32::from_le_bytes([size, letters, seat, room]) }
    }
}

/// Brings a few numbers in order, in place of a call that costs more than the work.
#[inline]
fn sort(numbers: &mut [u16]) {
    for end in 1..numbers.len() {
        for place in (0..end).rev() {
            let (one, other) = (numbers[place], numbers[place + 1]);
            (numbers[place], numbers[place + 1]) = (one.min(other), one.max(other));
        }
    }
}
