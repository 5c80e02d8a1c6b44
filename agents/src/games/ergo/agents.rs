//! The agents of ERGO, as a registry.

use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::{OptionSpec, Settings};
use ergo_engine::rng::Seed;

#[cfg(feature = "shipped")]
use super::champion::champion;
use super::cheater::Cheater;
use super::greedy::{GreedyAgent, Look};
use super::heuristic::Weights;
use super::heuristic_evaluator::HandWritten;
#[cfg(feature = "shipped")]
use super::learned;
use super::menu::MENU;
use super::net_evaluator::ErgoEvaluator;
use super::outcomes::RandomOutcome;
use super::pass::Pass;
use super::results::results;
#[cfg(feature = "shipped")]
use super::shipped::TD;
use super::tuned;
use super::turns::Turns;
#[cfg(feature = "shipped")]
use crate::agent::AgentFault;
use crate::agent::{AllSeeing, Player};
use crate::random::RandomAgent;
use crate::registry::{Entry, Place, Registry};
use crate::roster::Roster;
use crate::search::agent::{Search, SearchAgent};
use crate::search::flat::Flat;
use crate::search::ismcts::Ismcts;
use crate::search::pimc::Pimc;
use crate::search::playout::{Playout, Policy, Walker};
use crate::search::registry::WORLDS;
use crate::search::seer::Seer;
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

fn cheater_options() -> Vec<OptionSpec> {
    let mut options = vec![
        OptionSpec::int("candidates", 12, 1, 1000, "outcomes of its turn that are played on"),
        OptionSpec::int("turns", 4, 0, 1000, "turns they are played on for"),
    ];
    options.extend(Weights::options());
    options
}

#[cfg(feature = "shipped")]
const EVALUATORS: &[&str] = &["hand", "net"];
#[cfg(not(feature = "shipped"))]
const EVALUATORS: &[&str] = &["hand"];

fn with_evaluators(mut options: Vec<OptionSpec>) -> Vec<OptionSpec> {
    let evaluator = OptionSpec::one_of(
        "evaluator",
        EVALUATORS,
        "evaluation by hand, with the weights below, or by a net that learned",
    );
    options.insert(0, evaluator);
    #[cfg(feature = "shipped")]
    options.extend(learned::net_options(
        &TD,
        "evaluator = \"net\": which of the nets for this number of seats; 0: the mean of all, three evaluations for one",
    ));
    options.extend(Weights::options());
    options
}

/// A player that chooses whole turns by a search. Who wants the match knows what scores are worth, under rules there is a table
/// for.
fn searcher<S: Search<Ergo, Turns> + 'static>(
    place: &Place<'_, Ergo>,
    search: impl FnOnce(ErgoEvaluator<'static>, Utility) -> S,
) -> Player<Ergo> {
    let Place { game, settings, seed, .. } = *place;
    let utility = MENU.utility(settings, &game.info());
    #[cfg(feature = "shipped")]
    let utility = learned::with_equity(utility, &game.0);
    let evaluator = match settings.text("evaluator") {
        #[cfg(feature = "shipped")]
        "net" => match learned::evaluator(&TD, place, utility.clone()) {
            Ok(evaluator) => evaluator,
            Err(_) => return Player::Absent(AgentFault::FailedToStart),
        },
        #[cfg(feature = "shipped")]
        _ => ErgoEvaluator::Hand(learned::by_hand(Weights::new(settings), utility.clone(), &game.0)),
        #[cfg(not(feature = "shipped"))]
        _ => ErgoEvaluator::Hand(HandWritten::new(Weights::new(settings), utility.clone())),
    };
    let search = search(evaluator.clone(), utility);
    Player::Honest(Box::new(SearchAgent::new(Turns, evaluator, search, seed)))
}

fn search(entry: Entry<Ergo>, options: Vec<OptionSpec>, kind: &'static str) -> Entry<Ergo> {
    let entry = entry.options(with_evaluators(options));
    let check = move |settings: &Settings| MENU.check(kind, settings);
    #[cfg(feature = "shipped")]
    return learned::by_net(&TD, entry, |settings| settings.text("evaluator") == "net", check);
    #[cfg(not(feature = "shipped"))]
    entry.check(check)
}

