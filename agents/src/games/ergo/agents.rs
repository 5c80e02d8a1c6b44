//! The registry of the agents of ERGO.

use ergo_engine::ergo::Ergo;
use ergo_engine::game::Game;
use ergo_engine::options::{OptionSpec, Settings};
use ergo_engine::rng::Seed;

use super::champion::champion;
use super::cheater::Cheater;
use super::greedy::{GreedyAgent, TurnSelection};
use super::heuristic::HeuristicWeights;
use super::heuristic_evaluator::HeuristicEvaluator;
use super::learned;
use super::net_evaluator::ErgoEvaluator;
use super::pass::PassAgent;
use super::random_outcome::RandomOutcomeAgent;
use super::results::results;
use super::search_options::SEARCH_OPTIONS;
use super::shipped::TD;
use super::tuned;
use super::turn_moves::TurnMoves;
use crate::agent::AgentFault;
use crate::agent::{OmniscientAgent, Player};
use crate::random::RandomAgent;
use crate::registry::{AgentContext, Entry, Registry};
use crate::roster::Roster;
use crate::search::agent::{Search, SearchAgent};
use crate::search::flat::Flat;
use crate::search::ismcts::Ismcts;
use crate::search::omniscient::OmniscientSearch;
use crate::search::pimc::Pimc;
use crate::search::playout::{Playout, PlayoutPolicy, Simulator};
use crate::search::registry::WORLDS;
use crate::utility::{Aim, PointRange, Utility};

const OVER: &[&str] = &["actions", "outcomes"];

fn random_options() -> Vec<OptionSpec> {
    vec![OptionSpec::one_of("over", OVER, "uniform over legal actions, or over distinct outcomes of the turn")]
}

fn greedy_options() -> Vec<OptionSpec> {
    let mut options = tuned_options();
    options.extend(HeuristicWeights::options());
    options
}

fn tuned_options() -> Vec<OptionSpec> {
    vec![OptionSpec::real("blunder", 0.0, 0.0, 1.0, "probability of playing a random turn instead")]
}

fn best_of_options() -> Vec<OptionSpec> {
    let mut options = vec![OptionSpec::int("drawn", 4, 1, 10_000, "number of sampled ways to play the turn")];
    options.extend(HeuristicWeights::options());
    options
}

fn cheater_options() -> Vec<OptionSpec> {
    let mut options = vec![
        OptionSpec::int("candidates", 12, 1, 1000, "number of outcomes of the turn that are played on"),
        OptionSpec::int("turns", 4, 0, 1000, "number of turns for which they are played on"),
    ];
    options.extend(HeuristicWeights::options());
    options
}

const EVALUATORS: &[&str] = &["hand", "net"];

fn with_evaluators(mut options: Vec<OptionSpec>) -> Vec<OptionSpec> {
    let evaluator =
        OptionSpec::one_of("evaluator", EVALUATORS, "hand-written evaluation with the weights below, or a net");
    options.insert(0, evaluator);
    options.extend(learned::net_options(
        &TD,
        "evaluator = \"net\": number of the net for this number of seats; 0: the mean of all, three times as slow",
    ));
    options.extend(HeuristicWeights::options());
    options
}

/// Creates a player that chooses whole turns with a search. With the objective `win`, scores are valued by an
/// equity table if there is one for these rules.
fn searcher<S: Search<Ergo, TurnMoves> + 'static>(
    place: &AgentContext<'_, Ergo>,
    search: impl FnOnce(ErgoEvaluator<'static>, Utility) -> S,
) -> Player<Ergo> {
    let AgentContext { game, settings, seed, .. } = *place;
    let utility = SEARCH_OPTIONS.utility(settings, &game.info());
    let utility = learned::with_equity(utility, &game.0);
    let evaluator = match settings.text("evaluator") {
        "net" => match learned::evaluator(&TD, place, utility.clone()) {
            Ok(evaluator) => evaluator,
            Err(_) => return Player::Failed(AgentFault::FailedToStart),
        },
        _ => ErgoEvaluator::Hand(learned::hand_evaluator(HeuristicWeights::new(settings), utility.clone(), &game.0)),
    };
    let search = search(evaluator.clone(), utility);
    Player::Agent(Box::new(SearchAgent::new(TurnMoves, evaluator, search, seed)))
}

fn search(entry: Entry<Ergo>, options: Vec<OptionSpec>, kind: &'static str) -> Entry<Ergo> {
    let entry = entry.options(with_evaluators(options));
    let check = move |settings: &Settings| SEARCH_OPTIONS.check(kind, settings);
    learned::with_net(&TD, entry, |settings| settings.text("evaluator") == "net", check)
}

