//! The agents of Philosophia, as a registry.

use ergo_engine::game::Game;
use ergo_engine::options::{OptionError, OptionSpec, Settings, Value};
use ergo_engine::philosophia::Philosophia;

use super::ahead::{AheadAgent, Tries};
use super::auction::Auction;
use super::judge::{By, Judge};
use super::last_debate::LastDebate;
use super::planned::Planned;
use super::planner::Planner;
use super::shipped::{among_planners, shipped};
use super::solving::Solving;
use super::weights::Weights;
use crate::agent::Agent;
use crate::registry::{Entry, Place, Registry};
use crate::roster::Roster;
use crate::search::agent::{Search, SearchAgent};
use crate::search::flat::Flat;
use crate::search::ismcts::{Backup, Ismcts, Mode, Settings as Growing};
use crate::search::playout::{Playout, Policy};
use crate::search::registry::generic;
use crate::search::select::{Rule, Widening};
use crate::search::settings::Menu;
use crate::spec::MILLISECONDS;
use crate::utility::{Aim, Span, Utility};

const MENU: Menu = Menu { aims: &["margin", "points", "win"], has_evaluator: false, hides_actions: true };
/// The menu of the searches whose playouts are the planner's.
const PLANNED: Menu = Menu { aims: &["win"], has_evaluator: true, hides_actions: true };

/// The evaluators of positions, the default first: by turns left, or by the net, which learned one action ahead.
const BY_PROGRESS: &[&str] = &["progress", "net", "both"];
const BY_NET: &[&str] = &["net", "progress", "both"];

/// Worlds in which outcomes of an offering are judged, and rounds of regret matching.
const AUCTION: Auction = Auction { worlds: 4, rounds: 400 };

/// Of guesses in shares of the win, where a turn saved counts a tenth.
const TEMPERATURE: f64 = 0.05;
/// Playouts of a decision, unless something else is said.
const ITERATIONS: i64 = 96;

fn planner() -> Entry<Philosophia> {
    let about = "each turn does what brings the cheapest open conditions nearest, by an estimate of turns";
    Entry::new("planner", about, |place| Planner::new(Weights::of(place.settings), place.seed))
        .options(Weights::default().options())
}

fn tuned() -> Entry<Philosophia> {
    let about = "the planner with weights that were tuned among planners";
    Entry::new("planner-tuned", about, |place| Planner::new(Weights::tuned(), place.seed))
}

fn evaluator(words: &'static [&'static str]) -> OptionSpec {
    OptionSpec::one_of(
        "evaluator",
        words,
        "what judges positions: turns left to the third token, a net, or the mean of both",
    )
}

/// Whether bids are found by regret matching and the final debate is solved.
fn solving_options() -> Vec<OptionSpec> {
    let debate = "worlds in which the final debate is solved once two are left; 0: it is played like everything else";
    vec![
        OptionSpec::bool("bids", false, "sealed bids by regret matching on a sampled matrix"),
        OptionSpec::int("debate", 8, 0, 1000, debate),
        OptionSpec::int(
            "positions",
            5000,
            1,
            10_000_000,
            "positions of such a world; where there are more, it is not solved",
        ),
    ]
}

