//! The command line, one file a verb. What they print goes to standard output if it is data, else to standard error. A verb is a file here
//! and its two lines below.

mod agents;
mod cases;
mod claims;
mod compare;
mod completions;
mod diff;
mod entry;
mod exploit;
mod flags;
mod found;
mod game;
mod games;
mod help;
mod json;
mod judge;
mod moves;
mod new;
mod opinion;
mod plan;
mod play;
mod position;
mod propose;
mod replay;
mod report;
mod rules;
mod run;
mod shard;
mod shard_args;
mod shared;
mod train;
mod tune;
mod verb;
mod verify;
mod verify_played;
mod verify_search;

use clap::{ArgMatches, FromArgMatches};

use ergo_harness::game_registry::GameRegistry;
use game::GameTool;
use shared::CheckFailed;
use verb::{Verb, Whole, set_once};

/// All verbs, those of the first page of help in its order.
const VERBS: &[Verb] = &[
    Verb::of::<play::PlayArgs>("Play"),
    Verb::of::<replay::ReplayArgs>("Play"),
    Verb::of::<games::GamesArgs>("Play"),
    Verb::of::<agents::AgentsArgs>("Play"),
    Verb::of::<run::RunArgs>("Ask"),
    Verb::of::<compare::CompareArgs>("Ask"),
    Verb::of::<plan::PlanArgs>("Ask"),
    Verb::of::<propose::ProposeArgs>("Ask"),
    Verb::of::<tune::TuneArgs>("Ask"),
    Verb::of::<train::TrainArgs>("Ask"),
    Verb::of::<report::ReportArgs>("Check"),
    Verb::of::<diff::DiffArgs>("Check"),
    Verb::of::<verify::VerifyArgs>("Check"),
    Verb::of::<shard_args::ShardArgs>("Share"),
    Verb::more::<rules::RulesArgs>(),
    Verb::more::<new::NewArgs>(),
    Verb::more::<exploit::ExploitArgs>(),
    Verb::more::<game::GameArgs>(),
    Verb::more::<cases::CasesArgs>(),
    Verb::more::<position::PositionArgs>(),
    Verb::more::<completions::CompletionsArgs>(),
];

/// Does what the command line asks, with the games of `registry`.
fn execute(matches: &ArgMatches, registry: &GameRegistry, whole: Whole) -> anyhow::Result<()> {
    set_once(matches)?;
    if let Some((name, matches)) = matches.subcommand()
        && let Some(verb) = VERBS.iter().find(|verb| verb.name == name)
    {
        return (verb.act)(matches, registry, whole);
    }
    game::former(&GameTool::from_arg_matches(matches)?)
}
