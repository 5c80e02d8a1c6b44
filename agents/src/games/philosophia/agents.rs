//! The registry of the agents of Philosophia.

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec, Settings, Value};
use ergo_engine::philosophia::Philosophia;

use super::auction::AuctionSolver;
use super::evaluator::{PhilosophiaEvaluator, ValueSource};
use super::final_debate::FinalDebateSolver;
use super::lookahead::{LookaheadAgent, LookaheadSettings};
use super::planner::PlannerAgent;
use super::planner_moves::PlannerMoves;
use super::shipped::{net_among_planners, shipped_net};
use super::solver_agent::SolverAgent;
use super::weights::PlannerWeights;
use crate::agent::Agent;
use crate::registry::{AgentContext, Entry, Registry};
use crate::roster::Roster;
use crate::search::agent::{Search, SearchAgent};
use crate::search::flat::Flat;
use crate::search::ismcts::{Backup, Ismcts, IsmctsSettings, TreeMode};
use crate::search::options::SearchOptions;
use crate::search::playout::{Playout, PlayoutPolicy};
use crate::search::registry::standard_agents;
use crate::search::select::{SelectionRule, Widening};
use crate::spec::MILLISECONDS;
use crate::utility::{Aim, PointRange, Utility};

const SEARCH_OPTIONS: SearchOptions =
    SearchOptions { aims: &["margin", "points", "win"], has_evaluator: false, hides_actions: true };
/// The search options of the agents whose playouts follow the planner.
const PLANNED: SearchOptions = SearchOptions { aims: &["win"], has_evaluator: true, hides_actions: true };

/// The evaluators of positions, the default first: by estimated turns left, by the net, or the mean of both.
const BY_PROGRESS: &[&str] = &["progress", "net", "both"];
const BY_NET: &[&str] = &["net", "progress", "both"];

/// Number of worlds in which outcomes of an offering are evaluated, and of rounds of regret matching.
const AUCTION: AuctionSolver = AuctionSolver { worlds: 4, rounds: 400 };

/// Temperature of the PUCT prior. Guesses are shares of the win, where a saved turn counts 0.1.
const TEMPERATURE: f64 = 0.05;
/// Default number of playouts per decision.
const ITERATIONS: i64 = 96;

fn planner() -> Entry<Philosophia> {
    let about = "pursues the cheapest open conditions by an estimate of turns";
    Entry::new("planner", about, |place| PlannerAgent::new(PlannerWeights::from_settings(place.settings), place.seed))
        .options(PlannerWeights::default().options())
}

fn tuned() -> Entry<Philosophia> {
    let about = "the planner with weights tuned against planners";
    Entry::new("planner-tuned", about, |place| PlannerAgent::new(PlannerWeights::tuned(), place.seed))
}

fn evaluator(words: &'static [&'static str]) -> OptionSpec {
    OptionSpec::one_of(
        "evaluator",
        words,
        "evaluation of positions: estimated turns to the third token, a net, or the mean of both",
    )
}

/// Returns the settings of [`SolverAgent`]: whether bids use regret matching, and how the final debate is solved.
fn solving_options() -> Vec<OptionSpec> {
    let debate = "number of worlds in which the final debate of two is solved; 0: do not solve it";
    vec![
        OptionSpec::bool("bids", false, "find sealed bids by regret matching on a sampled matrix"),
        OptionSpec::int("debate", 8, 0, 1000, debate),
        OptionSpec::int(
            "positions",
            5000,
            1,
            10_000_000,
            "maximum number of positions of a final debate; larger ones are not solved",
        ),
    ]
}

