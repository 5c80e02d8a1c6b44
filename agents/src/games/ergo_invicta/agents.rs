//! The agents of ERGO of 1977, as a registry.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::options::{OptionError, OptionSpec, Settings};

use super::alpha_beta::AlphaBetaAgent;
use super::greedy::GreedyAgent;
use super::search;
use super::shipped::shipped;
use super::windows::Weights;
use crate::net::mlp::Mlp;
use crate::registry::{Entry, Place, Registry};
use crate::roster::Roster;
use crate::search::registry::perfect;
use crate::search::settings::Menu;

const MENU: Menu = Menu { aims: &["win", "margin", "points"], has_evaluator: false, hides_actions: false };

/// The most actions that are looked ahead.
const DEEPEST: i64 = 64;

/// The options of `alpha-beta`: those of every game, less what is aimed at, with how far it follows threats, its weights and what a
/// repetition costs.
fn alpha_beta_options() -> Vec<OptionSpec> {
    let mut options: Vec<OptionSpec> = MENU
        .alpha_beta()
        .into_iter()
        .filter(|option| !["utility", "depth", "table_bits"].contains(&option.key))
        .collect();
    let depth = "actions looked ahead at most, deeper and deeper; 0: as far as the other bounds allow";
    options.insert(0, OptionSpec::int("depth", 3, 0, DEEPEST, depth));
    options.insert(1, OptionSpec::int("table_bits", 16, 0, 26, "room for 2^bits positions met before"));
    options.push(OptionSpec::int("threats", 2, 0, 20, "own threats in a row that are looked for beyond the depth"));
    options.push(OptionSpec::int(
        "contempt",
        20,
        -10_000,
        10_000,
        "what a draw by repetition costs, in the terms of the weights",
    ));
    let late = "look at actions late in the order less deeply first (late move reductions)";
    options.push(OptionSpec::bool("reductions", true, late));
    options.push(OptionSpec::one_of(
        "evaluator",
        EVALUATORS,
        "what judges positions: windows by the weights below, or a net that learned it from play",
    ));
    options.extend(Weights::options());
    options
}

/// A search must end.
fn check(settings: &Settings) -> Result<(), OptionError> {
    let none = ["depth", "iterations", "milliseconds"].iter().all(|key| settings.int(key) == 0);
    if none {
        let what = "depth = 0 and iterations = 0 and milliseconds = 0: expected a bound, the search would not end";
        return Err(OptionError::Together(what.to_owned()));
    }
    Ok(())
}

const EVALUATORS: &[&str] = &["windows", "net"];

fn net(place: &Place<'_, ErgoInvicta>) -> Option<&'static Mlp> {
    (place.settings.text("evaluator") == "net").then(shipped)
}

/// How `alpha-beta` looks, by checked settings.
fn looks(place: &Place<'_, ErgoInvicta>) -> search::Settings {
    let settings = place.settings;
    search::Settings {
        budget: MENU.budget(settings, place.clock),
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
            "looks ahead by alpha-beta, measures windows of five and follows threats",
            |place: Place<'_, ErgoInvicta>| AlphaBetaAgent::new(looks(&place), Weights::of(place.settings), place.seed),
        );
        let greedy = Entry::new(
            "greedy",
            "looks one action ahead: five, no five for the other, the best windows",
            |place: Place<'_, ErgoInvicta>| GreedyAgent::new(None, Weights::of(place.settings), place.seed),
        );
        let td = Entry::new(
            "td",
            "looks one action ahead by a net that learned from play against itself",
            |place: Place<'_, ErgoInvicta>| GreedyAgent::new(Some(shipped()), Weights::usual(), place.seed),
        );
        perfect(MENU)
            .with(greedy.options(Weights::options()))
            .with(alpha_beta.options(alpha_beta_options()).check(check))
            .with(td)
    }
}
