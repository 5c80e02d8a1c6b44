"""Seeds of matches, the same in every entry point of the package.

The same seed gives the same match. Without a seed the operating system draws one, so that two processes play different matches, and the
match reports it. `reset()` of an environment after `reset(seed=…)` uses seeds derived from that one.
"""

from __future__ import annotations

import secrets
from typing import Any

import numpy

from ._native import ErgoError


def fresh_seed() -> int:
    """Returns a seed drawn by the operating system."""
    return secrets.randbits(63)


def derived_seed(stream: numpy.random.Generator) -> int:
    """Returns the next seed of a stream."""
    return int(stream.integers(1 << 63))


def match_stream(seed: int) -> numpy.random.Generator:
    """Returns the random numbers of one match.

    They are independent of `numpy.random.default_rng(seed)`, which gives the seeds of later matches.
    """
    return numpy.random.default_rng(numpy.random.SeedSequence(seed, spawn_key=(1,)))


def checked_seed(seed: Any) -> int | None:
    """Returns the seed of a `reset`, or `None`.

    Raises:
        ErgoError: The seed is neither `None` nor a whole number from 0 to 2^64 - 1.
    """
    if seed is None:
        return None
    try:
        number = seed.__index__()
    except AttributeError:
        number = -1
    if isinstance(seed, bool) or not 0 <= number < 1 << 64:
        raise ErgoError(f"seed = {seed!r}: expected a whole number from 0 to 2^64 - 1, or None")
    return int(number)
