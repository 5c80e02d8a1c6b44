"""Games of the shelf for OpenSpiel: `register()` makes `pyspiel.load_game("python_ergo")` work, and so for every game with numbered actions.

Chance lies in the deal: a match begins with one chance node over `deals` equally likely seeds, and the rest follows. What cards come
is hidden from the seats as in the game; a search that resamples goes by `State.resample_from_infostate`.
"""

from __future__ import annotations

import json

import pyspiel

from ._native import Game, games

#: How many deals the chance node tells apart.
DEALS = 1 << 16


def register() -> list[str]:
    """Registers every game of the shelf whose actions have numbers, under its name with `python_` before it. Gives the names."""
    names = []
    for name in games():
        if Game(name).num_actions is None:
            continue
        kind = game_type(name)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, maker(name))
        names.append(kind.short_name)
    return names


def maker(name: str):
    """A class of games for OpenSpiel, which makes them by their parameters."""

    class OfShelf(ShelfGame):
        def __init__(self, params=None):
            super().__init__(name, params or {})

    return OfShelf


def game_type(name: str):
    """What OpenSpiel is told of a game."""
    game = Game(name)
    fewest, most = game.seats_range
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    open_to_all = pyspiel.GameType.Information.PERFECT_INFORMATION
    return pyspiel.GameType(
        short_name="python_" + name.replace("-", "_"),
        long_name=game.about,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=open_to_all if game.info["information"] == "perfect" else hidden,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": fewest},
    )


class ShelfGame(pyspiel.Game):
    """A game of the shelf as OpenSpiel knows it."""

    def __init__(self, name: str, params: dict):
        kind = game_type(name)
        self.game = Game(name, int(params.get("players", kind.min_num_players)))
        least, most = self.game.info["utility"]
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=self.game.num_actions,
                max_chance_outcomes=DEALS,
                num_players=self.game.seats,
                min_utility=least,
                max_utility=most,
                utility_sum=1.0,
                max_game_length=min(self.game.info["longest"], (1 << 31) - 1),
            ),
            params,
        )

    def new_initial_state(self, state=None):
        return ShelfState(self)


class ShelfState(pyspiel.State):
    """A state: before the deal a chance node, then one of the game's."""

    def __init__(self, game: ShelfGame):
        super().__init__(game)
        self.of = game.game
        self.state = None

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
