//! Who can sit at the toys.

use std::sync::Arc;

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::agent::{AllSeeing, Player};
use crate::roster::{Roster, random_kind, random_player};
use crate::search::agent::{Search, SearchAgent};
use crate::search::alpha_beta::AlphaBeta;
use crate::search::budget::Clock;
use crate::search::flat::Flat;
use crate::search::ismcts::Ismcts;
use crate::search::judge::Blind;
use crate::search::mcts::Mcts;
use crate::search::moves::{Moves, SingleActions};
use crate::search::pimc::Pimc;
use crate::search::playout::{Playout, Policy, Walker};
use crate::search::seer::Seer;
use crate::search::settings::Menu;
use crate::spec::{AgentSpec, Kind};
use crate::utility::{Aim, Span, Utility};

const TIC_TAC_TOE: Menu = Menu { aims: &["win", "margin", "points"], judged: false };
const KUHN: Menu = Menu { aims: &["margin", "points", "win"], judged: false };

/// The kinds that every game has, by its `menu`.
macro_rules! kinds {
    ($menu:expr) => {{
        fn flat() -> Vec<OptionSpec> {
            $menu.flat()
        }
        fn pimc() -> Vec<OptionSpec> {
            $menu.pimc()
        }
        fn ismcts() -> Vec<OptionSpec> {
            $menu.ismcts()
        }
        vec![
            random_kind(),
            Kind {
                name: "flat",
                about: "plays every action out in worlds it imagines, the better half again",
                options: flat,
            },
            Kind {
                name: "pimc",
                about: "searches worlds it imagines as if nothing were hidden; they vote",
                options: pimc,
            },
            Kind {
                name: "ismcts",
                about: "grows a tree over worlds it imagines (information set MCTS)",
                options: ismcts,
            },
        ]
    }};
}

fn mcts_options() -> Vec<OptionSpec> {
    TIC_TAC_TOE.mcts()
}

fn alpha_beta_options() -> Vec<OptionSpec> {
    TIC_TAC_TOE.alpha_beta()
}

/// A player that chooses single actions by `search`.
fn searcher<G: Game>(seed: Seed, search: impl Search<G, SingleActions> + 'static) -> Player<G>
where
    SingleActions: Moves<G, Move = G::Action>,
{
    Player::Honest(Box::new(SearchAgent::new(SingleActions, Blind, search, seed)))
}

/// The player of a kind that every game has.
fn player<G: Game>(game: &G, menu: Menu, spec: &AgentSpec, seed: Seed, clock: Option<&Arc<dyn Clock>>) -> Player<G>
where
    G::Observation: Sync,
    SingleActions: Moves<G, Move = G::Action>,
{
    let settings = &spec.settings;
    let utility = || menu.utility(settings, &game.info());
    let (budget, playout) = (|| menu.budget(settings, clock), || menu.playout(settings));
    match spec.kind {
        "random" => random_player(seed),
        "flat" => {
            let candidates = settings.int("candidates") as usize;
            searcher(seed, Flat::new(SingleActions, Blind, utility(), budget(), (candidates, 0.0), playout()))
        }
        "pimc" => searcher(seed, Pimc::new(SingleActions, Blind, utility(), budget(), menu.reach(settings), playout())),
        "ismcts" => {
            let settings = menu.tree(settings, game.seats(), clock);
            searcher(seed, Ismcts::new(game, SingleActions, Blind, utility(), settings))
        }
        kind => unreachable!("{kind} was checked to be one of the kinds"),
    }
}

/// The all-seeing searcher of every game: it plays at random to the end.
fn seer<G: Game>(game: &G, seed: Seed) -> Box<dyn AllSeeing<G>>
where
    SingleActions: Moves<G, Move = G::Action>,
{
    let walker = Walker::new(SingleActions, Blind, Utility::new(Aim::Margin, Span::of(&game.info())));
    Box::new(Seer::new(walker, (usize::MAX, 64), Playout { policy: Policy::Random, cut: None }, seed))
}

impl Roster for TicTacToe {
    fn kinds() -> Vec<Kind> {
        let mut kinds = kinds!(TIC_TAC_TOE);
        kinds.extend([
            Kind { name: "mcts", about: "grows a tree of positions (plain UCT)", options: mcts_options },
            Kind {
                name: "alpha-beta",
                about: "looks at everything that matters, to the end",
                options: alpha_beta_options,
            },
        ]);
        kinds
    }

    fn check(spec: &AgentSpec) -> Result<(), OptionError> {
        TIC_TAC_TOE.check(spec)
    }

    fn seat_with(&self, spec: &AgentSpec, _seat: Seat, seed: Seed, clock: Option<Arc<dyn Clock>>) -> Player<Self> {
        let (settings, menu) = (&spec.settings, TIC_TAC_TOE);
        match spec.kind {
            "mcts" => {
                let (budget, playout) = (menu.budget(settings, clock.as_ref()), menu.playout(settings));
                searcher(
                    seed,
                    Mcts::new(menu.utility(settings, &self.info()), budget, settings.real("ucb1_c"), playout),
                )
            }
            "alpha-beta" => {
                let depth = Some(settings.int("depth") as u32).filter(|&depth| depth > 0);
                searcher(
                    seed,
                    AlphaBeta::new(menu.utility(settings, &self.info()), depth, settings.int("table_bits") as u32),
                )
            }
            _ => player(self, menu, spec, seed, clock.as_ref()),
        }
    }

    fn seer(&self, seed: Seed) -> Option<Box<dyn AllSeeing<Self>>> {
        Some(seer(self, seed))
    }
}

impl Roster for Kuhn {
    fn kinds() -> Vec<Kind> {
        kinds!(KUHN)
    }

    fn check(spec: &AgentSpec) -> Result<(), OptionError> {
        KUHN.check(spec)
    }

    fn seat_with(&self, spec: &AgentSpec, _seat: Seat, seed: Seed, clock: Option<Arc<dyn Clock>>) -> Player<Self> {
        player(self, KUHN, spec, seed, clock.as_ref())
    }

    fn seer(&self, seed: Seed) -> Option<Box<dyn AllSeeing<Self>>> {
        Some(seer(self, seed))
    }
}
