"""Ergo Lab: games, bots and tournaments behind one small interface.

Seats are counted from 0; in the files of results and inside observations they are counted from 1. The same seed gives the same match.
Without a seed the operating system draws one, so that two processes play different matches, and the result reports it: `State.seed`,
`Agent.seed`, `VecEnv.seed`, `Played.seed`, and `info["seed"]` of the environments of Gymnasium and PettingZoo.
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
