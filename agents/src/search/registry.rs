//! The agents that every game has: random play, and searches over single actions without an evaluator.

use ergo_engine::game::{Game, PerfectInformation};
use ergo_engine::rng::Seed;

use super::agent::{Search, SearchAgent};
use super::alpha_beta::AlphaBeta;
use super::evaluator::NoEvaluator;
use super::flat::Flat;
use super::ismcts::Ismcts;
use super::mcts::Mcts;
use super::moves::{Moves, SingleActions};
use super::omniscient::OmniscientSearch;
use super::options::SearchOptions;
use super::pimc::Pimc;
use super::playout::{Playout, PlayoutPolicy, Simulator};
use crate::registry::{AgentContext, Entry, Registry, random};
use crate::utility::{Aim, PointRange, Utility};

/// Number of worlds that `pimc` samples by default if the game hides information.
pub const WORLDS: i64 = 32;

/// Creates an agent that chooses moves with `search`.
fn searcher<G: Game, M: Moves<G>, S: Search<G, M>>(
    moves: M,
    seed: Seed,
    search: S,
) -> SearchAgent<G, M, NoEvaluator, S> {
    SearchAgent::new(moves, NoEvaluator, search, seed)
}

/// Returns a registry with `random`, `flat`, `ismcts` (also called `mcts`), `pimc` unless actions are face down,
/// and an omniscient searcher with random playouts.
pub fn standard_agents<G: Game>(options: SearchOptions) -> Registry<G>
where
    G::Observation: Sync,
    SingleActions: Moves<G, Move = G::Action>,
{
    standard_agents_with(SingleActions, options)
}

/// Returns the agents of [`standard_agents`] for a game with its own definition of moves.
pub fn standard_agents_with<G: Game, M: Moves<G, Move = G::Action>>(moves: M, options: SearchOptions) -> Registry<G>
where
    G::Observation: Sync,
{
    let by_tree = moves.clone();
    let by_sight = moves.clone();
    let by_worlds = moves.clone();
    let flat = Entry::new("flat", "plays out every action in determinized worlds with sequential halving", {
        move |place: AgentContext<'_, G>| {
            let settings = place.settings;
            let utility = options.utility(settings, &place.game.info());
            let (budget, playout) = (options.budget(settings, place.clock), options.playout(settings));
            let candidates = settings.int("candidates") as usize;
            let search = Flat::new(moves.clone(), NoEvaluator, utility, budget, (candidates, 0.0), playout);
            searcher(moves.clone(), place.seed, search)
        }
    });
    let ismcts = Entry::new(
        "ismcts",
        "searches a tree of information sets (information set MCTS)",
        move |place: AgentContext<'_, G>| {
            let settings = options.ismcts_settings(place.settings, place.game.seats(), place.clock);
            let utility = options.utility(place.settings, &place.game.info());
            let search = Ismcts::new(place.game, by_tree.clone(), NoEvaluator, utility, settings);
            searcher(by_tree.clone(), place.seed, search)
        },
    );
    let registry = Registry::new()
        .with(random())
        .with(flat.options(options.flat_options()).check(move |settings| options.check("flat", settings)));
    let registry = if options.hides_actions { registry } else { registry.with(pimc(by_worlds, options, WORLDS)) };
    registry
        .with(ismcts.options(options.ismcts_options()).check(move |settings| options.check("ismcts", settings)))
        .with_alias("mcts", "ismcts")
        .with_omniscient(move |game, seed| {
            let utility = Utility::new(Aim::Margin, PointRange::from_info(&game.info()));
            let simulator = Simulator::new(by_sight.clone(), NoEvaluator, utility);
            Box::new(OmniscientSearch::new(
                simulator,
                (usize::MAX, 64),
                Playout { policy: PlayoutPolicy::Random, cut: None },
                seed,
            ))
        })
}

/// PIMC answers the moves of others as if it saw them, so it does not suit games with face-down actions.
fn pimc<G: Game, M: Moves<G, Move = G::Action>>(moves: M, options: SearchOptions, worlds: i64) -> Entry<G>
where
    G::Observation: Sync,
{
    let entry = Entry::new(
        "pimc",
        "searches determinized worlds as if nothing were hidden, and averages (PIMC)",
        move |place: AgentContext<'_, G>| {
            let settings = place.settings;
            let (utility, budget) =
                (options.utility(settings, &place.game.info()), options.budget(settings, place.clock));
            let (reach, playout) = (options.pimc_reach(settings), options.playout(settings));
            let search = Pimc::new(moves.clone(), NoEvaluator, utility, budget, reach, playout);
            searcher(moves.clone(), place.seed, search)
        },
    );
    entry.options(options.pimc_options(worlds)).check(move |settings| options.check("pimc", settings))
}

/// Returns the agents of [`standard_agents`] for a game with perfect information: `mcts` is plain UCT, `pimc`
/// searches the one world, and two-seat games have `alpha-beta`.
pub fn perfect_information<G: PerfectInformation>(options: SearchOptions) -> Registry<G>
where
    G::Observation: Sync,
    SingleActions: Moves<G, Move = G::Action, Worlds = G::Observation>,
{
    let mcts = Entry::new("mcts", "searches a tree of positions (plain UCT)", move |place: AgentContext<'_, G>| {
        let settings = place.settings;
        let (utility, budget) = (options.utility(settings, &place.game.info()), options.budget(settings, place.clock));
        searcher(
            SingleActions,
            place.seed,
            Mcts::new(utility, budget, settings.real("ucb1_c"), options.playout(settings)),
        )
    });
    let alpha_beta = Entry::new(
        "alpha-beta",
        "searches with alpha-beta and iterative deepening",
        move |place: AgentContext<'_, G>| {
            let settings = place.settings;
            let utility = options.utility(settings, &place.game.info());
            searcher(
                SingleActions,
                place.seed,
                AlphaBeta::new(NoEvaluator, utility, options.alpha_beta_limits(settings, place.clock)),
            )
        },
    );
    standard_agents(options)
        .with(pimc(SingleActions, options, 1))
        .with(mcts.options(options.mcts_options()).check(move |settings| options.check("mcts", settings)))
        .with(alpha_beta.options(options.alpha_beta_options()))
}
