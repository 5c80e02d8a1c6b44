//! The greedy agents of ERGO: one looks at every outcome of its whole turn and takes the best, one at a few drawn at random.

use std::collections::BTreeMap;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::{Outcome, Way, sample_way};
use ergo_engine::rng::{Rng, Seed, below, unit};

use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};
use crate::games::ergo::heuristic::{View, Weights};
use crate::games::ergo::ways::{Room, each_value};

/// Decides a whole turn at its first play and then carries it out. Equal outcomes are equally likely.
///
/// Every turn of every round has streams of its own. So two such agents with one seed do the same in the same situation,
/// whatever they did before: on the same deals they differ only where their settings make them differ.
pub struct GreedyAgent {
    weights: Weights,
    look: Look,
    seed: Seed,
    rng: Rng,
    room: Room,
    /// The rest of the turn, last action first.
    plan: Vec<Action>,
    /// The rules and the observation that the last choice was decided from; nothing if it carried out an earlier one.
    decided: Option<(Rules, Observation)>,
}

/// Which ways to play its turn an agent looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// All of them; but with this chance it plays one drawn at random instead.
    AtAll {
        /// From 0 to 1.
        blunder: f64,
    },
    /// As many as this, drawn at random.
    AtSome(u32),
}

impl GreedyAgent {
    /// A greedy agent that draws from the stream of `seed`.
    pub fn new(weights: Weights, look: Look, seed: Seed) -> Self {
        GreedyAgent { weights, look, seed, rng: seed.rng(), room: Room::default(), plan: Vec::new(), decided: None }
    }

    /// Plans the best of `drawn` ways to play the turn, drawn at random.
    fn plan_one_of(&mut self, drawn: u32, rules: &Rules, seen: &Observation) {
        let view = View::new(&self.weights, rules, seen);
        let mut best = Best::default();
        for _ in 0..drawn {
            let (actions, outcome) = sample_way(&seen.move_generator(rules), &mut self.rng);
            let value = view.value(&outcome, judge(&outcome.proof, rules.reading));
            best.offer(value, &mut self.rng, || replace(&mut self.plan, actions.iter().rev().copied()));
        }
    }

    /// Plans the best of all ways to play the turn.
    fn plan_the_best(&mut self, rules: &Rules, seen: &Observation) {
        let mut best = Best::default();
        each_value(&self.weights, rules, seen, &mut self.room, &mut |way, value| {
            best.offer(value, &mut self.rng, || replace(&mut self.plan, way.actions().rev()));
        });
    }
}

impl Agent<Ergo> for GreedyAgent {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        self.decided = None;
        if self.plan.is_empty() {
            let (rules, seen) = (&decision.rules().0, decision.observation());
            let turn = u64::from(seen.round) << 16 | u64::from(seen.turn);
            self.rng = self.seed.stream(2 * turn);
            match self.look {
                // Another stream than that which chooses among equals: an agent that does not blunder here does as one that
                // never does.
                Look::AtAll { blunder } if blunder > 0.0 && unit(&mut self.seed.stream(2 * turn + 1)) < blunder => {
                    self.plan_one_of(1, rules, &seen);
                }
                Look::AtAll { .. } => self.plan_the_best(rules, &seen),
                Look::AtSome(drawn) => self.plan_one_of(drawn, rules, &seen),
            }
            self.decided = Some((rules.clone(), seen));
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }

    /// Every distinct outcome of the turn with its worth in points of margin. What was drawn of them is not told again.
    fn explain(&self) -> Option<Explanation> {
        let (rules, seen) = self.decided.as_ref()?;
        Some(evaluated_outcomes(|visit| {
            each_value(&self.weights, rules, seen, &mut Room::default(), &mut |way, value| visit(way, value));
        }))
    }
}

/// Every distinct outcome of a turn with its worth, the best first, as `each` shows the ways to play it.
pub(crate) fn evaluated_outcomes(each: impl FnOnce(&mut dyn FnMut(&Way<'_>, f64))) -> Explanation {
    let mut outcomes: BTreeMap<Outcome, Candidate> = BTreeMap::new();
    each(&mut |way, value| {
        let text = || way.actions().map(|action| action.to_string()).collect::<Vec<_>>().join(", ");
        outcomes.entry(way.outcome()).or_insert_with(|| Candidate { text: text(), value: Some(value), visits: 1 });
    });
    let evaluations = outcomes.len() as u64;
    Explanation::new(outcomes.into_values().collect(), 0, evaluations)
}

/// Puts `actions` in place of those of `plan`.
#[inline]
pub(crate) fn replace(plan: &mut Vec<Action>, actions: impl Iterator<Item = Action>) {
    plan.clear();
    actions.for_each(|action| plan.push(action));
}

pub(crate) struct Best {
    value: f64,
    equals: u32,
}

impl Default for Best {
    fn default() -> Self {
        Best { value: f64::NEG_INFINITY, equals: 0 }
    }
}

impl Best {
    /// Calls `take` if `value` is the best, or equal to it and drawn: each of the equals is kept with the same chance.
    pub(crate) fn offer(&mut self, value: f64, rng: &mut Rng, take: impl FnOnce()) {
        if value > self.value {
            (self.value, self.equals) = (value, 1);
            take();
        } else if value == self.value {
            self.equals += 1;
            if below(rng, self.equals) == 0 {
                take();
            }
        }
    }
}
