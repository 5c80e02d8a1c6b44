"""Every game for one learner against built-in bots, as a Gymnasium environment.

`gymnasium.make("ergo_lab/ergo-v0", against=["greedy"])`, or `HouseEnv(against=["greedy"])`, is ERGO for two. An observation is what the
learner's seat knows as numbers (`float32`, `(num_features,)`). `info["action_mask"]` (`int8`) says which ids are legal, and so does
`action_masks()`, which sb3-contrib asks. The reward comes at the end: what the match is worth to the learner less the mean of the table
(alone: nothing less). A match that a limit of the rules stops is `truncated`, any other `terminated`. An id that is not legal raises
`IllegalAction`; with `on_illegal="random"` a random legal action is played instead and counted in `info["illegal"]`.

The seed of a match determines the deal, the learner's seat (each seat equally likely) and the bots' random choices. `info["seed"]` and
`info["seat"]` report them, and `reset(seed=info["seed"])` repeats the match. `reset()` derives the next seed from the last one given, or
from one that the operating system drew. `options={"seat": 0}` fixes the seat (from 0) for a match, the argument `seat` for all; the deal
stays the same. Environments can be pickled and copied; the copy plays the match again up to the same decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from operator import index
from typing import Any

import gymnasium
import numpy
import numpy.typing as npt

from ._native import Agent, ErgoError, Game, IllegalAction, State, games
from .seeds import checked_seed, derived_seed, match_stream

RENDER_MODES = ["human", "ansi", "html"]
Features = npt.NDArray[numpy.float32]


def game_for_learning(game: str | Game, seats: int | None, rules: dict[str, Any] | None) -> Game:
    """Returns the game."""
    return game if isinstance(game, Game) else Game(game, seats, rules)


def spaces_of(game: Game) -> tuple[gymnasium.spaces.Discrete[Any], gymnasium.spaces.Box[Any]]:
    """Returns the spaces of actions and observations of a game, which must have ids and features."""
    if game.num_actions is None or game.num_features is None:
        raise ErgoError(f"{game.name} has no ids or features, expected a game that has both, such as ergo")
    box = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (game.num_features,), numpy.float32)
    return gymnasium.spaces.Discrete(game.num_actions), box


def checked_seat(game: Game, seat: Any) -> int | None:
    """Returns the seat, or `None`."""
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, Integral) or not 0 <= int(seat) < game.seats):
        raise ErgoError(f"seat = {seat!r}: expected 0 to {game.seats - 1}, or None to draw it from the seed")
    return None if seat is None else int(seat)


def rendered(state: State, mode: str | None, seat: int | None) -> str | None:
    """Returns the board in words ("ansi") or the match so far as a page ("html"); prints the board ("human")."""
    if mode == "html":
        return state.html()
    words = state.words(seat) if mode in ("ansi", "human") else None
    if mode == "human":
        print(words, flush=True)
        return None
    return words


class HouseEnv(gymnasium.Env[Any, Any]):
    """One seat of a table; built-in bots have the others."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str | Game = "ergo",
        against: Sequence[str] | None = None,
        rules: dict[str, Any] | None = None,
        seat: int | None = None,
        on_illegal: str = "raise",
        render_mode: str | None = None,
    ):
        self.game, self.against = table(game, against, rules)
        if on_illegal not in ("random", "raise"):
            raise ErgoError(f'on_illegal = {on_illegal!r}: expected "raise" or "random"')
        for bot in self.against:
            self.game.agent(bot, 0)
        self.fixed_seat, self.on_illegal, self.render_mode = checked_seat(self.game, seat), on_illegal, render_mode
        self.action_space, self.observation_space = spaces_of(self.game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Features, dict[str, Any]]:
        unknown = set(options or {}) - {"seat"}
        if unknown:
            raise ErgoError(f"options: unknown {', '.join(sorted(map(repr, unknown)))}, expected 'seat'")
        fixed = checked_seat(self.game, (options or {}).get("seat"))
        seed = checked_seed(seed)
        super().reset(seed=seed)
        self._begin(derived_seed(self.np_random) if seed is None else seed, self.fixed_seat if fixed is None else fixed)
        if self.state.is_over:
            return self.reset(options=options)
        return self.state.features(self.seat), self._info()

    def _begin(self, seed: int, fixed: int | None) -> None:
        self.match_seed, self._stream = seed, match_stream(seed)
        self.state = self.game.new_state(derived_seed(self._stream))
        # Drawn even if it is fixed, so that the bots have the same seeds.
        drawn = int(self._stream.integers(self.game.seats))
        self.seat = drawn if fixed is None else fixed
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        self._bots: dict[int, Agent] = {
            seat: self.game.agent(bot, seat, derived_seed(self._stream)) for seat, bot in zip(others, self.against)
        }
        self._played: list[int] = []
        self._misses = 0
        self._play_others()

    def step(self, action: Any) -> tuple[Features, float, bool, bool, dict[str, Any]]:
        action = index(action)
        try:
            self._play(action)
        except IllegalAction:
            if self.on_illegal == "raise" or self.state.is_over:
                raise
            self._misses += 1
            legal = self.state.legal_ids()
            self._play(legal[int(self._stream.integers(len(legal)))])
        returns, reward = self.state.returns, 0.0
        if returns is not None:
            reward = returns[self.seat] - (sum(returns) / len(returns) if len(returns) > 1 else 0.0)
        cut = bool(self.state.adjudicated)
        return self.state.features(self.seat), reward, returns is not None and not cut, cut, self._info()

    def action_masks(self) -> npt.NDArray[numpy.bool_]:
        """Which ids are legal, as sb3-contrib asks for it."""
        return self._mask().view(numpy.bool_)

    def render(self) -> Any:
        return rendered(self.state, self.render_mode, self.seat)

    def _play(self, action: int) -> None:
        self.state.apply(action)
        self._played.append(action)
        self._play_others()

    def _play_others(self) -> None:
        while (seat := self.state.to_move) is not None and seat != self.seat:
            self.state.apply(self._bots[seat].choose(self.state))

    def _mask(self) -> npt.NDArray[numpy.int8]:
        return numpy.zeros(self.game.num_actions or 0, numpy.int8) if self.state.is_over else self.state.mask()

    def _info(self) -> dict[str, Any]:
        told = {"seat": self.seat, "seed": self.match_seed, "illegal": self._misses, "scores": self.state.scores}
        return {"action_mask": self._mask(), **told}

    def __getstate__(self) -> dict[str, Any]:
        # Bots cannot be pickled: they are asked again.
        return {key: value for key, value in self.__dict__.items() if key not in ("_bots", "state")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if "_played" in kept:
            self._begin(kept["match_seed"], kept["seat"])
            for action in kept["_played"]:
                self._play(action)
            self._stream, self._misses = kept["_stream"], kept["_misses"]

    def __deepcopy__(self, memo: Any) -> HouseEnv:
        return self.__copy__()

    def __copy__(self) -> HouseEnv:
        import pickle

        return pickle.loads(pickle.dumps(self))  # type: ignore[no-any-return]


def table(game: str | Game, against: Sequence[str] | None, rules: dict[str, Any] | None) -> tuple[Game, list[str]]:
    """Returns the game and the bots at the other seats: by default one of each other seat, "greedy" where the game has it, or else
    "random"."""
    if against is None:
        game = game_for_learning(game, None, rules)
        kinds = [agent["kind"] for agent in game.agents]
        against = ["greedy" if "greedy" in kinds else "random"] * (game.seats - 1)
    bots = list(against)
    game = game_for_learning(game, len(bots) + 1, rules)
    if game.seats != len(bots) + 1:
        raise ErgoError(f"against: {len(bots)} bots, expected {game.seats - 1} at a table of {game.seats}")
    return game, bots


def register() -> None:
    """Registers every game with Gymnasium, as `ergo_lab/NAME-v0`. Gymnasium calls it when it is imported."""
    for name in games():
        id = f"ergo_lab/{name}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="ergo_lab.gym:HouseEnv",
                vector_entry_point="ergo_lab.vector:HouseVectorEnv",
                kwargs={"game": name},
                # Its checks are those of the tests of this package, and cost time at every step.
                disable_env_checker=True,
            )


register()
