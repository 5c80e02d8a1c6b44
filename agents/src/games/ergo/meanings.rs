//! What proofs mean to a net, each meaning judged once for many turns: more than half of a turn's proofs mean the same as another of them, and
//! most of the rest the same as one of an earlier turn.

use std::hash::Hash;

use super::features::read_proof::{ProofFacts, ProofMeaning};
use super::numbered::Numbered;
use crate::net::mlp::Stamp;

/// Meanings are those of this net at a table of so many seats, by these numbers of premises.
pub(super) type Owner = (Stamp, usize, u32);

/// Meanings with what they say and the sums they give a net.
#[derive(Clone, Debug, Default)]
pub(super) struct Meanings {
    owner: Option<Owner>,
    /// What proofs say and how long they are, to whom, with the sums that this begins those of a meaning with.
    verdicts: Known<u64>,
    known: Known<ProofMeaning>,
    facts: Vec<ProofFacts>,
}

/// The parts of what a proof puts down, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What hangs on the verdict and the length alone.
    Verdict,
    Premises,
}

#[derive(Clone, Debug)]
struct Known<K> {
    keys: Numbered<K>,
    /// Of all of them, one after another.
    sums: Vec<f32>,
}

impl<K> Default for Known<K> {
    fn default() -> Self {
        Known { keys: Numbered::default(), sums: Vec::new() }
    }
}

impl<K: Eq + Hash> Known<K> {
    fn clear(&mut self) {
        self.keys.clear();
        self.sums.clear();
    }

    /// The number of `key`. If it is new, `add` adds to its sums, as many as `units` and 0 so far.
    #[inline]
    fn number(&mut self, key: K, units: usize, add: impl FnOnce(&mut [f32])) -> usize {
        self.keys.find(&key).unwrap_or_else(|free| {
            let from = self.sums.len();
            self.sums.resize(from + units, 0.0);
            add(&mut self.sums[from..]);
            self.keys.add(free, key)
        })
    }

    #[inline]
    fn sums(&self, number: usize, units: usize) -> &[f32] {
        &self.sums[units * number..][..units]
    }
}

impl Meanings {
    /// Makes room for another turn; forgets all of them unless `owner` is whose they are, and there are no more than `most`.
    pub(super) fn begin(&mut self, owner: Owner, most: usize) {
        if self.owner != Some(owner) || self.facts.len() > most {
            self.owner = Some(owner);
            self.verdicts.clear();
            self.known.clear();
            self.facts.clear();
        }
    }

    /// The number of `meaning`, to `seat`, counted from 0. If it is new, `add` adds each part of what a proof that says `facts` puts down to
    /// sums, as many as `units`.
    pub(super) fn number(
        &mut self,
        meaning: ProofMeaning,
        (seat, units): (usize, usize),
        facts: impl FnOnce() -> ProofFacts,
        mut add: impl FnMut(Part, &ProofFacts, &mut [f32]),
    ) -> usize {
        let Meanings { verdicts, known, facts: all, .. } = self;
        known.number(meaning, units, |sums| {
            let facts = facts();
            let key = u64::from(facts.verdict.0.0) | (facts.size as u64) << 16 | (seat as u64) << 32;
            let verdict = verdicts.number(key, units, |sums| add(Part::Verdict, &facts, sums));
            sums.copy_from_slice(verdicts.sums(verdict, units));
            add(Part::Premises, &facts, sums);
            all.push(facts);
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
        self.known.sums(number, units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::features::Angle;
    use crate::games::ergo::features::logic::{Entries, describe_premises, describe_verdict};
    use crate::games::ergo::features::premises::Premises;
    use crate::games::ergo::features::read_proof::ReadProof;
    use crate::games::ergo::numbered::PLACES;
    use crate::net::mlp::Mlp;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::ergo::turn::{Outcome, each_way};
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;
    use std::collections::BTreeSet;

    /// Of every proof what it says and puts down, to the last bit, is that of the first that means the same, and its first part that of the
    /// first of its verdict and length; fewer mean something than there are, in whatever order premises lie.
    #[test]
    fn proofs_that_mean_the_same_put_down_the_same() {
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let (mut meanings, mut premises) = (Meanings::default(), Premises::default());
            let stamp = Mlp::from_weights(&[1, 1, 1], vec![0.0; 4]).unwrap().stamp();
            let mut all = BTreeSet::new();
            // What was put down for each meaning that the table holds, and the sums: the numbers of both parts in a list of all.
            let mut put: Vec<[Vec<(u16, f32)>; 2]> = Vec::new();
            let mut parts: Vec<Vec<(u16, f32)>> = Vec::new();
            for state in (0..8).flat_map(|seed| random_match(&game, Seed::master(seed), 500).into_iter().take(12)) {
                let seat = state.to_move().index();
                let angle = Angle::new(seats, seat);
                meanings.begin((stamp, seats, premises.begin(&game.0, usize::MAX)), usize::MAX);
                each_way(&state.move_generator(&game.0), &mut |_, Outcome { proof, .. }| {
                    all.insert((*proof, seat));
                    let read = ReadProof::new(&game.0, proof, &mut premises);
                    let facts = read.facts(&premises);
                    let [mut verdict, mut rest] = [Entries::default(), Entries::default()];
                    describe_verdict(&angle, &facts, &mut verdict);
                    describe_premises(&angle, &read, &facts, &premises, &mut rest);
                    let both = [verdict.all().to_vec(), rest.all().to_vec()];
                    let number = meanings.number(
                        read.meaning(&angle),
                        (seat, 2),
                        || facts,
                        |part, _, sums| {
                            sums[part as usize] = parts.len() as f32;
                            parts.push(both[part as usize].clone());
                        },
                    );
                    if number == put.len() {
                        put.push(both.clone());
                    }
                    assert_eq!(put[number], both, "{proof:?}");
                    for (part, &sum) in meanings.sums(number, 2).iter().enumerate() {
                        assert_eq!(parts[sum as usize], both[part], "{proof:?}");
                    }
                    let known = meanings.facts(number);
                    assert_eq!((known.verdict, known.size), (facts.verdict, facts.size));
                });
            }
            assert!(put.len() > PLACES, "{} meanings never fill the table", put.len());
            assert!(parts.len() < 2 * put.len(), "{} verdicts", parts.len() - put.len());
            assert!(10 * put.len() < 9 * all.len(), "{seats} seats: {} meanings of {} proofs", put.len(), all.len());
        }
    }
}