fn flat(place: &Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    searcher(place, |evaluator, utility| {
        let (budget, playout) = (MENU.budget(settings, place.clock), MENU.playout(settings));
        let candidates = (settings.int("candidates") as usize, settings.real("trust_evaluator"));
        Flat::new(Turns, evaluator, utility, budget, candidates, playout)
    })
}

fn pimc(place: &Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    searcher(place, |evaluator, utility| {
        let (budget, reach) = (MENU.budget(settings, place.clock), MENU.reach(settings));
        Pimc::new(Turns, evaluator, utility, budget, reach, MENU.playout(settings))
    })
}

fn ismcts(place: &Place<'_, Ergo>) -> Player<Ergo> {
    let tree = MENU.tree(place.settings, place.game.0.seats, place.clock);
    searcher(place, |evaluator, utility| Ismcts::new(place.game, Turns, evaluator, utility, tree))
}

fn random(place: &Place<'_, Ergo>) -> Player<Ergo> {
    match place.settings.text("over") {
        "outcomes" => Player::Honest(Box::new(RandomOutcome::new(place.seed))),
        _ => Player::Honest(Box::new(RandomAgent::new(place.seed))),
    }
}

fn cheater(place: &Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    let (candidates, turns) = (settings.int("candidates") as usize, settings.int("turns") as usize);
    Player::AllSeeing(Box::new(Cheater::new(Weights::new(settings), candidates, turns, place.seed)))
}

fn greedy(place: &Place<'_, Ergo>, weights: Weights) -> GreedyAgent {
    GreedyAgent::new(weights, Look::AtAll { blunder: place.settings.real("blunder") }, place.seed)
}

fn seer(game: &Ergo, seed: Seed) -> Box<dyn AllSeeing<Ergo>> {
    let utility = Utility::new(Aim::Margin, Span::of(&game.info()));
    let evaluator = HandWritten::new(tuned::weights(game.0.seats), utility.clone());
    let playout = Playout { policy: Policy::BestOf(4), cut: Some(8) };
    Box::new(Seer::new(Walker::new(Turns, evaluator, utility), (24, 32), playout, seed))
}

impl Roster for Ergo {
    fn registry() -> Registry<Ergo> {
        let registry = Registry::new()
            .with(Entry::new("pass", "discards, whatever it holds", |_| Pass))
            .with(
                Entry::of_player("random", "any legal play, equally likely", |place| random(&place))
                    .options(random_options()),
            )
            .with(
                Entry::new("greedy", "the best outcome of its whole turn by hand-written evaluation", |place| {
                    greedy(&place, Weights::new(place.settings))
                })
                .options(greedy_options()),
            )
            .with(
                Entry::new("greedy-tuned", "greedy with weights that were tuned for each number of seats", |place| {
                    greedy(&place, tuned::weights(place.game.0.seats))
                })
                .options(tuned_options()),
            )
            .with(
                Entry::new(
                    "best-of",
                    "the best of a few turns drawn at random, by the evaluation of greedy",
                    |Place { settings, seed, .. }| {
                        let look = Look::AtSome(settings.int("drawn") as u32);
                        GreedyAgent::new(Weights::new(settings), look, seed)
                    },
                )
                .options(best_of_options()),
            )
            .with(search(
                Entry::of_player(
                    "flat",
                    "plays the best-looking turns out in determinized worlds, the better half again, to the last",
                    |place| flat(&place),
                ),
                MENU.flat(),
                "flat",
            ))
            .with(search(
                Entry::of_player(
                    "pimc",
                    "searches determinized worlds as if nothing were hidden in them; they vote",
                    |place| pimc(&place),
                ),
                MENU.pimc(WORLDS),
                "pimc",
            ))
            .with(search(
                Entry::of_player(
                    "ismcts",
                    "grows a tree over determinized worlds, by what its seat knows (information set MCTS)",
                    |place| ismcts(&place),
                ),
                MENU.ismcts(),
                "ismcts",
            ))
            .with_name("mcts", "ismcts");
        #[cfg(feature = "shipped")]
        let registry = registry.with(learned::td()).with(learned::td_match()).with(champion());
        registry
            .with(
                Entry::of_player(
                    "cheater",
                    "sees all cards and plays on from the true state: a yardstick, no player",
                    |place| cheater(&place),
                )
                .options(cheater_options()),
            )
            .with_results(results)
            .with_seer(seer)
    }
}
