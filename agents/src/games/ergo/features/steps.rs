//! The proofs that one action leaves of another, read by the premise that it changes.

use arrayvec::ArrayVec;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Symbol, Tile};
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{MOST_PREMISES, Rules};

use super::premises::Premises;
use super::read_proof::ReadProof;
use super::written::Written;

/// A proof before the last action of a turn, read.
#[derive(Clone, Debug)]
pub struct Step {
    read: ReadProof,
    written: ArrayVec<Option<Written>, MOST_PREMISES>,
    starts: ArrayVec<u8, MOST_PREMISES>,
    tiles: usize,
    most: usize,
}

impl Step {
    /// Reads `proof`.
    pub fn new(rules: &Rules, proof: &Proof, premises: &mut Premises) -> Self {
        let mut step = Step {
            read: ReadProof::empty(rules, proof),
            written: ArrayVec::new(),
            starts: ArrayVec::new(),
            tiles: proof.len(),
            most: rules.premises.into(),
        };
        for span in proof.spans() {
            let written = Written::new(proof, span);
            step.read.push(premises.read(written.as_ref(), proof, span));
            step.written.push(written);
            step.starts.push(span.0 as u8);
        }
        step
    }

    /// The proof itself.
    pub fn read(&self) -> &ReadProof {
        &self.read
    }

    /// What a legal `action` leaves, and `proof` gives; nothing where it takes two tiles out or there is no room for what it writes.
    #[inline]
    pub fn after(&self, action: Action, premises: &mut Premises, proof: impl Fn() -> Proof) -> Option<ReadProof> {
        let mut after = self.read;
        let mut said = |start: usize, written: &Written| {
            let known = premises.known_as(written);
            known.unwrap_or_else(|_| premises.read(Some(written), &proof(), (start, written.len())))
        };
        match action {
            Action::Premise { tile } => {
                after.push(said(self.tiles, &Written::of(tile)));
                after.room = after.said().len() < self.most;
            }
            Action::Negate { tile, before } => {
                let (premise, start, mut written) = self.at(before, 1)?;
                written.lay(usize::from(before) - start, tile);
                after.replace(premise, said(start, &written));
            }
            Action::JoinBefore { variable, operator, before } => {
                let (premise, start, mut written) = self.at(before, 2)?;
                written.lay(usize::from(before) - start, operator);
                written.lay(usize::from(before) - start, variable);
                after.replace(premise, said(start, &written));
            }
            Action::JoinAfter { operator, variable, after: last } => {
                let (premise, start, mut written) = self.at(last, 2)?;
                written.lay(usize::from(last) + 1 - start, variable);
                written.lay(usize::from(last) + 1 - start, operator);
                after.replace(premise, said(start, &written));
            }
            Action::Parenthesise { before, after: last } => {
                let (premise, start, mut written) = self.at(before, 2)?;
                written.lay(usize::from(last) + 1 - start, Tile::plain(Symbol::Close));
                written.lay(usize::from(before) - start, Tile::plain(Symbol::Open));
                after.replace(premise, said(start, &written));
            }
            Action::Replace { place, tile } => {
                let (premise, start, mut written) = self.at(place, 0)?;
                written.replace(usize::from(place) - start, tile);
                after.replace(premise, said(start, &written));
            }
            Action::Remove { place } => {
                let (premise, start, mut written) = self.at(place, 0)?;
                if written.len() == 1 {
                    after.remove(premise);
                    after.room = after.said().len() < self.most;
                } else {
                    written.take(usize::from(place) - start);
                    after.replace(premise, said(start, &written));
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
                    after.replace(other, said(there, &with));
                }
                after.replace(one, said(start, &written));
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

    /// The premise that the tile at `place` is in: its number, its start and how it is written, if there is room for so many `more` tiles.
    #[inline]
    fn at(&self, place: u8, more: usize) -> Option<(usize, usize, Written)> {
        let premise = self.starts.iter().skip(1).take_while(|&&start| start <= place).count();
        let written = self.written[premise]?;
        (written.len() + more <= Written::MOST).then_some((premise, self.starts[premise].into(), written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::drawn::{are_of_all_kinds, positions};
    use crate::games::ergo::features::Angle;
    use ergo_engine::ergo::turn::each_family;
    use std::collections::BTreeSet;

    /// Of every way to play a turn the proof means what it means read from the start, whatever its last action; by every reading, and with
    /// premises that are forgotten now and then.
    #[test]
    fn what_an_action_leaves_means_what_it_means_read_from_the_start() {
        let (mut last, mut premises) = (BTreeSet::new(), Premises::default());
        for (game, state) in positions() {
            let angle = Angle::new(game.0.seats.get(), state.to_move().index());
            premises.begin(&game.0, 200);
            each_family(&state.move_generator(&game.0), &mut |family| {
                let step = Step::new(&game.0, &family.so_far.proof, &mut premises);
                for way in family.ways() {
                    let after = step.after(way.last, &mut premises, || way.proof());
                    let whole = ReadProof::new(&game.0, &way.proof(), &mut premises);
                    let taken = matches!(way.last, Action::RemoveTwo { .. });
                    assert_eq!(after.is_none(), taken, "{:?} {:?}", way.last, state.proof());
                    let meant = after.map(|after| after.meaning(&angle));
                    assert!(taken || meant == Some(whole.meaning(&angle)), "{:?} {:?}", way.last, state.proof());
                    last.insert(way.last);
                }
            });
        }
        assert!(are_of_all_kinds(&last), "{last:?}");
    }

    /// A premise of as many tiles as there is room for is read whole, and so is what is laid into it.
    #[test]
    fn long_premises_are_read_whole() {
        let rules = Rules::printed(2);
        let mut proof = Proof::default();
        proof.play(Action::Premise { tile: Tile::plain(Symbol::A) });
        let join = |after: usize| Action::JoinAfter {
            operator: Tile::plain(Symbol::Then),
            variable: Tile::plain(Symbol::B),
            after: after as u8,
        };
        let mut premises = Premises::default();
        for place in 0..30 {
            let (step, action) = (Step::new(&rules, &proof, &mut premises), join(2 * place));
            let mut after = proof;
            after.play(action);
            let read = step.after(action, &mut premises, || after);
            assert_eq!(read.is_some(), after.len() <= Written::MOST, "{after:?}");
            let whole = ReadProof::new(&rules, &after, &mut premises);
            let angle = Angle::new(2, 0);
            assert!(read.is_none_or(|read| read.meaning(&angle) == whole.meaning(&angle)), "{after:?}");
            assert_eq!(whole.facts(&premises).size, after.len());
            proof = after;
        }
    }
}
