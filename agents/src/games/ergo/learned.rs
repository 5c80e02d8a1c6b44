//! The agents that play with the nets included in the program or with custom ones.

use std::borrow::Cow;
use std::sync::Arc;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_engine::seat::SeatCount;

use super::equity::{self, MatchEnding};
use super::features::{INPUTS, VERSION};
use super::heuristic::HeuristicWeights;
use super::heuristic_evaluator::HeuristicEvaluator;
use super::match_play::nets::MatchPlay;
use super::match_play::result_nets::{equity_table, result_net};
use super::match_play::stakes::SeatStakes;
use super::net_evaluator::{ErgoEvaluator, NetEvaluator};
use super::shipped::{NetSet, RUNS, TD};
use super::td::{Exploration, TdAgent};
use crate::agent::{AgentFault, Player};
use crate::net::custom::{self, InputSpec};
use crate::net::mlp::Mlp;
use crate::registry::{AgentContext, Entry, FileReader};
use crate::utility::{Aim, Utility};

/// Returns the setting that selects one of `nets`.
fn run_option(nets: &NetSet, meaning: &'static str) -> OptionSpec {
    OptionSpec::int("run", nets.usual, 0, RUNS as i64, meaning)
}

/// The inputs that custom nets must have.
const INPUT_SPEC: InputSpec = InputSpec { features: VERSION, inputs: INPUTS, seats: Ergo::SEATS };

fn td_options() -> Vec<OptionSpec> {
    let mut options = vec![
        run_option(&TD, "number of the net for this number of seats; 0: the mean of all"),
        OptionSpec::real("blunder", 0.0, 0.0, 1.0, "probability of playing a random turn instead"),
        OptionSpec::real(
            "temperature",
            0.0,
            0.0,
            100.0,
            "0: the best outcome; otherwise the probability of an outcome falls by the factor e per this many points",
        ),
    ];
    options.extend(custom::options());
    options
}

/// Returns the custom net of the settings, or else one of `nets`.
fn net(nets: &'static NetSet, settings: &Settings, seats: SeatCount) -> Result<&'static Mlp, OptionError> {
    match settings.text(custom::WEIGHTS) {
        "" => Ok(nets.net(seats, settings.int("run") as usize)),
        _ => custom::net(settings, seats),
    }
}

fn td_player(place: &AgentContext<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    let exploration = Exploration { blunder: settings.real("blunder"), temperature: settings.real("temperature") };
    // Cannot fail: [`Entry::check_rules`] has found a net.
    let Ok(net) = net(&TD, settings, place.game.0.seats) else { return Player::Failed(AgentFault::FailedToStart) };
    Player::Agent(Box::new(TdAgent::new(Cow::Borrowed(net), exploration, place.seed)))
}

/// Returns the entry of `td`, which plays the best turn according to a net.
pub(super) fn td() -> Entry<Ergo> {
    let about = "plays the turn with the best outcome by a net that learned from self-play";
    let fits = |settings: &Settings, game: &Ergo| net(&TD, settings, game.0.seats).map(|_| ());
    Entry::for_player("td", about, |place| td_player(&place))
        .options(td_options())
        .resolve(|settings, files| INPUT_SPEC.resolve(settings, files))
        .check_rules(fits)
}

/// Returns the entry of `td-match`, which plays by nets for the match.
pub(super) fn td_match() -> Entry<Ergo> {
    let about = "td that plays for the match: values results of a round by the chance to win the match";
    let options = net_options(&TD, "number of the net of points for this number of seats; 0: the mean of all");
    Entry::for_player("td-match", about, |place: AgentContext<'_, Ergo>| {
        // Cannot fail: [`Entry::check_rules`] has found the nets.
        let Ok((net, match_play)) = net_and_match_play(&TD, place.settings, &place.game.0) else {
            return Player::Failed(AgentFault::FailedToStart);
        };
        let agent = TdAgent::new(Cow::Borrowed(net), Exploration::default(), place.seed);
        Player::Agent(Box::new(agent.with_match_play(match_play)))
    })
    .options(options)
    .resolve(|settings, files| INPUT_SPEC.resolve(settings, files))
    .check_rules(|settings, game| net_and_match_play(&TD, settings, &game.0).map(|_| ()))
}

