//! The registry of the agents of Ergo 1977.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::options::{OptionError, OptionSpec, Settings};

use super::alpha_beta::AlphaBetaAgent;
use super::greedy::InvictaGreedyAgent;
use super::search;
use super::shipped::shipped_net;
use super::windows::WindowWeights;
use crate::net::mlp::Mlp;
use crate::registry::{AgentContext, Entry, Registry};
use crate::roster::Roster;
use crate::search::options::SearchOptions;
use crate::search::registry::perfect_information;

const SEARCH_OPTIONS: SearchOptions =
    SearchOptions { aims: &["win", "margin", "points"], has_evaluator: false, hides_actions: false };

/// Maximum search depth in actions.
const DEEPEST: i64 = 64;

/// Returns the settings of `alpha-beta`: those of every game without the objective, plus the threat search, the
/// weights of windows, and the cost of a repetition.
fn alpha_beta_options() -> Vec<OptionSpec> {
    let mut options: Vec<OptionSpec> = SEARCH_OPTIONS
        .alpha_beta_options()
        .into_iter()
        .filter(|option| !["utility", "depth", "table_bits"].contains(&option.key))
        .collect();
    let depth = "maximum depth in actions, with iterative deepening; 0: until another limit is reached";
    options.insert(0, OptionSpec::int("depth", 3, 0, DEEPEST, depth));
    options.insert(1, OptionSpec::int("table_bits", 16, 0, 26, "the transposition table has 2^table_bits slots"));
    options.push(OptionSpec::int(
        "threats",
        2,
        0,
        20,
        "maximum number of consecutive own threats searched beyond the depth",
    ));
    options.push(OptionSpec::int(
        "contempt",
        20,
        -10_000,
        10_000,
        "cost of a draw by repetition, on the scale of the weights",
    ));
    let late = "search actions late in the order at reduced depth first (late move reductions)";
    options.push(OptionSpec::bool("reductions", true, late));
    options.push(OptionSpec::one_of(
        "evaluator",
        EVALUATORS,
        "evaluation of positions: windows with the weights below, or a net that learned from self-play",
    ));
    options.extend(WindowWeights::options());
    options
}

/// Checks that a limit ends the search.
fn check(settings: &Settings) -> Result<(), OptionError> {
    let none = ["depth", "iterations", "milliseconds"].iter().all(|key| settings.int(key) == 0);
    if none {
        let what = "depth = 0 and iterations = 0 and milliseconds = 0: expected a limit, the search would not end";
        return Err(OptionError::Together(what.to_owned()));
    }
    Ok(())
}

const EVALUATORS: &[&str] = &["windows", "net"];

fn net(place: &AgentContext<'_, ErgoInvicta>) -> Option<&'static Mlp> {
    (place.settings.text("evaluator") == "net").then(shipped_net)
}

/// Returns the search settings of `alpha-beta` from validated settings.
fn looks(place: &AgentContext<'_, ErgoInvicta>) -> search::AlphaBetaSettings {
    let settings = place.settings;
    search::AlphaBetaSettings {
        budget: SEARCH_OPTIONS.budget(settings, place.clock),
        depth: match settings.int("depth") {
            0 => DEEPEST as u32,
            depth => depth as u32,
        },
        table_bits: settings.int("table_bits") as u32,
        threats: settings.int("threats") as u32,
        contempt: settings.int("contempt") as i32,
        reductions: settings.bool("reductions"),
        net: net(place),
    }
}

impl Roster for ErgoInvicta {
    fn registry() -> Registry<Self> {
        let alpha_beta = Entry::new(
            "alpha-beta",
            "searches with alpha-beta, evaluates windows of five squares and follows threats",
            |place: AgentContext<'_, ErgoInvicta>| {
                AlphaBetaAgent::new(looks(&place), WindowWeights::from_settings(place.settings), place.seed)
            },
        );
        let greedy = Entry::new(
            "greedy",
            "looks one action ahead: makes five, prevents five, or improves its windows",
            |place: AgentContext<'_, ErgoInvicta>| {
                InvictaGreedyAgent::new(None, WindowWeights::from_settings(place.settings), place.seed)
            },
        );
        let td = Entry::new(
            "td",
            "looks one action ahead with a net that learned from self-play",
            |place: AgentContext<'_, ErgoInvicta>| {
                InvictaGreedyAgent::new(Some(shipped_net()), WindowWeights::default_values(), place.seed)
            },
        );
        perfect_information(SEARCH_OPTIONS)
            .with(greedy.options(WindowWeights::options()))
            .with(alpha_beta.options(alpha_beta_options()).check(check))
            .with(td)
    }
}
