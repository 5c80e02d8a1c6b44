//! Ready-to-use commands for job engines.

use super::plan::PlanFolder;

/// Returns the command with which each engine runs the plan. `folder` is the path of the plan and `quote` quotes a text
/// as one word for a shell; `more` are additional arguments.
pub fn engine_commands(planned: &PlanFolder, folder: &str, quote: fn(&str) -> String, more: &str) -> String {
    let last = planned.plan.shards() - 1;
    let place = quote(folder);
    let run = format!("ergo shard run {place}{more} --index");
    // These engines give their text to a shell of their own.
    let script = |index: &str| quote(&format!("{run} {index}"));
    let mut lines = vec![
        ("processes", format!("seq 0 {last} | xargs -P 2 -n 1 {run}")),
        ("GNU parallel", format!("seq 0 {last} | parallel --retries 3 {}", script("{}"))),
        ("Slurm", format!("sbatch --array=0-{last} --cpus-per-task=1 --wrap={}", script("$SLURM_ARRAY_TASK_ID"))),
        ("HyperQueue", format!("hq submit --array 0-{last} --crash-limit 5 -- sh -c {}", script("$HQ_TASK_ID"))),
        ("  from PyPI", format!("python3 .ci/engines/hq_array.py {place}{more}")),
        ("Ray", format!("python3 .ci/engines/ray_shards.py {place}{more}")),
        ("others", format!("{run} I        (the engine's number of the task, counted from 0: 0 to {last})")),
    ];
    // Parallel replaces its own words in braces, one of which is a program in Perl, and they cannot be quoted.
    lines.retain(|(engine, _)| *engine != "GNU parallel" || !folder.contains(['{', '}']));
    lines.iter().map(|(engine, line)| format!("{engine:<14}{line}\n")).collect()
}
