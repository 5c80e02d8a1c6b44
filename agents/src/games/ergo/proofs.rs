//! The proofs that the ways to play one turn lead to, each judged once.

use ergo_engine::ergo::proof::Proof;

use super::features::logic::ProofFacts;
use super::numbered::Numbered;

/// Proofs with what they say and the sums they give a net.
#[derive(Clone, Debug, Default)]
pub(super) struct Proofs {
    known: Numbered<Proof>,
    facts: Vec<ProofFacts>,
    /// The sums of all of them, one after another.
    sums: Vec<f32>,
    units: usize,
}

impl Proofs {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.facts.clear();
        self.sums.clear();
    }

    /// The number of `proof` and what it says, or the place where it is to be put.
    #[inline]
    pub(super) fn find(&self, proof: &Proof) -> Result<(usize, ProofFacts), usize> {
        self.known.find(proof).map(|number| (number, self.facts[number]))
    }

    /// Puts `proof` at the `free` place that was found for it; gives its number, and room for its sums, 0 so far.
    pub(super) fn add(&mut self, free: usize, proof: Proof, facts: ProofFacts, units: usize) -> (usize, &mut [f32]) {
        let number = self.known.add(free, proof);
        self.facts.push(facts);
        self.units = units;
        self.sums.resize(units * (number + 1), 0.0);
        (number, &mut self.sums[units * number..])
    }

    /// The sums of the proof with this number.
    #[inline]
    pub(super) fn sums(&self, number: usize) -> &[f32] {
        &self.sums[self.units * number..][..self.units]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::features::premises::Premises;
    use crate::games::ergo::features::{Angle, logic};
    use crate::games::ergo::numbered::PLACES;
    use crate::net::mlp::Inputs;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;

    #[test]
    fn every_proof_is_found_with_its_own_sums() {
        let game = Ergo(Rules::printed(3));
        let angle = Angle::new(3, 0);
        let facts =
            |proof: &Proof| logic::describe(&game.0, &angle, proof, &mut Premises::default(), &mut Inputs::default());
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
