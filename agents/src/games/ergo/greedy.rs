//! The greedy agents of ERGO: they evaluate every outcome of their turn, or a few sampled ones, and play the best.

use std::collections::BTreeMap;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::{Outcome, Way, sample_way};
use ergo_engine::rng::{Rng, Seed, below, unit};

use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};
use crate::games::ergo::heuristic::{HeuristicWeights, TurnEvaluator};
use crate::games::ergo::ways::{HeuristicScratch, each_value};

/// A greedy agent. It decides a whole turn at its first action and then plays the rest. Equal outcomes are equally
/// likely.
///
/// Every turn of every round has its own random streams. So two such agents with the same seed play the same in the
/// same situation, whatever happened before: on the same deals they differ only where their settings make them
/// differ.
pub struct GreedyAgent {
    weights: HeuristicWeights,
    look: TurnSelection,
    seed: Seed,
    rng: Rng,
    scratch: HeuristicScratch,
    /// The rest of the turn, last action first.
    plan: Vec<Action>,
    /// The rules and the observation of the last decision; `None` if the last action continued a turn.
    decided: Option<(Rules, Observation)>,
}

/// The ways to play a turn that an agent evaluates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnSelection {
    /// All ways, except that with probability `blunder` it plays a random one.
    All {
        /// Probability of a random turn, from 0 to 1.
        blunder: f64,
    },
    /// This many sampled ways.
    Sample(u32),
}

impl GreedyAgent {
    /// Creates a greedy agent that uses the random streams of `seed`.
    pub fn new(weights: HeuristicWeights, look: TurnSelection, seed: Seed) -> Self {
        GreedyAgent {
            weights,
            look,
            seed,
            rng: seed.rng(),
            scratch: HeuristicScratch::default(),
            plan: Vec::new(),
            decided: None,
        }
    }

    /// Plans the best of `drawn` sampled ways to play the turn.
    fn plan_best_sampled(&mut self, drawn: u32, rules: &Rules, seen: &Observation) {
        let view = TurnEvaluator::new(&self.weights, rules, seen);
        let mut best = BestSoFar::default();
        for _ in 0..drawn {
            let (actions, outcome) = sample_way(&seen.move_generator(rules), &mut self.rng);
            let value = view.value(&outcome, judge(&outcome.proof, rules.reading));
            best.offer(value, &mut self.rng, || replace_plan(&mut self.plan, actions.iter().rev().copied()));
        }
    }

    /// Plans the best of all ways to play the turn.
    fn plan_best(&mut self, rules: &Rules, seen: &Observation) {
        let mut best = BestSoFar::default();
        each_value(&self.weights, rules, seen, &mut self.scratch, &mut |way, value| {
            best.offer(value, &mut self.rng, || replace_plan(&mut self.plan, way.actions().rev()));
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
                // Blunders use another stream than ties do, so that an agent that happens not to blunder plays like
                // one that never does.
                TurnSelection::All { blunder }
                    if blunder > 0.0 && unit(&mut self.seed.stream(2 * turn + 1)) < blunder =>
                {
                    self.plan_best_sampled(1, rules, &seen);
                }
                TurnSelection::All { .. } => self.plan_best(rules, &seen),
                TurnSelection::Sample(drawn) => self.plan_best_sampled(drawn, rules, &seen),
            }
            self.decided = Some((rules.clone(), seen));
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }

    /// Returns every distinct outcome of the turn with its value in points of margin. It does not record which were
    /// sampled.
    fn explain(&self) -> Option<Explanation> {
        let (rules, seen) = self.decided.as_ref()?;
        Some(explain_outcomes(|visit| {
            each_value(&self.weights, rules, seen, &mut HeuristicScratch::default(), &mut |way, value| {
                visit(way, value)
            });
        }))
    }
}

/// Returns every distinct outcome of a turn with its value, best first. `each` visits the ways to play it.
pub(crate) fn explain_outcomes(each: impl FnOnce(&mut dyn FnMut(&Way<'_>, f64))) -> Explanation {
    let mut outcomes: BTreeMap<Outcome, Candidate> = BTreeMap::new();
    each(&mut |way, value| {
        let text = || way.actions().map(|action| action.to_string()).collect::<Vec<_>>().join(", ");
        outcomes.entry(way.outcome()).or_insert_with(|| Candidate { text: text(), value: Some(value), visits: 1 });
    });
    let evaluations = outcomes.len() as u64;
    Explanation::new(outcomes.into_values().collect(), 0, evaluations)
}

/// Replaces the actions of `plan`.
#[inline]
pub(crate) fn replace_plan(plan: &mut Vec<Action>, actions: impl Iterator<Item = Action>) {
    plan.clear();
    actions.for_each(|action| plan.push(action));
}

pub(crate) struct BestSoFar {
    value: f64,
    equals: u32,
}

impl Default for BestSoFar {
    fn default() -> Self {
        BestSoFar { value: f64::NEG_INFINITY, equals: 0 }
    }
}

impl BestSoFar {
    /// Calls `take` if `value` is better than all before, or equal to the best and selected: each of the equal ones
    /// is kept with the same probability.
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
