//! The greedy agent of ERGO: looks at every outcome of its whole turn and takes the best.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::{TruthTable, Verdict, judge};
use ergo_engine::ergo::turn::{Outcome, Scratch, each_way};
use ergo_engine::rng::{Rng, Seed, below};

use crate::agent::{Agent, AgentFault, Decision};
use crate::evaluators::ergo::{View, Weights};

/// Decides a whole turn at its first play and then carries it out. Equal outcomes are equally likely.
pub struct GreedyAgent {
    weights: Weights,
    rng: Rng,
    scratch: Scratch,
    /// The rest of the turn, last action first.
    plan: Vec<Action>,
}

impl GreedyAgent {
    /// A greedy agent that draws from the stream of `seed`.
    pub fn new(weights: Weights, seed: Seed) -> Self {
        GreedyAgent { weights, rng: seed.rng(), scratch: Scratch::default(), plan: Vec::new() }
    }
}

impl Agent<Ergo> for GreedyAgent {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        if let Some(next) = self.plan.pop() {
            return Ok(next);
        }
        let rules = &decision.rules().0;
        let seen = decision.observation();
        let mut best = Best::default();
        each_value(&self.weights, rules, &seen, &mut self.scratch, &mut |actions, _, value| {
            best.offer(value, &mut self.rng, || self.plan.splice(.., actions.iter().rev().copied()).for_each(drop));
        });
        self.plan.pop().ok_or(AgentFault::Illegal)
    }
}

/// Shows `visit` every way to play the turn of the seat that `seen` belongs to, with what it leaves and what that is worth.
pub fn each_value(
    weights: &Weights,
    rules: &Rules,
    seen: &Observation,
    scratch: &mut Scratch,
    visit: &mut impl FnMut(&[Action], &Outcome, f64),
) {
    let view = View::new(weights, rules, seen);
    // Discards and Fallacies leave the proof as it is, and come one after another.
    let mut judged = (Proof::default(), Verdict(TruthTable::TRUE));
    each_way(&seen.mover(rules), scratch, &mut |actions, outcome| {
        if judged.0 != outcome.proof {
            judged = (outcome.proof, judge(&outcome.proof, rules.reading));
        }
        visit(actions, outcome, view.value(outcome, judged.1));
    });
}

/// The best value so far, and how many had it.
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
