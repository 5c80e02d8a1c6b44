//! The command line, one file a verb. What they print goes to standard output if it is data, else to standard error. A verb is a file here
//! and its two lines below.

mod agents;
mod cases;
mod compare;
mod completions;
mod diff;
mod entry;
mod exploit;
mod file_verdict;
mod flags;
mod game;
mod games;
mod help;
mod json;
mod judge;
mod moves;
mod new;
mod opponent;
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
mod verify_search;

use clap::{ArgMatches, FromArgMatches};

use ergo_harness::game_registry::GameRegistry;
use game::GameTool;
use shared::CheckFailed;
use verb::{BuildCommand, Verb, refuse_repeated_keys};

/// All verbs, those of the first page of help in its order.
const VERBS: &[Verb] = &[
    Verb::in_group::<play::PlayArgs>("Play"),
    Verb::in_group::<replay::ReplayArgs>("Play"),
    Verb::in_group::<games::GamesArgs>("Play"),
    Verb::in_group::<agents::AgentsArgs>("Play"),
    Verb::in_group::<run::RunArgs>("Ask"),
    Verb::in_group::<compare::CompareArgs>("Ask"),
    Verb::in_group::<plan::PlanArgs>("Ask"),
    Verb::in_group::<propose::ProposeArgs>("Ask"),
    Verb::in_group::<tune::TuneArgs>("Ask"),
    Verb::in_group::<train::TrainArgs>("Ask"),
    Verb::in_group::<report::ReportArgs>("Check"),
    Verb::in_group::<diff::DiffArgs>("Check"),
    Verb::in_group::<verify::VerifyArgs>("Check"),
    Verb::in_group::<shard_args::ShardArgs>("Share"),
    Verb::ungrouped::<rules::RulesArgs>(),
    Verb::ungrouped::<new::NewArgs>(),
    Verb::ungrouped::<exploit::ExploitArgs>(),
    Verb::ungrouped::<game::GameArgs>(),
    Verb::ungrouped::<cases::CasesArgs>(),
    Verb::ungrouped::<position::PositionArgs>(),
    Verb::ungrouped::<completions::CompletionsArgs>(),
];

/// Does what the command line asks, with the games of `registry`.
fn execute(matches: &ArgMatches, registry: &GameRegistry, whole: BuildCommand) -> anyhow::Result<()> {
    refuse_repeated_keys(matches)?;
    if let Some((name, matches)) = matches.subcommand()
        && let Some(verb) = VERBS.iter().find(|verb| verb.name == name)
    {
        return (verb.run)(matches, registry, whole);
    }
    game::run_former_spelling(&GameTool::from_arg_matches(matches)?)
}
