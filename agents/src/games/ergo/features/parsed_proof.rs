//! A proof parsed into cached premises, and its meaning to a net.

use std::hash::{Hash, Hasher};

use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{MOST_PREMISES, Rules};
use ergo_engine::ergo::truth::{TruthTable, Verdict};

use super::packed_premise::PackedPremise;
use super::perspective::Perspective;
use super::premise_cache::{PremiseCache, PremiseSummary};

/// The facts of a proof that other groups of inputs need.
#[derive(Clone, Copy, Debug)]
pub struct ProofFacts {
    /// The verdict.
    pub verdict: Verdict,
    /// Number of cards.
    pub size: usize,
    /// Letters that occur in it, as bits.
    pub letters: u8,
    /// True if another premise may be laid.
    pub has_room: bool,
}

/// A proof parsed into cached premises.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParsedProof {
    premises: [PremiseSummary; MOST_PREMISES],
    count: u8,
    /// True if another premise may be laid.
    pub(super) has_room: bool,
}

/// Everything that the inputs of a proof depend on. Proofs with equal meanings have equal inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofMeaning {
    premises: [u16; MOST_PREMISES],
    /// Letters, size, room for a premise, and the own seat.
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
    /// Returns true if all four letters occur, so that Ergo may be played.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.letters == 0b1111
    }
}

impl ParsedProof {
    /// Parses `proof`, using the cache.
    #[inline]
    pub fn new(rules: &Rules, proof: &Proof, premises: &mut PremiseCache) -> Self {
        let mut read = ParsedProof::empty(rules, proof);
        for span in proof.spans() {
            read.push(premises.read(PackedPremise::new(proof, span).as_ref(), proof, span));
        }
        read
    }

    /// Returns `proof` without its premises.
    pub(super) fn empty(rules: &Rules, proof: &Proof) -> Self {
        ParsedProof { has_room: proof.premises() < usize::from(rules.premises), ..ParsedProof::default() }
    }

    #[inline]
    pub(super) fn premises(&self) -> &[PremiseSummary] {
        &self.premises[..self.count.into()]
    }

    /// Adds a premise at the end.
    #[inline]
    pub(super) fn push(&mut self, premise: PremiseSummary) {
        self.premises[usize::from(self.count)] = premise;
        self.count += 1;
    }

    /// Replaces the premise at `place`.
    #[inline]
    pub(super) fn replace(&mut self, place: usize, premise: PremiseSummary) {
        self.premises[place] = premise;
    }

    /// Removes the premise at `place`.
    pub(super) fn remove(&mut self, place: usize) {
        self.premises.copy_within(place + 1.., place);
        self.count -= 1;
    }

    /// Returns the facts of the proof; `premises` is the cache with which it was parsed.
    pub fn facts(&self, premises: &PremiseCache) -> ProofFacts {
        let (mut all, mut letters, mut size) = (TruthTable::TRUE, 0, 0);
        for &one in self.premises() {
            all = all & premises.premise(one).table;
            letters |= one.letters;
            size += usize::from(one.len);
        }
        ProofFacts { verdict: Verdict(all), size, letters, has_room: self.has_room }
    }

    /// Returns the meaning of the proof to the seat of `perspective`.
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
        let [seat, has_room] = [perspective.me as u8, self.has_room.into()];
        ProofMeaning { premises: meanings, rest: u32::from_le_bytes([size, letters, seat, has_room]) }
    }
}

/// Sorts a few numbers in place. A library call would cost more than the work.
#[inline]
fn sort(numbers: &mut [u16]) {
    for end in 1..numbers.len() {
        for place in (0..end).rev() {
            let (one, other) = (numbers[place], numbers[place + 1]);
            (numbers[place], numbers[place + 1]) = (one.min(other), one.max(other));
        }
    }
}
