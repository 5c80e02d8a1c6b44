//! One file a verb. What they print goes to standard output if it is data, else to standard error.

mod agents;
mod cases;
mod compare;
mod completions;
mod diff;
mod entry;
mod equity;
mod exploit;
mod game;
mod games;
mod judge;
mod moves;
mod outlives;
mod plan;
mod play;
mod position;
mod propose;
mod replay;
mod report;
mod run;
mod shard;
mod shared;
mod splice;
mod train;
mod tune;
mod verify;
mod verify_search;

use shared::CheckFailed;

use crate::cli::{Cli, Verb};
use crate::shelf::Shelf;

/// Does what the command line asks, with the games of `shelf`.
fn execute(cli: &Cli, shelf: &Shelf) -> anyhow::Result<()> {
    match &cli.verb {
        Verb::Run(args) => run::run(args, shelf),
        Verb::Verify(args) => verify::verify(args, shelf),
        Verb::Shard(args) => shard::shard(args, shelf),
        Verb::Report(args) => report::report(args, shelf),
        Verb::Compare(args) => compare::compare(args, shelf),
        Verb::Exploit(args) => exploit::exploit(args, shelf),
        Verb::Plan(args) => plan::plan(args, shelf),
        Verb::Tune(args) => tune::tune(args, shelf),
        Verb::Propose(args) => propose::propose(args, shelf),
        Verb::Train(args) => train::train(args, shelf),
        Verb::Game(args) => game::game(args, shelf),
        Verb::Former(tool) => game::former(tool),
        Verb::Replay(args) => replay::replay(args, shelf),
        Verb::Diff(args) => diff::diff(args),
        Verb::Play(args) => play::play(args, shelf),
        Verb::Cases(args) => cases::cases(args, shelf),
        Verb::Position(args) => position::position(args, shelf),
        Verb::Games(args) => games::games(args, shelf),
        Verb::Agents(args) => agents::agents(args, shelf),
        Verb::Splice(args) => splice::splice(args),
        Verb::Completions(args) => completions::completions(args),
    }
}
