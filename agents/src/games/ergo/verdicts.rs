//! The verdicts of the ways to play one turn, most without laying what the last action lays.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::readings::ProofEvaluator;
use ergo_engine::ergo::rules::Reading;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::ergo::turn::{Family, MOST_PLAYS, Way};

/// The proof that a turn begins with, read, and what the actions before the last of a way leave of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdicts {
    first: ProofEvaluator,
    reading: Reading,
    /// By how many actions come before the last: which, and what they leave.
    left: [Option<(u32, Which)>; MOST_PLAYS],
    /// One other proof, and which actions leave it.
    second: ProofEvaluator,
    second_of: Option<u32>,
}

/// Which proof the actions before the last leave.
#[derive(Clone, Copy, Debug)]
enum Which {
    First,
    /// Another proof, of this verdict.
    Second(Verdict),
}

impl Verdicts {
    /// Begins a turn with the proof `first`.
    pub(super) fn begin(&mut self, first: &Proof, reading: Reading) {
        self.first.read(first, reading);
        self.reading = reading;
        self.left = [None; MOST_PLAYS];
        self.second_of = None;
    }

    /// The verdicts of the ways of `family`.
    #[inline]
    pub(super) fn of<'a>(&'a mut self, family: &Family<'_>) -> FamilyVerdicts<'a> {
        let node = family.node;
        let left = match self.left[family.before.len()] {
            Some((known, left)) if known == node => left,
            _ => self.turn_to(family),
        };
        let last = family.last;
        match left {
            Which::First => FamilyVerdicts::Read(&self.first),
            Which::Second(verdict) if !last.changes_proof() || matches!(last, Action::Premise { .. }) => {
                FamilyVerdicts::Known(verdict)
            }
            Which::Second(_) => {
                if self.second_of != Some(node) {
                    let mut changes = family.before.iter().filter(|action| action.changes_proof());
                    match (changes.next(), changes.next()) {
                        (Some(&only), None) => self.second.read_after(&self.first, only, &family.so_far.proof),
                        _ => self.second.read(&family.so_far.proof, self.reading),
                    }
                    self.second_of = Some(node);
                }
                FamilyVerdicts::Read(&self.second)
            }
        }
    }

    /// Notes what the actions before the last of `family` leave.
    fn turn_to(&mut self, family: &Family<'_>) -> Which {
        let mut changes = family.before.iter().filter(|action| action.changes_proof());
        let left = match (changes.next(), changes.next()) {
            (None, _) => Which::First,
            (Some(&only), None) => Which::Second(self.first.after(only)),
            (Some(_), Some(_)) => {
                self.second.read(&family.so_far.proof, self.reading);
                self.second_of = Some(family.node);
                Which::Second(self.second.verdict())
            }
        };
        self.left[family.before.len()] = Some((family.node, left));
        left
    }
}

#[derive(Clone, Copy)]
pub(super) enum FamilyVerdicts<'a> {
    /// By a reading of the proof before the last action.
    Read(&'a ProofEvaluator),
    /// By the verdict before it, which no last action of the family changes but by a premise more.
    Known(Verdict),
}

impl FamilyVerdicts<'_> {
    /// The verdict of `way`.
    #[inline]
    pub(super) fn of(&self, way: &Way<'_>) -> Verdict {
        match (self, way.last) {
            (FamilyVerdicts::Read(readings), last) => readings.after(last),
            (FamilyVerdicts::Known(verdict), Action::Premise { tile }) => verdict.and(tile),
            (FamilyVerdicts::Known(verdict), _) => *verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{are_of_all_kinds, positions};
    use super::*;
    use ergo_engine::ergo::truth::judge;
    use ergo_engine::ergo::turn::each_family;
    use std::collections::BTreeSet;

    /// Of every way to play a turn the verdict is that of its proof read from the start, whatever its last action; by every reading.
    #[test]
    fn verdicts_are_those_of_whole_proofs() {
        let (mut last, mut verdicts) = (BTreeSet::new(), Verdicts::default());
        for (game, state) in positions() {
            verdicts.begin(state.proof(), game.0.reading);
            each_family(&state.move_generator(&game.0), &mut |family| {
                let verdicts = verdicts.of(family);
                for way in family.ways() {
                    let verdict = verdicts.of(&way);
                    let read = judge(&way.outcome().proof, game.0.reading);
                    assert_eq!(verdict, read, "{:?} {:?} {:?}", way.before, way.last, state.proof());
                    last.insert(way.last);
                }
            });
        }
        assert!(are_of_all_kinds(&last), "{last:?}");
    }
}
