"""The compiled module. Seats are counted from 0."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Final, TypedDict, final, type_check_only

import numpy as np
import numpy.typing as npt

__all__ = [
    "Agent",
    "Decision",
    "ErgoError",
    "Game",
    "IllegalAction",
    "State",
    "VecEnv",
    "__version__",
    "column_kinds",
    "games",
    "match_page",
    "play_match",
    "program",
    "report",
    "run",
    "seating",
    "verify",
]

__version__: Final[str]

class ErgoError(ValueError):
    """A wrong argument, file or call; the message says what is wrong and what is expected."""

class IllegalAction(ErgoError):
    """An action that is not legal in the state. It changed nothing."""

@type_check_only
class Option(TypedDict):
    key: str
    default: bool | int | float | str
    range: str
    meaning: str

@type_check_only
class Kind(TypedDict):
    kind: str
    about: str
    options: list[Option]

@type_check_only
class Info(TypedDict):
    utility: tuple[float, float]
    points: tuple[float, float]
    longest: int
    information: str
    chance: bool
    adjudicates: bool

@type_check_only
class Afterstates(TypedDict):
    features: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int32]
    returns: npt.NDArray[np.float32]
    over: npt.NDArray[np.uint8]

@type_check_only
class Match(TypedDict, total=False):
    deal: int
    seed: str
    rotation: int
    players: list[int]
    scores: list[int]
    winners: list[int]
    rounds: int
    turns: int
    decisions: int
    adjudicated: bool
    fault: tuple[int, str] | None
    error: BaseException | None
    actions: list[str]

@final
class Game:
    """A game with its options and a number of seats: `Game("ergo", seats=2, rules={"target": 50})`."""

    def __new__(cls, name: str, seats: int | None = None, rules: dict[str, Any] | None = None) -> Game: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def about(self) -> str:
        """One line for people."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def seats_range(self) -> tuple[int, int]:
        """The fewest and the most seats of the game."""
    @property
    def options(self) -> list[Option]:
        """Every option of the rules: a list of dicts with `key`, `default`, `range` and `meaning`."""
    @property
    def settings(self) -> dict[str, bool | int | float | str]:
        """All options as they are, by their keys."""
    @property
    def agents(self) -> list[Kind]:
        """Every kind of agent that can play it: a list of dicts with `kind`, `about` and `options`."""
    @property
    def info(self) -> Info:
        """Kind of game: `utility` (least, most return), `points` (least, most between two horizons), `longest` (actions of a match),
        `information` ("perfect", "unrolled", "open_actions", "face_down"), `chance` and `adjudicates`.
        """
    @property
    def num_actions(self) -> int | None:
        """How many ids its actions have; `None` where the game does not number them, and ids are places in the list of legal actions."""
    @property
    def families(self) -> list[tuple[str, int]] | None:
        """Families of actions in the order of their ids: pairs of a name and how many ids it has; `None` where there are no ids."""
    @property
    def num_features(self) -> int | None:
        """The number of features of a seat; `None` for a game without features."""
    def new_state(self, seed: int | str | None = None) -> State:
        """Returns the first state of a match. The same seed, a whole number from 0 on or 64 hexadecimal digits, deals the same match;
        without one the operating system draws it, and `State.seed` reports it.
        """
    def deal(self, seed: int | str | None = None) -> State:
        """The same as `new_state`."""
    def read(self, text: str) -> State:
        """The position that `text` describes in the game's own notation."""
    def agent(self, spec: str, seat: int, seed: int | str | None = None) -> Agent:
        """A built-in bot at `seat` (from 0), such as "td" or "greedy:blunder=0.05". It remembers, so each match needs its own.
        Without a seed the operating system draws one, and `Agent.seed` reports it.
        """
    def __getnewargs__(self) -> tuple[str, int, dict[str, Any]]: ...

