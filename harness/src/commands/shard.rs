//! `ergo shard`: an experiment in slices for array engines.

use std::ops::Range;
use std::path::Path;

use anyhow::anyhow;
use ergo_harness::experiment::{Document, Experiment};
use ergo_harness::folder::EXPERIMENT;
use ergo_harness::game_registry::GameRegistry;
use ergo_harness::programs::hide;
use ergo_harness::report::{count, count_noun};
use ergo_harness::run::{Mode, RunOptions, finish};
use ergo_harness::shard::{self, MergeOutcome, PlanFolder, PlanStatus, ShardError, ShardOutcome, ShardRecord, ranges};

use super::run::finished;
use super::shard_args::{ShardArgs, ShardMergeArgs, ShardPlanArgs, ShardRunArgs, ShardStatusArgs, ShardVerb};
use super::shared::{CheckFailed, command, print, quoted, read_document, say, set_all, strangers};
use super::verb::{Act, Whole};

impl Act for ShardArgs {
    const NAME: &'static str = "shard";

    /// Does with shards what the command line says.
    fn act(&self, registry: &GameRegistry, _: Whole) -> anyhow::Result<()> {
        match &self.verb {
            ShardVerb::Plan(args) => {
                let file = &args.experiment;
                let mut document = read_document(file)?;
                set_all(&mut document, &args.set);
                with_experiment(registry, file, &document, Task::Plan(args))
            }
            ShardVerb::Run(args) => {
                let planned = planned(&args.folder)?;
                on(&planned, registry, Task::Run(&planned, args.index, args))
            }
            ShardVerb::Status(args) => status(args),
            ShardVerb::Merge(args) => {
                let planned = planned(&args.folder)?;
                on(&planned, registry, Task::Merge(&planned, args))
            }
        }
    }
}

/// A failed check, or bad input.
fn refused(error: ShardError) -> anyhow::Error {
    match error {
        ShardError::Missing { .. } => CheckFailed(error.to_string()).into(),
        error => anyhow!("{error}"),
    }
}

fn planned(folder: &Path) -> anyhow::Result<PlanFolder> {
    PlanFolder::read(folder).map_err(refused)
}

/// Does `task` with the experiment of a plan.
fn on(planned: &PlanFolder, registry: &GameRegistry, task: Task<'_>) -> anyhow::Result<()> {
    let file = planned.folder.join(EXPERIMENT);
    let document = Document::parse(&planned.experiment).map_err(|problems| problems.in_file(&file))?;
    hide(&planned.folder);
    with_experiment(registry, &file, &document, task)
}

fn with_experiment(registry: &GameRegistry, file: &Path, document: &Document, task: Task<'_>) -> anyhow::Result<()> {
    let experiment = Experiment::read_with_registry(document, registry).map_err(|problems| problems.in_file(file))?;
    match task {
        Task::Plan(args) => plan(&experiment, args),
        Task::Run(planned, index, args) => {
            strangers(&experiment, file, args.run_programs)?;
            let ran = shard::run(&experiment, planned, index, usize::from(args.threads)).map_err(refused)?;
            say(&shard_text(index, &ran));
            Ok(())
        }
        Task::Merge(planned, args) => merge(&experiment, planned, args),
    }
}

enum Task<'a> {
    Plan(&'a ShardPlanArgs),
    Run(&'a PlanFolder, u64, &'a ShardRunArgs),
    Merge(&'a PlanFolder, &'a ShardMergeArgs),
}

fn plan(experiment: &Experiment, args: &ShardPlanArgs) -> anyhow::Result<()> {
    let (shards, after) = (u64::from(args.shards), args.after.as_deref());
    let planned = shard::plan(experiment, &args.out, shards, after).map_err(refused)?;
    let plan = &planned.plan;
    let Range { start: first, end } = plan.all();
    let folder = quoted(&args.out.to_string_lossy());
    say(&format!(
        "{} of matches {} to {} in {}; any of these, then ergo shard status {folder} and ergo shard merge {folder} --out RESULTS",
        count_noun(plan.shards(), "shard"),
        count(first + 1),
        count(end),
        args.out.display()
    ));
    let programs = if experiment.programs().next().is_some() { " --run-programs" } else { "" };
    print(&shard::engine_commands(&planned, &folder, programs))
}

/// The outcome of a shard, in words.
fn shard_text(index: u64, (outcome, record): &(ShardOutcome, ShardRecord)) -> String {
    let how = match outcome {
        ShardOutcome::Played => "",
        ShardOutcome::There => ", done before",
        ShardOutcome::Second => ", also done elsewhere, to the same bytes",
    };
    let cpu = record.cpu_seconds.map_or(String::new(), |seconds| format!(", {seconds:.1} s of a processor"));
    let stopped = if record.work.stopped { "; a fault ends the run here" } else { "" };
    format!("shard {index}: {}{cpu}{how}{stopped}", count_noun(record.work.tasks, "match"))
}

fn status(args: &ShardStatusArgs) -> anyhow::Result<()> {
    let planned = planned(&args.folder)?;
    let status = PlanStatus::read(&planned, args.check).map_err(refused)?;
    if args.missing {
        return print(&format!("{}\n", ranges(&status.missing)));
    }
    let listed = |numbers: &[u64]| if numbers.is_empty() { "none".to_owned() } else { ranges(numbers) };
    let all = planned.plan.shards();
    let mut lines =
        format!("done      {} of {}: {}\n", count(status.done.len() as u64), count(all), listed(&status.done));
    lines += &format!("missing   {}\n", listed(&status.missing));
    let Range { start: first, end } = planned.plan.all();
    let played = count_noun(status.tasks, "match");
    lines += &format!("played    {played} of {}, {:.1} s of processors\n", count(end - first), status.cpu_seconds);
    if let Some(shard) = status.stopped {
        lines += &format!("stopped   by a fault in shard {shard}: none after it is needed\n");
    }
    for (shard, what) in &status.unfit {
        lines += &format!("unfit     {shard}: {what}; remove shards/{shard} and run it again\n");
    }
    for attempt in &status.attempts {
        let what = if attempt.stale { "stale" } else { "at work" };
        lines += &format!("{what:<10}shards/{}\n", attempt.name);
    }
    print(&lines)
}

fn merge(experiment: &Experiment, planned: &PlanFolder, args: &ShardMergeArgs) -> anyhow::Result<()> {
    let begin = if args.fresh { Mode::Fresh } else { Mode::Resume };
    let merged = shard::merge(experiment, planned, &args.out, begin, args.part).map_err(refused)?;
    let (folder, out) = (quoted(&planned.folder.to_string_lossy()), quoted(&args.out.to_string_lossy()));
    match merged {
        MergeOutcome::Whole => {
            let options = RunOptions { threads: args.threads.get(), mode: Mode::Resume, command: command() };
            finished(experiment, finish(experiment, &args.out, &options), &args.out, false)
        }
        MergeOutcome::Part(matches, missing) => {
            let there = count_noun(matches, "match");
            say(&format!("{}: {there}, shards {missing} are missing; to go on on this machine:", args.out.display()));
            print(&format!("ergo run {folder}/{EXPERIMENT} --out {out} --resume\n"))
        }
    }
}
