"""Games of the shelf for OpenSpiel: imported, `pyspiel.load_game("python_ergo")` works, and so for every game with numbered actions.

Options of the rules are a parameter: `python_ergo(players=3,rules=target:30;cards.not:4)`. Chance lies in the deal: a match begins with one chance node
over `DEALS` equally likely seeds, unless the rules leave nothing to chance, and the rest follows. What cards come is hidden from the
seats as in the game; a search that resamples goes by `State.resample_from_infostate`. Games and states are pickled and serialized.
"""

from __future__ import annotations

import functools
import json

import numpy
import pyspiel

from ._native import ErgoError, Game, games

#: How many deals the chance node tells apart.
DEALS = 1 << 16


def register() -> list[str]:
    """Registers every game of the shelf whose actions have numbers, under its name with `python_` before it. Gives the names."""
    names = []
    for name in games():
        if Game(name).num_actions is None:
            continue
        kind = game_type(Game(name))
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, class_of(name))
        names.append(kind.short_name)
    return names


def class_of(name: str) -> type:
    """The class of a game, which OpenSpiel calls with parameters. It stands in this module, where pickles look for it."""
    called = "".join(part.capitalize() for part in name.split("-")) + "Game"
    return globals().setdefault(called, type(called, (ShelfGame,), {"of_shelf": name, "__module__": __name__}))


def utility_sum(game: Game) -> float | None:
    """What the returns of all seats add up to; `None` where that is not always the same."""
    least, most = game.info["utility"]
    if game.seats_range[0] < 2:
        return None
    return {-most: 0.0, 0.0: 1.0 if most == 1 else None}.get(least)


def rules_of(text: str) -> dict:
    """Options written as `target:30;starter:rotate`."""
    rules = {}
    for pair in filter(None, text.split(";")):
        key, colon, value = pair.partition(":")
        if not colon:
            raise ErgoError(f"rules={text}: expected options such as target:30;starter:rotate")
        try:
            rules[key] = json.loads(value)
        except ValueError:
            rules[key] = value
    return rules


def game_type(game: Game):
    """What OpenSpiel is told of a game."""
    kinds, info, total = pyspiel.GameType, game.info, utility_sum(game)
    fewest, most = game.seats_range
    perfect = info["information"] == "perfect"
    utility = {0.0: kinds.Utility.ZERO_SUM, 1.0: kinds.Utility.CONSTANT_SUM}.get(total, kinds.Utility.GENERAL_SUM)
    return pyspiel.GameType(
        short_name="python_" + game.name.replace("-", "_"),
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


class ShelfGame(pyspiel.Game):
    """A game of the shelf, called `of_shelf`, as OpenSpiel knows it."""

    of_shelf = "ergo"

    def __init__(self, params: dict | None = None):
        game = self.made(params or {})
        least, most = game.info["utility"]
        super().__init__(
            game_type(game),
            pyspiel.GameInfo(
                num_distinct_actions=game.num_actions,
                max_chance_outcomes=DEALS,
                num_players=game.seats,
                min_utility=least,
                max_utility=most,
                utility_sum=utility_sum(game),
                max_game_length=min(game.info["longest"], (1 << 31) - 1),
            ),
            params or {},
        )

    def made(self, params: dict) -> Game:
        return Game(self.of_shelf, params.get("players"), rules_of(params.get("rules", "")))

    @functools.cached_property
    def game(self) -> Game:
        # Not kept by `__init__`, which is not called where OpenSpiel reads a pickle.
        return self.made(self.get_parameters())

    def new_initial_state(self, state=None):
        return ShelfState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        if params:
            raise ErgoError(f"observer: {params}, expected no parameters")
        return ShelfObserver(self.game)


class ShelfObserver:
    """What a seat knows: as a text, and as the game's features, if it has any, in `tensor` (`float32`, `(num_features,)`)."""

    def __init__(self, game: Game):
        self.tensor = numpy.zeros(game.num_features or 0, numpy.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state, player: int):
        if state.state is None or not self.tensor.size:
            self.tensor.fill(0)
        else:
            state.state.features(player, self.tensor)

    def string_from(self, state, player: int) -> str:
        return state._seen(player)


class ShelfState(pyspiel.State):
    """A state: before the deal a chance node, then one of the game's."""

    def __init__(self, game: ShelfGame):
        super().__init__(game)
        self.of = game.game
        self.state = None if self.of.info["chance"] else self.of.new_state(0)

    def current_player(self):
        if self.state is None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.state.is_over else self.state.to_move

    def _legal_actions(self, player):
        return sorted(self.state.legal_ids()) if self.state.to_move == player else []

    def chance_outcomes(self):
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _apply_action(self, action):
        if self.state is None:
            self.state = self.of.new_state(action)
        else:
            self.state.apply(action)

    def _action_to_string(self, player, action):
        return f"deal {action}" if self.state is None else self.state.text(action)

    def is_terminal(self):
        return self.state is not None and self.state.is_over

    def returns(self):
        return self.state.returns if self.is_terminal() else [0.0] * self.of.seats

    def information_state_string(self, player=None):
        return self._seen(self.current_player() if player is None else player)

    def observation_string(self, player=None):
        return self._seen(self.current_player() if player is None else player)

    def _seen(self, player):
        return "" if self.state is None else json.dumps(self.state.observe(player), sort_keys=True)

    def resample_from_infostate(self, player, uniform):
        """A state drawn from those that fit what `player` knows; `uniform` gives numbers from 0 to 1."""
        other = self.clone()
        if self.state is not None:
            other.state = self.state.resample(player, int(uniform() * (1 << 53)))
        return other

    def clone(self):
        other = type(self)(self.get_game())
        other.state = None if self.state is None else self.state.clone()
        return other

    def __deepcopy__(self, memo):
        return self.clone()

    def __str__(self):
        return "deal" if self.state is None else str(self.state)


register()
