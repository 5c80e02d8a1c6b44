"""Seeds of matches, by the rule that every entry point of the package follows.

The same seed gives the same match. Without a seed the operating system draws one, so that two processes play different matches, and the
match reports it. `reset()` of an environment after `reset(seed=…)` continues with seeds derived from that one.
"""

from __future__ import annotations

import secrets

import numpy


def fresh_seed() -> int:
    """Returns a seed drawn by the operating system."""
    return secrets.randbits(63)


def derived_seed(stream: numpy.random.Generator) -> int:
    """Returns the next seed of a stream."""
    return int(stream.integers(1 << 63))


def match_stream(seed: int) -> numpy.random.Generator:
    """Returns the random numbers of one match. They are independent of `numpy.random.default_rng(seed)`, which gives the seeds of later
    matches."""
    return numpy.random.default_rng(numpy.random.SeedSequence(seed, spawn_key=(1,)))
