"""A game for one learner against named bots of the house, as a Gymnasium environment.

`HouseEnv(against=["greedy"])` is ERGO for two. An observation is what the learner's seat knows as numbers (`float32`, `(num_features,)`);
`info["action_mask"]` says which ids are legal. The reward comes at the end: what the match is worth to the learner less the mean of the
table (alone: nothing less). An id that is not legal is answered as `illegal` says: "random" plays a legal one in its place and counts it in
`info["illegal"]`, "raise" raises `IllegalAction`.

The seed of a match determines the deal, the learner's seat (each seat equally likely) and the bots' random choices. `info["seed"]` and
`info["seat"]` report them, and `reset(seed=info["seed"])` repeats the match. `reset()` derives the next seed from the last one given, or
from one that the operating system drew. `options={"seat": 0}` fixes the seat (from 0) for a match, the argument `seat` for all; the deal
stays the same.
"""

from __future__ import annotations

from numbers import Integral

import gymnasium
import numpy

from ._native import ErgoError, Game, IllegalAction
from .seeds import derived_seed, match_stream


class HouseEnv(gymnasium.Env):
    """One seat of a table; the others are bots of the house."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "ergo",
        against: tuple[str, ...] | list[str] = ("greedy",),
        rules: dict | None = None,
        seat: int | None = None,
        illegal: str = "random",
        render_mode: str | None = None,
    ):
        self.against = list(against)
        self.game = game if isinstance(game, Game) else Game(game, len(self.against) + 1, rules)
        if self.game.seats != len(self.against) + 1:
            raise ErgoError(f"{len(self.against)} opponents, expected {self.game.seats - 1} at a table of {self.game.seats}")
        if self.game.num_actions is None or self.game.num_features is None:
            raise ErgoError(f"{self.game.name} has no ids or features, expected a game that has both, such as ergo")
        if illegal not in ("random", "raise"):
            raise ErgoError(f'illegal = {illegal!r}: expected "random" or "raise"')
        for bot in self.against:
            self.game.agent(bot, 0)
        self.fixed_seat, self.illegal, self.render_mode = self._validate_seat(seat), illegal, render_mode
        self.action_space = gymnasium.spaces.Discrete(self.game.num_actions)
        self.observation_space = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (self.game.num_features,), numpy.float32)

    def _validate_seat(self, seat: int | None) -> int | None:
        if seat is not None and (isinstance(seat, bool) or not isinstance(seat, Integral) or not 0 <= seat < self.game.seats):
            raise ErgoError(f"seat = {seat!r}: expected 0 to {self.game.seats - 1}, or None to draw it from the seed")
        return seat

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        unknown = set(options or {}) - {"seat"}
        if unknown:
            raise ErgoError(f"options: unknown {', '.join(sorted(map(repr, unknown)))}, expected 'seat'")
        fixed = self._validate_seat((options or {}).get("seat"))
        super().reset(seed=seed)
        self.match_seed = derived_seed(self.np_random) if seed is None else seed
        self._stream = match_stream(self.match_seed)
        self.state = self.game.new_state(derived_seed(self._stream))
        # Drawn even if it is fixed, so that the bots have the same seeds.
        drawn = int(self._stream.integers(self.game.seats))
        self.seat = next((int(seat) for seat in (fixed, self.fixed_seat) if seat is not None), drawn)
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        self.bots = {seat: self.game.agent(bot, seat, derived_seed(self._stream)) for seat, bot in zip(others, self.against)}
        self.misses = 0
        self._play_others()
        if self.state.is_over:
            return self.reset(options=options)
        return self._observation(), self._info()

    def step(self, action):
        action = int(action)
        try:
            self.state.apply(action)
        except IllegalAction:
            if self.illegal == "raise":
                raise
            self.misses += 1
            legal = self.state.legal_ids()
            self.state.apply(legal[int(self._stream.integers(len(legal)))])
        self._play_others()
        returns = self.state.returns
        reward = 0.0
        if returns is not None:
            mean = sum(returns) / len(returns) if len(returns) > 1 else 0.0
            reward = returns[self.seat] - mean
        return self._observation(), reward, returns is not None, False, self._info()

    def render(self):
        return str(self.state) if self.render_mode == "ansi" else None

    def _play_others(self):
        while self.state.to_move not in (None, self.seat):
            self.state.apply(self.bots[self.state.to_move].choose(self.state))

    def _observation(self) -> numpy.ndarray:
        return self.state.features(self.seat)

    def _info(self) -> dict:
        over = self.state.is_over
        mask = numpy.zeros(self.game.num_actions, numpy.uint8) if over else self.state.mask()
        return {"action_mask": mask, "seat": self.seat, "seed": self.match_seed, "illegal": self.misses, "scores": self.state.scores}
