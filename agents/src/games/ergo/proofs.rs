//! The proofs that the ways to play a turn lead to, each read once a turn, and what they mean, each judged once for many turns: more than
//! half of a turn's proofs mean the same as another of them, and most of the rest the same as one of an earlier turn.

use ergo_engine::ergo::proof::Proof;

use super::features::logic::{Meaning, ProofFacts};
use super::numbered::Numbered;
use crate::net::mlp::Stamp;

/// Meanings that are remembered; all are forgotten before there are many more. With four times as many `td` is no faster.
const MOST: usize = 1024;

/// Meanings are those of this net and this seat at this table, by these numbers of premises.
pub(super) type Owner = (Stamp, usize, u32);

/// Proofs by what they mean, and meanings with what they say and the sums they give a net.
#[derive(Clone, Debug, Default)]
pub(super) struct Proofs {
    /// Those of this turn.
    known: Numbered<Proof>,
    /// For each of them the number of what it means.
    means: Vec<u32>,
    owner: Option<Owner>,
    /// A meaning, and whose it is: the seat, counted from 0.
    meanings: Numbered<(Meaning, u8)>,
    facts: Vec<ProofFacts>,
    /// The sums of all meanings, one after another.
    sums: Vec<f32>,
}

impl Proofs {
    /// Forgets the proofs of the turn before, and what they mean unless `owner` is whose that is.
    pub(super) fn begin(&mut self, owner: Owner) {
        self.known.clear();
        self.means.clear();
        if self.owner != Some(owner) || self.facts.len() > MOST {
            self.owner = Some(owner);
            self.meanings.clear();
            self.facts.clear();
            self.sums.clear();
        }
    }

    /// The number of what `proof` means, or the place where it is to be put.
    #[inline]
    pub(super) fn find(&self, proof: &Proof) -> Result<usize, usize> {
        self.known.find(proof).map(|number| self.means[number] as usize)
    }

    /// Puts `proof` at the `free` place that was found for it: it means what `meaning` says to `seat`. Gives the number of that, which `judge`
    /// is asked about if it is new: to add to its sums, as many as `units` and 0 so far, and say what it says.
    pub(super) fn add(
        &mut self,
        (free, proof): (usize, Proof),
        meaning: (Meaning, u8),
        units: usize,
        judge: impl FnOnce(&mut [f32]) -> ProofFacts,
    ) -> usize {
        let number = self.meanings.find(&meaning).unwrap_or_else(|free| {
            self.sums.resize(self.sums.len() + units, 0.0);
            let from = self.sums.len() - units;
            self.facts.push(judge(&mut self.sums[from..]));
            self.meanings.add(free, meaning)
        });
        self.known.add(free, proof);
        self.means.push(number as u32);
        number
    }

    /// What the meaning with this number says.
    #[inline]
    pub(super) fn facts(&self, number: usize) -> ProofFacts {
        self.facts[number]
    }

    /// Its sums, as many as `units`.
    #[inline]
    pub(super) fn sums(&self, number: usize, units: usize) -> &[f32] {
        &self.sums[units * number..][..units]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::features::Angle;
    use crate::games::ergo::features::logic::{ReadProof, describe};
    use crate::games::ergo::features::premises::Premises;
    use crate::games::ergo::numbered::PLACES;
    use crate::net::mlp::{Inputs, Mlp};
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::ergo::turn::{Outcome, Scratch, each_way};
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;
    use std::collections::BTreeSet;

    /// Of every proof what it says and puts down, to the last bit, is that of the first that means the same; fewer mean something than there
    /// are, in whatever order premises lie.
    #[test]
    fn proofs_that_mean_the_same_put_down_the_same() {
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let (mut proofs, mut premises) = (Proofs::default(), Premises::default());
            let stamp = Mlp::from_weights(&[1, 1, 1], vec![0.0; 4]).unwrap().stamp();
            let mut put: Vec<Inputs> = Vec::new();
            let mut all = BTreeSet::new();
            for state in (0..8).flat_map(|seed| random_match(&game, Seed::master(seed), 500).into_iter().take(12)) {
                let seat = state.to_move().index();
                let angle = Angle::new(seats, seat);
                proofs.begin((stamp, seats, premises.begin(seats)));
                each_way(&state.mover(&game.0), &mut Scratch::default(), &mut |_, Outcome { proof, .. }| {
                    let Err(free) = proofs.find(proof) else { return };
                    let read = ReadProof::new(&game.0, proof, &mut premises);
                    let mut inputs = Inputs::default();
                    let facts = describe(&angle, &read, &premises, &mut inputs);
                    all.insert((*proof, seat));
                    let number = proofs.add((free, *proof), (read.meaning(&angle), seat as u8), 1, |sums| {
                        sums[0] = put.len() as f32;
                        put.push(inputs.clone());
                        facts
                    });
                    assert_eq!(proofs.find(proof), Ok(number));
                    assert_eq!(put[number], inputs, "{proof:?}");
                    assert_eq!(proofs.sums(number, 1), [number as f32]);
                    assert_eq!((proofs.facts(number).verdict, proofs.facts(number).size), (facts.verdict, facts.size));
                });
            }
            assert!(put.len() > PLACES, "{} meanings never fill the table", put.len());
            assert!(10 * put.len() < 9 * all.len(), "{seats} seats: {} meanings of {} proofs", put.len(), all.len());
        }
    }
}
