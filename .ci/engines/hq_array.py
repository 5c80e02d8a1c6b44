"""Starts a HyperQueue server with two workers of one core and runs shards as its tasks: python3 hq_array.py

Reads lines `PLAN INDICES` (indices such as 3,7,10-12), runs these shards as one job, and prints `failed N`, the number of failed tasks, for each
line. It uses the wheel from PyPI, which has no program `hq`. With that program, the command that `ergo shard plan` prints does the same.
"""

import sys
import tempfile
import time

from hyperqueue import Job, LocalCluster
from hyperqueue.client import FailedJobsException
from hyperqueue.cluster import WorkerConfig


def expand(indices):
    """Yields 3,7,10-12 as numbers."""
    for run in indices.split(","):
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    """Starts the server and runs the jobs of standard input."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, LocalCluster(folder, WorkerConfig(cores=1)) as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        client = cluster.client()
        print(f"hyperqueue: server and two workers after {time.monotonic() - begun:.2f} s", flush=True)
        for line in sys.stdin:
            plan, indices = line.rsplit(maxsplit=1)
            job = Job(max_fails=None)
            for index in expand(indices):
                words = ["ergo", "shard", "run", plan, "--run-programs", "--index", str(index)]
                job.program(words, stdout=None, stderr=None, crash_limit=5)
            failed = 0
            try:
                client.wait_for_jobs([client.submit(job)], raise_on_error=True)
            except FailedJobsException as error:
                failed = sum(map(len, error.failed_tasks.values()))
            print(f"failed {failed}", flush=True)


if __name__ == "__main__":
    main()
