//! One-action lookahead for Philosophia: each action is played in sampled worlds, the planner finishes the turn,
//! and the resulting position is evaluated.

use ergo_engine::game::Game;
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::observe::Observation;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed, below, unit};
use ergo_engine::seat::Seat;

use super::evaluator::{PhilosophiaEvaluator, ValueSource};
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};
use crate::search::evaluator::Evaluator;
use crate::search::order::highest_first;

/// An evaluator of the actions of one seat, one action ahead.
#[derive(Clone)]
pub struct Lookahead<'n> {
    evaluator: PhilosophiaEvaluator<'n>,
    settings: LookaheadSettings,
    branch: Option<State>,
    guesses: Vec<f64>,
    order: Vec<usize>,
}

/// The effort of a lookahead.
#[derive(Clone, Copy, Debug)]
pub struct LookaheadSettings {
    /// Number of actions tried, the planner's favourites first; 1 or more.
    pub candidates: usize,
    /// Number of worlds in which each action is tried; 1 or more.
    pub worlds: u32,
}

impl LookaheadSettings {
    /// Tries every action in one world.
    pub const ALL_ONCE: LookaheadSettings = LookaheadSettings { candidates: usize::MAX, worlds: 1 };
}

impl<'n> Lookahead<'n> {
    /// Creates a lookahead for `seat` with position values from `by`.
    pub fn new(by: ValueSource<'n>, seat: Seat, settings: LookaheadSettings, seed: Seed) -> Self {
        let evaluator = PhilosophiaEvaluator::new(by, seed).for_seat(seat);
        Lookahead { evaluator, settings, branch: None, guesses: Vec::new(), order: Vec::new() }
    }

    /// Replaces `values` with the expected share of the win of each of `legal`, from 0 to 1, for the seat of
    /// `seen`. Actions that are not tried get negative infinity.
    pub fn evaluate_actions(
        &mut self,
        game: &Philosophia,
        seen: &Observation,
        legal: &[Action],
        rng: &mut Rng,
        values: &mut Vec<f64>,
    ) {
        values.clear();
        values.resize(legal.len(), f64::NEG_INFINITY);
        self.order.clear();
        self.order.extend(0..legal.len());
        if self.settings.candidates < legal.len() {
            self.evaluator.moves(game, seen.seen(), legal, &mut self.guesses);
            let guesses = &self.guesses;
            highest_first(&mut self.order, guesses);
            self.order.truncate(self.settings.candidates);
        }
        self.order.iter().for_each(|&place| values[place] = 0.0);
        for _ in 0..self.settings.worlds {
            let world = game.determinize(seen, rng);
            for &place in &self.order {
                let branch = match &mut self.branch {
                    Some(branch) => {
                        branch.clone_from(&world);
                        branch
                    }
                    none => none.insert(world.clone()),
                };
                game.apply(branch, legal[place]);
                values[place] += self.evaluator.evaluate(game, branch)[seen.seat] / f64::from(self.settings.worlds);
            }
        }
    }
}

/// Returns the index of the highest of `values`, a random one of equals. With a positive `temperature`, samples an
/// index with probabilities proportional to `exp(value / temperature)`.
pub fn pick(values: &[f64], temperature: f64, rng: &mut Rng) -> usize {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if temperature > 0.0 {
        let chance = |value: f64| libm::exp((value - highest) / temperature);
        let mut point = unit(rng) * values.iter().map(|&value| chance(value)).sum::<f64>();
        for (place, &value) in values.iter().enumerate() {
            point -= chance(value);
            if point < 0.0 {
                return place;
            }
        }
    }
    let best = || values.iter().enumerate().filter(|(_, value)| **value == highest);
    // If the net has diverged, no value equals the highest.
    let count = best().count().max(1) as u32;
    best().nth(below(rng, count) as usize).map_or(0, |(place, _)| place)
}

/// An agent that looks one action ahead.
pub struct LookaheadAgent<'n> {
    ahead: Lookahead<'n>,
    rng: Rng,
    weighed: Vec<(Action, f64)>,
    values: Vec<f64>,
}

impl<'n> LookaheadAgent<'n> {
    /// Creates an agent for `seat` with position values from `by` and the random stream of `seed`.
    pub fn new(by: ValueSource<'n>, seat: Seat, settings: LookaheadSettings, seed: Seed) -> Self {
        let ahead = Lookahead::new(by, seat, settings, seed.derive("evaluator", &[]));
        LookaheadAgent { ahead, rng: seed.rng(), weighed: Vec::new(), values: Vec::new() }
    }
}

impl Agent<Philosophia> for LookaheadAgent<'_> {
    fn choose(&mut self, decision: &mut Decision<'_, Philosophia>) -> Result<Action, AgentFault> {
        let (game, seen) = (decision.rules(), decision.observation());
        let legal = decision.legal();
        self.weighed.clear();
        if let [only] = legal {
            return Ok(*only);
        }
        self.ahead.evaluate_actions(game, &seen, legal, &mut self.rng, &mut self.values);
        self.weighed.extend(legal.iter().copied().zip(self.values.iter().copied()));
        let place = pick(&self.values, 0.0, &mut self.rng);
        legal.get(place).copied().ok_or(AgentFault::Illegal)
    }

    fn explain(&self) -> Option<Explanation> {
        let worlds = u64::from(self.ahead.settings.worlds);
        let candidate = |(action, value): &(Action, f64)| Candidate {
            text: action.to_string(),
            value: value.is_finite().then_some(*value),
            visits: if value.is_finite() { worlds } else { 0 },
        };
        let candidates: Vec<Candidate> = self.weighed.iter().map(candidate).collect();
        let evaluations = candidates.iter().map(|candidate| candidate.visits).sum();
        (!candidates.is_empty()).then_some(Explanation::new(candidates, worlds, evaluations))
    }
}
