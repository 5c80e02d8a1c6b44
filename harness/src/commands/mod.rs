//! The command line, with one file per verb. Data go to standard output, everything else to standard error.
//! To add a verb, add a file and its two lines below.

mod agents;
mod cases;
mod claims;
mod compare;
mod completions;
mod diff;
mod entry;
mod experiment_list;
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
mod new_experiment;
mod opponent;
mod plan;
mod play;
mod position;
mod propose;
mod replay;
mod replay_hint;
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
use verb::{BuildCommand, Verb, refuse_repeated_keys};

/// All verbs. Those in a group are on the first help page, in this order.
const VERBS: &[Verb] = &[
    Verb::in_group::<play::PlayArgs>("Play and explore"),
    Verb::in_group::<replay::ReplayArgs>("Play and explore"),
    Verb::in_group::<games::GamesArgs>("Play and explore"),
    Verb::in_group::<agents::AgentsArgs>("Play and explore"),
    Verb::in_group::<run::RunArgs>("Experiment"),
    Verb::in_group::<compare::CompareArgs>("Experiment"),
    Verb::in_group::<plan::PlanArgs>("Experiment"),
    Verb::in_group::<propose::ProposeArgs>("Experiment"),
    Verb::in_group::<tune::TuneArgs>("Experiment"),
    Verb::in_group::<train::TrainArgs>("Experiment"),
    Verb::in_group::<report::ReportArgs>("Check"),
    Verb::in_group::<diff::DiffArgs>("Check"),
    Verb::in_group::<verify::VerifyArgs>("Check"),
    Verb::in_group::<shard_args::ShardArgs>("Distribute"),
    Verb::ungrouped::<rules::RulesArgs>(),
    Verb::ungrouped::<new::NewArgs>(),
    Verb::ungrouped::<exploit::ExploitArgs>(),
    Verb::ungrouped::<game::GameArgs>(),
    Verb::ungrouped::<cases::CasesArgs>(),
    Verb::ungrouped::<position::PositionArgs>(),
    Verb::ungrouped::<completions::CompletionsArgs>(),
];

/// Runs the verb of a parsed command line with the games of `registry`.
fn execute(matches: &ArgMatches, registry: &GameRegistry, whole: BuildCommand) -> anyhow::Result<()> {
    refuse_repeated_keys(matches)?;
    if let Some((name, matches)) = matches.subcommand()
        && let Some(verb) = VERBS.iter().find(|verb| verb.name == name)
    {
        return (verb.run)(matches, registry, whole);
    }
    game::run_former_spelling(&GameTool::from_arg_matches(matches)?)
}
