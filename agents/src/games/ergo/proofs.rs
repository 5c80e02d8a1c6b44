//! The proofs that the ways to play one turn lead to, each read once.

use ergo_engine::ergo::proof::Proof;

use super::numbered::Numbered;

/// Proofs, and the number of what each of them means ([`super::meanings`]).
#[derive(Clone, Debug, Default)]
pub(super) struct Proofs {
    known: Numbered<Proof>,
    means: Vec<u32>,
}

impl Proofs {
    /// Forgets those of the turn before.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.means.clear();
    }

    /// The number of what `proof` means, or the place where it is to be put.
    #[inline]
    pub(super) fn find(&self, proof: &Proof) -> Result<usize, usize> {
        self.known.find(proof).map(|number| self.means[number] as usize)
    }

    /// Puts `proof` at the `free` place that was found for it, with the number of what it means.
    pub(super) fn add(&mut self, free: usize, proof: Proof, meaning: usize) {
        self.known.add(free, proof);
        self.means.push(meaning as u32);
    }
}
