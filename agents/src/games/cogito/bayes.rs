//! The Bayesian agent of Cogito. It weights its candidates by the cards that others gave, and evaluates every
//! choice by playouts in which all players follow [`CandidatePolicy`].
//!
//! So it declares before it is certain if another player is likely to be certain first.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::card::{Card, KINDS};
use ergo_engine::cogito::determinize::Determinizer;
use ergo_engine::cogito::phase::{Phase, Window};
use ergo_engine::cogito::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::rng::{Rng, Seed, unit};
use ergo_engine::seat::Seat;

use super::candidate_policy::CandidatePolicy;
use super::posterior::posterior;
use crate::agent::{Agent, AgentFault, Candidate, Decision, Explanation};

/// The settings of the Bayesian agent.
#[derive(Clone, Copy, Debug)]
pub struct BayesSettings {
    /// Number of worlds in which each choice is played out.
    pub worlds: u32,
    /// How strongly the other players prefer the better card to give; 0 for no preference.
    pub trust: f64,
    /// Minimum probability of the likeliest candidate for considering its declaration.
    pub least: f64,
}

/// The Bayesian agent.
pub struct BayesAgent {
    foresight: BayesSettings,
    rng: Rng,
    weighed: Vec<(Action, f64)>,
}

impl BayesAgent {
    /// Creates an agent that uses the random stream of `seed`.
    pub fn new(foresight: BayesSettings, seed: Seed) -> Self {
        BayesAgent { foresight, rng: seed.rng(), weighed: Vec::new() }
    }

    /// Sets the value of each action in `weighed` to its mean share of the win over the same worlds.
    fn weigh(&mut self, game: &Cogito, seat: Seat, worlds: &Determinizer, chances: &[f64; KINDS]) {
        let policy = CandidatePolicy::CERTAIN;
        for _ in 0..self.foresight.worlds {
            let own = drawn(chances, &mut self.rng);
            let answer = |state: &State, _: Seat, rng: &mut Rng| policy.choose(game, state, rng);
            let world = worlds.draw_as(&game.0, own, &mut self.rng, answer);
            let stream = Seed::draw(&mut self.rng).rng();
            for (action, value) in &mut self.weighed {
                let (mut state, mut rng) = (world.clone(), stream.clone());
                *value += played_out(game, &mut state, *action, seat, &mut rng) / f64::from(self.foresight.worlds);
            }
        }
    }
}

fn drawn(chances: &[f64; KINDS], rng: &mut Rng) -> Card {
    let mut point = unit(rng);
    let mut last = Card::Ego;
    for card in Card::ALL.into_iter().filter(|card| chances[card.index()] > 0.0) {
        last = card;
        if point < chances[card.index()] {
            break;
        }
        point -= chances[card.index()];
    }
    last
}

/// Returns the share of the win of this game that `seat` gets if it plays `action` and all players then follow the
/// policy.
fn played_out(game: &Cogito, state: &mut State, action: Action, seat: Seat, rng: &mut Rng) -> f64 {
    let (policy, before, now) = (CandidatePolicy::CERTAIN, game.scores(state), game.stages_completed(state));
    game.apply(state, action);
    while game.stages_completed(state) == now {
        let action = policy.choose(game, state, rng);
        game.apply(state, action);
    }
    match game.status(state) {
        Status::Over(outcome) => outcome.returns[seat],
        Status::ToMove(_) => {
            let scores = game.scores(state);
            let tie = scores == before;
            if tie { 1.0 / game.seats().get() as f64 } else { f64::from(scores[seat] - before[seat]) }
        }
    }
}

impl Agent<Cogito> for BayesAgent {
    fn choose(&mut self, decision: &mut Decision<'_, Cogito>) -> Result<Action, AgentFault> {
        let (game, seat, seen) = (decision.rules(), decision.seat(), decision.observation());
        let chances = posterior(game, &seen, self.foresight.trust);
        let best = |left: &[f64; KINDS]| {
            let all = Card::ALL.into_iter().filter(|card| left[card.index()] > 0.0);
            all.reduce(|best, card| if left[card.index()] > left[best.index()] { card } else { best })
        };
        let likeliest = best(&chances).ok_or(AgentFault::Illegal)?;
        self.weighed.clear();
        let sure = seen.candidates.len() == 1;
        match seen.phase {
            Phase::Window(window) if sure || window == Window::End => return Ok(Action::Cogito(likeliest)),
            Phase::Window(_) if chances[likeliest.index()] < self.foresight.least => return Ok(Action::Pass),
            Phase::Window(_) => self.weighed.extend([(Action::Pass, 0.0), (Action::Cogito(likeliest), 0.0)]),
            _ => self.weighed.extend(decision.legal().iter().map(|&action| (action, 0.0))),
        }
        if self.weighed.len() > 1 {
            self.weigh(game, seat, &Determinizer::new(&game.0, &seen), &chances);
        }
        let best = self.weighed.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(action, _)| action).ok_or(AgentFault::Illegal)
    }

    fn explain(&self) -> Option<Explanation> {
        let visits = u64::from(self.foresight.worlds);
        let candidate =
            |(action, value): &(Action, f64)| Candidate { text: action.to_string(), value: Some(*value), visits };
        let candidates: Vec<Candidate> = self.weighed.iter().map(candidate).collect();
        let iterations = visits * candidates.len() as u64;
        (candidates.len() > 1).then_some(Explanation::new(candidates, iterations, 0))
    }
}
