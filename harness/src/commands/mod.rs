//! One file a verb. What they print goes to standard output if it is data, else to standard error.

mod agents;
mod compare;
mod completions;
mod equity;
mod games;
mod judge;
mod moves;
mod plan;
mod replay;
mod report;
mod run;
mod shared;
mod splice;
mod train;
mod tune;
mod verify;

pub use shared::CheckFailed;

use crate::cli::{Cli, Verb};

/// Does what the command line asks.
pub fn execute(cli: &Cli) -> anyhow::Result<()> {
    match &cli.verb {
        Verb::Run(args) => run::run(args),
        Verb::Verify(args) => verify::verify(args),
        Verb::Report(args) => report::report(args),
        Verb::Compare(args) => compare::compare(args),
        Verb::Plan(args) => plan::plan(args),
        Verb::Tune(args) => tune::tune(args),
        Verb::Equity(args) => equity::equity(args),
        Verb::Train(args) => train::train(args),
        Verb::Judge(args) => judge::judge(args),
        Verb::Moves(args) => moves::moves(args),
        Verb::Replay(args) => replay::replay(args),
        Verb::Games => games::games(),
        Verb::Agents(args) => agents::agents(args),
        Verb::Splice(args) => splice::splice(args),
        Verb::Completions(args) => completions::completions(args),
    }
}
