"""All games for OpenSpiel: after `import ergo_lab.openspiel`, `pyspiel.load_game("ergo_lab_ergo")` works.

Names are `ergo_lab_` and the name of the game with underscores, so that they differ from those of OpenSpiel's own games. Options of the rules
are a parameter: `ergo_lab_ergo(players=3,rules=target:30;cards.not:4)`. Games and states can be pickled and serialized.

| games | chance | suitable algorithms |
| --- | --- | --- |
| tic-tac-toe, ergo-invicta | none | all, if the tree is small enough |
| kuhn-poker, leduc-poker, goofspiel, pig | one node for each card, prize or roll, with exact probabilities | all: CFR, exploitability, best response, expected values |
| ergo, cogito, philosophia | sampled: a node for the deal, and one after each action, whose outcomes are seeds | sampling: MCTS, ISMCTS, outcome sampling MCCFR, deep learning; not traversal of the whole tree |

Outcomes of chance nodes of the large games are seeds of futures that agree with the history. Copies of a state do not share them, so a search
on copies does not know the future. `State.resample_from_infostate` also draws the information that is hidden from a seat.
"""

from __future__ import annotations

import functools
import json
from typing import Any

import numpy
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from ._native import ErgoError, Game, State, games
from .chance import chance_of

PREFIX = "ergo_lab_"


def register() -> list[str]:
    """Registers every game with numbered actions and returns the names."""
    names = []
    for name in games():
        if Game(name).num_actions is None:
            continue
        kind = game_type(Game(name))
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, class_of(name))
        names.append(kind.short_name)
    return names


def class_of(name: str) -> Any:
    """Returns the class of a game, which OpenSpiel calls with parameters. It is an attribute of this module, because pickles need that."""
    called = "".join(part.capitalize() for part in name.split("-")) + "Game"
    return globals().setdefault(called, type(called, (LabGame,), {"of_lab": name, "__module__": __name__}))


def utility_sum(game: Game) -> float | None:
    """Returns the sum of the returns of all seats; `None` if it is not constant."""
    least, most = game.info["utility"]
    if game.seats_range[0] < 2:
        return None
    return {-most: 0.0, 0.0: 1.0 if most == 1 else None}.get(least)


def rules_of(text: str) -> dict[str, Any]:
    """Reads options such as `target:30;starter:rotate`.

    Raises:
        ErgoError: An option has no value.
    """
    rules: dict[str, Any] = {}
    for pair in filter(None, text.split(";")):
        key, colon, value = pair.partition(":")
        if not colon:
            raise ErgoError(f"rules={text}: expected options such as target:30;starter:rotate")
        try:
            rules[key] = json.loads(value)
        except ValueError:
            rules[key] = value
    return rules


def game_type(game: Game) -> Any:
    """Returns the description of a game for OpenSpiel."""
    kinds, info, total = pyspiel.GameType, game.info, utility_sum(game)
    fewest, most = game.seats_range
    perfect = info["information"] in ("perfect", "unrolled")
    utility = {0.0: kinds.Utility.ZERO_SUM, 1.0: kinds.Utility.CONSTANT_SUM, None: kinds.Utility.GENERAL_SUM}[total]
    return pyspiel.GameType(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.about,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if info["chance"] else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION if perfect else kinds.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=game.num_features is not None,
        parameter_specification={"players": fewest, "rules": ""},
    )


class LabGame(pyspiel.Game):  # type: ignore[misc]
    """The game `of_lab` as an OpenSpiel game."""

    of_lab = "ergo"

    def __init__(self, params: dict[str, Any] | None = None):
        game = self.made(params or {})
        least, most = game.info["utility"]
        chance = chance_of(game)
        super().__init__(
            game_type(game),
            pyspiel.GameInfo(
                num_distinct_actions=game.num_actions,
                max_chance_outcomes=chance.most if chance else 0,
                num_players=game.seats,
                min_utility=least,
                max_utility=most,
                utility_sum=utility_sum(game),
                max_game_length=min(game.info["longest"], (1 << 31) - 1),
            ),
            params or {},
        )

    def made(self, params: dict[str, Any]) -> Game:
        return Game(self.of_lab, params.get("players"), rules_of(params.get("rules", "")))

    # Not set in `__init__`, which is not called when OpenSpiel reads a pickle.
    @functools.cached_property
    def game(self) -> Game:
        return self.made(self.get_parameters())

    @functools.cached_property
    def chance(self) -> Any:
        return chance_of(self.game)

    def new_initial_state(self, state: Any = None) -> LabState:
        return LabState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LabObserver:
        if params:
            raise ErgoError(f"observer: {params}, expected no parameters")
        return LabObserver(self.game)


class LabObserver:
    """The knowledge of a seat as text, and as features in `tensor` (`float32`, `(num_features,)`)."""

    def __init__(self, game: Game):
        self.tensor = numpy.zeros(game.num_features or 0, numpy.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: LabState, player: int) -> None:
        if state.state is None or not self.tensor.size:
            self.tensor.fill(0)
        else:
            state.state.features(player, self.tensor)

    def string_from(self, state: LabState, player: int) -> str:
        return state.observation_string(player)


class LabState(pyspiel.State):  # type: ignore[misc]
    """A state or a chance node: of the deal (`state` is `None`) or of a `pending` action.

    OpenSpiel copies the attributes when it copies a state.
    """

    def __init__(self, game: LabGame):
        super().__init__(game)
        self.state: Any = None if game.chance else game.game.new_state(0)
        self.dealt: tuple[int, ...] = ()
        self.pending: int | None = None
        self.outcomes: Any = None
        if game.chance:
            self._deal(game)

    def _deal(self, game: LabGame) -> None:
        next = game.chance.deal(game.game, self.dealt)
        self.state, self.outcomes = (next, None) if isinstance(next, State) else (None, next)

    def current_player(self) -> int:
        if self.outcomes is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.state.is_over else self.state.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.state.legal_ids()) if self.state.to_move == player else []

    def chance_outcomes(self) -> Any:
        return self.outcomes

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self.state is None:
            self.dealt += (action,)
            self._deal(game)
        elif self.pending is not None:
            self.state = game.chance.play(self.state, self.pending, action, str(self.history()))
            self.pending = self.outcomes = None
        else:
            self.outcomes = game.chance.after(self.state, action) if game.chance else None
            if self.outcomes is None:
                self.state.apply(action)
            else:
                self.pending = action

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.get_game().chance.word(action) if player == pyspiel.PlayerId.CHANCE else self.state.text(action))

    def is_terminal(self) -> bool:
        return self.outcomes is None and self.state.is_over

    def returns(self) -> list[float]:
        return self.state.returns if self.is_terminal() else [0.0] * self.num_players()

    def information_state_string(self, player: int | None = None) -> str:
        seen = self.observation_string(player)
        # With perfect information all seats know the history, which the observation may lack.
        perfect = self.get_game().get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
        return f"{self.history_str()} {seen}" if perfect else seen

    def observation_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return "" if self.state is None else json.dumps(self.state.observe(player), sort_keys=True)

    def resample_from_infostate(self, player: int, uniform: Any) -> Any:
        """Returns a random state that agrees with the knowledge of `player`; `uniform` returns numbers from 0 to 1."""
        other = self.clone()
        if other.state is not None:
            other.state = other.state.resample(player, int(uniform() * (1 << 53)))
        return other

    def __str__(self) -> str:
        shown = "deal" if self.state is None else str(self.state)
        return f"{shown} {self.history_str()}" if self.outcomes is not None else shown


register()
