"""Vector environments for Stable-Baselines3, with action masks for `MaskablePPO` of sb3-contrib.

`MaskablePPO("MlpPolicy", SB3VecEnv(64, "cogito"), n_steps=64).learn(20_000)`. Arguments, observations and rewards are those of
`ergo_lab.vector.SingleAgentVectorEnv`.
"""

from __future__ import annotations

from typing import Any

import numpy
from stable_baselines3.common.vec_env import VecEnv

from ._native import ErgoError
from .vector import SingleAgentVectorEnv


class SB3VecEnv(VecEnv):
    """`num_envs` matches in parallel, with the learner at one seat of each.

    Raises:
        ErgoError: An argument is not valid.
        IllegalAction: A step contains an illegal id.
    """

    def __init__(self, num_envs: int = 1, *args: Any, **options: Any):
        self.env = SingleAgentVectorEnv(num_envs, *args, **options)
        self.render_mode = None
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)

    def reset(self) -> Any:
        observations, _ = self.env.reset(seed=self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Any) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        observations, rewards, terminated, truncated, batch = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{"seat": int(seat)} for seat in batch["seat"]]
        for lane in numpy.flatnonzero(terminated | truncated):
            infos[lane] |= {"terminal_observation": batch["final_obs"][lane], "TimeLimit.truncated": bool(truncated[lane])}
        return observations, rewards.astype(numpy.float32), terminated | truncated, infos

    def close(self) -> None:
        self.env.close()

    def action_masks(self) -> Any:
        """Returns the legality of each id in each match."""
        return self.env.action_masks()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        if method_name != "action_masks":
            raise ErgoError(f"env_method: {method_name!r}, expected 'action_masks'")
        return [self.env.action_masks()[lane] for lane in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self if attr_name in ("action_masks", "render_mode") else self.env, attr_name)] * len(self._get_indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise ErgoError(f"set_attr: {attr_name!r}, expected arguments of the environment when it is made")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(self._get_indices(indices))

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices
