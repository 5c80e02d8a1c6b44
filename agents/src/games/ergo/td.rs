//! The learned agent of ERGO: looks at every outcome of its whole turn and takes the one that a net thinks best.

use std::borrow::Cow;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::turn::sample_way;
use ergo_engine::rng::{Rng, Seed, unit};
use rand::Rng as _;

use crate::agent::{Agent, AgentFault, Decision, Explanation};
use crate::games::ergo::greedy::{Best, evaluated_outcomes, replace};
use crate::games::ergo::match_play::nets::MatchPlay;
use crate::games::ergo::value_net::{Judge, Room, each_value};
use crate::hash::mix;
use crate::net::mlp::Mlp;

/// Decides a whole turn at its first play and then carries it out. Equal outcomes are equally likely.
pub struct TdAgent<'n> {
    net: Cow<'n, Mlp>,
    manner: Manner,
    /// What turns are worth to the match; nothing if points are played for.
    match_play: Option<MatchPlay>,
    rng: Rng,
    room: Room,
    /// The rest of the turn, last action first.
    plan: Vec<Action>,
    /// The rules and the observation that the last choice was decided from; nothing if it carried out an earlier one.
    decided: Option<(Rules, Observation)>,
}

/// How far an agent strays from what it thinks best.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Manner {
    /// The chance to play a turn drawn at random instead, from 0 to 1.
    pub blunder: f64,
    /// 0: always the best. Else each distinct outcome with a chance that falls by the factor e for every so many points of
    /// margin below the best.
    pub temperature: f64,
}

impl<'n> TdAgent<'n> {
    /// An agent that evaluates by `net` and draws from the stream of `seed`.
    pub fn new(net: Cow<'n, Mlp>, manner: Manner, seed: Seed) -> Self {
        let (room, plan) = (Room::default(), Vec::new());
        TdAgent { net, manner, match_play: None, rng: seed.rng(), room, plan, decided: None }
    }

    /// The same, playing for the match.
    pub fn for_the_match(self, match_play: MatchPlay) -> Self {
        TdAgent { match_play: Some(match_play), ..self }
    }
}

/// What the turn of the seat that `seen` belongs to is judged by: points, by `net`, unless the match is played for.
fn judge<'a>(net: &'a Mlp, match_play: &'a mut Option<MatchPlay>, rules: &Rules, seen: &Observation) -> Judge<'a> {
    match match_play {
        Some(match_play) => match_play.judge(rules, seen).0,
        None => Judge::from(net),
    }
}

/// Plans one of the distinct outcomes of the turn of the seat that `seen` belongs to, into `plan`, last action first: each with
/// a chance that falls by the factor e for every `temperature` points of margin below the best.
pub fn turn_by_chance<'a>(
    judge: impl Into<Judge<'a>>,
    rules: &Rules,
    seen: &Observation,
    room: &mut Room,
    temperature: f64,
    rng: &mut Rng,
    plan: &mut Vec<Action>,
) {
    // The largest of value / temperature + Gumbel noise falls on each outcome with just that chance. Ways that leave the same
    // share their noise, so that an outcome is no likelier for being reached in many ways.
    let key = rng.next_u64();
    let mut best = f64::NEG_INFINITY;
    each_value(judge, rules, seen, room, &mut |way, value| {
        let even = (mix(&(key, &way.outcome())) >> 11) as f64 / (1_u64 << 53) as f64;
        let score = value - temperature * libm::log(-libm::log(even.max(f64::MIN_POSITIVE)));
        if score > best {
            best = score;
            replace(plan, way.actions().rev());
        }
    });
}

/// Plans the best of all ways to play the turn of the seat that `seen` belongs to, into `plan`, last action first.
pub fn best_turn<'a>(
    judge: impl Into<Judge<'a>>,
    rules: &Rules,
    seen: &Observation,
    room: &mut Room,
    rng: &mut Rng,
    plan: &mut Vec<Action>,
) {
    let mut best = Best::default();
    each_value(judge, rules, seen, room, &mut |way, value| {
        best.offer(value, rng, || replace(plan, way.actions().rev()));
    });
}

impl Agent<Ergo> for TdAgent<'_> {
    fn choose(&mut self, decision: &mut Decision<'_, Ergo>) -> Result<Action, AgentFault> {
        self.decided = None;
        if self.plan.is_empty() {
            let (rules, seen) = (&decision.rules().0, decision.observation());
            // Nothing is drawn where nothing can come of it: an agent that never blunders keeps its stream.
            if self.manner.blunder > 0.0 && unit(&mut self.rng) < self.manner.blunder {
                let (actions, _) = sample_way(&seen.move_generator(rules), &mut self.rng);
                self.plan.extend(actions.iter().rev());
            } else {
                let judge = judge(&self.net, &mut self.match_play, rules, &seen);
                let (room, rng, plan) = (&mut self.room, &mut self.rng, &mut self.plan);
                if self.manner.temperature > 0.0 {
                    turn_by_chance(judge, rules, &seen, room, self.manner.temperature, rng, plan);
                } else {
                    best_turn(judge, rules, &seen, room, rng, plan);
                }
            }
            self.decided = Some((rules.clone(), seen));
        }
        self.plan.pop().ok_or(AgentFault::Illegal)
    }

    /// Every distinct outcome of the turn with its worth in points of margin.
    fn explain(&self) -> Option<Explanation> {
        let (rules, seen) = self.decided.as_ref()?;
        let mut match_play = self.match_play.clone();
        let judge = judge(&self.net, &mut match_play, rules, seen);
        Some(evaluated_outcomes(|visit| {
            each_value(judge, rules, seen, &mut Room::default(), &mut |way, value| visit(way, value));
        }))
    }
}
