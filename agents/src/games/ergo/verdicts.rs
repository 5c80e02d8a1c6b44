//! The verdicts of the ways to play one turn, mostly computed without laying the tiles of the last action.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::readings::ProofEvaluator;
use ergo_engine::ergo::rules::Reading;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::ergo::turn::{Family, MOST_PLAYS, Way};

/// The parsed proof at the start of a turn, and the proofs after all actions but the last of a way.
#[derive(Clone, Debug, Default)]
pub(super) struct VerdictReader {
    first: ProofEvaluator,
    reading: Reading,
    /// The identifier and the proof, by the number of actions before the last.
    left: [Option<(u32, Which)>; MOST_PLAYS],
    /// The parsed form of one other proof, and its identifier.
    second: ProofEvaluator,
    second_of: Option<u32>,
}

/// The proof after all actions but the last.
#[derive(Clone, Copy, Debug)]
enum Which {
    First,
    /// Another proof, with this verdict.
    Second(Verdict),
}

impl VerdictReader {
    /// Starts a turn with the proof `first`.
    pub(super) fn begin(&mut self, first: &Proof, reading: Reading) {
        self.first.read(first, reading);
        self.reading = reading;
        self.left = [None; MOST_PLAYS];
        self.second_of = None;
    }

    /// Returns the verdicts of the ways of `family`.
    #[inline]
    pub(super) fn family_verdicts<'a>(&'a mut self, family: &Family<'_>) -> FamilyVerdicts<'a> {
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

    /// Computes and stores the proof after all actions but the last of `family`.
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
    /// From the parsed proof before the last action.
    Read(&'a ProofEvaluator),
    /// From the verdict before the last action, which no last action of the family changes except by adding a
    /// premise.
    Known(Verdict),
}

impl FamilyVerdicts<'_> {
    /// Returns the verdict of `way`.
    #[inline]
    pub(super) fn verdict(&self, way: &Way<'_>) -> Verdict {
        match (self, way.last) {
            (FamilyVerdicts::Read(readings), last) => readings.after(last),
            (FamilyVerdicts::Known(verdict), Action::Premise { tile }) => verdict.and(tile),
            (FamilyVerdicts::Known(verdict), _) => *verdict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_positions::{cover_all_kinds, positions};
    use super::*;
    use ergo_engine::ergo::truth::judge;
    use ergo_engine::ergo::turn::each_family;
    use std::collections::BTreeSet;

    /// The verdict of every way to play a turn equals that of its proof parsed from scratch, for both readings and
    /// every kind of last action.
    #[test]
    fn verdicts_equal_parsing_from_scratch() {
        let (mut last, mut verdicts) = (BTreeSet::new(), VerdictReader::default());
        for (game, state) in positions() {
            verdicts.begin(state.proof(), game.0.reading);
            each_family(&state.move_generator(&game.0), &mut |family| {
                let verdicts = verdicts.family_verdicts(family);
                for way in family.ways() {
                    let verdict = verdicts.verdict(&way);
                    let read = judge(&way.outcome().proof, game.0.reading);
                    assert_eq!(verdict, read, "{:?} {:?} {:?}", way.before, way.last, state.proof());
                    last.insert(way.last);
                }
            });
        }
        assert!(cover_all_kinds(&last), "{last:?}");
    }
}