/// What is asked to judge.
fn by(place: &Place<'_, Philosophia>) -> By<'static> {
    match place.settings.text("evaluator") {
        "net" => By::Net(shipped(place.game.seats())),
        "both" => By::Both(shipped(place.game.seats())),
        _ => By::Turns,
    }
}

/// `other`, but for bids and the final debate as the settings say.
fn solving<A>(other: A, place: &Place<'_, Philosophia>) -> Solving<'static, A> {
    let settings = place.settings;
    let seed = place.seed.derive("solving", &[]);
    let auction = settings.bool("bids").then(|| (AUCTION, Judge::new(by(place), seed.derive("judge", &[]))));
    let (worlds, most) = (settings.int("debate") as u32, settings.int("positions") as u64);
    let debate = (worlds > 0).then_some(LastDebate { worlds, most });
    Solving::new(other, auction, debate, seed)
}

fn planner_solving() -> Entry<Philosophia> {
    let about = "the tuned planner, but for the final debate, which it solves in worlds that fit";
    let mut options = vec![evaluator(BY_PROGRESS)];
    options.extend(solving_options());
    Entry::new("planner-solving", about, |place| solving(Planner::new(Weights::tuned(), place.seed), &place))
        .options(options)
}

/// One action ahead by what judges positions.
fn ahead(place: &Place<'_, Philosophia>) -> Solving<'static, AheadAgent<'static>> {
    let settings = place.settings;
    let tries = Tries { candidates: settings.int("candidates") as usize, worlds: settings.int("worlds") as u32 };
    solving(AheadAgent::new(by(place), place.seat, tries, place.seed), place)
}

fn td() -> Entry<Philosophia> {
    let about = "looks one action ahead, the turn then played as planned, by a net that learned from play";
    let mut options = vec![
        evaluator(BY_NET),
        OptionSpec::int("candidates", 8, 1, 1000, "actions that are tried, those that the planner likes best"),
        OptionSpec::int("worlds", 4, 1, 1000, "worlds that each is tried in"),
    ];
    options.extend(solving_options());
    Entry::new("td", about, |place| ahead(&place)).options(options)
}

/// An agent that chooses by `search`, whose playouts are the planner's and judged `by` a net or turns left, but for bids and the
/// final debate.
fn searcher<S: Search<Philosophia, Planned>>(
    place: &Place<'_, Philosophia>,
    by: By<'static>,
    whose: impl FnOnce(Judge<'static>) -> Judge<'static>,
    search: impl FnOnce(Planned, Judge<'static>, Utility) -> S,
) -> Solving<'static, SearchAgent<Philosophia, Planned, Judge<'static>, S>> {
    let planned = || Planned(Weights::tuned());
    let judge = whose(Judge::new(by, place.seed.derive("judge", &[])));
    let utility = Utility::new(Aim::Win, Span::of(&place.game.info())).to_the_end();
    let search = search(planned(), judge.clone(), utility);
    solving(SearchAgent::new(planned(), judge, search, place.seed), place)
}

/// Those of `options` that are called so, the evaluator before them and what is solved after them.
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

/// How a playout goes: as planners play.
fn playout(settings: &Settings) -> Playout {
    Playout { policy: Policy::Drawn, cut: Some(settings.int("cut") as u32) }
}

/// Actions of a playout before it is judged, of which the rest of the turn is planned then.
fn cut(default: i64) -> OptionSpec {
    OptionSpec::int("cut", default, 0, 10_000, "actions of a playout before the turn is planned to its end and judged")
}

/// A flat search whose playouts are judged `by` a net or turns left.
fn flat_by(place: &Place<'_, Philosophia>, by: By<'static>) -> impl Agent<Philosophia> + use<> {
    let settings = place.settings;
    let budget = PLANNED.budget(settings, place.clock);
    let candidates = (settings.int("candidates") as usize, settings.real("trust_evaluator"));
    let search = |planned, judge, utility| Flat::new(planned, judge, utility, budget, candidates, playout(settings));
    searcher(place, by, |judge| judge.of(place.seat), search)
}

fn flat_options() -> Vec<OptionSpec> {
    let mut options = search_options(PLANNED.flat(), &["iterations", MILLISECONDS, "trust_evaluator"]);
    options.insert(2, OptionSpec::int("candidates", 8, 2, 1000, "best-looking actions that are played out"));
    options.insert(3, cut(0));
    options
}

fn flat() -> Entry<Philosophia> {
    let about = "plays the best-looking actions out as planned in determinized worlds, the better half again";
    Entry::new("flat-planned", about, |place| flat_by(&place, by(&place)))
        .options(flat_options())
        .check(|settings| PLANNED.check("flat", settings))
}

/// The strongest: the net judges for two, where it learned enough; with more seats the net and turns left together judge better than
/// either, for four with a second net, which learned how planners end what they begin.
fn champion() -> Entry<Philosophia> {
    let about =
        "plays the best-looking actions out as planned, judged by a net for two, by nets and turns left for more";
    let mut options = flat_options();
    options.retain(|option| option.key != "evaluator");
    Entry::new("champion", about, |place: Place<'_, Philosophia>| {
        let seats = place.game.seats();
        let by = match seats.get() {
            2 => By::Net(shipped(seats)),
            4 => By::All(shipped(seats), among_planners()),
            _ => By::Both(shipped(seats)),
        };
        flat_by(&place, by)
    })
    .options(options)
    .check(|settings| PLANNED.check("flat", settings))
}

const MODES: &[&str] = &["own-tree", "single-observer"];

fn ismcts() -> Entry<Philosophia> {
    let about = "grows a tree by what its seat knows, by guesses, playouts and opponents that are the planner's";
    let keys = ["iterations", MILLISECONDS, "puct_c", "temperature", "own_k", "own_alpha", "others_k", "others_alpha"];
    let mut options = search_options(PLANNED.ismcts(), &keys);
    let mode = "whose turns are in the tree: the own, others plan; or everybody's, known by what they saw others do";
    options.insert(1, OptionSpec::one_of("mode", MODES, mode));
    options.insert(3, cut(0));
    Entry::new("ismcts-planned", about, |place| {
        let settings = place.settings;
        let widening = |k: &str, alpha: &str| Widening { k: settings.real(k), alpha: settings.real(alpha) };
        let alone = settings.text("mode") == "own-tree";
        let growing = Growing {
            budget: PLANNED.budget(settings, place.clock),
            trees: 1,
            threads: 1,
            mode: if alone { Mode::OwnTree(Policy::Drawn) } else { Mode::SingleObserver },
            rule: Rule::Puct { c: settings.real("puct_c"), temperature: settings.real("temperature") },
            widen_own: widening("own_k", "own_alpha"),
            widen_others: widening("others_k", "others_alpha"),
            expand: 1,
            backup: Backup::MaxN,
            classes: false,
            playout: playout(settings),
        };
        let whose = |judge: Judge<'static>| if alone { judge.of(place.seat) } else { judge };
        searcher(&place, by(&place), whose, |planned, judge, utility| {
            Ismcts::new(place.game, planned, judge, utility, growing)
        })
    })
    .options(options)
    .check(|settings| {
        let bounded = ["iterations", MILLISECONDS].iter().any(|key| settings.int(key) > 0);
        let none = "iterations = 0 and milliseconds = 0: expected a bound, the search would not end";
        bounded.then_some(()).ok_or_else(|| OptionError::Together(none.to_owned()))
    })
}

impl Roster for Philosophia {
    fn registry() -> Registry<Philosophia> {
        let registry = generic(MENU).with(planner()).with(tuned()).with(planner_solving());
        registry.with(td()).with(flat()).with(ismcts()).with(champion())
    }
}
