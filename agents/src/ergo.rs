//! The agents of ERGO.

use std::borrow::Cow;
use std::sync::Arc;

use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use crate::agent::{AllSeeing, Player};
use crate::cheater::Cheater;
use crate::equity::{self, Ending};
use crate::evaluators::ergo::Weights;
use crate::evaluators::ergo_weights::{RUNS, shipped};
use crate::evaluators::judge::HandWritten;
use crate::evaluators::net_judge::{ErgoJudge, NetJudge};
use crate::evaluators::tuned;
use crate::greedy::{GreedyAgent, Look};
use crate::outcomes::RandomOutcome;
use crate::pass::Pass;
use crate::roster::{Roster, random_player};
use crate::search::agent::{Search, SearchAgent};
use crate::search::budget::Clock;
use crate::search::flat::Flat;
use crate::search::ismcts::Ismcts;
use crate::search::pimc::Pimc;
use crate::search::playout::{Playout, Policy, Walker};
use crate::search::seer::Seer;
use crate::search::settings::Menu;
use crate::search::turns::Turns;
use crate::spec::{AgentSpec, Kind};
use crate::td::{Manner, TdAgent};
use crate::utility::{Aim, Span, Utility};

const OVER: &[&str] = &["actions", "outcomes"];

fn random_options() -> Vec<OptionSpec> {
    vec![OptionSpec::one_of("over", OVER, "uniform over the legal actions, or over the distinct outcomes of the turn")]
}

fn greedy_options() -> Vec<OptionSpec> {
    let mut options = tuned_options();
    options.extend(Weights::options());
    options
}

fn tuned_options() -> Vec<OptionSpec> {
    vec![OptionSpec::real("blunder", 0.0, 0.0, 1.0, "chance to play a turn at random instead")]
}

fn best_of_options() -> Vec<OptionSpec> {
    let mut options = vec![OptionSpec::int("drawn", 4, 1, 10_000, "ways to play its turn that it looks at")];
    options.extend(Weights::options());
    options
}

fn td_options() -> Vec<OptionSpec> {
    vec![
        OptionSpec::int(
            "run",
            1,
            0,
            RUNS as i64,
            "which of the nets trained for this number of seats; 0: the mean of all",
        ),
        OptionSpec::real("blunder", 0.0, 0.0, 1.0, "chance to play a turn at random instead"),
        OptionSpec::real(
            "temperature",
            0.0,
            0.0,
            100.0,
            "0: the best outcome; else each with a chance that falls by the factor e for every so many points it is worse",
        ),
    ]
}

fn no_options() -> Vec<OptionSpec> {
    Vec::new()
}

fn cheater_options() -> Vec<OptionSpec> {
    let mut options = vec![
        OptionSpec::int("candidates", 12, 1, 1000, "outcomes of its turn that are played on"),
        OptionSpec::int("turns", 4, 0, 1000, "turns they are played on for"),
    ];
    options.extend(Weights::options());
    options
}

const MENU: Menu = Menu { aims: &["margin", "points", "win"], judged: true };

const JUDGES: &[&str] = &["hand", "net"];

/// The options of a search with those of its judges.
fn with_judges(mut options: Vec<OptionSpec>) -> Vec<OptionSpec> {
    let judge =
        OptionSpec::one_of("judge", JUDGES, "judgement by hand, with the weights below, or by a net that learned");
    options.insert(0, judge);
    options.push(OptionSpec::int(
        "run",
        1,
        0,
        RUNS as i64,
        "judge = \"net\": which of the nets for this number of seats; 0: the mean of all, three evaluations for one",
    ));
    options.extend(Weights::options());
    options
}

fn flat_options() -> Vec<OptionSpec> {
    with_judges(MENU.flat())
}

fn pimc_options() -> Vec<OptionSpec> {
    with_judges(MENU.pimc())
}

fn ismcts_options() -> Vec<OptionSpec> {
    with_judges(MENU.ismcts())
}

/// A player that chooses whole turns by a search. Who wants the match knows what scores are worth, under rules there is a table
/// for.
fn searcher<S: Search<Ergo, Turns> + 'static>(
    game: &Ergo,
    settings: &Settings,
    seed: Seed,
    search: impl FnOnce(ErgoJudge, Utility) -> S,
) -> Player<Ergo> {
    let mut utility = MENU.utility(settings, &game.info());
    if utility.aim() == Aim::Win
        && let Some(table) = equity::shipped::table(&Ending::of(&game.0))
    {
        utility = utility.with_equity(Arc::new(table));
    }
    let judge = match settings.text("judge") {
        "net" => ErgoJudge::Net(NetJudge::new(shipped(game.0.seats, settings.int("run") as usize), utility.clone())),
        _ => ErgoJudge::Hand(HandWritten::new(Weights::new(settings), utility.clone())),
    };
    let search = search(judge.clone(), utility);
    Player::Honest(Box::new(SearchAgent::new(Turns, judge, search, seed)))
}

