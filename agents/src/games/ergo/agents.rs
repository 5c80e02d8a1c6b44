//! The agents of ERGO, as a registry.

use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::{OptionSpec, Settings};
use ergo_engine::rng::Seed;

use super::champion::champion;
use super::cheater::Cheater;
use super::greedy::{GreedyAgent, Look};
use super::heuristic::Weights;
use super::heuristic_evaluator::HandWritten;
use super::learned;
use super::menu::MENU;
use super::net_evaluator::ErgoEvaluator;
use super::outcomes::RandomOutcome;
use super::pass::Pass;
use super::results::results;
use super::shipped::TD;
use super::tuned;
use super::turns::Turns;
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

const EVALUATORS: &[&str] = &["hand", "net"];

fn with_evaluators(mut options: Vec<OptionSpec>) -> Vec<OptionSpec> {
    let evaluator = OptionSpec::one_of(
        "evaluator",
        EVALUATORS,
        "evaluation by hand, with the weights below, or by a net that learned",
    );
    options.insert(0, evaluator);
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
    let utility = learned::with_equity(utility, &game.0);
    let evaluator = match settings.text("evaluator") {
        "net" => match learned::evaluator(&TD, place, utility.clone()) {
            Ok(evaluator) => evaluator,
            Err(_) => return Player::Absent(AgentFault::FailedToStart),
        },
        _ => ErgoEvaluator::Hand(learned::by_hand(Weights::new(settings), utility.clone(), &game.0)),
    };
    let search = search(evaluator.clone(), utility);
    Player::Honest(Box::new(SearchAgent::new(Turns, evaluator, search, seed)))
}

fn search(entry: Entry<Ergo>, options: Vec<OptionSpec>, kind: &'static str) -> Entry<Ergo> {
    let entry = entry.options(with_evaluators(options));
    let check = move |settings: &Settings| MENU.check(kind, settings);
    learned::by_net(&TD, entry, |settings| settings.text("evaluator") == "net", check)
}

fn flat(place: Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    searcher(&place, |evaluator, utility| {
        let (budget, playout) = (MENU.budget(settings, place.clock), MENU.playout(settings));
        let candidates = (settings.int("candidates") as usize, settings.real("trust_evaluator"));
        Flat::new(Turns, evaluator, utility, budget, candidates, playout)
    })
}

fn pimc(place: Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    searcher(&place, |evaluator, utility| {
        let (budget, reach) = (MENU.budget(settings, place.clock), MENU.reach(settings));
        Pimc::new(Turns, evaluator, utility, budget, reach, MENU.playout(settings))
    })
}

fn ismcts(place: Place<'_, Ergo>) -> Player<Ergo> {
    let tree = MENU.tree(place.settings, place.game.0.seats, place.clock);
    searcher(&place, |evaluator, utility| Ismcts::new(place.game, Turns, evaluator, utility, tree))
}

fn random(place: Place<'_, Ergo>) -> Player<Ergo> {
    match place.settings.text("over") {
        "outcomes" => Player::Honest(Box::new(RandomOutcome::new(place.seed))),
        _ => Player::Honest(Box::new(RandomAgent::new(place.seed))),
    }
}

fn cheater(place: Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    let (candidates, turns) = (settings.int("candidates") as usize, settings.int("turns") as usize);
    Player::AllSeeing(Box::new(Cheater::new(Weights::new(settings), candidates, turns, place.seed)))
}

fn greedy(place: Place<'_, Ergo>) -> GreedyAgent {
    GreedyAgent::new(Weights::new(place.settings), look_at_all(&place), place.seed)
}

fn greedy_tuned(place: Place<'_, Ergo>) -> GreedyAgent {
    GreedyAgent::new(tuned::weights(place.game.0.seats), look_at_all(&place), place.seed)
}

fn look_at_all(place: &Place<'_, Ergo>) -> Look {
    Look::AtAll { blunder: place.settings.real("blunder") }
}

fn best_of(place: Place<'_, Ergo>) -> GreedyAgent {
    let look = Look::AtSome(place.settings.int("drawn") as u32);
    GreedyAgent::new(Weights::new(place.settings), look, place.seed)
}

fn seer(game: &Ergo, seed: Seed) -> Box<dyn AllSeeing<Ergo>> {
    let utility = Utility::new(Aim::Margin, Span::of(&game.info()));
    let evaluator = HandWritten::new(tuned::weights(game.0.seats), utility.clone());
    let playout = Playout { policy: Policy::BestOf(4), cut: Some(8) };
    Box::new(Seer::new(Walker::new(Turns, evaluator, utility), (24, 32), playout, seed))
}

impl Roster for Ergo {
    fn registry() -> Registry<Ergo> {
        let any = "any legal play, equally likely";
        let hand = "the best outcome of its whole turn by hand-written evaluation";
        let tuned = "greedy with weights that were tuned for each number of seats";
        let few = "the best of a few turns drawn at random, by the evaluation of greedy";
        let halving = "plays the best-looking turns out in determinized worlds, the better half again, to the last";
        let voting = "searches determinized worlds as if nothing were hidden in them; they vote";
        let tree = "grows a tree over determinized worlds, by what its seat knows (information set MCTS)";
        let all_seeing = "sees all cards and plays on from the true state: a yardstick, no player";
        Registry::new()
            .with(Entry::new("pass", "discards, whatever it holds", |_| Pass))
            .with(Entry::of_player("random", any, random).options(random_options()))
            .with(Entry::new("greedy", hand, greedy).options(greedy_options()))
            .with(Entry::new("greedy-tuned", tuned, greedy_tuned).options(tuned_options()))
            .with(Entry::new("best-of", few, best_of).options(best_of_options()))
            .with(search(Entry::of_player("flat", halving, flat), MENU.flat(), "flat"))
            .with(search(Entry::of_player("pimc", voting, pimc), MENU.pimc(WORLDS), "pimc"))
            .with(search(Entry::of_player("ismcts", tree, ismcts), MENU.ismcts(), "ismcts"))
            .with_name("mcts", "ismcts")
            .with(learned::td())
            .with(learned::td_match())
            .with(champion())
            .with(Entry::of_player("cheater", all_seeing, cheater).options(cheater_options()))
            .with_results(results)
            .with_seer(seer)
    }
}
