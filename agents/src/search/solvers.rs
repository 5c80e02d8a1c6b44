//! Agents that play an equilibrium, as far as it was found: for games whose sets of moments fit into memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use ergo_engine::deals::EnumerableDeals;
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, OptionSpec};
use ergo_engine::rng::{Rng, Seed};

use super::mccfr::{Mccfr, MccfrAgent, play};
use super::whole::{Whole, known};
use crate::agent::{Agent, AgentFault, Decision, Explanation, Policy};
use crate::hash::mix;
use crate::registry::{Entry, Place, Registry};
use crate::utility::{Aim, Span, Utility};

/// Things a seat can know that are remembered.
const SETS: usize = 1_000_000;

/// The same agents with `cfr` and `mccfr`.
pub fn with_solvers<G: EnumerableDeals + Configurable>(registry: Registry<G>) -> Registry<G> {
    registry.with(cfr()).with(mccfr())
}

fn mccfr<G: Game>() -> Entry<G> {
    let about = "learns mixtures from sampled matches before its first choice (external sampling MCCFR)";
    let entry = Entry::new("mccfr", about, |place: Place<'_, G>| {
        let utility = Utility::new(Aim::Return, Span::of(&place.game.info())).to_the_end();
        let mccfr = Mccfr::new(utility, place.settings.int("sets") as usize);
        MccfrAgent::new(mccfr, place.settings.int("iterations") as u64, place.seed)
    });
    entry.options(vec![
        OptionSpec::int(
            "iterations",
            300,
            1,
            1_000_000_000,
            "matches it learns from before its first choice, for each seat",
        ),
        OptionSpec::int(
            "sets",
            SETS as i64,
            1,
            100_000_000,
            "things a seat can know that are remembered; in others all is done alike",
        ),
    ])
}

fn cfr<G: EnumerableDeals + Configurable>() -> Entry<G> {
    let about = "solves the whole game of two seats (CFR+); of a larger one it learns from as many sampled matches";
    let entry = Entry::new("cfr", about, |place: Place<'_, G>| Solved {
        solution: solution(&place),
        rng: place.seed.rng(),
        explanation: None,
    });
    entry.options(vec![
        OptionSpec::int("iterations", 1000, 1, 1_000_000, "rounds of the solution"),
        OptionSpec::int("moments", 100_000, 1, 100_000_000, "the most that a game may have to be solved"),
    ])
}

enum Solution {
    /// The mixture of each set of moments, by what is known there.
    Whole(BTreeMap<u64, Vec<f64>>),
    /// The mixtures learned from sampled matches.
    Sampled(Mccfr),
}

/// The solution of the game at this place: found once in a process, for its chance is always the same.
fn solution<G: EnumerableDeals + Configurable>(place: &Place<'_, G>) -> Arc<Solution> {
    static FOUND: Mutex<BTreeMap<String, Arc<Solution>>> = Mutex::new(BTreeMap::new());
    let (game, settings) = (place.game, place.settings);
    let name = format!("{} {} {:?} {settings:?}", G::NAME, game.seats().get(), game.settings());
    let iterations = settings.int("iterations") as u32;
    let find = || match Whole::new(game, settings.int("moments") as usize) {
        Ok(whole) => {
            let strategy = whole.tree.solve(whole.root, iterations);
            let keys = whole.places().iter().map(|place| known(game, &place.state, place.seat));
            Solution::Whole(keys.zip(strategy.0).collect())
        }
        Err(_) => {
            let mut mccfr = Mccfr::new(Utility::new(Aim::Return, Span::of(&game.info())).to_the_end(), SETS);
            mccfr.learn(game, iterations.into(), &mut Seed::master(1).derive("cfr", &[]).rng());
            Solution::Sampled(mccfr)
        }
    };
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(found.entry(name).or_insert_with(|| Arc::new(find())))
}

struct Solved {
    solution: Arc<Solution>,
    rng: Rng,
    explanation: Option<Explanation>,
}

impl Solved {
    /// Returns the mixture of the solution; `None` where the solved game has no such information set.
    fn mixture<G: Game>(&self, decision: &mut Decision<'_, G>) -> Option<Vec<f64>> {
        let key = mix(&(decision.seat(), decision.observation()));
        match &*self.solution {
            Solution::Whole(mixtures) => mixtures.get(&key).cloned(),
            Solution::Sampled(mccfr) => Some(mccfr.mixed(key, decision.legal().len())),
        }
    }
}

impl<G: Game> Agent<G> for Solved {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, AgentFault> {
        let mixture = self.mixture(decision).ok_or(AgentFault::Illegal)?;
        let (action, explanation) = play(decision.legal(), &mixture, 1000, &mut self.rng).ok_or(AgentFault::Illegal)?;
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
