"""A HyperQueue server with two workers of one core, and shards as its tasks: python3 hq_array.py

Reads lines `PLAN INDICES` (indices as 3,7,10-12), runs those shards as one job, and answers each with a line `failed N`: how many tasks did.
This is the wheel from PyPI, which has no `hq` program; with that, the line of `ergo shard plan` does the same.
"""

import sys
import tempfile
import time

from hyperqueue import Job, LocalCluster
from hyperqueue.client import FailedJobsException
from hyperqueue.cluster import WorkerConfig


def expand(indices):
    """3,7,10-12 as numbers."""
    for run in indices.split(","):
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    """Starts the server, then does what the lines say."""
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
