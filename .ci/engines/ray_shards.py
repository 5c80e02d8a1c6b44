"""Runs the missing shards of a plan on a Ray cluster: python3 ray_shards.py PLAN [--run-programs]

Uses the running cluster (`ray start`, RAY_ADDRESS), or one on this machine. ERGO is the program; default: `ergo` in the path of the nodes.
All nodes must see the folder of the plan at the same path. A shard whose program, worker or node is killed is repeated. A refused shard,
for example of another program version, is not.
"""

import os
import subprocess
import sys

import ray

ERGO = os.environ.get("ERGO", "ergo")


class Killed(Exception):
    """The program was killed."""


class Refused(Exception):
    """The program refuses this shard. A retry would fail, too."""


@ray.remote(num_cpus=1, max_retries=10, retry_exceptions=[Killed])
def shard(plan, index, more):
    """Runs one shard and returns the message of the program."""
    command = [ERGO, "shard", "run", plan, "--index", str(index), *more]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return done.stderr.strip()
    raise (Killed if done.returncode < 0 else Refused)(f"shard {index}: {done.stderr.strip()}")


def missing(plan):
    """Yields the numbers of the missing shards."""
    listed = subprocess.run([ERGO, "shard", "status", plan, "--missing"], capture_output=True, text=True)
    if listed.returncode != 0:
        sys.exit(listed.stderr)
    for run in filter(None, listed.stdout.strip().split(",")):
        first, _, last = run.partition("-")
        yield from range(int(first), int(last or first) + 1)


def main():
    """Runs all missing shards and prints the result of each."""
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--run-programs"]):
        sys.exit(__doc__)
    plan = os.path.abspath(sys.argv[1])
    ray.init(log_to_driver=False)
    waiting = [shard.remote(plan, index, sys.argv[2:]) for index in missing(plan)]
    failed = 0
    while waiting:
        done, waiting = ray.wait(waiting)
        for each in done:
            try:
                print(ray.get(each), flush=True)
            except ray.exceptions.RayError as error:
                failed += 1
                print(error, file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