@final
class State:
    """Everything true at one moment of a match, hidden cards included; `observe` and `features` are what a seat may know."""

    def __new__(
        cls,
        game: Game,
        seed: int | str | None = None,
        actions: Sequence[int] | None = None,
        position: str | None = None,
        draws: Sequence[tuple[int, int | None, int | str]] | None = None,
    ) -> State: ...
    def __getnewargs__(self) -> tuple[Game, str | None, list[int], str | None, list[tuple[int, int | None, str]]]: ...
    @property
    def seed(self) -> str | None:
        """The seed of the deal that the match began with, 64 hexadecimal digits; `None` for a position that was read from text."""
    @property
    def to_move(self) -> int | None:
        """The seat to choose, from 0; `None` when the match is over."""
    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
    @property
    def scores(self) -> list[int]:
        """Points of each seat so far."""
    @property
    def returns(self) -> list[float] | None:
        """The worth of the match to each seat by the rules, within `Game.info["utility"]`; `None` until it is over."""
    @property
    def winners(self) -> list[int] | None:
        """The seats that have won, from 0; `None` until the match is over."""
    @property
    def adjudicated(self) -> bool | None:
        """Whether the match was stopped short of an end and judged as it stood; `None` until it is over."""
    def legal(self) -> list[str]:
        """The legal actions in the game's notation; none when the match is over."""
    def legal_ids(self) -> list[int]:
        """Ids of the legal actions, in the order of `legal()`: those of the game's numbering, or else their places in that list."""
    def legal_array(self) -> npt.NDArray[np.uint32]:
        """The same as a numpy array of `uint32`, shape `(number of legal actions,)`."""
    def mask(self, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """Which ids are legal: `int8` of shape `(Game.num_actions,)`, 1 where legal. Filled into `out` where one is given."""
    def features(self, seat: int | None = None, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """The knowledge of `seat` (the one to move if none is given) as numbers: `float32` of shape `(Game.num_features,)`, in the terms of
        that seat. Filled into `out` where one is given.
        """
    def apply(self, action: int | str) -> None:
        """Plays an action, by its id or in the game's notation. What is not legal raises `IllegalAction` and changes nothing."""
    def id(self, action: str) -> int:
        """The id of a legal action in the game's notation."""
    def text(self, id: int) -> str:
        """The action with this id in the game's notation."""
    def observe(self, seat: int | None = None) -> Any:
        """All that `seat` (the one to move if none is given) knows, as dicts and lists in the game's notation. Inside it seats are
        counted from 1, as in all files.
        """
    def clone(self) -> State:
        """An independent copy."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def resample(self, seat: int, seed: int | str | None = None) -> State:
        """A state drawn from those that fit what `seat` knows; it always draws the same from the same `seed`.
        Without a seed the operating system draws one.
        """
    def redraw(self, seed: int | str | None = None) -> State:
        """A state with the same hands and another future: the order of cards that no seat knows, later shuffles and rolls are drawn again
        from `seed`. Without a seed the operating system draws one.
        """
    def choice(self, spec: str, seed: int | str | None = None) -> str | None:
        """The action that a fresh built-in bot would play here, in the game's notation; `None` when the match is over. Without a `seed`
        its random choices follow from the seed of the match and the actions so far, so that a match repeats and its decisions do not
        share random numbers. Ctrl-C stops a search.
        """
    def perft(self, depth: int) -> list[int]:
        """How many lists of 1, 2 … `depth` legal actions there are. Ctrl-C stops it."""
    def words(self, seat: int | None = None) -> str:
        """The board in words, as `ergo play` shows it to `seat` (the one to move if none is given)."""
    def html(self) -> str:
        """The match so far as a page of its own, which draws it; a match that began with the deal of a seed."""
    def to_dict(self) -> dict[str, Any]:
        """The position as `ergo position` prints it, everything hidden included: a dict with `game`, `state`, `to_move` (from 1), `legal`
        and `over`.
        """

@final
class Agent:
    """A built-in bot at its seat, from `Game.agent`."""

    @property
    def seat(self) -> int:
        """Its seat, from 0."""
    @property
    def seed(self) -> str:
        """The seed of its random choices, 64 hexadecimal digits."""
    def choose(self, state: State) -> str:
        """Its action in `state`, in the game's notation. It sees only what its seat sees. Ctrl-C stops a search."""

@final
class Decision:
    """The knowledge and choices of a seat to move, as `play` hands them to a callable, which returns one of `legal_ids` or of `legal`."""

    @property
    def seat(self) -> int:
        """The seat to choose, from 0."""
    @property
    def legal(self) -> list[str]:
        """The legal actions in the game's notation."""
    @property
    def legal_ids(self) -> list[int]:
        """Their ids, in the same order."""
    @property
    def observation(self) -> Any:
        """All that the seat knows, as dicts and lists; seats inside it are counted from 1."""
    @property
    def features(self) -> npt.NDArray[np.float32] | None:
        """The knowledge of the seat as numbers: `float32` of shape `(Game.num_features,)`; `None` where the game has none."""
    @property
    def scores(self) -> list[int]:
        """Points of each seat so far."""
    def afterstates(self, seed: int | str | None = None) -> Afterstates:
        """The outcomes of the legal actions, a row each, as `VecEnv.afterstates` gives them. They are played in a state drawn from those that
        fit what the seat knows; the same `seed` draws the same state.
        """

@final
class VecEnv:
    """`n` matches of a game that are stepped together; one that ends is followed by a fresh one. All arrays are filled in place by
    `step` and `reset` and stay the same objects, except `legal`, which is replaced by a larger one when it must grow.
    """

    def __new__(
        cls,
        game: Game,
        n: int,
        seed: int | str | None = None,
        mask: bool = True,
        features: bool = False,
        threads: int | None = None,
        out: dict[str, npt.NDArray[Any]] | None = None,
        against: Sequence[str] | None = None,
        seat: int | None = None,
    ) -> VecEnv: ...
    @property
    def seed(self) -> str:
        """The seed that all matches follow from, 64 hexadecimal digits: the one given, or one that the operating system drew."""
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def n(self) -> int:
        """How many matches."""
    @property
    def to_move(self) -> npt.NDArray[np.int32]:
        """The seat to choose in each match, from 0: `int32` of shape `(n,)`."""
    @property
    def done(self) -> npt.NDArray[np.uint8]:
        """1 where the last step ended a match, so that a fresh one has begun: `uint8` of shape `(n,)`."""
    @property
    def truncated(self) -> npt.NDArray[np.uint8]:
        """1 where the match that the last step ended was stopped by a limit of the rules and judged as it stood: `uint8`, `(n,)`."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The worth to each seat, by the rules, of the match that the last step ended; 0 where none ended: `float32`, `(n, seats)`."""
    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """Points of each seat, after a match that has just ended its last: `int32` of shape `(n, seats)`."""
    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where the legal ids of each match begin in `legal`, and where the last ends: `int64` of shape `(n + 1,)`."""
    @property
    def legal(self) -> npt.NDArray[np.uint32]:
        """The legal ids of all matches one after the other, `uint32`: those of match `i` are `legal[offsets[i]:offsets[i + 1]]`. What
        follows the last offset means nothing.
        """
    @property
    def mask(self) -> npt.NDArray[np.int8] | None:
        """1 where an id is legal: `int8` of shape `(n, Game.num_actions)`. Only changes are written, so it must not be written to."""
    @property
    def features(self) -> npt.NDArray[np.float32] | None:
        """The knowledge of the seat to move as numbers: `float32` of shape `(n, Game.num_features)`."""
    @property
    def last_features(self) -> npt.NDArray[np.float32] | None:
        """The knowledge of the seat that moved last at the end of the match that the last step ended: `float32` like `features`. Rows of
        other matches mean nothing.
        """
    def step(self, ids: npt.ArrayLike) -> None:
        """Plays one action in every match: `ids`, `n` whole numbers of any type. If one is not legal nothing is played."""
    def reset(self, seed: int | str | None = None) -> None:
        """Begins fresh matches everywhere: those of `seed` if one is given, else the next ones."""
    def afterstates(self) -> Afterstates:
        """The outcomes of all legal actions, row by row like `legal`: `features` (`float32`, what the seat that moves would know next),
        `scores` (`int32`, `(rows, seats)`), `returns` (`float32`, `(rows, seats)`, 0 unless the match is over) and `over` (`uint8`).
        They are played in a state drawn from those that fit what the seat knows, so that they tell nothing hidden.
        """
    def __len__(self) -> int: ...
    def __getnewargs__(
        self,
    ) -> tuple[Game, int, str, bool, bool, int, None, list[str] | None, int | None]: ...
    def __getstate__(self) -> tuple[list[tuple[int, list[int]]], tuple[npt.NDArray[Any], ...]]: ...
    def __setstate__(self, state: tuple[list[tuple[int, list[int]]], tuple[npt.NDArray[Any], ...]]) -> None: ...

def games() -> list[str]:
    """Names of all games."""

def column_kinds(game: str, file: str, names: Sequence[str]) -> list[str]:
    """The kind of each of these columns of a file of results: "integer", "number" or "text"; text where nothing is known of it."""
def play_match(
    game: Game,
    players: Sequence[str | Callable[[Decision], int | str]],
    names: Sequence[str],
    seed: int | str,
    deal: int = 1,
    rotation: int = 1,
    alike: int = 0,
    actions: bool = False,
) -> Match:
    """Plays one match: `players` in seat order, each a bot as text or a callable. `deal` numbers the deal, `rotation` the seating, `alike` the
    earlier seatings of the deal with the same `names`; all seeds follow from these as in an experiment. A dict with `deal`, its `seed`,
    `rotation`, `scores`, `winners`, `rounds`, `turns`, `decisions`, `adjudicated`, `fault` (a seat and a word), `error` and, if asked for,
    `actions`.
    """
def seating(seats: int, rotation: int) -> list[int]:
    """Returns which player of a list sits at each seat in `rotation`, counted from 1, as in an experiment."""
def match_page(line: str) -> tuple[str, str]:
    """A match, as a line of `transcripts.jsonl`, as a page of its own and in words."""
def run(
    path: str | PathLike[str],
    out: str | PathLike[str],
    threads: int | None = None,
    set: Sequence[tuple[str, str]] | None = None,
    resume: bool = False,
    fresh: bool = False,
    quick: bool = False,
    progress: Callable[[int], object] | None = None,
    entrants: Sequence[tuple[str, Callable[[Decision], int | str]]] | None = None,
) -> dict[str, Any]:
    """Plays an experiment into a results folder; see `ergo_lab.run`."""
def verify(
    folder: str | PathLike[str],
    threads: int | None = None,
    run_programs: bool = False,
    progress: Callable[[int], object] | None = None,
) -> dict[str, str]:
    """Plays the experiment of a results folder again and compares every file; see `ergo_lab.verify`."""
def findings(folder: str | PathLike[str]) -> tuple[str, list[str]]:
    """Returns the findings of a results folder with the outcomes of their claims, as JSON, and a line for each claim that the data contradict;
    see `ergo_lab.Results.findings`."""
def report(folder: str | PathLike[str], rows_changed: bool = False) -> str:
    """Writes the reports of a results folder again from its rows; see `ergo_lab.report`."""
def program(file: str | PathLike[str], arguments: Sequence[str]) -> int:
    """The program `ergo`, in `file`, with these arguments. Gives its exit code."""
