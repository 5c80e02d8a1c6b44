//! External sampling Monte Carlo counterfactual regret minimization (Lanctot et al. 2009), for games whose
//! information sets fit into memory.
//!
//! An iteration deals a match for each seat: that seat tries every action, while the other seats and chance are
//! sampled. Later iterations have more weight (Brown and Sandholm 2019). The result is a mixed strategy for every
//! information set; for two-seat constant-sum games it converges to an equilibrium. The method always deals from
//! the start and never from the current observation, so that hidden cards have the probabilities that the others'
//! strategies imply. This limits it to small games.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, unit};
use ergo_engine::seat::Seat;

use super::explicit_game::set_key;
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation, Policy};
use crate::hash::stable_hash;
use crate::utility::{SearchStart, Utilities, Utility};

/// The regrets and the summed strategies of one information set.
#[derive(Clone, Debug)]
struct Learned {
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

/// An MCCFR solver with what it has learned so far.
pub struct Mccfr {
    utility: Utility,
    sets: BTreeMap<u64, Learned>,
    max_sets: usize,
    rounds: u64,
    /// Decisions of this sampled match that remain before the learner's actions are sampled too.
    left: u64,
}

/// Maximum number of decisions of one sampled match at which the learner tries every action. Later decisions are
/// sampled: the value estimate stays unbiased, but nothing is learned there.
const MOMENTS: u64 = 200;

/// Returns probabilities in proportion to the positive part of `weights`, or uniform ones if no weight is positive.
fn chances(weights: &[f64]) -> Vec<f64> {
    let all: f64 = weights.iter().map(|weight| weight.max(0.0)).sum();
    let even = 1.0 / weights.len() as f64;
    weights.iter().map(|weight| if all > 0.0 { weight.max(0.0) / all } else { even }).collect()
}

pub(crate) fn sample_index(chances: &[f64], rng: &mut Rng) -> usize {
    let mut point = unit(rng);
    for (place, chance) in chances.iter().enumerate() {
        point -= chance;
        if point < 0.0 {
            return place;
        }
    }
    // Rounding may leave a small remainder: use the last choice with a positive probability.
    chances.iter().rposition(|chance| *chance > 0.0).unwrap_or(0)
}

impl Mccfr {
    /// Creates a solver without experience. It stores at most `max_sets` information sets and plays uniformly in
    /// others.
    pub fn new(utility: Utility, max_sets: usize) -> Self {
        Mccfr { utility, sets: BTreeMap::new(), max_sets, rounds: 0, left: 0 }
    }

    /// Returns the number of iterations and of information sets so far.
    pub fn size(&self) -> (u64, usize) {
        (self.rounds, self.sets.len())
    }

    /// Runs `rounds` more iterations.
    pub fn learn<G: Game>(&mut self, game: &G, rounds: u64, rng: &mut Rng) {
        for _ in 0..rounds {
            self.rounds += 1;
            for learner in game.seats().iter() {
                let state = game.deal(rng);
                let start = SearchStart::new(game, &state);
                self.left = MOMENTS;
                self.walk(game, &start, &state, learner, rng);
            }
        }
    }

    /// Samples the match from `state`, in which a seat is to move, and returns the utility of every seat.
    fn walk<G: Game>(
        &mut self,
        game: &G,
        start: &SearchStart,
        state: &G::State,
        learner: Seat,
        rng: &mut Rng,
    ) -> Utilities {
        let Status::ToMove(seat) = game.status(state) else {
            unreachable!("the end of a match was handled before");
        };
        let mut actions = Vec::new();
        game.legal_actions(state, &mut actions);
        let key = set_key(game, state, seat);
        let now = match self.sets.get(&key) {
            Some(learned) => chances(&learned.regrets),
            None => vec![1.0 / actions.len() as f64; actions.len()],
        };
        let after = |this: &mut Self, place: usize, rng: &mut Rng| {
            let mut next = state.clone();
            game.apply(&mut next, actions[place]);
            let settled = this.utility.end_utilities(game, start, &next);
            settled.unwrap_or_else(|| this.walk(game, start, &next, learner, rng))
        };
        let tries = seat == learner && self.left > 0;
        self.left = self.left.saturating_sub(1);
        if !tries {
            let weight = self.rounds as f64;
            if seat != learner
                && let Some(learned) = self.remembered(key, actions.len())
            {
                learned.sums.iter_mut().zip(&now).for_each(|(sum, chance)| *sum += weight * chance);
            }
            let place = sample_index(&now, rng);
            return after(self, place, rng);
        }
        let mut mean = Utilities::from_fn(game.seats(), |_| 0.0);
        let mut values = Vec::with_capacity(now.len());
        for (place, chance) in now.iter().enumerate() {
            let utilities = after(self, place, rng);
            mean.iter_mut().zip(utilities.iter()).for_each(|(mean, value)| *mean += chance * value);
            values.push(utilities[seat]);
        }
        let weight = self.rounds as f64;
        if let Some(learned) = self.remembered(key, now.len()) {
            let regrets = learned.regrets.iter_mut().zip(&values);
            regrets.for_each(|(regret, value)| *regret += weight * (value - mean[seat]));
        }
        mean
    }

