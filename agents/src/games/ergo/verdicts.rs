//! The verdicts of the ways to play one turn: the last action of a way changes a premise or two, the others were read with the actions before it.

use arrayvec::ArrayVec;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::{MOST_PREMISES, Reading};
use ergo_engine::ergo::truth::{TruthTable, Verdict, judge, table};
use ergo_engine::ergo::turn::MOST_PLAYS;

/// A premise before the last action.
#[derive(Clone, Copy)]
struct Premise {
    start: usize,
    len: usize,
    table: TruthTable,
    /// What all others say.
    others: TruthTable,
}

/// The proof that a turn begins with, and its premises after all actions but the last of a way to play it.
pub(super) struct Verdicts<'a> {
    first: &'a Proof,
    reading: Reading,
    before: ArrayVec<Action, MOST_PLAYS>,
    premises: ArrayVec<Premise, MOST_PREMISES>,
    all: TruthTable,
}

impl<'a> Verdicts<'a> {
    /// Those of a turn that begins with the proof `first`.
    pub(super) fn new(first: &'a Proof, reading: Reading) -> Self {
        let mut verdicts =
            Verdicts { first, reading, before: ArrayVec::new(), premises: ArrayVec::new(), all: TruthTable::TRUE };
        verdicts.read(&[]);
        verdicts
    }

    /// The verdict on `proof`, which `actions`, one or more and all legal, leave of the first.
    #[inline]
    pub(super) fn of(&mut self, actions: &[Action], proof: &Proof) -> Verdict {
        let Some((&last, before)) = actions.split_last() else { return Verdict(self.all) };
        if self.before[..] != *before {
            self.read(before);
        }
        Verdict(match last {
            Action::Premise { tile } => self.all & TruthTable::VARIABLES[tile.symbol() as usize],
            Action::Negate { before: place, .. } => self.with_one(proof, place, 1),
            Action::JoinBefore { before: place, .. }
            | Action::JoinAfter { after: place, .. }
            | Action::Parenthesise { before: place, .. } => self.with_one(proof, place, 2),
            Action::Replace { place, .. } => self.with_one(proof, place, 0),
            Action::Remove { place } => self.with_one(proof, place, -1),
            Action::Swap { first, second } if self.premise_of(first).start == self.premise_of(second).start => {
                self.with_one(proof, first, 0)
            }
            Action::Swap { .. } | Action::RemoveTwo { .. } => return judge(proof, self.reading),
            Action::Discard { .. }
            | Action::TakeBack { .. }
            | Action::Fallacy { .. }
            | Action::Justification { .. }
            | Action::Ergo { .. } => self.all,
        })
    }

    /// Reads every premise that `before` leaves of the first proof.
    fn read(&mut self, before: &[Action]) {
        let mut proof = *self.first;
        self.before.clear();
        for &action in before {
            proof.play(action);
            self.before.push(action);
        }
        self.premises.clear();
        let (mut all, reading) = (TruthTable::TRUE, self.reading);
        for (start, len) in proof.spans() {
            let table = table(&proof, start, len, reading);
            self.premises.push(Premise { start, len, table, others: all });
            all = all & table;
        }
        self.all = all;
        let mut after = TruthTable::TRUE;
        for premise in self.premises.iter_mut().rev() {
            premise.others = premise.others & after;
            after = after & premise.table;
        }
    }

    /// The premise with the tile at `place`.
    #[inline]
    fn premise_of(&self, place: u8) -> Premise {
        let after = self.premises.iter().skip(1).take_while(|premise| premise.start <= usize::from(place)).count();
        self.premises[after]
    }

    /// What all premises say when the one with the tile at `place` has so many tiles more, as it lies in `proof`.
    #[inline]
    fn with_one(&self, proof: &Proof, place: u8, more: isize) -> TruthTable {
        let premise = self.premise_of(place);
        match premise.len.saturating_add_signed(more) {
            0 => premise.others,
            len => premise.others & table(proof, premise.start, len, self.reading),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::rules::Rules;
    use ergo_engine::ergo::turn::{Scratch, each_way};
    use ergo_engine::laws::random_match;
    use ergo_engine::options::{Settings, Value};
    use ergo_engine::rng::Seed;
    use ergo_engine::seat::SeatCount;
    use std::collections::BTreeMap;

    /// Of every way to play a turn the verdict is that of its proof read from the start, whatever its last action; by every reading.
    #[test]
    fn verdicts_are_those_of_whole_proofs() {
        let mut last: BTreeMap<String, u32> = BTreeMap::new();
        for (number, reading) in ["rulebook", "standard"].into_iter().enumerate() {
            for seats in 2..=4 {
                let mut options = Settings::default();
                options.0.insert("precedence".to_owned(), Value::Text(reading.to_owned()));
                let game = Ergo(Rules::new(SeatCount::new(seats), &options).unwrap());
                let seeds = (0..6).map(|seed| Seed::master(10 * number as u64 + seed));
                for state in seeds.flat_map(|seed| random_match(&game, seed, 500).into_iter().take(60)) {
                    let mut verdicts = Verdicts::new(state.proof(), game.0.reading);
                    each_way(&state.mover(&game.0), &mut Scratch::default(), &mut |actions, outcome| {
                        let verdict = verdicts.of(actions, &outcome.proof);
                        assert_eq!(verdict, judge(&outcome.proof, game.0.reading), "{actions:?} {:?}", state.proof());
                        let kind = format!("{:?}", actions.last());
                        *last.entry(kind.split(' ').next().unwrap().to_owned()).or_default() += 1;
                    });
                }
            }
        }
        assert_eq!(last.len(), 13, "{last:?}");
    }
}
