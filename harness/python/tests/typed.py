"""Not run: code that a type checker must accept, and types that it must infer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

import ergo_lab


def bot(decision: ergo_lab.Decision) -> int | str:
    return decision.legal_ids[0]


def use(folder: str) -> npt.NDArray[np.float32]:
    game = ergo_lab.Game("ergo", seats=2, rules={"target": 30})
    state: ergo_lab.State = game.new_state(seed=1)
    ids: list[int] = state.legal_ids()
    state.apply(ids[0])
    played: ergo_lab.Played = ergo_lab.play([bot, "td"], deals=2)
    shares: list[float] = played.shares
    verdicts: dict[str, str] = ergo_lab.verify(folder)
    env = ergo_lab.VecEnv(game, 8, features=True)
    env.step(env.legal[env.offsets[:-1]])
    assert shares and verdicts and state.returns is None
    return state.features()
