"""Runs shards with the HyperQueue wheel from PyPI: python3 hq_array.py PLAN [--run-programs]

Starts a HyperQueue server with one worker of one core for each processor of this machine (two without PLAN) and runs the missing shards of the
plan as one job. The exit status is 1 if a task failed. The wheel has no program `hq`, which is needed for clusters; with that program, the
command that `ergo shard plan` prints does the same. ERGO is the program; default: `ergo` in the path.

Without PLAN, reads lines `PLAN INDICES` (indices such as 3,7,10-12), runs these shards with --run-programs, and prints `failed N`, the number of
failed tasks, for each line.
"""

import os
import subprocess
import sys
import tempfile
import time

from hyperqueue import Job, LocalCluster
from hyperqueue.client import FailedJobsException
from hyperqueue.cluster import WorkerConfig

ERGO = os.environ.get("ERGO", "ergo")


def expand(indices):
    """Yields 3,7,10-12 as numbers."""
    for run in filter(None, indices.split(",")):
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def missing(plan):
    """Returns the indices of the missing shards."""
    listed = subprocess.run([ERGO, "shard", "status", plan, "--missing"], capture_output=True, text=True)
    if listed.returncode != 0:
        sys.exit(listed.stderr)
    return listed.stdout.strip()


def failures(client, plan, indices, more):
    """Runs shards and returns the number of failed tasks."""
    job = Job(max_fails=None)
    for index in expand(indices):
        job.program([ERGO, "shard", "run", plan, *more, "--index", str(index)], stdout=None, stderr=None, crash_limit=5)
    try:
        client.wait_for_jobs([client.submit(job)], raise_on_error=True)
    except FailedJobsException as error:
        return sum(map(len, error.failed_tasks.values()))
    return 0


def main():
    """Starts the server and runs the shards of the plan, or those of standard input."""
    if sys.argv[2:] not in ([], ["--run-programs"]):
        sys.exit(__doc__)
    plan, more = (os.path.abspath(sys.argv[1]), sys.argv[2:]) if sys.argv[1:] else (None, ["--run-programs"])
    indices = missing(plan) if plan else None
    if indices == "":
        return print("nothing is missing")
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, LocalCluster(folder, WorkerConfig(cores=1)) as cluster:
        for _ in range(1, os.cpu_count() if plan else 2):
            cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        print(f"hyperqueue: server and workers after {time.monotonic() - begun:.2f} s", flush=True)
        failed = 0
        for line in [f"{plan} {indices}"] if plan else sys.stdin:
            failed = failures(client, *line.rsplit(maxsplit=1), more)
            print(f"failed {failed}", flush=True)
    return sys.exit(1 if plan and failed else 0)


if __name__ == "__main__":
    main()
