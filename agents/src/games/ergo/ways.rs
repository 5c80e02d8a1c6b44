//! The ways to play a turn of ERGO with their values by the hand-written evaluation.

use std::hash::Hash;

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::ergo::turn::{MOST_PLAYS, Way, each_family};

use super::heuristic::{HandValue, HeuristicWeights, TableValue, TurnEvaluator, VerdictValue};
use super::key_table::hash;
use super::verdicts::VerdictReader;

/// Calls `visit` with every way to play the turn of the seat of `seen`, and its value to that seat in points of
/// margin.
pub fn each_value(
    weights: &HeuristicWeights,
    rules: &Rules,
    seen: &Observation,
    scratch: &mut HeuristicScratch,
    visit: &mut impl FnMut(&Way<'_>, f64),
) {
    let view = TurnEvaluator::new(weights, rules, seen);
    let HeuristicScratch { verdicts, verdict_values, hand_values } = scratch;
    verdicts.begin(&seen.proof, rules.reading);
    verdict_values.begin();
    hand_values.begin();
    let mut verdict_values = |verdict: Verdict| {
        *verdict_values.get_or_insert(verdict.0.0, |verdict_values| view.fill_verdict_value(verdict, verdict_values))
    };
    let mut hand_values =
        |hand: Hand| *hand_values.get_or_insert(hand, |hand_values| *hand_values = view.hand_value(hand));
    // By the number of actions before the last: the identifier and the value parts of the table after them.
    let mut tables = [(u32::MAX, TableValue::default()); MOST_PLAYS];
    each_family(&seen.move_generator(rules), &mut |family| {
        let (node, table) = &mut tables[family.before.len()];
        if *node != family.node {
            (*node, *table) = (family.node, view.table_value(family.so_far));
        }
        let verdicts = verdicts.family_verdicts(family);
        if let Some(left) = view.family_value(table, family, &mut hand_values) {
            let mut last = None;
            for way in family.ways() {
                let verdict = verdicts.verdict(&way);
                let value = match last {
                    Some((known, value)) if known == verdict => value,
                    _ => view.worth(&left, &verdict_values(verdict)),
                };
                last = Some((verdict, value));
                visit(&way, value);
            }
            return;
        }
        for way in family.ways() {
            let left = match way.last {
                Action::Discard { .. } => view.discard_value(table, &hand_values(way.hand())),
                _ => view.outcome_value(&way.outcome()),
            };
            visit(&way, view.worth(&left, &verdict_values(verdicts.verdict(&way))));
        }
    });
}

/// Scratch buffers and caches, reused from turn to turn. They do not change any result.
#[derive(Clone, Debug, Default)]
pub struct HeuristicScratch {
    verdicts: Box<VerdictReader>,
    verdict_values: TurnCache<u16, VerdictValue>,
    /// The value of each hand that is kept.
    hand_values: TurnCache<Hand, HandValue>,
}

/// A direct-mapped cache of values computed within one turn.
#[derive(Clone, Debug, Default)]
struct TurnCache<K, V> {
    turn: u64,
    /// By the last bits of the key's hash: the turn of the entry, its key and its value.
    known: Vec<(u64, K, V)>,
}

const REMEMBERED: usize = 64;

impl<K: Copy + Default + Eq + Hash, V: Clone + Default> TurnCache<K, V> {
    fn begin(&mut self) {
        self.turn += 1;
        self.known.resize(REMEMBERED, Default::default());
    }

    /// Returns the value of `key`, computed by `ask` if it is not cached.
    #[inline]
    fn get_or_insert(&mut self, key: K, ask: impl FnOnce(&mut V)) -> &V {
        let (turn, stored_key, answer) = &mut self.known[hash(&key) % REMEMBERED];
        if (*turn, *stored_key) != (self.turn, key) {
            (*turn, *stored_key) = (self.turn, key);
            ask(answer);
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ergo::tuned;
    use ergo_engine::ergo::Ergo;
    use ergo_engine::ergo::truth::judge;
    use ergo_engine::game::{Game, Status};
    use ergo_engine::laws::random_match;
    use ergo_engine::rng::Seed;

    /// The value of every way equals the value of its outcome, laid and parsed from scratch.
    #[test]
    fn way_values_equal_outcome_values() {
        let (mut scratch, mut compared) = (HeuristicScratch::default(), 0);
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let weights = tuned::tuned_weights(game.0.seats);
            for state in random_match(&game, Seed::master(seats as u64), 400) {
                let Status::ToMove(seat) = game.status(&state) else { continue };
                let seen = game.observe(&state, seat);
                let view = TurnEvaluator::new(&weights, &game.0, &seen);
                each_value(&weights, &game.0, &seen, &mut scratch, &mut |way, value| {
                    let outcome = way.outcome();
                    assert_eq!(value, view.value(&outcome, judge(&outcome.proof, game.0.reading)));
                    compared += 1;
                });
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
}