fn flat(place: AgentContext<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    searcher(&place, |evaluator, utility| {
        let (budget, playout) = (SEARCH_OPTIONS.budget(settings, place.clock), SEARCH_OPTIONS.playout(settings));
        let candidates = (settings.int("candidates") as usize, settings.real("trust_evaluator"));
        Flat::new(TurnMoves, evaluator, utility, budget, candidates, playout)
    })
}

fn pimc(place: AgentContext<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    searcher(&place, |evaluator, utility| {
        let (budget, reach) = (SEARCH_OPTIONS.budget(settings, place.clock), SEARCH_OPTIONS.pimc_reach(settings));
        Pimc::new(TurnMoves, evaluator, utility, budget, reach, SEARCH_OPTIONS.playout(settings))
    })
}

fn ismcts(place: AgentContext<'_, Ergo>) -> Player<Ergo> {
    let tree = SEARCH_OPTIONS.ismcts_settings(place.settings, place.game.0.seats, place.clock);
    searcher(&place, |evaluator, utility| Ismcts::new(place.game, TurnMoves, evaluator, utility, tree))
}

fn random(place: AgentContext<'_, Ergo>) -> Player<Ergo> {
    match place.settings.text("over") {
        "outcomes" => Player::Agent(Box::new(RandomOutcomeAgent::new(place.seed))),
        _ => Player::Agent(Box::new(RandomAgent::new(place.seed))),
    }
}

fn cheater(place: AgentContext<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    let (candidates, turns) = (settings.int("candidates") as usize, settings.int("turns") as usize);
    Player::Omniscient(Box::new(Cheater::new(HeuristicWeights::new(settings), candidates, turns, place.seed)))
}

fn greedy(place: AgentContext<'_, Ergo>) -> GreedyAgent {
    GreedyAgent::new(HeuristicWeights::new(place.settings), select_all(&place), place.seed)
}

fn greedy_tuned(place: AgentContext<'_, Ergo>) -> GreedyAgent {
    GreedyAgent::new(tuned::tuned_weights(place.game.0.seats), select_all(&place), place.seed)
}

fn select_all(place: &AgentContext<'_, Ergo>) -> TurnSelection {
    TurnSelection::All { blunder: place.settings.real("blunder") }
}

fn best_of(place: AgentContext<'_, Ergo>) -> GreedyAgent {
    let look = TurnSelection::Sample(place.settings.int("drawn") as u32);
    GreedyAgent::new(HeuristicWeights::new(place.settings), look, place.seed)
}

fn seer(game: &Ergo, seed: Seed) -> Box<dyn OmniscientAgent<Ergo>> {
    let utility = Utility::new(Aim::Margin, PointRange::from_info(&game.info()));
    let evaluator = HeuristicEvaluator::new(tuned::tuned_weights(game.0.seats), utility.clone());
    let playout = Playout { policy: PlayoutPolicy::BestOf(4), cut: Some(8) };
    Box::new(OmniscientSearch::new(Simulator::new(TurnMoves, evaluator, utility), (24, 32), playout, seed))
}

impl Roster for Ergo {
    fn registry() -> Registry<Ergo> {
        let any = "plays uniformly at random";
        let hand = "plays the turn with the best outcome by a hand-written evaluation";
        let tuned = "greedy with weights tuned for each number of seats";
        let few = "plays the best of a few random turns by the evaluation of greedy";
        let halving = "plays out the best-looking turns in determinized worlds with sequential halving";
        let voting = "searches determinized worlds as if nothing were hidden, and averages (PIMC)";
        let tree = "searches a tree of whole turns (information set MCTS)";
        let all_seeing = "sees all cards and plays on from the true state: a reference, not a fair opponent";
        Registry::new()
            .with(Entry::new("pass", "discards every turn", |_| PassAgent))
            .with(Entry::for_player("random", any, random).options(random_options()))
            .with(Entry::new("greedy", hand, greedy).options(greedy_options()))
            .with(Entry::new("greedy-tuned", tuned, greedy_tuned).options(tuned_options()))
            .with(Entry::new("best-of", few, best_of).options(best_of_options()))
            .with(search(Entry::for_player("flat", halving, flat), SEARCH_OPTIONS.flat_options(), "flat"))
            .with(search(Entry::for_player("pimc", voting, pimc), SEARCH_OPTIONS.pimc_options(WORLDS), "pimc"))
            .with(search(Entry::for_player("ismcts", tree, ismcts), SEARCH_OPTIONS.ismcts_options(), "ismcts"))
            .with_alias("mcts", "ismcts")
            .with(learned::td())
            .with(learned::td_match())
            .with(champion())
            .with(Entry::for_player("cheater", all_seeing, cheater).options(cheater_options()))
            .with_results(results)
            .with_omniscient(seer)
    }
}
