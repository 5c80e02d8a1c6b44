//! Agents that play the solutions of small games, whose information sets fit into memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, OptionSpec};
use ergo_engine::rng::{Rng, Seed};

use super::explicit_game::{ExplicitGame, set_key};
use super::mccfr::{Mccfr, MccfrAgent, choose_by_mixture};
use crate::agent::{Agent, AgentFault, Decision, Explanation, Policy};
use crate::hash::stable_hash;
use crate::registry::{AgentContext, Entry, Registry};
use crate::utility::{Aim, PointRange, Utility};

/// Default maximum number of stored information sets.
const SETS: usize = 1_000_000;

/// Adds the agents `cfr` and `mccfr` to a registry.
pub fn with_solvers<G: EnumerableDeals + Configurable>(registry: Registry<G>) -> Registry<G> {
    registry.with(cfr()).with(mccfr())
}

fn mccfr<G: Game>() -> Entry<G> {
    let about = "learns a mixed strategy from sampled matches before its first choice (external sampling MCCFR)";
    let entry = Entry::new("mccfr", about, |place: AgentContext<'_, G>| {
        let utility = Utility::new(Aim::Return, PointRange::from_info(&place.game.info())).match_end_only();
        let mccfr = Mccfr::new(utility, place.settings.int("sets") as usize);
        MccfrAgent::new(mccfr, place.settings.int("iterations") as u64, place.seed)
    });
    entry.options(vec![
        OptionSpec::int(
            "iterations",
            300,
            1,
            1_000_000_000,
            "number of sampled matches per seat before the first choice",
        ),
        OptionSpec::int(
            "sets",
            SETS as i64,
            1,
            100_000_000,
            "maximum number of stored information sets; it plays uniformly in others",
        ),
    ])
}

fn cfr<G: EnumerableDeals + Configurable>() -> Entry<G> {
    let about = "solves the whole two-seat game (CFR+); learns larger games from as many sampled matches";
    let entry = Entry::new("cfr", about, |place: AgentContext<'_, G>| SolutionAgent {
        solution: solution(&place),
        rng: place.seed.rng(),
        explanation: None,
    });
    entry.options(vec![
        OptionSpec::int("iterations", 1000, 1, 1_000_000, "number of CFR iterations"),
        OptionSpec::int("moments", 100_000, 1, 100_000_000, "maximum number of nodes of a game that is solved exactly"),
    ])
}

enum Solution {
    /// The mixed strategy of each information set, by its key.
    Whole(BTreeMap<u64, Vec<f64>>),
    /// The strategies learned from sampled matches.
    Sampled(Mccfr),
}

/// Returns the solution of the game. It is computed once per process, because its randomness is always the same.
fn solution<G: EnumerableDeals + Configurable>(place: &AgentContext<'_, G>) -> Arc<Solution> {
    static FOUND: Mutex<BTreeMap<String, Arc<Solution>>> = Mutex::new(BTreeMap::new());
    let (game, settings) = (place.game, place.settings);
    let name = format!("{} {} {:?} {settings:?}", G::NAME, game.seats().get(), game.settings());
    let iterations = settings.int("iterations") as u32;
    let find = || match ExplicitGame::new(game, settings.int("moments") as usize) {
        Ok(whole) => {
            let strategy = whole.tree.solve(whole.root, iterations);
            let keys = whole.information_sets().iter().map(|place| set_key(game, &place.state, place.seat));
            Solution::Whole(keys.zip(strategy.0).collect())
        }
        Err(_) => {
            let mut mccfr =
                Mccfr::new(Utility::new(Aim::Return, PointRange::from_info(&game.info())).match_end_only(), SETS);
            mccfr.learn(game, iterations.into(), &mut Seed::master(1).derive("cfr", &[]).rng());
            Solution::Sampled(mccfr)
        }
    };
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(found.entry(name).or_insert_with(|| Arc::new(find())))
}

struct SolutionAgent {
    solution: Arc<Solution>,
    rng: Rng,
    explanation: Option<Explanation>,
}

impl SolutionAgent {
    /// Returns the mixed strategy of this decision, or `None` if the solved game has no such information set.
    fn mixture<G: Game>(&self, decision: &mut Decision<'_, G>) -> Option<Vec<f64>> {
        let key = stable_hash(&(decision.seat(), decision.observation()));
        match &*self.solution {
            Solution::Whole(mixtures) => mixtures.get(&key).cloned(),
            Solution::Sampled(mccfr) => Some(mccfr.mixed(key, decision.legal().len())),
        }
    }
}

impl<G: Game> Agent<G> for SolutionAgent {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let mixture = self.mixture(decision).ok_or(AgentFault::Illegal)?;
        let (action, explanation) =
            choose_by_mixture(decision.legal(), &mixture, 1000, &mut self.rng).ok_or(AgentFault::Illegal)?;
        self.explanation = Some(explanation);
        Ok(action)
    }

    fn policy(&mut self, decision: &mut Decision<'_, G>) -> Option<Policy> {
        Some(Policy { chances: self.mixture(decision)?, varies: false })
    }

    fn explain(&self) -> Option<Explanation> {
        self.explanation.clone()
    }
}
