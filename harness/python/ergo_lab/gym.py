"""Gymnasium environments of all games: one learner against built-in bots.

`gymnasium.make("ergo_lab/ergo-v0", against=["greedy"])`, or `SingleAgentEnv(against=["greedy"])`, is ERGO for two.

Observations: the knowledge of the learner's seat as numbers (`float32`, `(num_features,)`). `info["action_mask"]` (`int8`) is 1 for legal ids;
`action_masks()` returns the same for sb3-contrib.

Rewards: at the end of the match, the return of the learner minus the mean of the table; in a game for one player, the return. A match that
a limit of the rules stops is `truncated`, any other `terminated`.

Illegal ids raise `IllegalAction`. With `on_illegal="random"`, a random legal action is played instead and counted in `info["illegal"]`.

Seeds: the seed of a match determines the deal, the learner's seat (each seat equally likely) and the bots' random choices. `info["seed"]` and
`info["seat"]` report them, and `reset(seed=info["seed"])` repeats the match. `reset()` derives the next seed from the last one given, or
from one that the operating system drew. `options={"seat": 0}` fixes the seat (from 0) for a match, the argument `seat` for all matches; the
deal stays the same. Environments can be pickled and copied; the copy replays the match up to the same decision.
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
    """Returns `game` itself, or the game of this name."""
    return game if isinstance(game, Game) else Game(game, seats, rules)


def spaces_of(game: Game) -> tuple[gymnasium.spaces.Discrete[Any], gymnasium.spaces.Box[Any]]:
    """Returns the action and observation spaces of a game.

    Raises:
        ErgoError: The game has no ids or features.
    """
    if game.num_actions is None or game.num_features is None:
        raise ErgoError(f"{game.name} has no ids or features, expected a game that has both, such as ergo")
    box = gymnasium.spaces.Box(-numpy.inf, numpy.inf, (game.num_features,), numpy.float32)
    return gymnasium.spaces.Discrete(game.num_actions), box


def checked_seat(game: Game, seat: Any) -> int | None:
    """Returns the seat, or `None`.

    Raises:
        ErgoError: There is no such seat.
    """
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, Integral) or not 0 <= int(seat) < game.seats):
        raise ErgoError(f"seat = {seat!r}: expected 0 to {game.seats - 1}, or None to draw it from the seed")
    return None if seat is None else int(seat)


def rendered(state: State, mode: str | None, seat: int | None) -> str | None:
    """Returns the board as text ("ansi") or the match so far as a page ("html"); prints the board ("human")."""
    if mode == "html":
        return state.html()
    words = state.words(seat) if mode in ("ansi", "human") else None
    if mode == "human":
        print(words, flush=True)
        return None
    return words


class SingleAgentEnv(gymnasium.Env[Any, Any]):
    """An environment for one seat of a table, with built-in bots at the others.

    Args:
        game: The name of a game, or a `Game`.
        against: One bot for each other seat; default: "greedy" if the game has it, otherwise "random".
        rules: Options of the rules.
        seat: The learner's seat, from 0; default: drawn from the seed of each match.
        on_illegal: "raise", or "random" to replace illegal actions.
        render_mode: "human", "ansi" or "html".

    Raises:
        ErgoError: An argument is not valid.
        IllegalAction: `step` gets an illegal id and `on_illegal` is "raise".
    """

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
        # Drawn even if the seat is fixed, so that the bots have the same seeds.
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
        """Returns the legality of each id, for sb3-contrib."""
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
        info = {"seat": self.seat, "seed": self.match_seed, "illegal": self._misses, "scores": self.state.scores}
        return {"action_mask": self._mask(), **info}

    def __getstate__(self) -> dict[str, Any]:
        # Bots cannot be pickled: `__setstate__` makes them again.
        return {key: value for key, value in self.__dict__.items() if key not in ("_bots", "state")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if "_played" in state:
            self._begin(state["match_seed"], state["seat"])
            for action in state["_played"]:
                self._play(action)
            self._stream, self._misses = state["_stream"], state["_misses"]

    def __deepcopy__(self, memo: Any) -> SingleAgentEnv:
        return self.__copy__()

    def __copy__(self) -> SingleAgentEnv:
        import pickle

        return pickle.loads(pickle.dumps(self))  # type: ignore[no-any-return]


def table(game: str | Game, against: Sequence[str] | None, rules: dict[str, Any] | None) -> tuple[Game, list[str]]:
    """Returns the game and the bots at the other seats; by default "greedy" if the game has it, otherwise "random".

    Raises:
        ErgoError: The number of bots does not fit the table.
    """
    if against is None:
        game = game_for_learning(game, None, rules)
        kinds = [agent["kind"] for agent in game.agents]
        against = ["greedy" if "greedy" in kinds else "random"] * (game.seats - 1)
    bots = list(against)
    game = game_for_learning(game, len(bots) + 1, rules)
    if game.seats != len(bots) + 1:
        raise ErgoError(f"against: {len(bots)} bots, expected {game.seats - 1} at a table of {game.seats}")
    return game, bots


#: The former name of `SingleAgentEnv`.
HouseEnv = SingleAgentEnv


def register() -> None:
    """Registers every game with Gymnasium as `ergo_lab/NAME-v0`. Gymnasium calls it on import."""
    for name in games():
        id = f"ergo_lab/{name}-v0"
        if id not in gymnasium.registry:
            gymnasium.register(
                id,
                entry_point="ergo_lab.gym:SingleAgentEnv",
                vector_entry_point="ergo_lab.vector:SingleAgentVectorEnv",
                kwargs={"game": name},
                # The tests of this package do these checks, which cost time at every step.
                disable_env_checker=True,
            )


register()
