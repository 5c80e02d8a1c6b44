"""Ergo Lab: games, bots and tournaments.

Seats are counted from 0, except in results files and observations, where they are counted from 1. The same seed gives the same match.
Without a seed the operating system draws one, so that two processes play different matches. `State.seed`, `Agent.seed`, `VecEnv.seed`,
`Played.seed`, and `info["seed"]` of Gymnasium and PettingZoo environments report it.

Invalid arguments raise `ErgoError`, a `ValueError` with a message of one line; illegal actions raise `IllegalAction`.
"""

from ._native import (
    Agent,
    Decision,
    ErgoError,
    Game,
    IllegalAction,
    State,
    VecEnv,
    __version__,
    games,
)
from .folders import Results, load, report, run, verify
from .matches import Played, play
from .replays import Replay

__all__ = [
    "Agent",
    "Decision",
    "ErgoError",
    "Game",
    "IllegalAction",
    "Played",
    "Replay",
    "Results",
    "State",
    "VecEnv",
    "__version__",
    "games",
    "load",
    "play",
    "report",
    "run",
    "verify",
]
