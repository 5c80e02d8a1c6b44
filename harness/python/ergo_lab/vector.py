"""Gymnasium vector environments over `VecEnv`.

`gymnasium.make_vec("ergo_lab/ergo-v0", num_envs=64, vectorization_mode="vector_entry_point")`, or `SingleAgentVectorEnv(64)`.

Observations, rewards and ends are those of `ergo_lab.gym.SingleAgentEnv`. When a match ends, the next one begins in the same step, and
`infos["final_obs"]` has the last observation. `infos["action_mask"]` (`int8`, `(num_envs, num_actions)`) is 1 for legal ids; it is the same
array at every step.

All matches derive from one seed: `reset(seed=…)` repeats them, and `infos["seed"]` reports it. An illegal id raises `IllegalAction`, and no
action is played.

With `against=None` the learner plays all seats: the observation is that of the seat to move, `infos["seat"]`, and the reward that of the
seat that has just moved. `ergo_lab.sb3` provides the same for Stable-Baselines3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv

from ._native import ErgoError, Game, VecEnv
from .gym import RENDER_MODES, checked_seat, game_for_learning, spaces_of, table
from .seeds import checked_seed

#: Selects the default opponents of `SingleAgentEnv`.
DEFAULT = ("default",)


class SingleAgentVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` matches in parallel, with the learner at one seat of each and built-in bots at the others.

    Raises:
        ErgoError: An argument is not valid.
        IllegalAction: A step contains an illegal id.
    """

    metadata = {"render_modes": RENDER_MODES, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "ergo",
        against: Sequence[str] | None = DEFAULT,
        rules: dict[str, Any] | None = None,
        seat: int | None = None,
        threads: int = 1,
        render_mode: str | None = None,
    ):
        if against is None:
            self.game, bots = game_for_learning(game, None, rules), None
        else:
            self.game, bots = table(game, None if tuple(against) == DEFAULT else against, rules)
        self.num_envs, self.render_mode = num_envs, render_mode
        spaces_of(self.game)
        self.batch: Any = VecEnv(self.game, num_envs, None, True, True, threads, None, bots, checked_seat(self.game, seat))
        self._fresh = True
        self.single_action_space, self.single_observation_space = spaces_of(self.game)
        self.action_space = gymnasium.spaces.MultiDiscrete([self.single_action_space.n] * num_envs)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self._lanes = numpy.arange(num_envs)
        self._all = numpy.ones(num_envs, numpy.bool_)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[npt.NDArray[numpy.float32], dict[str, Any]]:
        if options:
            raise ErgoError(f"options: unknown {', '.join(map(repr, options))}, expected none")
        seed = checked_seed(seed)
        # The matches of the constructor are the first ones of its own seed.
        if seed is not None or not self._fresh:
            self.batch.reset(seed)
        self._fresh = False
        return self.batch.features.copy(), self._infos()

    def step(self, actions: Any) -> tuple[Any, ...]:
        batch, seats = self.batch, self.batch.to_move.copy()
        batch.step(actions)
        self._fresh = False
        done = batch.done.view(numpy.bool_)
        rewards, infos = numpy.zeros(self.num_envs), self._infos()
        ended = numpy.flatnonzero(done)
        if len(ended):
            returns = batch.returns[ended]
            mean = returns.mean(axis=1) if self.game.seats > 1 else 0
            rewards[ended] = returns[numpy.arange(len(ended)), seats[ended]] - mean
            infos["final_obs"] = numpy.full(self.num_envs, None, object)
            for lane in ended:
                infos["final_obs"][lane] = batch.last_features[lane].copy()
            infos["final_info"] = {"scores": batch.scores.copy(), "_scores": done.copy(), "seat": seats, "_seat": done.copy()}
            infos["_final_obs"] = infos["_final_info"] = done.copy()
        cut = batch.truncated.view(numpy.bool_)
        return batch.features.copy(), rewards, done & ~cut, cut.copy(), infos

    def action_masks(self) -> npt.NDArray[numpy.bool_]:
        """Returns the legality of each id in each match: shape `(num_envs, num_actions)`."""
        return self.batch.mask.view(numpy.bool_)  # type: ignore[no-any-return]

    def _infos(self) -> dict[str, Any]:
        seat = self.batch.to_move.copy()
        return {"action_mask": self.batch.mask, "_action_mask": self._all, "seat": seat, "_seat": self._all, "seed": self.batch.seed}


#: The former name of `SingleAgentVectorEnv`.
HouseVectorEnv = SingleAgentVectorEnv
