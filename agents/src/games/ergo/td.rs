//! The learned agent of ERGO: it evaluates every outcome of its turn with a net and plays the best.

use std::borrow::Cow;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::turn::sample_way;
use ergo_engine::rng::{Rng, Seed, unit};
use rand::Rng as _;

use crate::agent::{Agent, AgentFault, Decision, Explanation};
use crate::games::ergo::greedy::{BestSoFar, explain_outcomes, replace_plan};
use crate::games::ergo::match_play::nets::MatchPlay;
use crate::games::ergo::value_net::{NetScratch, ValueModel, each_value};
use crate::hash::stable_hash;
use crate::net::mlp::Mlp;

/// An agent that plays by a net. It decides a whole turn at its first action and then plays the rest. Equal
/// outcomes are equally likely.
pub struct TdAgent<'n> {
    net: Cow<'n, Mlp>,
    exploration: Exploration,
    /// The values of results to the match; `None` to play for points.
    match_play: Option<MatchPlay>,
    rng: Rng,
    scratch: NetScratch,
    /// The rest of the turn, last action first.
    plan: Vec<Action>,
    /// The rules and the observation of the last decision; `None` if the last action continued a turn.
    decided: Option<(Rules, Observation)>,
}

/// How often an agent deviates from its best turn. The default never does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exploration {
    /// Probability of a random turn, from 0 to 1.
    pub blunder: f64,
    /// 0 to always play the best turn. Otherwise the probability of each distinct outcome falls by the factor e for
    /// this many points of margin below the best.
    pub temperature: f64,
}

impl<'n> TdAgent<'n> {
    /// Creates an agent that evaluates with `net` and uses the random stream of `seed`.
    pub fn new(net: Cow<'n, Mlp>, exploration: Exploration, seed: Seed) -> Self {
        let (scratch, plan) = (NetScratch::default(), Vec::new());
        TdAgent { net, exploration, match_play: None, rng: seed.rng(), scratch, plan, decided: None }
    }

    /// Returns the agent playing for the match.
    pub fn with_match_play(self, match_play: MatchPlay) -> Self {
        TdAgent { match_play: Some(match_play), ..self }
    }
}

/// Returns the model that evaluates the turn of the seat of `seen`: points by `net`, or match play.
fn value_model<'a>(
    net: &'a Mlp,
    match_play: &'a mut Option<MatchPlay>,
    rules: &Rules,
    seen: &Observation,
) -> ValueModel<'a> {
    match match_play {
        Some(match_play) => match_play.value_model(rules, seen).0,
        None => ValueModel::from(net),
    }
}

/// Samples a turn of the seat of `seen` into `plan`, last action first. The probability of each distinct outcome
/// falls by the factor e for every `temperature` points of margin below the best.
pub fn sample_turn<'a>(
    model: impl Into<ValueModel<'a>>,
    rules: &Rules,
    seen: &Observation,
    scratch: &mut NetScratch,
    temperature: f64,
    rng: &mut Rng,
    plan: &mut Vec<Action>,
) {
    // Gumbel-max sampling: the largest value / temperature + Gumbel noise has this distribution. Ways with the same
    // outcome share their noise, so that outcomes with many ways are not more likely.
    let key = rng.next_u64();
    let mut best = f64::NEG_INFINITY;
    each_value(model, rules, seen, scratch, &mut |way, value| {
        let even = (stable_hash(&(key, &way.outcome())) >> 11) as f64 / (1_u64 << 53) as f64;
        let score = value - temperature * libm::log(-libm::log(even.max(f64::MIN_POSITIVE)));
        if score > best {
            best = score;
            replace_plan(plan, way.actions().rev());
        }
    });
}

/// Writes the best turn of the seat of `seen` to `plan`, last action first; a random one of equals.
pub fn best_turn<'a>(
    model: impl Into<ValueModel<'a>>,
    rules: &Rules,
    seen: &Observation,
    scratch: &mut NetScratch,
    rng: &mut Rng,
    plan: &mut Vec<Action>,
) {
    let mut best = BestSoFar::default();
    each_value(model, rules, seen, scratch, &mut |way, value| {
        best.offer(value, rng, || replace_plan(plan, way.actions().rev()));
    });
}

impl Agent<Ergo> for TdAgent<'_> {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        self.decided = None;
        if self.plan.is_empty() {
            let (rules, seen) = (&decision.rules().0, decision.observation());
            // Do not use randomness when `blunder` is 0, so that the stream stays the same.
            if self.exploration.blunder > 0.0 && unit(&mut self.rng) < self.exploration.blunder {
                let (actions, _) = sample_way(&seen.move_generator(rules), &mut self.rng);
                self.plan.extend(actions.iter().rev());
            } else {
                let model = value_model(&self.net, &mut self.match_play, rules, &seen);
                let (scratch, rng, plan) = (&mut self.scratch, &mut self.rng, &mut self.plan);
                if self.exploration.temperature > 0.0 {
                    sample_turn(model, rules, &seen, scratch, self.exploration.temperature, rng, plan);
                } else {
                    best_turn(model, rules, &seen, scratch, rng, plan);
                }
            }
            self.decided = Some((rules.clone(), seen));
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }

    /// Returns every distinct outcome of the turn with its value in points of margin.
    fn explain(&self) -> Option<Explanation> {
        let (rules, seen) = self.decided.as_ref()?;
        let mut match_play = self.match_play.clone();
        let model = value_model(&self.net, &mut match_play, rules, seen);
        Some(explain_outcomes(|visit| {
            each_value(model, rules, seen, &mut NetScratch::default(), &mut |way, value| visit(way, value));
        }))
    }
}
