//! The agents that go by the nets that come with the program.

use std::borrow::Cow;
use std::sync::Arc;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::OptionSpec;

use super::equity::{self, Ending};
use super::net_evaluator::{ErgoEvaluator, NetEvaluator};
use super::shipped::{RUNS, shipped};
use super::td::{Manner, TdAgent};
use crate::registry::{Entry, Place};
use crate::utility::{Aim, Utility};

/// Which of the nets.
pub(super) fn run_option(meaning: &'static str) -> OptionSpec {
    OptionSpec::int("run", 1, 0, RUNS as i64, meaning)
}

fn td_options() -> Vec<OptionSpec> {
    vec![
        run_option("which of the nets trained for this number of seats; 0: the mean of all"),
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

fn seated(place: &Place<'_, Ergo>) -> TdAgent<'static> {
    let settings = place.settings;
    let net = shipped(place.game.0.seats, settings.int("run") as usize);
    let manner = Manner { blunder: settings.real("blunder"), temperature: settings.real("temperature") };
    TdAgent::new(Cow::Borrowed(net), manner, place.seed)
}

/// The agent that plays by a net alone.
pub(super) fn td() -> Entry<Ergo> {
    let about = "the best outcome of its whole turn by a net that learned it from play against itself";
    Entry::new("td", about, |place| seated(&place)).options(td_options())
}

/// A net as a search asks it.
pub(super) fn evaluator(place: &Place<'_, Ergo>, utility: Utility) -> ErgoEvaluator {
    let net = shipped(place.game.0.seats, place.settings.int("run") as usize);
    ErgoEvaluator::Net(NetEvaluator::new(net, utility))
}

/// The same, with the chance to win the match from its scores where it wants the match and there is a table for these rules.
pub(super) fn with_equity(utility: Utility, rules: &Rules) -> Utility {
    match equity::shipped::table(&Ending::of(rules)).filter(|_| utility.aim() == Aim::Win) {
        Some(table) => utility.with_equity(Arc::new(table)),
        None => utility,
    }
}
