//! What proofs mean to a net, each meaning judged once for many turns: more than half of a turn's proofs mean the same as another of them, and
//! most of the rest the same as one of an earlier turn.

use super::features::logic::{ProofFacts, ProofMeaning};
use super::numbered::Numbered;
use crate::net::mlp::Stamp;

/// Meanings that are remembered; all are forgotten before there are many more. With four times as many `td` is no faster.
const MOST: usize = 1024;

/// Meanings are those of this net at a table of so many seats, by these numbers of premises.
pub(super) type Owner = (Stamp, usize, u32);

/// Meanings with what they say and the sums they give a net.
#[derive(Clone, Debug, Default)]
pub(super) struct Meanings {
    owner: Option<Owner>,
    /// A meaning, and to whom: the seat, counted from 0.
    known: Numbered<(ProofMeaning, u8)>,
    facts: Vec<ProofFacts>,
    /// The sums of all of them, one after another.
    sums: Vec<f32>,
}

impl Meanings {
    /// Makes room for another turn; forgets all of them unless `owner` is whose they are.
    pub(super) fn begin(&mut self, owner: Owner) {
        if self.owner != Some(owner) || self.facts.len() > MOST {
            self.owner = Some(owner);
            self.known.clear();
            self.facts.clear();
            self.sums.clear();
        }
    }

    /// The number of `meaning`. If it is new `judge` is asked: to add to its sums, as many as `units` and 0 so far, and say what it says.
    pub(super) fn number(
        &mut self,
        meaning: (ProofMeaning, u8),
        units: usize,
        judge: impl FnOnce(&mut [f32]) -> ProofFacts,
    ) -> usize {
        self.known.find(&meaning).unwrap_or_else(|free| {
            let from = self.sums.len();
            self.sums.resize(from + units, 0.0);
            self.facts.push(judge(&mut self.sums[from..]));
            self.known.add(free, meaning)
        })
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
    use crate::games::ergo::proofs::Proofs;
    use crate::net::mlp::{Inputs, Mlp};
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::ergo::turn::{Outcome, each_way};
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;
    use std::collections::BTreeSet;

    /// Of every proof what it says and puts down, to the last bit, is that of the first that means the same; fewer mean something than there
    /// are, in whatever order premises lie.
    #[test]
    fn proofs_that_mean_the_same_put_down_the_same() {
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let (mut proofs, mut meanings, mut premises) =
                (Proofs::default(), Meanings::default(), Premises::default());
            let stamp = Mlp::from_weights(&[1, 1, 1], vec![0.0; 4]).unwrap().stamp();
            let mut put: Vec<Inputs> = Vec::new();
            let mut all = BTreeSet::new();
            for state in (0..8).flat_map(|seed| random_match(&game, Seed::master(seed), 500).into_iter().take(12)) {
                let seat = state.to_move().index();
                let angle = Angle::new(seats, seat);
                proofs.clear();
                meanings.begin((stamp, seats, premises.begin(seats)));
                each_way(&state.mover(&game.0), &mut |_, Outcome { proof, .. }| {
                    let Err(free) = proofs.find(proof) else { return };
                    let read = ReadProof::new(&game.0, proof, &mut premises);
                    let mut inputs = Inputs::default();
                    let facts = describe(&angle, &read, &premises, &mut inputs);
                    all.insert((*proof, seat));
                    let number = meanings.number((read.meaning(&angle), seat as u8), 1, |sums| {
                        sums[0] = put.len() as f32;
                        put.push(inputs.clone());
                        facts
                    });
                    proofs.add(free, *proof, number);
                    assert_eq!(proofs.find(proof), Ok(number));
                    assert_eq!(put[number], inputs, "{proof:?}");
                    assert_eq!(meanings.sums(number, 1), [number as f32]);
                    let known = meanings.facts(number);
                    assert_eq!((known.verdict, known.size), (facts.verdict, facts.size));
                });
            }
            assert!(put.len() > PLACES, "{} meanings never fill the table", put.len());
            assert!(10 * put.len() < 9 * all.len(), "{seats} seats: {} meanings of {} proofs", put.len(), all.len());
        }
    }
}
