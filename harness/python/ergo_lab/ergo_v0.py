"""Games of the shelf as PettingZoo AEC environments: `ergo_v0.env()` is ERGO for two.

An observation is a dict of `observation`, what the seat knows as numbers (`float32`, `(num_features,)`), and `action_mask` (`int8`,
`(num_actions,)`). Agents are called `seat_1`, `seat_2` …, as in all files. Rewards come at the end of the match: what it is worth to the
seat, centred so that they sum to 0 over the table; alone, what it is worth. Every info has the `seed` of the match, and
`reset(seed=info["seed"])` repeats it; `reset()` derives the next seed from the last one given, or from one that the operating system drew.
"""

from __future__ import annotations

from operator import index

import gymnasium
import numpy
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ._native import ErgoError, Game, IllegalAction
from .seeds import derived_seed, match_stream


def env(**options) -> AECEnv:
    """The environment with what the wrappers that PettingZoo advises do: who acts out of order is told so, and who acts against the
    mask loses 1 and ends the match. It does that itself: each wrapper is asked again for every attribute, which takes more than half of a
    step."""
    return _Enforced(**options)


class raw_env(AECEnv):
    """The environment itself: `game` by name or as a `Game`, `seats`, `rules`. An action that is not legal raises `IllegalAction`."""

    metadata = {"name": "ergo_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str | Game = "ergo", seats: int | None = None, rules: dict | None = None, render_mode: str | None = None):
        super().__init__()
        self.game = game if isinstance(game, Game) else Game(game, seats, rules)
        if self.game.num_actions is None or self.game.num_features is None:
            raise ErgoError(f"{self.game.name} has no ids or features, expected a game that has both, such as ergo")
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self.game.seats)]
        self.agent_name_mapping = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions, features = self.game.num_actions, self.game.num_features
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-numpy.inf, numpy.inf, (features,), numpy.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self._seeds = None

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None):
        # Not earlier: copies of an environment that nothing was asked of yet draw seeds of their own.
        if seed is not None or self._seeds is None:
            self._seeds = numpy.random.default_rng(seed)
        self.match_seed = derived_seed(self._seeds) if seed is None else seed
        self.state = self.game.new_state(derived_seed(match_stream(self.match_seed)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seed": self.match_seed} for agent in self.agents}
        self.agent_selection = self.agents[self.state.to_move]

    def observe(self, agent: str) -> dict:
        seat = self.agent_name_mapping[agent]
        if self.state.to_move == seat:
            mask = self.state.mask().view(numpy.int8)
        else:
            mask = numpy.zeros(self.game.num_actions, numpy.int8)
        return {"observation": self.state.features(seat), "action_mask": mask}

    def step(self, action):
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
            for seat, agent in enumerate(self.possible_agents):
                self.rewards[agent] = returns[seat] - mean
                self.terminations[agent] = True
            # Every agent is taken off in turn, beginning with the one that has just played.
        else:
            self.agent_selection = self.possible_agents[self.state.to_move]
        self._accumulate_rewards()

    def render(self):
        if self.render_mode == "ansi":
            return str(self.state)
        return None

    def close(self):
        pass


class _Enforced(raw_env):
    """The environment for learners that may be wrong."""

    state = None

    def observe(self, agent: str) -> dict:
        if self.state is None:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def step(self, action):
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
