//! The ways to play a turn of ERGO, each with what it is worth by the hand-written evaluation.

use std::hash::Hash;

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::Verdict;
use ergo_engine::ergo::turn::{MOST_PLAYS, Way, each_family};

use super::heuristic::{Held, Midway, Said, View, Weights};
use super::numbered::hash;
use super::verdicts::Verdicts;

/// Shows `visit` every way to play the turn of the seat that `seen` belongs to, with what it is worth.
pub fn each_value(
    weights: &Weights,
    rules: &Rules,
    seen: &Observation,
    room: &mut Room,
    visit: &mut impl FnMut(&Way<'_>, f64),
) {
    let view = View::new(weights, rules, seen);
    let Room { verdicts, said, held } = room;
    verdicts.begin(&seen.proof, rules.reading);
    said.begin();
    held.begin();
    let mut said = |verdict: Verdict| *said.of(verdict.0.0, |said| view.say(verdict, said));
    let mut held = |hand: Hand| *held.of(hand, |held| *held = view.held(hand));
    // By how many actions come before the last: which, and the table they leave.
    let mut tables = [(u32::MAX, Midway::default()); MOST_PLAYS];
    each_family(&seen.move_generator(rules), &mut |family| {
        let (node, table) = &mut tables[family.before.len()];
        if *node != family.node {
            (*node, *table) = (family.node, view.table(family.so_far));
        }
        let verdicts = verdicts.of(family);
        if let Some(left) = view.left_by(table, family, &mut held) {
            let mut last = None;
            for way in family.ways() {
                let verdict = verdicts.of(&way);
                let value = match last {
                    Some((known, value)) if known == verdict => value,
                    _ => view.worth(&left, &said(verdict)),
                };
                last = Some((verdict, value));
                visit(&way, value);
            }
            return;
        }
        for way in family.ways() {
            let left = match way.last {
                Action::Discard { .. } => view.left_by_discard(table, &held(way.hand())),
                _ => view.left(&way.outcome()),
            };
            visit(&way, view.worth(&left, &said(verdicts.of(&way))));
        }
    });
}

/// Room to work in, kept from turn to turn. It remembers nothing that changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Room {
    verdicts: Box<Verdicts>,
    said: Asked<u16, Said>,
    /// What each hand is worth that is kept.
    held: Asked<Hand, Held>,
}

/// Answers of one turn, each asked for once while its place is not taken by another.
#[derive(Clone, Debug, Default)]
struct Asked<K, V> {
    turn: u64,
    /// By the last bits of a hash of the key: the turn it was asked in, the key, the answer.
    known: Vec<(u64, K, V)>,
}

const REMEMBERED: usize = 64;

impl<K: Copy + Default + Eq + Hash, V: Clone + Default> Asked<K, V> {
    fn begin(&mut self) {
        self.turn += 1;
        self.known.resize(REMEMBERED, Default::default());
    }

    /// The answer for `key`, which `ask` puts down.
    #[inline]
    fn of(&mut self, key: K, ask: impl FnOnce(&mut V)) -> &V {
        let (turn, asked, answer) = &mut self.known[hash(&key) % REMEMBERED];
        if (*turn, *asked) != (self.turn, key) {
            (*turn, *asked) = (self.turn, key);
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

    /// What a family shares is no other than what each of its ways leaves: every way is worth what its outcome is, laid and read.
    #[test]
    fn ways_are_worth_what_they_leave() {
        let (mut room, mut compared) = (Room::default(), 0);
        for seats in 2..=4 {
            let game = Ergo(Rules::printed(seats));
            let weights = tuned::weights(game.0.seats);
            for state in random_match(&game, Seed::master(seats as u64), 400) {
                let Status::ToMove(seat) = game.status(&state) else { continue };
                let seen = game.observe(&state, seat);
                let view = View::new(&weights, &game.0, &seen);
                each_value(&weights, &game.0, &seen, &mut room, &mut |way, value| {
                    let outcome = way.outcome();
                    assert_eq!(value, view.value(&outcome, judge(&outcome.proof, game.0.reading)));
                    compared += 1;
                });
            }
        }
        assert!(compared > 20_000, "{compared}");
    }
}
