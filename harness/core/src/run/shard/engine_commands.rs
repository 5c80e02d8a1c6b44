//! Ready-to-use commands for job engines.

use super::plan::PlanFolder;

/// Returns the command with which each engine runs the plan. `folder` is the path of the plan, quoted for a shell;
/// `more` are additional arguments.
pub fn engine_commands(planned: &PlanFolder, folder: &str, more: &str) -> String {
    let last = planned.plan.shards() - 1;
    let run = format!("ergo shard run {folder}{more}");
    let lines = [
        ("processes", format!("seq 0 {last} | xargs -P 2 -I{{}} {run} --index {{}}")),
        ("GNU parallel", format!("seq 0 {last} | parallel --retries 3 {run} --index {{}}")),
        ("Slurm", format!("sbatch --array=0-{last} --cpus-per-task=1 --wrap='{run} --index $SLURM_ARRAY_TASK_ID'")),
        ("HyperQueue", format!("hq submit --array 0-{last} --crash-limit 5 -- sh -c '{run} --index $HQ_TASK_ID'")),
        ("Ray", format!("python3 .ci/engines/ray_shards.py {folder}{more}")),
        ("others", format!("{run} --index I        (the engine's number of the task, counted from 0: 0 to {last})")),
    ];
    lines.map(|(engine, line)| format!("{engine:<14}{line}\n")).concat()
}
