//! The agents that every game has: random, and the searches over single actions without an evaluator.

use ergo_engine::game::{Game, PerfectInformation};
use ergo_engine::rng::Seed;

use super::agent::{Search, SearchAgent};
use super::alpha_beta::AlphaBeta;
use super::evaluator::Blind;
use super::flat::Flat;
use super::ismcts::Ismcts;
use super::mcts::Mcts;
use super::moves::{Moves, SingleActions};
use super::pimc::Pimc;
use super::playout::{Playout, Policy, Walker};
use super::seer::Seer;
use super::settings::Menu;
use crate::registry::{Entry, Place, Registry, random};
use crate::utility::{Aim, Span, Utility};

/// Worlds that `pimc` draws where something is hidden.
pub const WORLDS: i64 = 32;

/// The agent that chooses moves of this kind by `search`.
fn searcher<G: Game, M: Moves<G>, S: Search<G, M>>(moves: M, seed: Seed, search: S) -> SearchAgent<G, M, Blind, S> {
    SearchAgent::new(moves, Blind, search, seed)
}

/// Random, `flat`, `ismcts`, also called `mcts`, where no action lies face down `pimc`, and an all-seeing searcher that plays at random to the end.
pub fn generic<G: Game>(menu: Menu) -> Registry<G>
where
    G::Observation: Sync,
    SingleActions: Moves<G, Move = G::Action>,
{
    generic_by(SingleActions, menu)
}

/// The same for a game whose searches walk it by `moves`.
pub fn generic_by<G: Game, M: Moves<G, Move = G::Action>>(moves: M, menu: Menu) -> Registry<G>
where
    G::Observation: Sync,
{
    let by_tree = moves.clone();
    let by_sight = moves.clone();
    let by_worlds = moves.clone();
    let flat = Entry::new("flat", "plays every action out in worlds it determinizes, the better half again", {
        move |place: Place<'_, G>| {
            let settings = place.settings;
            let utility = menu.utility(settings, &place.game.info());
            let (budget, playout) = (menu.budget(settings, place.clock), menu.playout(settings));
            let candidates = settings.int("candidates") as usize;
            let search = Flat::new(moves.clone(), Blind, utility, budget, (candidates, 0.0), playout);
            searcher(moves.clone(), place.seed, search)
        }
    });
    let ismcts = Entry::new(
        "ismcts",
        "grows a tree by what its seat knows (information set MCTS)",
        move |place: Place<'_, G>| {
            let settings = menu.tree(place.settings, place.game.seats(), place.clock);
            let utility = menu.utility(place.settings, &place.game.info());
            let search = Ismcts::new(place.game, by_tree.clone(), Blind, utility, settings);
            searcher(by_tree.clone(), place.seed, search)
        },
    );
    let registry = Registry::new()
        .with(random())
        .with(flat.options(menu.flat()).check(move |settings| menu.check("flat", settings)));
    let registry = if menu.hides_actions { registry } else { registry.with(pimc(by_worlds, menu, WORLDS)) };
    registry
        .with(ismcts.options(menu.ismcts()).check(move |settings| menu.check("ismcts", settings)))
        .with_name("mcts", "ismcts")
        .with_seer(move |game, seed| {
            let utility = Utility::new(Aim::Margin, Span::of(&game.info()));
            let walker = Walker::new(by_sight.clone(), Blind, utility);
            Box::new(Seer::new(walker, (usize::MAX, 64), Playout { policy: Policy::Random, cut: None }, seed))
        })
}

/// It answers what others do as if it saw it: not for games in which actions lie face down.
fn pimc<G: Game, M: Moves<G, Move = G::Action>>(moves: M, menu: Menu, worlds: i64) -> Entry<G>
where
    G::Observation: Sync,
{
    let entry = Entry::new(
        "pimc",
        "searches determinized worlds as if nothing were hidden; they vote",
        move |place: Place<'_, G>| {
            let settings = place.settings;
            let (utility, budget) = (menu.utility(settings, &place.game.info()), menu.budget(settings, place.clock));
            let (reach, playout) = (menu.reach(settings), menu.playout(settings));
            let search = Pimc::new(moves.clone(), Blind, utility, budget, reach, playout);
            searcher(moves.clone(), place.seed, search)
        },
    );
    entry.options(menu.pimc(worlds)).check(move |settings| menu.check("pimc", settings))
}

/// The same for a game that hides nothing: `mcts` is the plain one, there is for two seats `alpha-beta`, and `pimc` searches the
/// one world there is.
pub fn perfect<G: PerfectInformation>(menu: Menu) -> Registry<G>
where
    G::Observation: Sync,
    SingleActions: Moves<G, Move = G::Action, Worlds = G::Observation>,
{
    let mcts = Entry::new("mcts", "grows a tree of positions (plain UCT)", move |place: Place<'_, G>| {
        let settings = place.settings;
        let (utility, budget) = (menu.utility(settings, &place.game.info()), menu.budget(settings, place.clock));
        searcher(SingleActions, place.seed, Mcts::new(utility, budget, settings.real("ucb1_c"), menu.playout(settings)))
    });
    let alpha_beta = Entry::new(
        "alpha-beta",
        "looks at everything that matters, as deep as it is let",
        move |place: Place<'_, G>| {
            let settings = place.settings;
            let utility = menu.utility(settings, &place.game.info());
            searcher(SingleActions, place.seed, AlphaBeta::new(Blind, utility, menu.limits(settings, place.clock)))
        },
    );
    generic(menu)
        .with(pimc(SingleActions, menu, 1))
        .with(mcts.options(menu.mcts()).check(move |settings| menu.check("mcts", settings)))
        .with(alpha_beta.options(menu.alpha_beta()))
}
