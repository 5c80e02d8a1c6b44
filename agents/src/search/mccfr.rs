//! Regret minimization by sampled matches (external sampling MCCFR, Lanctot et al. 2009): for games whose sets of moments that a
//! seat cannot tell apart fit into memory.
//!
//! A round deals anew and goes through the match once for each seat: that seat tries everything it can do, the others and chance do
//! what is sample_index. Later rounds count more (Brown and Sandholm 2019). What it learns is a mixture for everything a seat can know, and
//! for two seats of constant sum the mixtures come to an equilibrium. It deals from the start, never from what the seat at hand
//! sees: what lies hidden there is as likely as the others' own mixtures make it. So it is for small games.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, unit};
use ergo_engine::seat::Seat;

use super::explicit_game::set_key;
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation, Policy};
use crate::hash::stable_hash;
use crate::utility::{SearchStart, Utilities, Utility};

/// The regrets and summed strategies of the choices of one set of moments.
#[derive(Clone, Debug)]
struct Learned {
    regrets: Vec<f64>,
    sums: Vec<f64>,
}

/// All that was learned.
pub struct Mccfr {
    utility: Utility,
    sets: BTreeMap<u64, Learned>,
    most: usize,
    rounds: u64,
    /// Moments of this way through a match before the learner, too, does what is sample_index.
    left: u64,
}

/// The most moments of one way through a match at which the learner tries everything: after them its worth is that of its mixture,
/// still without bias, and nothing is learned there.
const MOMENTS: u64 = 200;

/// The chances in proportion to what of `weights` is above 0, even if nothing is.
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
    // Rounding may leave a little: to the last that can be.
    chances.iter().rposition(|chance| *chance > 0.0).unwrap_or(0)
}

impl Mccfr {
    /// Nothing learned yet. Up to `most` sets of moments are remembered; in others everybody does everything alike.
    pub fn new(utility: Utility, most: usize) -> Self {
        Mccfr { utility, sets: BTreeMap::new(), most, rounds: 0, left: 0 }
    }

    /// Rounds and sets of moments so far.
    pub fn size(&self) -> (u64, usize) {
        (self.rounds, self.sets.len())
    }

    /// Learns from so many more rounds.
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

    /// The sampled utility of `state`, in which a seat is to move, to every seat.
    fn walk<G: Game>(
        &mut self,
        game: &G,
        start: &SearchStart,
        state: &G::State,
        learner: Seat,
        rng: &mut Rng,
    ) -> Utilities {
        let Status::ToMove(seat) = game.status(state) else {
            unreachable!("a match that is over has been settled");
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

    /// The entry of the set called `key`, if there is room for it.
    fn remembered(&mut self, key: u64, choices: usize) -> Option<&mut Learned> {
        let full = self.sets.len() >= self.most;
        match self.sets.entry(key) {
            Entry::Occupied(learned) => Some(learned.into_mut()),
            Entry::Vacant(_) if full => None,
            Entry::Vacant(room) => Some(room.insert(Learned { regrets: vec![0.0; choices], sums: vec![0.0; choices] })),
        }
    }

    /// How often `seat`, which is to move in `state`, is to do each of its legal actions, in their order.
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

/// Learns before its first choice of a match; plays what is sample_index from its mixtures.
pub struct MccfrAgent {
    mccfr: Mccfr,
    rounds: u64,
    rng: Rng,
    explanation: Option<Explanation>,
}

impl MccfrAgent {
    /// An agent that learns from so many rounds before its first choice and draws from the stream of `seed`.
    pub fn new(mccfr: Mccfr, rounds: u64, seed: Seed) -> Self {
        MccfrAgent { mccfr, rounds, rng: seed.rng(), explanation: None }
    }

    /// Learns before the first choice, and returns the mixture of this one.
    fn mixture<G: Game>(&mut self, decision: &mut Decision<'_, G>) -> Vec<f64> {
        if self.mccfr.rounds == 0 {
            self.mccfr.learn(decision.rules(), self.rounds, &mut self.rng);
        }
        self.mccfr.mixed(stable_hash(&(decision.seat(), decision.observation())), decision.legal().len())
    }
}

/// One of `actions`, in their order, by a mixture; and the mixture told as shares of `iterations`.
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