impl Roster for Ergo {
    fn kinds() -> Vec<Kind> {
        vec![
            Kind { name: "pass", about: "discards, whatever it holds", options: no_options },
            Kind { name: "random", about: "any legal play, equally likely", options: random_options },
            Kind {
                name: "greedy",
                about: "the best outcome of its whole turn by hand-written judgement",
                options: greedy_options,
            },
            Kind {
                name: "greedy-tuned",
                about: "greedy with weights that were tuned for each number of seats",
                options: tuned_options,
            },
            Kind {
                name: "best-of",
                about: "the best of a few turns drawn at random, by the judgement of greedy",
                options: best_of_options,
            },
            Kind {
                name: "flat",
                about: "plays the best-looking turns out in worlds it imagines, the better half again, to the last",
                options: flat_options,
            },
            Kind {
                name: "pimc",
                about: "searches worlds it imagines as if nothing were hidden in them; they vote",
                options: pimc_options,
            },
            Kind {
                name: "ismcts",
                about: "grows a tree over worlds it imagines, by what its seat knows (information set MCTS)",
                options: ismcts_options,
            },
            Kind {
                name: "td",
                about: "the best outcome of its whole turn by a net that learned it from play against itself",
                options: td_options,
            },
            Kind {
                name: "cheater",
                about: "sees all cards and plays on from the true state: a yardstick, no player",
                options: cheater_options,
            },
        ]
    }

    fn check(spec: &AgentSpec) -> Result<(), OptionError> {
        MENU.check(spec)
    }

    fn seat_with(&self, spec: &AgentSpec, _: Seat, seed: Seed, clock: Option<Arc<dyn Clock>>) -> Player<Self> {
        let (settings, clock) = (&spec.settings, clock.as_ref());
        match spec.kind {
            "pass" => Player::Honest(Box::new(Pass)),
            "greedy" => {
                let look = Look::AtAll { blunder: settings.real("blunder") };
                Player::Honest(Box::new(GreedyAgent::new(Weights::new(settings), look, seed)))
            }
            "greedy-tuned" => {
                let look = Look::AtAll { blunder: settings.real("blunder") };
                Player::Honest(Box::new(GreedyAgent::new(tuned::weights(self.0.seats), look, seed)))
            }
            "best-of" => {
                let look = Look::AtSome(settings.int("drawn") as u32);
                Player::Honest(Box::new(GreedyAgent::new(Weights::new(settings), look, seed)))
            }
            "flat" => searcher(self, settings, seed, |judge, utility| {
                let candidates = settings.int("candidates") as usize;
                Flat::new(
                    Turns,
                    judge,
                    utility,
                    MENU.budget(settings, clock),
                    (candidates, settings.real("trust_judge")),
                    MENU.playout(settings),
                )
            }),
            "pimc" => searcher(self, settings, seed, |judge, utility| {
                let (budget, reach) = (MENU.budget(settings, clock), MENU.reach(settings));
                Pimc::new(Turns, judge, utility, budget, reach, MENU.playout(settings))
            }),
            "ismcts" => searcher(self, settings, seed, |judge, utility| {
                Ismcts::new(self, Turns, judge, utility, MENU.tree(settings, self.0.seats, clock))
            }),
            "td" => {
                let net = shipped(self.0.seats, settings.int("run") as usize);
                let manner = Manner { blunder: settings.real("blunder"), temperature: settings.real("temperature") };
                Player::Honest(Box::new(TdAgent::new(Cow::Borrowed(net), manner, seed)))
            }
            "cheater" => {
                let (candidates, turns) = (settings.int("candidates") as usize, settings.int("turns") as usize);
                Player::AllSeeing(Box::new(Cheater::new(Weights::new(settings), candidates, turns, seed)))
            }
            _ if settings.text("over") == "outcomes" => Player::Honest(Box::new(RandomOutcome::new(seed))),
            _ => random_player(seed),
        }
    }

    fn seer(&self, seed: Seed) -> Option<Box<dyn AllSeeing<Self>>> {
        let utility = Utility::new(Aim::Margin, Span::of(&self.info()));
        let judge = HandWritten::new(tuned::weights(self.0.seats), utility.clone());
        let playout = Playout { policy: Policy::BestOf(4), cut: Some(8) };
        Some(Box::new(Seer::new(Walker::new(Turns, judge, utility), (24, 32), playout, seed)))
    }
}
