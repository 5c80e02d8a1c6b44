"""A server for the Model Context Protocol: `python -m ergo_lab.mcp`. It needs `pip install "ergo-lab[mcp]"`.

A client, such as a language model, reads the rules, plays matches against built-in bots, runs experiments and reads their findings. The
server speaks over standard input and output. Seats are counted from 1, as in the text of positions. It gives a client only what its seat
knows; but the seed of a match determines everything hidden, and a client that chooses it can replay the match from another seat.

Experiments with outside programs are refused unless the server is started with `--programs`, because their commands could do anything.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import inspect
import secrets
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from . import ErgoError, Game, __version__, games, load, run

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ImportError as error:
    raise ImportError('ergo_lab.mcp: the package mcp, version 2, is missing, expected: pip install "mcp>=2,<3"') from error

P = ParamSpec("P")
T = TypeVar("T")

INSTRUCTIONS = """Board games against built-in bots, and experiments between bots. To play: games, rules, new_match, then legal_actions and
play until "over" is true. Seats are counted from 1. The same arguments with the same seed give the same match."""


class Match:
    """A match between the client and built-in bots. The seeds of the bots derive from the seed of the match."""

    def __init__(self, game: Game, seat: int, opponents: list[str], seed: int):
        others = game.seats - 1
        if not 1 <= seat <= game.seats:
            raise ErgoError(f"seat = {seat}: expected 1 to {game.seats}")
        if len(opponents) == 1:
            opponents = opponents * others
        if len(opponents) != others:
            raise ErgoError(f"opponents: got {len(opponents)}, expected {others}, or one that takes every other seat")
        self.game, self.seat, self.seed = game, seat, seed
        self.state = game.new_state(seed)
        seats = [index for index in range(game.seats) if index != seat - 1]
        self.bots = {index: game.agent(bot, index, self._bot_seed(index)) for index, bot in zip(seats, opponents)}
        self.advance()

    def _bot_seed(self, index: int) -> str:
        return hashlib.sha256(f"{self.state.seed} bot {index}".encode()).hexdigest()

    def advance(self) -> None:
        """Plays the actions of the bots until it is the client's turn or the match is over."""
        while (mover := self.state.to_move) is not None and mover != self.seat - 1:
            self.state.apply(self.bots[mover].choose(self.state))

    def view(self) -> dict[str, Any]:
        """Returns what the client knows."""
        state = self.state
        view: dict[str, Any] = {"game": self.game.name, "seat": self.seat, "seats": self.game.seats, "seed": self.seed}
        view |= {"position": state.describe(self.seat - 1)["position"], "scores": state.scores, "over": state.is_over}
        if state.winners is not None:
            view |= {"winners": [seat + 1 for seat in state.winners], "returns": state.returns}
        return view