/// Returns the net of points of these settings, and the values of results for matches under `rules`.
fn net_and_match_play(
    nets: &'static NetSet,
    settings: &Settings,
    rules: &Rules,
) -> Result<(&'static Mlp, MatchPlay), OptionError> {
    let (net, table) = (net(nets, settings, rules.seats)?, equity_table(rules)?);
    let deep = || OptionError::Together(format!("{}: expected a net with one hidden layer", custom::WEIGHTS));
    Ok((net, MatchPlay::new(table, net, result_net(rules.seats)).ok_or_else(deep)?))
}

/// Returns the net of points, and the values of results if the objective is the match and an equity table exists
/// for the rules.
fn net_by_aim(
    nets: &'static NetSet,
    settings: &Settings,
    rules: &Rules,
    aim: Aim,
) -> Result<(&'static Mlp, Option<MatchPlay>), OptionError> {
    if aim == Aim::Win && equity_table(rules).is_ok() {
        return net_and_match_play(nets, settings, rules).map(|(net, match_play)| (net, Some(match_play)));
    }
    net(nets, settings, rules.seats).map(|net| (net, None))
}

/// Returns the settings of a search that uses one of `nets`; `run` describes the selection.
pub(super) fn net_options(nets: &NetSet, run: &'static str) -> Vec<OptionSpec> {
    let mut options = vec![run_option(nets, run)];
    options.extend(custom::options());
    options
}

/// Completes the entry of a search that uses a net where `goes_by_it` returns true: it loads custom nets after
/// `check`.
pub(super) fn with_net(
    nets: &'static NetSet,
    entry: Entry<Ergo>,
    goes_by_it: fn(&Settings) -> bool,
    check: impl Fn(&Settings) -> Result<(), OptionError> + Send + Sync + 'static,
) -> Entry<Ergo> {
    let settle = move |settings: &mut Settings, files: &FileReader| {
        check(settings)?;
        if !goes_by_it(settings) && !settings.text(custom::WEIGHTS).is_empty() {
            return Err(OptionError::Together(format!("{}: needs evaluator = \"net\"", custom::WEIGHTS)));
        }
        INPUT_SPEC.resolve(settings, files)
    };
    let fits = move |settings: &Settings, game: &Ergo| {
        let aim = goes_by_it(settings).then(|| settings.pick("utility"));
        aim.map_or(Ok(()), |aim| net_by_aim(nets, settings, &game.0, aim).map(|_| ()))
    };
    entry.resolve(settle).check_rules(fits)
}

/// Returns the evaluator with the net of the settings.
///
/// # Errors
///
/// Returns an error if there is no net for this number of seats, which [`Entry::check_rules`] rules out.
pub(super) fn evaluator(
    nets: &'static NetSet,
    place: &AgentContext<'_, Ergo>,
    utility: Utility,
) -> Result<ErgoEvaluator<'static>, OptionError> {
    let (net, match_play) = net_by_aim(nets, place.settings, &place.game.0, utility.aim())?;
    let evaluator = NetEvaluator::new(net, utility);
    Ok(ErgoEvaluator::Net(match match_play {
        Some(match_play) => evaluator.with_match_play(match_play),
        None => evaluator,
    }))
}

/// Returns the hand-written evaluator. Its utilities are shares of the match if that is the objective and an equity
/// table exists.
pub(super) fn hand_evaluator(weights: HeuristicWeights, utility: Utility, rules: &Rules) -> HeuristicEvaluator {
    let aim = utility.aim();
    let evaluator = HeuristicEvaluator::new(weights, utility);
    match equity_table(rules) {
        Ok(table) if aim == Aim::Win => evaluator.with_stakes(SeatStakes::new(table)),
        _ => evaluator,
    }
}

/// Returns `utility` with an equity table, if the objective is the match and there is a table for these rules.
pub(super) fn with_equity(utility: Utility, rules: &Rules) -> Utility {
    match equity::shipped::shipped_table(&MatchEnding::from_rules(rules)).filter(|_| utility.aim() == Aim::Win) {
        Some(table) => utility.with_equity(Arc::new(table)),
        None => utility,
    }
}