/// Returns the source of position values from the settings.
fn by(place: &AgentContext<'_, Philosophia>) -> ValueSource<'static> {
    match place.settings.text("evaluator") {
        "net" => ValueSource::Net(shipped_net(place.game.seats())),
        "both" => ValueSource::Both(shipped_net(place.game.seats())),
        _ => ValueSource::Turns,
    }
}

/// Wraps `other` in a [`SolverAgent`] according to the settings.
fn solving<A>(other: A, place: &AgentContext<'_, Philosophia>) -> SolverAgent<'static, A> {
    let settings = place.settings;
    let seed = place.seed.derive("solving", &[]);
    let auction =
        settings.bool("bids").then(|| (AUCTION, PhilosophiaEvaluator::new(by(place), seed.derive("judge", &[]))));
    let (worlds, most) = (settings.int("debate") as u32, settings.int("positions") as u64);
    let debate = (worlds > 0).then_some(FinalDebateSolver { worlds, max_positions: most });
    SolverAgent::new(other, auction, debate, seed)
}

fn planner_solving() -> Entry<Philosophia> {
    let about = "the tuned planner, with the final debate solved in sampled worlds";
    let mut options = vec![evaluator(BY_PROGRESS)];
    options.extend(solving_options());
    Entry::new("planner-solving", about, |place| {
        solving(PlannerAgent::new(PlannerWeights::tuned(), place.seed), &place)
    })
    .options(options)
}

/// Creates an agent that looks one action ahead.
fn ahead(place: &AgentContext<'_, Philosophia>) -> SolverAgent<'static, LookaheadAgent<'static>> {
    let settings = place.settings;
    let settings =
        LookaheadSettings { candidates: settings.int("candidates") as usize, worlds: settings.int("worlds") as u32 };
    solving(LookaheadAgent::new(by(place), place.seat, settings, place.seed), place)
}

fn td() -> Entry<Philosophia> {
    let about = "looks one action ahead with a net that learned from self-play; the planner finishes the turn";
    let mut options = vec![
        evaluator(BY_NET),
        OptionSpec::int("candidates", 8, 1, 1000, "number of actions tried, the planner's favourites"),
        OptionSpec::int("worlds", 4, 1, 1000, "number of worlds in which each action is tried"),
    ];
    options.extend(solving_options());
    Entry::new("td", about, |place| ahead(&place)).options(options)
}

/// Creates an agent that chooses with `search`. Playouts follow the planner and are evaluated with `by`. Bids and
/// the final debate are solved separately.
fn searcher<S: Search<Philosophia, PlannerMoves>>(
    place: &AgentContext<'_, Philosophia>,
    by: ValueSource<'static>,
    whose: impl FnOnce(PhilosophiaEvaluator<'static>) -> PhilosophiaEvaluator<'static>,
    search: impl FnOnce(PlannerMoves, PhilosophiaEvaluator<'static>, Utility) -> S,
) -> SolverAgent<'static, SearchAgent<Philosophia, PlannerMoves, PhilosophiaEvaluator<'static>, S>> {
    let planned = || PlannerMoves(PlannerWeights::tuned());
    let judge = whose(PhilosophiaEvaluator::new(by, place.seed.derive("judge", &[])));
    let utility = Utility::new(Aim::Win, PointRange::from_info(&place.game.info())).match_end_only();
    let search = search(planned(), judge.clone(), utility);
    solving(SearchAgent::new(planned(), judge, search, place.seed), place)
}

/// Returns those of `options` with one of these `keys`, after the evaluator and before the settings of the solvers.
fn search_options(options: Vec<OptionSpec>, keys: &[&str]) -> Vec<OptionSpec> {
    let mut all = vec![evaluator(BY_PROGRESS)];
    let options = options.into_iter().filter(|option| keys.contains(&option.key));
    all.extend(options.map(|option| match option.key {
        "iterations" => OptionSpec { default: Value::Int(ITERATIONS), ..option },
        "temperature" => OptionSpec { default: Value::Real(TEMPERATURE), ..option },
        _ => option,
    }));
    all.extend(solving_options());
    all
}

/// Returns the settings of playouts, which follow the planner.
fn playout(settings: &Settings) -> Playout {
    Playout { policy: PlayoutPolicy::Drawn, cut: Some(settings.int("cut") as u32) }
}

/// Returns the setting for the number of actions of a playout. The rest of the turn is then planned before
/// evaluation.
fn cut(default: i64) -> OptionSpec {
    OptionSpec::int(
        "cut",
        default,
        0,
        10_000,
        "number of actions of a playout before the planner finishes the turn and it is evaluated",
    )
}

/// Creates a flat search whose playouts are evaluated with `by`.
fn flat_by(place: &AgentContext<'_, Philosophia>, by: ValueSource<'static>) -> impl Agent<Philosophia> + use<> {
    let settings = place.settings;
    let budget = PLANNED.budget(settings, place.clock);
    let candidates = (settings.int("candidates") as usize, settings.real("trust_evaluator"));
    let search = |planned, judge, utility| Flat::new(planned, judge, utility, budget, candidates, playout(settings));
    searcher(place, by, |judge| judge.for_seat(place.seat), search)
}

fn flat_options() -> Vec<OptionSpec> {
    let mut options = search_options(PLANNED.flat_options(), &["iterations", MILLISECONDS, "trust_evaluator"]);
    options.insert(2, OptionSpec::int("candidates", 8, 2, 1000, "number of best-looking actions that are played out"));
    options.insert(3, cut(0));
    options
}

fn flat() -> Entry<Philosophia> {
    let about = "plays out the best-looking actions as planned in determinized worlds, with sequential halving";
    Entry::new("flat-planned", about, |place| flat_by(&place, by(&place)))
        .options(flat_options())
        .check(|settings| PLANNED.check("flat", settings))
}

/// The strongest agent. With two seats the net alone evaluates best. With more seats, nets and estimated turns
/// together evaluate better than either; with four seats a second net is added, which learned outcomes of play
/// among planners.
fn champion() -> Entry<Philosophia> {
    let about = "plays out the best-looking actions as planned; evaluates by nets, and estimated turns with three seats or more";
    let mut options = flat_options();
    options.retain(|option| option.key != "evaluator");
    Entry::new("champion", about, |place: AgentContext<'_, Philosophia>| {
        let seats = place.game.seats();
        let by = match seats.get() {
            2 => ValueSource::Net(shipped_net(seats)),
            4 => ValueSource::All(shipped_net(seats), net_among_planners()),
            _ => ValueSource::Both(shipped_net(seats)),
        };
        flat_by(&place, by)
    })
    .options(options)
    .check(|settings| PLANNED.check("flat", settings))
}

const MODES: &[&str] = &["own-tree", "single-observer"];

fn ismcts() -> Entry<Philosophia> {
    let about = "information set MCTS with priors, playouts and opponents from the planner";
    let keys = ["iterations", MILLISECONDS, "puct_c", "temperature", "own_k", "own_alpha", "others_k", "others_alpha"];
    let mut options = search_options(PLANNED.ismcts_options(), &keys);
    let mode = "turns in the tree: only the own, with planners as opponents; or those of all seats";
    options.insert(1, OptionSpec::one_of("mode", MODES, mode));
    options.insert(3, cut(0));
    Entry::new("ismcts-planned", about, |place| {
        let settings = place.settings;
        let widening = |k: &str, alpha: &str| Widening { k: settings.real(k), alpha: settings.real(alpha) };
        let alone = settings.text("mode") == "own-tree";
        let growing = IsmctsSettings {
            budget: PLANNED.budget(settings, place.clock),
            trees: 1,
            threads: 1,
            mode: if alone { TreeMode::OwnTree(PlayoutPolicy::Drawn) } else { TreeMode::SingleObserver },
            rule: SelectionRule::Puct { c: settings.real("puct_c"), temperature: settings.real("temperature") },
            widen_own: widening("own_k", "own_alpha"),
            widen_others: widening("others_k", "others_alpha"),
            expand: 1,
            backup: Backup::MaxN,
            classes: false,
            playout: playout(settings),
        };
        let whose = |judge: PhilosophiaEvaluator<'static>| if alone { judge.for_seat(place.seat) } else { judge };
        searcher(&place, by(&place), whose, |planned, judge, utility| {
            Ismcts::new(place.game, planned, judge, utility, growing)
        })
    })
    .options(options)
    .check(|settings| {
        let bounded = ["iterations", MILLISECONDS].iter().any(|key| settings.int(key) > 0);
        let none = "iterations = 0 and milliseconds = 0: expected a limit, the search would not end";
        bounded.then_some(()).ok_or_else(|| OptionError::Together(none.to_owned()))
    })
}

impl Roster for Philosophia {
    fn registry() -> Registry<Philosophia> {
        let registry = standard_agents(SEARCH_OPTIONS).with(planner()).with(tuned()).with(planner_solving());
        registry.with(td()).with(flat()).with(ismcts()).with(champion())
    }
}