    /// Returns the entry of information set `key`, added if there is room for it.
    fn remembered(&mut self, key: u64, choices: usize) -> Option<&mut Learned> {
        let full = self.sets.len() >= self.max_sets;
        match self.sets.entry(key) {
            Entry::Occupied(learned) => Some(learned.into_mut()),
            Entry::Vacant(_) if full => None,
            Entry::Vacant(slot) => Some(slot.insert(Learned { regrets: vec![0.0; choices], sums: vec![0.0; choices] })),
        }
    }

    /// Returns the probability of each legal action of `seat`, which is to move in `state`, in the order of the
    /// legal actions.
    pub fn mixture<G: Game>(&self, game: &G, state: &G::State, seat: Seat) -> Vec<f64> {
        let mut actions = Vec::new();
        game.legal_actions(state, &mut actions);
        self.mixed(set_key(game, state, seat), actions.len())
    }

    pub(super) fn mixed(&self, key: u64, choices: usize) -> Vec<f64> {
        match self.sets.get(&key) {
            Some(learned) => chances(&learned.sums),
            None => vec![1.0 / choices as f64; choices],
        }
    }
}

/// An agent that runs MCCFR before its first choice of a match and then plays the learned mixed strategy.
pub struct MccfrAgent {
    mccfr: Mccfr,
    rounds: u64,
    rng: Rng,
    explanation: Option<Explanation>,
}

impl MccfrAgent {
    /// Creates an agent that learns from `rounds` iterations before its first choice and uses the random stream of
    /// `seed`.
    pub fn new(mccfr: Mccfr, rounds: u64, seed: Seed) -> Self {
        MccfrAgent { mccfr, rounds, rng: seed.rng(), explanation: None }
    }

    /// Learns before the first choice, and returns the mixed strategy of this decision.
    fn mixture<G: Game>(&mut self, decision: &mut Decision<'_, G>) -> Vec<f64> {
        if self.mccfr.rounds == 0 {
            self.mccfr.learn(decision.rules(), self.rounds, &mut self.rng);
        }
        self.mccfr.mixed(stable_hash(&(decision.seat(), decision.observation())), decision.legal().len())
    }
}

/// Samples one of `actions` from `mixture`. The explanation shows the probabilities as shares of `iterations`.
pub(crate) fn choose_by_mixture<A: Copy + ToString>(
    actions: &[A],
    mixture: &[f64],
    iterations: u64,
    rng: &mut Rng,
) -> Option<(A, Explanation)> {
    let candidates: Vec<Candidate> = actions
        .iter()
        .zip(mixture)
        .map(|(action, chance)| Candidate {
            text: action.to_string(),
            value: None,
            visits: (iterations as f64 * chance).round() as u64,
        })
        .collect();
    let action = *actions.get(sample_index(mixture, rng))?;
    Some((action, Explanation::new(candidates, iterations, 0)))
}

impl<G: Game> Agent<G> for MccfrAgent {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let mixture = self.mixture(decision);
        let chosen = choose_by_mixture(decision.legal(), &mixture, self.rounds, &mut self.rng);
        let (action, explanation) = chosen.ok_or(AgentFault::Illegal)?;
        self.explanation = Some(explanation);
        Ok(action)
    }

    fn policy(&mut self, decision: &mut Decision<'_, G>) -> Option<Policy> {
        Some(Policy { chances: self.mixture(decision), varies: true })
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}
