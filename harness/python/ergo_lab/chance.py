"""Chance nodes for OpenSpiel: outcomes and their probabilities.

In the small games an outcome is one card, prize or roll, so that game trees are exact. In the large games an outcome is the seed of a deal
or of a redraw: chance is sampled from `DEALS` deals, and after each action from `REDRAWS` futures that agree with the history.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import count

from ._native import Game, State

#: The number of deals of a large game, and of futures after each action.
DEALS, REDRAWS = 1 << 16, 1 << 8
#: Outcomes with their probabilities.
Outcomes = list[tuple[int, float]]


class Sampled:
    """Sampled chance of a large game."""

    most = DEALS

    def deal(self, game: Game, outcomes: tuple[int, ...]) -> Outcomes | State:
        """Returns the possible outcomes after `outcomes` of the deal, or the first state if the deal is complete."""
        return game.new_state(outcomes[0]) if outcomes else EVERY_DEAL

    def after(self, state: State, action: int) -> Outcomes | None:
        """Returns the outcomes of an action, or `None` if it has no random effect."""
        return EVERY_REDRAW

    def play(self, state: State, action: int, outcome: int, history: str) -> State:
        """Returns the state after an action and its outcome. An outcome is a different future in each history, so that none is preferred."""
        after = state.redraw(hashlib.sha256(f"{history} {outcome}".encode()).hexdigest())
        after.apply(action)
        return after

    def word(self, outcome: int) -> str:
        """Returns the outcome as text."""
        return f"seed {outcome}"


EVERY_DEAL: Outcomes = [(outcome, 1 / DEALS) for outcome in range(DEALS)]
EVERY_REDRAW: Outcomes = [(outcome, 1 / REDRAWS) for outcome in range(REDRAWS)]


class Revealed(Sampled):
    """Exact chance of a small game, which reveals cards, prizes or faces one by one, `dealt` of them at the start.

    The state of an outcome is found by trying the seeds 0, 1, 2 … until one reveals it.
    """

    def __init__(self, all: list[int], dealt: int, word: str):
        self.all, self.dealt, self.most, self.name = Counter(all), dealt, len(set(all)), word

    def revealed(self, state: State) -> tuple[int, ...]:
        """Returns all outcomes so far."""
        raise NotImplementedError

    def deal(self, game: Game, outcomes: tuple[int, ...]) -> Outcomes | State:
        if len(outcomes) < self.dealt:
            return self.left(outcomes)
        return next(state for state in map(game.new_state, count()) if self.revealed(state) == outcomes)

    def left(self, outcomes: tuple[int, ...]) -> Outcomes:
        """Returns the possible next outcomes after `outcomes`."""
        left = self.all - Counter(outcomes)
        return [(outcome, copies / left.total()) for outcome, copies in sorted(left.items())]

    def after(self, state: State, action: int) -> Outcomes | None:
        before = self.revealed(state)
        if len(self.revealed(next(self.futures(state, action)))) == len(before):
            return None
        return self.left(before)

    def play(self, state: State, action: int, outcome: int, history: str) -> State:
        wanted = (*self.revealed(state), outcome)
        return next(after for after in self.futures(state, action) if self.revealed(after) == wanted)

    def futures(self, state: State, action: int) -> Iterator[State]:
        """Yields states after the action with different random events."""
        for seed in count():
            after = state.redraw(seed)
            after.apply(action)
            yield after

    def word(self, outcome: int) -> str:
        return f"{self.name} {outcome + 1}"


class Cards(Revealed):
    """The cards of both seats, and the public card."""

    def revealed(self, state: State) -> tuple[int, ...]:
        seen = [state.observe(seat) for seat in range(2)]
        cards = [seen[0]["card"], seen[1]["card"], seen[0].get("public")]
        return tuple("JQK".index(card) for card in cards if card is not None)

    def word(self, outcome: int) -> str:
        return f"{self.name} {'JQK'[outcome]}"


class Prizes(Revealed):
    """Prizes with different points, in random order."""

    def revealed(self, state: State) -> tuple[int, ...]:
        return tuple(prize - 1 for prize in state.observe(0)["prizes"])


class Die(Revealed):
    """A roll of a die, which the state shows by the change of the points."""

    def revealed(self, state: State) -> tuple[int, ...]:
        return ()

    def left(self, outcomes: tuple[int, ...]) -> Outcomes:
        return [(face, 1 / 6) for face in range(6)]

    def after(self, state: State, action: int) -> Outcomes | None:
        return self.left(()) if state.text(action) == "roll" else None

    def play(self, state: State, action: int, outcome: int, history: str) -> State:
        before = state.observe(0)["rolled"]
        faces = ((max(after.observe(0)["rolled"] - before, 1) - 1, after) for after in self.futures(state, action))
        return next(after for face, after in faces if face == outcome)

    def deal(self, game: Game, outcomes: tuple[int, ...]) -> Outcomes | State:
        return game.new_state(0)


def chance_of(game: Game) -> Sampled | None:
    """Returns the chance of a game, or `None` for a game without random events."""
    if not game.info["chance"]:
        return None
    if game.name == "kuhn-poker":
        return Cards([0, 1, 2], 2, "card")
    if game.name == "leduc-poker":
        return Cards([0, 0, 1, 1, 2, 2], 2, "card")
    if game.name == "goofspiel":
        return Prizes([*range(int(game.settings["cards"]))], 1, "prize")
    if game.name == "pig":
        return Die([*range(6)], 0, "die")
    return Sampled()
