"""Matches between callables and built-in bots."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ._native import Decision, ErgoError, Game, play_match, seating
from .replays import Replay
from .seeds import fresh_seed

if TYPE_CHECKING:
    from ._native import Match

#: A built-in bot as text, or a callable.
Player = str | Callable[[Decision], int | str]


class Played:
    """The results of `play`: a sequence of dicts, one per match.

    Each dict has `deal` and `rotation` (from 1), the `seed` of the deal, `players` (the index of the player at each seat), `scores`,
    `winners` (seats, from 0), `rounds`, `turns`, `decisions`, `adjudicated`, `fault` (a seat and a word, or `None`), `error` (the exception
    of a callable) and, on request, `actions`. `names` are the different names of the players; `seed` is the seed of all matches.
    """

    def __init__(self, names: Sequence[str], matches: list[Match], game: Game, seed: int | str):
        self.names = list(names)
        self.game = game
        self.seed = seed
        self.matches = matches

    def __len__(self) -> int:
        return len(self.matches)

    def __getitem__(self, index: int) -> Match:
        return self.matches[index]

    def __iter__(self) -> Iterator[Match]:
        return iter(self.matches)

    @property
    def shares(self) -> list[float]:
        """The share of the matches that each player has won. Several winners share a win; a match without winners counts for no player."""
        sums = [0.0] * len(self.names)
        for match in self.matches:
            for seat in match["winners"]:
                sums[match["players"][seat]] += 1 / len(match["winners"])
        return [total / max(len(self.matches), 1) for total in sums]

    @property
    def faults(self) -> list[int]:
        """The number of matches that each player ended with a fault."""
        counts = [0] * len(self.names)
        for match in self.matches:
            if match["fault"] is not None:
                counts[match["players"][match["fault"][0]]] += 1
        return counts

    def rows(self) -> list[dict[str, Any]]:
        """Returns one row per match and seat, as in `matches.csv`; seats are counted from 1."""
        rows = []
        for number, match in enumerate(self.matches, 1):
            for seat, player in enumerate(match["players"]):
                won = seat in match["winners"]
                fault = match["fault"]
                rows.append(
                    {
                        "match": number,
                        "deal": match["deal"],
                        "rotation": match["rotation"],
                        "seat": seat + 1,
                        "entrant": self.names[player],
                        "rounds": match["rounds"],
                        "turns": match["turns"],
                        "score": match["scores"][seat],
                        "won": int(won),
                        "share": 1 / len(match["winners"]) if won else 0.0,
                        "fault": fault[1] if fault is not None and fault[0] == seat else None,
                        "decisions": match["decisions"],
                        "adjudicated": int(match["adjudicated"]),
                    }
                )
        return rows

    def replay(self, index: int = 0) -> Replay:
        """Returns the match with this index, from 0, for viewing.

        Raises:
            ErgoError: `play` was called without `actions=True`.
        """
        match = self.matches[index]
        if "actions" not in match:
            raise ErgoError("the actions were not kept, expected play(…, actions=True)")
        line: dict[str, Any] = {"deal": match["deal"], "rotation": match["rotation"], "seed": match["seed"]}
        line |= {"game": self.game.name, "rules": self.game.settings, "match": index + 1, "arm": ""}
        line |= {"seats": [self.names[player] for player in match["players"]], "actions": " ".join(match["actions"])}
        if match["fault"] is not None:
            line["fault"] = {"seat": match["fault"][0] + 1, "fault": match["fault"][1]}
        return Replay(line)

    def __repr__(self) -> str:
        won = ", ".join(f"{name} {share:.1%}" for name, share in zip(self.names, self.shares))
        faults = f", {sum(self.faults)} faults" if any(self.faults) else ""
        return f"Played({len(self)} matches: {won}{faults})"


def seatings(players: int, rotations: str) -> range:
    """Returns the numbers of the seatings, as experiments count them.

    Raises:
        ErgoError: `rotations` is unknown.
    """
    counts = {"none": 1, "cyclic": players, "all": math.factorial(players)}
    if rotations not in counts:
        raise ErgoError(f'rotations = {rotations!r}: expected "none", "cyclic" or "all"')
    return range(1, counts[rotations] + 1)


def play(
    players: Sequence[Player],
    deals: int = 1,
    seed: int | str | None = None,
    *,
    game: Game | str = "ergo",
    rotations: str = "cyclic",
    actions: bool = False,
) -> Played:
    """Plays every deal in every rotation between `players`: built-in bots such as "td" or "greedy:blunder=0.05", and callables.

    A callable gets a `Decision` and returns one of its `legal_ids` or of `legal`. An exception is the fault `crashed`: the match ends, the
    best of the others wins, and the match's `error` is the exception. An illegal answer is the fault `illegal`. Ctrl-C stops everything.

    Args:
        players: One player per seat. The name of a bot is its text, the name of a callable its `__name__` or that of its class. The second
            player of a name is called `NAME-2`, the third `NAME-3`.
        deals: The number of deals.
        seed: The seed of all matches; default: drawn by the operating system and reported by `Played.seed`. An experiment with the same
            seed and names plays the same matches.
        game: The name of a game, or a `Game`.
        rotations: "none", "cyclic" (each player in every seat) or "all" (all seatings).
        actions: Record the actions, for `Played.replay`.

    Raises:
        ErgoError: An argument is not valid.
    """
    if isinstance(game, str):
        game = Game(game, seats=len(players))
    if isinstance(deals, bool) or not isinstance(deals, int) or deals < 0:
        raise ErgoError(f"deals = {deals!r}: expected a whole number from 0 on")
    if len(players) != game.seats:
        raise ErgoError(f"{len(players)} players, expected one for each of {game.seats} seats")
    orders = [(rotation, seating(len(players), rotation)) for rotation in seatings(len(players), rotations)]
    if seed is None:
        seed = fresh_seed()
    names = [name_of(player) for player in players]
    seated = [[names[place] for place in order] for _, order in orders]
    matches = []
    for deal in range(1, deals + 1):
        for at, (rotation, order) in enumerate(orders):
            # Matches of a deal with the same names at all seats have different random numbers.
            alike = seated[:at].count(seated[at])
            match = play_match(game, [players[place] for place in order], seated[at], seed, deal, rotation, alike, actions)
            match["players"] = order
            matches.append(match)
    return Played(unique_names(names), matches, game, seed)


def name_of(player: Player) -> str:
    """Returns the name of a player."""
    return player if isinstance(player, str) else getattr(player, "__name__", type(player).__name__)


def unique_names(names: Iterable[str]) -> list[str]:
    """Returns different names: a repeated name gets the first free suffix `-2`, `-3` and so on."""
    names = list(names)
    given: list[str] = []
    for name in names:
        numbered = (f"{name}-{number}" for number in itertools.count(2) if f"{name}-{number}" not in names)
        given.append(next(one for one in itertools.chain([name], numbered) if one not in given))
    return given