class Server:
    """The tools. Calls may come from several threads; those on matches are made one after another."""

    def __init__(self, run_programs: bool = False):
        self.run_programs = run_programs
        self.matches: dict[int, Match] = {}
        self.lock = threading.Lock()

    def _match(self, number: int) -> Match:
        if number not in self.matches:
            raise ErgoError(f"match = {number}: unknown, expected a number that new_match returned")
        return self.matches[number]

    def games(self) -> dict[str, Any]:
        """List the games with their numbers of seats, bots and options of the rules."""
        described = []
        for game in map(Game, games()):
            bots = [{"bot": kind["kind"], "about": kind["about"]} for kind in game.agents if kind["kind"] != "process"]
            fewest, most = game.seats_range
            described.append(
                {"game": game.name, "about": game.about, "seats": {"fewest": fewest, "most": most}, "bots": bots, "options": game.options}
            )
        return {"games": described}

    def rules(self, game: str) -> str:
        """Explain how a game is played, in words."""
        return Game(game).rules

    def new_match(
        self,
        game: str,
        seats: int | None = None,
        seat: int = 1,
        opponents: list[str] | None = None,
        seed: int | None = None,
        rules: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Begin a match and return its number and the position. The bots act until it is your turn.

        seats: number of seats; default: the fewest of the game. seat: your seat, from 1. opponents: the bots of the other seats in order,
        such as ["greedy"] or ["td", "random"], or one for all; default: random. seed: a whole number; default: drawn and returned.
        rules: options of the rules that differ from the defaults.
        """
        # Clients may read numbers as doubles, which are exact below 2^53.
        seed = secrets.randbits(53) if seed is None else seed
        with self.lock:
            match = Match(Game(game, seats, rules), seat, ["random"] if opponents is None else opponents, seed)
            number = len(self.matches) + 1
            self.matches[number] = match
            return {"match": number, **match.view()}

    def position(self, match: int) -> dict[str, Any]:
        """Show the position of a match in words, as your seat knows it, with the scores and, after the end, the winners."""
        with self.lock:
            return {"match": match, **self._match(match).view()}

    def legal_actions(self, match: int) -> dict[str, Any]:
        """List your legal actions, each with a description; empty after the end of the match."""
        with self.lock:
            playing = self._match(match)
            words = playing.state.describe(playing.seat - 1)["actions"]
            actions = zip(playing.state.legal(), words, strict=True)
            return {"actions": [{"action": action, "description": text} for action, text in actions]}

    def play(self, match: int, action: str) -> dict[str, Any]:
        """Play one of your legal actions. The bots act until it is your turn again. Returns the position."""
        with self.lock:
            playing = self._match(match)
            playing.state.apply(action)
            playing.advance()
            return {"match": match, **playing.view()}

    def explain(self, match: int, bot: str) -> dict[str, Any]:
        """Show what a bot would play in your place, and the candidates that it compared, if it can explain its choice. Nothing is played."""
        with self.lock:
            return dict(self._match(match).state.explain(bot))

    def run_experiment(
        self, folder: str, path: str | None = None, text: str | None = None, quick: bool = False
    ) -> dict[str, Any]:
        """Run an experiment into a new results folder and return its findings.

        Give the experiment as the path of a TOML file or as its text. quick: use its table [quick].
        """
        if (path is None) == (text is None):
            raise ErgoError("path and text: expected one of them")
        with tempfile.TemporaryDirectory() as temporary:
            # The results folder contains a copy of the experiment.
            file = Path(path or Path(temporary) / "experiment.toml")
            if text is not None:
                file.write_text(text, encoding="utf-8")
            results = run(file, folder, quick=quick, run_programs=self.run_programs)
        return {"answer": results.answer, **self.findings(folder)}

    def findings(self, folder: str) -> dict[str, Any]:
        """Read a results folder: the findings with the outcomes of their claims, and the report in Markdown."""
        results = load(folder)
        report = results.path / "report.md"
        text = report.read_text(encoding="utf-8") if report.exists() else None
        return {"folder": str(results.path), "findings": results.findings, "report": text}


def reported(tool: Callable[P, T]) -> Callable[P, T]:
    """Returns the tool with errors of this package and of files as errors for the client."""

    @functools.wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return tool(*args, **kwargs)
        except (ErgoError, OSError) as error:
            raise ToolError(str(error)) from error

    return call


def server(run_programs: bool = False) -> MCPServer[Any]:
    """Returns a server with all tools. With `run_programs` its experiments may start outside programs."""
    made = MCPServer("ergo-lab", version=__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    tools = Server(run_programs)
    for tool in (
        tools.games,
        tools.rules,
        tools.new_match,
        tools.position,
        tools.legal_actions,
        tools.play,
        tools.explain,
        tools.run_experiment,
        tools.findings,
    ):
        made.tool(description=inspect.getdoc(tool))(reported(tool))
    return made


def main() -> None:
    """Serves standard input and output until the client closes them."""
    parser = argparse.ArgumentParser(prog="python -m ergo_lab.mcp", description="Serve Ergo Lab to a client of the Model Context Protocol.")
    parser.add_argument("--programs", action="store_true", help="let experiments start outside programs; their commands can do anything")
    server(parser.parse_args().programs).run("stdio")


if __name__ == "__main__":
    main()
