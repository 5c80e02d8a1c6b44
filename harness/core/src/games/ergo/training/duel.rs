//! Evaluates an agent against another in points per round.

use std::borrow::Cow;

use ergo_agents::agent::{Agent, Decision};
use ergo_agents::games::ergo::greedy::{GreedyAgent, TurnSelection};
use ergo_agents::games::ergo::heuristic::HeuristicWeights;
use ergo_agents::games::ergo::td::{Exploration, TdAgent};
use ergo_agents::net::mlp::Mlp;
use ergo_engine::ergo::Ergo;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::options::Settings;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use rayon::ThreadPool;

use crate::registry::training::trial::Trial;

/// Returns the greedy agent with its default weights.
///
/// # Panics
///
/// Panics if the default weights are out of range, which cannot happen.
pub fn greedy(seed: Seed) -> GreedyAgent {
    let weights = Settings::default().checked(&HeuristicWeights::options()).expect("defaults are in range");
    GreedyAgent::new(HeuristicWeights::new(&weights), TurnSelection::All { blunder: 0.0 }, seed)
}

/// Creates an agent from its seed.
pub type AgentFactory<'a> = dyn Fn(Seed) -> Box<dyn Agent<Ergo> + 'a> + Sync + 'a;

/// Plays `deals` deals (two or more) derived from `seed`, each as one round with `net` in every seat in turn and greedy
/// agents in the others. `game` must end with its first round. The result does not depend on the number of threads of
/// `pool`.
pub fn trial(game: &Ergo, net: &Mlp, deals: u64, seed: &Seed, pool: &ThreadPool) -> Trial {
    let focal = |seed: Seed| -> Box<dyn Agent<Ergo> + '_> {
        Box::new(TdAgent::new(Cow::Borrowed(net), Exploration::default(), seed))
    };
    duel(game, &focal, &|seed| Box::new(greedy(seed)), deals, seed, pool)
}

/// Like [`trial`], for any two agents that never fail to answer: `focal` in one seat, `other` in the rest.
pub fn duel<'a>(
    game: &Ergo,
    focal: &AgentFactory<'a>,
    other: &AgentFactory<'a>,
    deals: u64,
    seed: &Seed,
    pool: &ThreadPool,
) -> Trial {
    let margin = |deal: u64| {
        let seed = seed.derive("trial", &[deal]);
        let seats = game.seats();
        seats.iter().map(|seat| round(game, focal, other, seat, &seed)).sum::<f64>() / seats.get() as f64
    };
    Trial::run(margin, deals, pool)
}

/// Plays the round of `seed` and returns the margin of `focal` in seat `at`.
fn round<'a>(game: &Ergo, focal: &AgentFactory<'a>, other: &AgentFactory<'a>, at: Seat, seed: &Seed) -> f64 {
    let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
    let mut scratch = Vec::new();
    let agent = |seat: Seat| {
        let seed = seed.derive("seat", &[seat.index() as u64]);
        if seat == at { focal(seed) } else { other(seed) }
    };
    let mut agents: Vec<_> = game.seats().iter().map(agent).collect();
    loop {
        let Status::ToMove(mover) = game.status(&state) else { unreachable!("a match of one round ends with it") };
        let mut decision = Decision::new(game, &state, mover, &mut scratch);
        let action = agents[mover.index()].choose(&mut decision).expect("both answer");
        if let Some(round) = game.apply_recorded(&mut state, action) {
            let points = round.points();
            let rivals: i32 = points.iter().sum::<i32>() - points[at];
            return f64::from(points[at]) - f64::from(rivals) / (game.seats().get() - 1) as f64;
        }
    }
}
