"""PettingZoo AEC environments of all games: `ergo_v0.env("ergo")`, or `pettingzoo.make("aec", "ergo_lab/ergo-v0")`, is ERGO for two.

Observations: a dict of `observation`, the knowledge of the seat as numbers (`float32`, `(num_features,)`), and `action_mask` (`int8`,
`(num_actions,)`). With `mask="info"` the observation is the numbers alone, as SuperSuit's wrappers need it, and `info["action_mask"]` is the
mask of the seat to move. Agents are called `seat_0`, `seat_1` and so on.

Rewards: at the end of the match, the return of the seat minus the mean of the table; in a game for one player, the return. A match that a
limit of the rules stops is truncated, any other terminated.

Seeds: every info has the `seed` of the match, and `reset(seed=info["seed"])` repeats it. `reset()` derives the next seed from the last one
given, or from one that the operating system drew.

Illegal actions: `env` checks the order and legality of actions, as the wrappers of PettingZoo do. An illegal action gets the reward -1 and
ends the match. `raw_env` raises `IllegalAction` instead.
"""

from __future__ import annotations

from operator import index
from typing import Any

import gymnasium
import numpy
import pettingzoo  # type: ignore[import-untyped, unused-ignore]
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]
from pettingzoo.utils.env_logger import EnvLogger  # type: ignore[import-untyped, unused-ignore]

from ._native import ErgoError, Game, IllegalAction, games
from .gym import RENDER_MODES, game_for_learning, rendered, spaces_of
from .seeds import checked_seed, derived_seed, match_stream


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without checks: `game` by name or as a `Game`, `seats`, `rules`.

    Raises:
        ErgoError: An argument is not valid, or the game has no ids or features.
        IllegalAction: An action is not legal.
    """

    metadata = {"name": "ergo_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
    state: Any = None

    def __init__(
        self,
        game: str | Game = "ergo",
        seats: int | None = None,
        rules: dict[str, Any] | None = None,
        render_mode: str | None = None,
        mask: str = "observation",
    ):
        super().__init__()
        self.game = game_for_learning(game, seats, rules)
        if mask not in ("observation", "info"):
            raise ErgoError(f'mask = {mask!r}: expected "observation" or "info"')
        self.render_mode, self.flat = render_mode, mask == "info"
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agent_name_mapping = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions, numbers = spaces_of(self.game)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions.n) for agent in self.possible_agents}
        legal: Any = gymnasium.spaces.Box(0, 1, (int(actions.n),), numpy.int8)
        space = numbers if self.flat else gymnasium.spaces.Dict({"observation": numbers, "action_mask": legal})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._seeds: numpy.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        seed = checked_seed(seed)
        # Not in `__init__`, so that copies of an environment that was never reset draw their own seeds.
        if seed is not None or self._seeds is None:
            self._seeds = numpy.random.default_rng(seed)
        self.match_seed = derived_seed(self._seeds) if seed is None else seed
        self.state = self.game.new_state(derived_seed(match_stream(self.match_seed)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"seed": self.match_seed} for agent in self.agents}
        self.agent_selection = self.agents[self.state.to_move]
        self._update_mask()

    def observe(self, agent: str) -> Any:
        seat = self.agent_name_mapping[agent]
        numbers = self.state.features(seat)
        if self.flat:
            return numbers
        mask = self.state.mask() if self.state.to_move == seat else numpy.zeros(self.game.num_actions or 0, numpy.int8)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.state.apply(index(action))
        self._clear_rewards()
        returns = self.state.returns
        if returns is not None:
            mean = sum(returns) / len(returns) if len(returns) > 1 else 0.0
            ends = self.truncations if self.state.adjudicated else self.terminations
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent], ends[agent] = returns[seat] - mean, True
            # Every agent is removed in turn, beginning with the one that has just played.
        else:
            self.agent_selection = self.possible_agents[self.state.to_move]
        self._update_mask()
        self._accumulate_rewards()

    def render(self) -> Any:
        return None if self.state is None else rendered(self.state, self.render_mode, None)

    def close(self) -> None:
        pass

    def _update_mask(self) -> None:
        if self.flat and not self.state.is_over:
            self.infos[self.agent_selection]["action_mask"] = self.state.mask()


class env(raw_env):
    """The environment with checks of order and legality.

    It replaces the wrappers of PettingZoo, which are called for every attribute and take more than half of the time of a step.
    """

    def observe(self, agent: str) -> Any:
        if self.state is None:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def step(self, action: Any) -> None:
        if self.state is None:
            EnvLogger.error_step_before_reset()
        try:
            super().step(action)
        except IllegalAction:
            agent = self.agent_selection
            assert self.action_space(agent).contains(action), f"{action}: not in the action space of {agent}"
            EnvLogger.warn_on_illegal_move()
            self._clear_rewards()
            self.rewards[agent] = -1.0
            self.terminations = dict.fromkeys(self.agents, True)
            self.truncations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()


# From PettingZoo 1.26 on: `pettingzoo.make("aec", "ergo_lab/ergo-v0")`, after this module is imported.
if hasattr(pettingzoo, "register"):
    for _name in games():
        if f"ergo_lab/{_name}-v0" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"ergo_lab/{_name}-v0", "ergo_lab.ergo_v0:env", kwargs={"game": _name})
