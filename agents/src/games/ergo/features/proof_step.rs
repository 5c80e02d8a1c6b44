//! Derives the proof after one action from the parsed proof before it; only the changed premise is parsed again.

use arrayvec::ArrayVec;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{MOST_PREMISES, Rules};

use super::packed_premise::PackedPremise;
use super::parsed_proof::ParsedProof;
use super::premise_cache::PremiseCache;

/// The parsed proof before the last action of a turn.
#[derive(Clone, Debug)]
pub struct ProofStep {
    read: ParsedProof,
    written: ArrayVec<Option<PackedPremise>, MOST_PREMISES>,
    starts: ArrayVec<u8, MOST_PREMISES>,
    tiles: usize,
    most: usize,
}

impl ProofStep {
    /// Parses `proof`, using the cache.
    pub fn new(rules: &Rules, proof: &Proof, premises: &mut PremiseCache) -> Self {
        let mut step = ProofStep {
            read: ParsedProof::empty(rules, proof),
            written: ArrayVec::new(),
            starts: ArrayVec::new(),
            tiles: proof.len(),
            most: rules.premises.into(),
        };
        for span in proof.spans() {
            let written = PackedPremise::new(proof, span);
            step.read.push(premises.read(written.as_ref(), proof, span));
            step.written.push(written);
            step.starts.push(span.0 as u8);
        }
        step
    }

    /// Returns the parsed proof.
    pub fn proof(&self) -> &ParsedProof {
        &self.read
    }

    /// Returns the proof after a legal `action`; `proof` computes the unparsed one if a premise is new. Returns
    /// `None` if the action removes two tiles, or if the premise is too long to be packed.
    #[inline]
    pub fn after(&self, action: Action, premises: &mut PremiseCache, proof: impl Fn() -> Proof) -> Option<ParsedProof> {
        let mut after = self.read;
        let mut summary = |start: usize, written: &PackedPremise| {
            let known = premises.lookup(written);
            known.unwrap_or_else(|_| premises.read(Some(written), &proof(), (start, written.len())))
        };
        match action {
            Action::Premise { tile } => {
                after.push(summary(self.tiles, &PackedPremise::from_tile(tile)));
                after.has_room = after.premises().len() < self.most;
            }
            Action::Negate { tile, before } => {
                let (premise, start, mut written) = self.at(before, 1)?;
                written.lay(usize::from(before) - start, tile);
                after.replace(premise, summary(start, &written));
            }
            Action::JoinBefore { variable, operator, before } => {
                let (premise, start, mut written) = self.at(before, 2)?;
                written.lay(usize::from(before) - start, operator);
                written.lay(usize::from(before) - start, variable);
                after.replace(premise, summary(start, &written));
            }
            Action::JoinAfter { operator, variable, after: last } => {
                let (premise, start, mut written) = self.at(last, 2)?;
                written.lay(usize::from(last) + 1 - start, variable);
                written.lay(usize::from(last) + 1 - start, operator);
                after.replace(premise, summary(start, &written));
            }
            Action::Parenthesise { before, after: last } => {
                let (premise, start, mut written) = self.at(before, 2)?;
                written.lay(usize::from(last) + 1 - start, Tile::plain(Symbol::Close));
                written.lay(usize::from(before) - start, Tile::plain(Symbol::Open));
                after.replace(premise, summary(start, &written));
            }
            Action::Replace { place, tile } => {
                let (premise, start, mut written) = self.at(place, 0)?;
                written.replace(usize::from(place) - start, tile);
                after.replace(premise, summary(start, &written));
            }
            Action::Remove { place } => {
                let (premise, start, mut written) = self.at(place, 0)?;
                if written.len() == 1 {
                    after.remove(premise);
                    after.has_room = after.premises().len() < self.most;
                } else {
                    written.take(usize::from(place) - start);
                    after.replace(premise, summary(start, &written));
                }
            }
            Action::Swap { first, second } => {
                let (one, start, mut written) = self.at(first, 0)?;
                let (other, there, mut with) = self.at(second, 0)?;
                let (first, second) = (usize::from(first) - start, usize::from(second) - there);
                if one == other {
                    written.swap_within(first, second);
                } else {
                    written.swap(first, &mut with, second);
                    after.replace(other, summary(there, &with));
                }
                after.replace(one, summary(start, &written));
            }
            Action::RemoveTwo { .. } => return None,
            Action::Discard { .. }
            | Action::TakeBack { .. }
            | Action::Fallacy { .. }
            | Action::Justification { .. }
            | Action::Ergo { .. } => {}
        }
        Some(after)
    }

    /// Returns the index, the start and the packed form of the premise with the tile at `place`, if `more` tiles
    /// fit into it.
    #[inline]
    fn at(&self, place: u8, more: usize) -> Option<(usize, usize, PackedPremise)> {
        let premise = self.starts.iter().skip(1).take_while(|&&start| start <= place).count();
        let written = self.written[premise]?;
        (written.len() + more <= PackedPremise::MOST).then_some((premise, self.starts[premise].into(), written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::features::Perspective;
    use crate::games::ergo::test_positions::{cover_all_kinds, positions};
    use ergo_engine::ergo::turn::each_family;
    use std::collections::BTreeSet;

    /// For every way to play a turn and every kind of last action, the derived proof has the same meaning as one
    /// parsed from scratch; for both readings, with a cache that is cleared now and then.
    #[test]
    fn derived_proof_equals_parsing_from_scratch() {
        let (mut last, mut premises) = (BTreeSet::new(), PremiseCache::default());
        for (game, state) in positions() {
            let perspective = Perspective::new(game.0.seats.get(), state.to_move().index());
            premises.begin(&game.0, 200);
            each_family(&state.move_generator(&game.0), &mut |family| {
                let step = ProofStep::new(&game.0, &family.so_far.proof, &mut premises);
                for way in family.ways() {
                    let after = step.after(way.last, &mut premises, || way.proof());
                    let whole = ParsedProof::new(&game.0, &way.proof(), &mut premises);
                    let taken = matches!(way.last, Action::RemoveTwo { .. });
                    assert_eq!(after.is_none(), taken, "{:?} {:?}", way.last, state.proof());
                    let meant = after.map(|after| after.meaning(&perspective));
                    assert!(taken || meant == Some(whole.meaning(&perspective)), "{:?} {:?}", way.last, state.proof());
                    last.insert(way.last);
                }
            });
        }
        assert!(cover_all_kinds(&last), "{last:?}");
    }

    /// Premises up to the maximum length are derived correctly, and longer ones are parsed from scratch.
    #[test]
    fn long_premises_are_parsed_from_scratch() {
        let rules = Rules::printed(2);
        let mut proof = Proof::default();
        proof.play(Action::Premise { tile: Tile::plain(Symbol::A) });
        let join = |after: usize| Action::JoinAfter {
            operator: Tile::plain(Symbol::Then),
            variable: Tile::plain(Symbol::B),
            after: after as u8,
        };
        let mut premises = PremiseCache::default();
        for place in 0..30 {
            let (step, action) = (ProofStep::new(&rules, &proof, &mut premises), join(2 * place));
            let mut after = proof;
            after.play(action);
            let read = step.after(action, &mut premises, || after);
            assert_eq!(read.is_some(), after.len() <= PackedPremise::MOST, "{after:?}");
            let whole = ParsedProof::new(&rules, &after, &mut premises);
            let perspective = Perspective::new(2, 0);
            assert!(read.is_none_or(|read| read.meaning(&perspective) == whole.meaning(&perspective)), "{after:?}");
            assert_eq!(whole.facts(&premises).size, after.len());
            proof = after;
        }
    }
}
