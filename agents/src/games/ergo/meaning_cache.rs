//! A cache of the meanings of proofs and their sums in a net. More than half of a turn's proofs mean the same as
//! another of them, and most others the same as one of an earlier turn.

use std::hash::Hash;

use super::features::parsed_proof::{ProofFacts, ProofMeaning};
use super::key_table::KeyTable;
use crate::net::mlp::Stamp;

/// What the meanings depend on: the net, the number of seats and the numbering of the premise cache.
pub(super) type Owner = (Stamp, usize, u32);

/// Meanings of proofs with their facts and their sums of the first layer.
#[derive(Clone, Debug, Default)]
pub(super) struct MeaningCache {
    owner: Option<Owner>,
    /// The sums for a verdict, a size and a seat, which start the sums of a meaning.
    verdicts: KeyedSums<u64>,
    known: KeyedSums<ProofMeaning>,
    facts: Vec<ProofFacts>,
}

/// The parts of the inputs of a proof, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FeaturePart {
    /// Inputs that depend only on the verdict and the size.
    Verdict,
    Premises,
}

#[derive(Clone, Debug)]
struct KeyedSums<K> {
    keys: KeyTable<K>,
    /// The sums of all keys, one after another.
    sums: Vec<f32>,
}

impl<K> Default for KeyedSums<K> {
    fn default() -> Self {
        KeyedSums { keys: KeyTable::default(), sums: Vec::new() }
    }
}

impl<K: Eq + Hash> KeyedSums<K> {
    fn clear(&mut self) {
        self.keys.clear();
        self.sums.clear();
    }

    /// Returns the index of `key`. If it is new, `add` adds to its sums: `units` values that are 0.
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

impl MeaningCache {
    /// Prepares the cache for a turn; clears it if the owner has changed or if it holds more than `most` meanings.
    pub(super) fn begin(&mut self, owner: Owner, most: usize) {
        if self.owner != Some(owner) || self.facts.len() > most {
            self.owner = Some(owner);
            self.verdicts.clear();
            self.known.clear();
            self.facts.clear();
        }
    }

    /// Returns the index of `meaning` for `seat` (from 0). If it is new, `add` adds each part of the inputs of a
    /// proof with these `facts` to its sums of `units` values.
    pub(super) fn number(
        &mut self,
        meaning: ProofMeaning,
        (seat, units): (usize, usize),
        facts: impl FnOnce() -> ProofFacts,
        mut add: impl FnMut(FeaturePart, &ProofFacts, &mut [f32]),
    ) -> usize {
        let MeaningCache { verdicts, known, facts: all, .. } = self;
        known.number(meaning, units, |sums| {
            let facts = facts();
            let key = u64::from(facts.verdict.0.0) | (facts.size as u64) << 16 | (seat as u64) << 32;
            let verdict = verdicts.number(key, units, |sums| add(FeaturePart::Verdict, &facts, sums));
            sums.copy_from_slice(verdicts.sums(verdict, units));
            add(FeaturePart::Premises, &facts, sums);
            all.push(facts);
        })
    }

    /// Returns the facts of the meaning with this index.
    #[inline]
    pub(super) fn facts(&self, number: usize) -> ProofFacts {
        self.facts[number]
    }

    /// Returns the sums of the meaning with this index: `units` values.
    #[inline]
    pub(super) fn sums(&self, number: usize, units: usize) -> &[f32] {
        self.known.sums(number, units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::features::Perspective;
    use crate::games::ergo::features::logic::{Entries, describe_premises, describe_verdict};
    use crate::games::ergo::features::parsed_proof::ParsedProof;
    use crate::games::ergo::features::premise_cache::PremiseCache;
    use crate::games::ergo::key_table::PLACES;
    use crate::net::mlp::Mlp;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::ergo::turn::{Outcome, each_way};
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;
    use std::collections::BTreeSet;

    /// Proofs with the same meaning have the same facts and inputs, to the last bit, and proofs with the same
    /// verdict and size the same first part. There are fewer meanings than proofs, and the order of premises does
    /// not matter.
    #[test]
    fn equal_meanings_have_equal_inputs() {
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let (mut meanings, mut premises) = (MeaningCache::default(), PremiseCache::default());
            let stamp = Mlp::from_weights(&[1, 1, 1], vec![0.0; 4]).unwrap().stamp();
            let mut all = BTreeSet::new();
            // The inputs stored for each meaning. The sums hold the indices of both parts in a list of all parts.
            let mut put: Vec<[Vec<(u16, f32)>; 2]> = Vec::new();
            let mut parts: Vec<Vec<(u16, f32)>> = Vec::new();
            for state in (0..8).flat_map(|seed| random_match(&game, Seed::master(seed), 500).into_iter().take(12)) {
                let seat = state.to_move().index();
                let perspective = Perspective::new(seats, seat);
                meanings.begin((stamp, seats, premises.begin(&game.0, usize::MAX)), usize::MAX);
                each_way(&state.move_generator(&game.0), &mut |_, Outcome { proof, .. }| {
                    all.insert((*proof, seat));
                    let read = ParsedProof::new(&game.0, proof, &mut premises);
                    let facts = read.facts(&premises);
                    let [mut verdict, mut rest] = [Entries::default(), Entries::default()];
                    describe_verdict(&perspective, &facts, &mut verdict);
                    describe_premises(&perspective, &read, &facts, &premises, &mut rest);
                    let both = [verdict.all().to_vec(), rest.all().to_vec()];
                    let number = meanings.number(
                        read.meaning(&perspective),
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
