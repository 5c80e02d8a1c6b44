//! The agents that go by the nets that come with the program.

use std::borrow::Cow;
use std::sync::Arc;

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::options::{Configurable, OptionError, OptionSpec, Settings};
use ergo_engine::seat::SeatCount;

use super::equity::{self, Ending};
use super::features::{INPUTS, VERSION};
use super::heuristic::Weights;
use super::heuristic_evaluator::HandWritten;
use super::match_play::forecast::{forecast, known};
use super::match_play::nets::MatchPlay;
use super::match_play::stakes::SeatStakes;
use super::net_evaluator::{ErgoEvaluator, NetEvaluator};
use super::shipped::{Nets, RUNS, TD};
use super::td::{Manner, TdAgent};
use crate::agent::{AgentFault, Player};
use crate::net::mlp::Mlp;
use crate::net::own::{self, Shown};
use crate::registry::{Entry, Files, Place};
use crate::utility::{Aim, Utility};

/// Which of the `nets`.
fn run_option(nets: &Nets, meaning: &'static str) -> OptionSpec {
    OptionSpec::int("run", nets.usual, 0, RUNS as i64, meaning)
}

/// What nets of one's own are shown.
const SHOWN: Shown = Shown { features: VERSION, inputs: INPUTS, seats: Ergo::SEATS };

fn td_options() -> Vec<OptionSpec> {
    let mut options = vec![
        run_option(&TD, "which of the nets trained for this number of seats; 0: the mean of all"),
        OptionSpec::real("blunder", 0.0, 0.0, 1.0, "chance to play a turn at random instead"),
        OptionSpec::real(
            "temperature",
            0.0,
            0.0,
            100.0,
            "0: the best outcome; else each with a chance that falls by the factor e for every so many points it is worse",
        ),
    ];
    options.extend(own::options());
    options
}

/// The net of one's own, or else one of `nets`.
fn net(nets: &'static Nets, settings: &Settings, seats: SeatCount) -> Result<&'static Mlp, OptionError> {
    match settings.text(own::WEIGHTS) {
        "" => Ok(nets.net(seats, settings.int("run") as usize)),
        _ => own::net(settings, seats),
    }
}

fn seated(place: &Place<'_, Ergo>) -> Player<Ergo> {
    let settings = place.settings;
    let manner = Manner { blunder: settings.real("blunder"), temperature: settings.real("temperature") };
    // Who asks whether it fits never comes to this.
    let Ok(net) = net(&TD, settings, place.game.0.seats) else { return Player::Absent(AgentFault::FailedToStart) };
    Player::Honest(Box::new(TdAgent::new(Cow::Borrowed(net), manner, place.seed)))
}

/// The agent that plays by a net alone.
pub(super) fn td() -> Entry<Ergo> {
    let about = "the best outcome of its whole turn by a net that learned it from play against itself";
    let fits = |settings: &Settings, game: &Ergo| net(&TD, settings, game.0.seats).map(|_| ());
    Entry::of_player("td", about, |place| seated(&place))
        .options(td_options())
        .settle(|settings, files| SHOWN.settle(settings, files))
        .fits(fits)
}

/// The agent that plays by a net alone, for the match.
pub(super) fn td_match() -> Entry<Ergo> {
    let about = "td, playing for the match: a round is worth what share of the match its result leaves";
    let options = net_options(&TD, "which of the nets of points for this number of seats; 0: the mean of all");
    Entry::of_player("td-match", about, |place: Place<'_, Ergo>| {
        // Who asks whether it fits never comes to this.
        let Ok((net, match_play)) = net_and_match_play(&TD, place.settings, &place.game.0) else {
            return Player::Absent(AgentFault::FailedToStart);
        };
        let agent = TdAgent::new(Cow::Borrowed(net), Manner::default(), place.seed);
        Player::Honest(Box::new(agent.for_the_match(match_play)))
    })
    .options(options)
    .settle(|settings, files| SHOWN.settle(settings, files))
    .fits(|settings, game| net_and_match_play(&TD, settings, &game.0).map(|_| ()))
}

