//! The proofs that the ways to play one turn lead to, each judged once.

use std::hash::{Hash, Hasher};

use ergo_engine::ergo::proof::Proof;

use super::features::logic::ProofFacts;

/// Proofs with what they say and the sums they give a net. Kept in a table with open places; found by a hash that is the same
/// in every process, and told apart by comparison.
#[derive(Clone, Debug, Default)]
pub(super) struct Proofs {
    known: Vec<(Proof, ProofFacts)>,
    /// The sums of all of them, one after another.
    sums: Vec<f32>,
    units: usize,
    /// For each place of the table: the number of its proof from 1, or 0 where it is free.
    table: Vec<u32>,
}

/// Places of the table at first; there are always twice as many as proofs.
const PLACES: usize = 512;

impl Proofs {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.sums.clear();
        self.table.clear();
        self.table.resize(PLACES, 0);
    }

    /// The number of `proof` and what it says, or the place where it is to be put.
    #[inline]
    pub(super) fn find(&self, proof: &Proof) -> Result<(usize, ProofFacts), usize> {
        let mask = self.table.len() - 1;
        let mut place = hash(proof) & mask;
        loop {
            let Some(number) = (self.table[place] as usize).checked_sub(1) else { return Err(place) };
            if self.known[number].0 == *proof {
                return Ok((number, self.known[number].1));
            }
            place = (place + 1) & mask;
        }
    }

    /// Puts `proof` at the `free` place that was found for it; gives its number, and room for its sums, 0 so far.
    pub(super) fn add(&mut self, free: usize, proof: Proof, facts: ProofFacts, units: usize) -> (usize, &mut [f32]) {
        let number = self.known.len();
        self.known.push((proof, facts));
        self.table[free] = number as u32 + 1;
        if 2 * self.known.len() > self.table.len() {
            self.grow();
        }
        self.units = units;
        self.sums.resize(units * (number + 1), 0.0);
        (number, &mut self.sums[units * number..])
    }

    /// The sums of the proof with this number.
    #[inline]
    pub(super) fn sums(&self, number: usize) -> &[f32] {
        &self.sums[self.units * number..][..self.units]
    }

    fn grow(&mut self) {
        let places = 2 * self.table.len();
        self.table.clear();
        self.table.resize(places, 0);
        for number in 0..self.known.len() {
            let free = self.find(&self.known[number].0).expect_err("each proof is there once");
            self.table[free] = number as u32 + 1;
        }
    }
}

/// The places of a proof in a table, before they are cut to its size.
#[inline]
fn hash(proof: &Proof) -> usize {
    let mut hasher = Mix(0);
    proof.hash(&mut hasher);
    (hasher.0 >> 32) as usize
}

/// Multiplies and turns, eight bytes at a time: with the better mixing of [`crate::hash`] a decision took a tenth longer.
struct Mix(u64);

impl Hasher for Mix {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (eights, rest) = bytes.as_chunks::<8>();
        eights.iter().for_each(|&eight| self.write_u64(u64::from_le_bytes(eight)));
        rest.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::features::{Angle, logic};
    use crate::net::mlp::Inputs;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;

    #[test]
    fn every_proof_is_found_with_its_own_sums() {
        let game = Ergo(Rules::printed(3));
        let angle = Angle::new(3, 0);
        let facts = |proof: &Proof| logic::describe(&game.0, &angle, proof, &mut Inputs::default());
        let mut proofs = Proofs::default();
        for _ in 0..2 {
            proofs.clear();
            let mut all: Vec<Proof> = Vec::new();
            for state in (0..20).flat_map(|seed| random_match(&game, Seed::master(seed), 500)) {
                let proof = *state.proof();
                match proofs.find(&proof) {
                    Ok((number, _)) => assert_eq!(all[number], proof),
                    Err(free) => {
                        assert!(!all.contains(&proof));
                        let (number, sums) = proofs.add(free, proof, facts(&proof), 2);
                        sums.copy_from_slice(&[number as f32, 1.0]);
                        all.push(proof);
                    }
                }
            }
            assert!(all.len() > PLACES, "{} proofs never fill the table", all.len());
            for (number, proof) in all.iter().enumerate() {
                let (found, said) = proofs.find(proof).unwrap();
                assert_eq!((found, proofs.sums(number)), (number, &[number as f32, 1.0][..]));
                assert_eq!(said.size, proof.len());
            }
        }
    }
}
