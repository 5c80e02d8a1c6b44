//! The ways to play a turn of ERGO, each with what it is worth by the hand-written evaluation.

use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::{TruthTable, Verdict};
use ergo_engine::ergo::turn::{MOST_PLAYS, Way, each_family};

use super::heuristic::{Midway, Said, View, Weights};
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
    let Room { verdicts, said } = room;
    verdicts.begin(&seen.proof, rules.reading);
    said.begin();
    // By how many actions come before the last: which, and the table they leave.
    let mut tables = [(u32::MAX, Midway::default()); MOST_PLAYS];
    each_family(&seen.mover(rules), &mut |family| {
        let (node, table) = &mut tables[family.before.len()];
        if *node != family.node {
            (*node, *table) = (family.node, view.table(family.so_far));
        }
        let verdicts = verdicts.of(family);
        if let Some(left) = view.left_by(table, family) {
            let mut last = None;
            for way in family.ways() {
                let verdict = verdicts.of(&way);
                let value = match last {
                    Some((known, value)) if known == verdict => value,
                    _ => view.worth(&left, said.of(verdict, &view)),
                };
                last = Some((verdict, value));
                visit(&way, value);
            }
            return;
        }
        for way in family.ways() {
            let left = match way.last {
                Action::Discard { card } => view.left_by_discard(table, family.so_far.hand, card),
                _ => view.left(&way.outcome()),
            };
            visit(&way, view.worth(&left, said.of(verdicts.of(&way), &view)));
        }
    });
}

/// Room to work in, kept from turn to turn. It remembers nothing that changes an answer.
#[derive(Clone, Debug, Default)]
pub struct Room {
    verdicts: Box<Verdicts>,
    said: SaidBefore,
}

/// What the verdicts of one turn say, each asked once while its place is not taken by another.
#[derive(Clone, Debug, Default)]
struct SaidBefore {
    turn: u64,
    /// By the last bits of a hash of the verdict: the turn it was asked in, the verdict, what it says.
    known: Vec<(u64, Verdict, Said)>,
}

/// How many are remembered.
const REMEMBERED: usize = 64;

impl SaidBefore {
    /// Begins another turn.
    fn begin(&mut self) {
        self.turn += 1;
        self.known.resize(REMEMBERED, (0, Verdict(TruthTable::TRUE), Said::default()));
    }

    /// What `verdict` says to the seat of `view`.
    #[inline]
    fn of(&mut self, verdict: Verdict, view: &View<'_>) -> &Said {
        let place = usize::from(verdict.0.0.wrapping_mul(0x9e37) >> 10) % REMEMBERED;
        let (turn, asked, said) = &mut self.known[place];
        if (*turn, *asked) != (self.turn, verdict) {
            (*turn, *asked) = (self.turn, verdict);
            view.say(verdict, said);
        }
        said
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