/// The net of points that `settings` name, and what turns are worth to a match under `rules` by it.
fn net_and_match_play(
    nets: &'static Nets,
    settings: &Settings,
    rules: &Rules,
) -> Result<(&'static Mlp, MatchPlay), OptionError> {
    let (net, table) = (net(nets, settings, rules.seats)?, known(rules)?);
    let deep = || OptionError::Together(format!("{}: expected a net with one hidden layer", own::WEIGHTS));
    Ok((net, MatchPlay::new(table, net, forecast(rules.seats)).ok_or_else(deep)?))
}

/// The same for who may aim at something else, or play by rules for which there is no table: then points are played for.
fn net_by_aim(
    nets: &'static Nets,
    settings: &Settings,
    rules: &Rules,
    aim: Aim,
) -> Result<(&'static Mlp, Option<MatchPlay>), OptionError> {
    if aim == Aim::Win && known(rules).is_ok() {
        return net_and_match_play(nets, settings, rules).map(|(net, match_play)| (net, Some(match_play)));
    }
    net(nets, settings, rules.seats).map(|net| (net, None))
}

/// The options of a search that goes by one of these `nets`: which `run`.
pub(super) fn net_options(nets: &Nets, run: &'static str) -> Vec<OptionSpec> {
    let mut options = vec![run_option(nets, run)];
    options.extend(own::options());
    options
}

/// A search that goes by the net its settings name, of these `nets` or one's own, where `goes_by_it` says so, after `check`.
pub(super) fn by_net(
    nets: &'static Nets,
    entry: Entry<Ergo>,
    goes_by_it: fn(&Settings) -> bool,
    check: impl Fn(&Settings) -> Result<(), OptionError> + Send + Sync + 'static,
) -> Entry<Ergo> {
    let settle = move |settings: &mut Settings, files: &Files| {
        check(settings)?;
        if !goes_by_it(settings) && !settings.text(own::WEIGHTS).is_empty() {
            return Err(OptionError::Together(format!("{}: expected evaluator = \"net\" beside it", own::WEIGHTS)));
        }
        SHOWN.settle(settings, files)
    };
    let fits = move |settings: &Settings, game: &Ergo| {
        let aim = goes_by_it(settings).then(|| settings.pick("utility"));
        aim.map_or(Ok(()), |aim| net_by_aim(nets, settings, &game.0, aim).map(|_| ()))
    };
    entry.settle(settle).fits(fits)
}

/// A net, of these `nets` or one's own, as a search asks it.
///
/// # Errors
///
/// There is no such net for so many seats: who asks whether it fits never comes to this.
pub(super) fn evaluator(
    nets: &'static Nets,
    place: &Place<'_, Ergo>,
    utility: Utility,
) -> Result<ErgoEvaluator<'static>, OptionError> {
    let (net, match_play) = net_by_aim(nets, place.settings, &place.game.0, utility.aim())?;
    let evaluator = NetEvaluator::new(net, utility);
    Ok(ErgoEvaluator::Net(match match_play {
        Some(match_play) => evaluator.for_the_match(match_play),
        None => evaluator,
    }))
}

/// An evaluation by hand in the terms of `utility`: for the match where that is aimed at and there is a table for these rules.
pub(super) fn by_hand(weights: Weights, utility: Utility, rules: &Rules) -> HandWritten {
    let aim = utility.aim();
    let evaluator = HandWritten::new(weights, utility);
    match known(rules) {
        Ok(table) if aim == Aim::Win => evaluator.for_the_match(SeatStakes::new(table)),
        _ => evaluator,
    }
}

/// The same, with the chance to win the match from its scores where it wants the match and there is a table for these rules.
pub(super) fn with_equity(utility: Utility, rules: &Rules) -> Utility {
    match equity::shipped::table(&Ending::of(rules)).filter(|_| utility.aim() == Aim::Win) {
        Some(table) => utility.with_equity(Arc::new(table)),
        None => utility,
    }
}
