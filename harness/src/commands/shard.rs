//! `ergo shard`: splits an experiment into shards for a cluster, runs and merges them.

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

use super::run::print_outcome;
use super::shard_args::{ShardArgs, ShardMergeArgs, ShardPlanArgs, ShardRunArgs, ShardStatusArgs, ShardVerb};
use super::shared::{CheckFailed, apply_settings, command, confirm_programs, print, quoted, read_document, say};
use super::verb::{BuildCommand, RunVerb};

impl RunVerb for ShardArgs {
    const NAME: &'static str = "shard";
    const EXAMPLE: &'static str = "ergo shard plan experiments/luck.toml --shards 12 --out plan\n\
        ergo shard run plan --index 0\n\
        ergo shard merge plan --out results/luck";

    /// Runs the action named on the command line.
    fn run(&self, registry: &GameRegistry, _: BuildCommand) -> anyhow::Result<()> {
        match &self.verb {
            ShardVerb::Plan(args) => {
                let file = &args.experiment;
                let mut document = read_document(file)?;
                apply_settings(&mut document, &args.set);
                with_experiment(registry, file, &document, Task::Plan(args))
            }
            ShardVerb::Run(args) => {
                let planned = planned(&args.folder)?;
                run_planned_task(&planned, registry, Task::Run(&planned, args.index, args))
            }
            ShardVerb::Status(args) => status(args),
            ShardVerb::Merge(args) => {
                let planned = planned(&args.folder)?;
                run_planned_task(&planned, registry, Task::Merge(&planned, args))
            }
        }
    }
}

/// Converts to [`CheckFailed`] if shards are missing, to invalid input otherwise.
fn to_error(error: ShardError) -> anyhow::Error {
    match error {
        ShardError::Missing { .. } => CheckFailed(error.to_string()).into(),
        error => anyhow!("{error}"),
    }
}

fn planned(folder: &Path) -> anyhow::Result<PlanFolder> {
    PlanFolder::read(folder).map_err(to_error)
}

/// Runs `task` with the experiment of a plan.
fn run_planned_task(planned: &PlanFolder, registry: &GameRegistry, task: Task<'_>) -> anyhow::Result<()> {
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
            confirm_programs(&experiment, file, args.run_programs)?;
            let ran =
                shard::run(&experiment, planned, index, usize::from(args.threads), args.fresh).map_err(to_error)?;
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
    let planned = shard::plan(experiment, &args.out, shards, after).map_err(to_error)?;
    let plan = &planned.plan;
    let Range { start: first, end } = plan.all();
    let out = argument(&args.out);
    let folder = quoted(&out);
    say(&format!(
        "{} of matches {} to {} in {}; run one of these commands, then ergo shard status {folder} and ergo shard merge {folder} --out RESULTS",
        count_noun(plan.shards(), "shard"),
        count(first + 1),
        count(end),
        args.out.display()
    ));
    let programs = if experiment.programs().next().is_some() { " --run-programs" } else { "" };
    print(&shard::engine_commands(&planned, &out, quoted, programs))
}

/// Returns `path` as an argument that is not a flag.
fn argument(path: &Path) -> String {
    let path = path.to_string_lossy();
    if path.starts_with('-') { format!("./{path}") } else { path.into_owned() }
}

/// Describes the outcome of a shard.
fn shard_text(index: u64, (outcome, record): &(ShardOutcome, ShardRecord)) -> String {
    let how = match outcome {
        ShardOutcome::Played => "",
        ShardOutcome::There => ", already done",
        ShardOutcome::Second => ", also done by another process with the same bytes",
    };
    let cpu = record.cpu_seconds.map_or(String::new(), |seconds| format!(", {seconds:.1} s of CPU time"));
    let stopped = if record.work.stopped { "; a fault stops the run here" } else { "" };
    format!("shard {index}: {}{cpu}{how}{stopped}", count_noun(record.work.tasks, "match"))
}

fn status(args: &ShardStatusArgs) -> anyhow::Result<()> {
    let planned = planned(&args.folder)?;
    let status = PlanStatus::read(&planned, args.check).map_err(to_error)?;
    let damaged = (args.check && !status.unfit.is_empty()).then(|| {
        let invalid: Vec<u64> = status.unfit.iter().map(|(shard, _)| *shard).collect();
        let what = format!("{}: invalid shards {}", args.folder.display(), ranges(&invalid));
        CheckFailed(format!("{what}, expected none; play them again with ergo shard run --fresh"))
    });
    if args.missing {
        print(&format!("{}\n", ranges(&status.needed())))?;
        return damaged.map_or(Ok(()), |damaged| Err(damaged.into()));
    }
    let folder = quoted(&argument(&args.folder));
    let listed = |numbers: &[u64]| if numbers.is_empty() { "none".to_owned() } else { ranges(numbers) };
    let all = planned.plan.shards();
    let mut lines =
        format!("done      {} of {}: {}\n", count(status.done.len() as u64), count(all), listed(&status.done));
    lines += &format!("missing   {}\n", listed(&status.missing));
    let Range { start: first, end } = planned.plan.all();
    let played = count_noun(status.tasks, "match");
    lines += &format!("played    {played} of {}, {:.1} s of CPU time\n", count(end - first), status.cpu_seconds);
    if let Some(shard) = status.stopped {
        lines += &format!("stopped   by a fault in shard {shard}: later shards are not needed\n");
    }
    for (shard, what) in &status.unfit {
        lines +=
            &format!("invalid   {shard}: {what}; to play it again: ergo shard run {folder} --index {shard} --fresh\n");
    }
    for attempt in &status.attempts {
        let what = if attempt.stale { "stale" } else { "running" };
        lines += &format!("{what:<10}shards/{}\n", attempt.name);
    }
    print(&lines)?;
    damaged.map_or(Ok(()), |damaged| Err(damaged.into()))
}

fn merge(experiment: &Experiment, planned: &PlanFolder, args: &ShardMergeArgs) -> anyhow::Result<()> {
    let begin = if args.fresh { Mode::Fresh } else { Mode::Resume };
    let merged = shard::merge(experiment, planned, &args.out, begin, args.part).map_err(to_error)?;
    let (folder, out) = (quoted(&argument(&planned.folder)), quoted(&argument(&args.out)));
    match merged {
        MergeOutcome::Whole => {
            let options = RunOptions { threads: args.threads.get(), mode: Mode::Resume, command: command() };
            print_outcome(experiment, finish(experiment, &args.out, &options), &args.out, false)
        }
        MergeOutcome::Part(matches, missing) => {
            let there = count_noun(matches, "match");
            say(&format!(
                "{}: {there}, shards {missing} are missing; to play the rest on this machine:",
                args.out.display()
            ));
            print(&format!("ergo run {folder}/{EXPERIMENT} --out {out} --resume\n"))
        }
    }
}
