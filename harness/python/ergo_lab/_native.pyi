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
    "findings",
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
    """An argument, file or call is not valid. The message says what is wrong and what is expected."""

class IllegalAction(ErgoError):
    """An action is not legal in the state. The state is unchanged."""

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
class Described(TypedDict):
    position: str
    actions: list[str]

@type_check_only
class Candidate(TypedDict):
    text: str
    value: float | None
    visits: int

@type_check_only
class Weighed(TypedDict):
    candidates: list[Candidate]
    iterations: int
    evaluations: int

@type_check_only
class Explained(TypedDict):
    choice: str | None
    weighed: Weighed | None

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
    """A game with its rules and number of seats: `Game("ergo", seats=2, rules={"target": 50})`.

    The default is the fewest seats and the default value of each option. `rules` may be nested: `{"cards": {"not": 6}}`.

    Raises:
        ErgoError: The game, the number of seats or an option is unknown or out of range.
    """

    def __new__(cls, name: str, seats: int | None = None, rules: dict[str, Any] | None = None) -> Game: ...
    @property
    def name(self) -> str:
        """The name of the game."""
    @property
    def about(self) -> str:
        """A description in one line."""
    @property
    def rules(self) -> str:
        """The rules as text, as `ergo rules` prints them."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    @property
    def seats_range(self) -> tuple[int, int]:
        """The smallest and largest number of seats."""
    @property
    def options(self) -> list[Option]:
        """The options of the rules: a list of dicts with `key`, `default`, `range` and `meaning`."""
    @property
    def settings(self) -> dict[str, bool | int | float | str]:
        """The values of all options by key."""
    @property
    def agents(self) -> list[Kind]:
        """The kinds of agents that can play the game: a list of dicts with `kind`, `about` and `options`."""
    @property
    def info(self) -> Info:
        """Properties of the game as a dict.

        `utility` is the smallest and largest return, `points` the smallest and largest change of the score in a round, and `longest` the largest
        number of actions in a match. `information` is "perfect", "unrolled", "open_actions" or "face_down". `chance` is true if the game has
        random events, and `adjudicates` if a limit of the rules may stop a match.
        """
    @property
    def num_actions(self) -> int | None:
        """The number of action ids; `None` if the game does not number its actions, so that ids are indices into `legal()`."""
    @property
    def families(self) -> list[tuple[str, int]] | None:
        """The families of actions in the order of their ids, as pairs of a name and a number of ids; `None` without numbered actions."""
    @property
    def num_features(self) -> int | None:
        """The number of features; `None` for a game without features."""
    def new_state(self, seed: int | str | None = None) -> State:
        """Returns the first state of a match.

        The same `seed`, a whole number from 0 to 2^64 - 1 or 64 hexadecimal digits, gives the same match. Without one the operating system draws
        it, and `State.seed` reports it.

        Raises:
            ErgoError: The seed is not valid.
        """
    def deal(self, seed: int | str | None = None) -> State:
        """Does the same as `new_state`."""
    def read(self, text: str) -> State:
        """Returns the position that `text` describes in the notation of the game.

        Raises:
            ErgoError: The text is not a position of the game.
        """
    def agent(self, spec: str, seat: int, seed: int | str | None = None) -> Agent:
        """Returns a built-in bot at `seat` (from 0), such as "td" or "greedy:blunder=0.05".

        The bot has a memory, so use a new one for each match. Without a `seed` the operating system draws one, and `Agent.seed` reports it.

        Raises:
            ErgoError: The bot, one of its settings, the seat or the seed is not valid.
        """
    def __getnewargs__(self) -> tuple[str, int, dict[str, Any]]: ...

@final
class State:
    """A state of a match, hidden information included. `observe` and `features` give the knowledge of one seat.

    `State(game, seed, actions)` replays a match, `State(game, position=text)` reads a position. Pickles use the same arguments.

    Raises:
        ErgoError: An argument is not valid.
        IllegalAction: One of `actions` is not legal.
    """

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
        """The seed of the match, 64 hexadecimal digits; `None` for a position that was read from text."""
    @property
    def to_move(self) -> int | None:
        """The seat to move, from 0; `None` if the match is over."""
    @property
    def is_over(self) -> bool:
        """True if the match is over."""
    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
    @property
    def returns(self) -> list[float] | None:
        """The return of each seat, within `Game.info["utility"]`; `None` until the match is over."""
    @property
    def winners(self) -> list[int] | None:
        """The winning seats, from 0; `None` until the match is over."""
    @property
    def adjudicated(self) -> bool | None:
        """True if a limit of the rules stopped the match; `None` until the match is over."""
    def legal(self) -> list[str]:
        """Returns the legal actions in the notation of the game; an empty list if the match is over."""
    def legal_ids(self) -> list[int]:
        """Returns the ids of the legal actions in the order of `legal()`. Without numbered actions, ids are indices into that list."""
    def legal_array(self) -> npt.NDArray[np.uint32]:
        """Returns the same ids as `legal_ids` as a numpy array: `uint32`, shape `(number of legal actions,)`."""
    def mask(self, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """Returns the legality of each id: `int8`, shape `(Game.num_actions,)`, 1 if legal. Fills `out` if given.

        Raises:
            ErgoError: The game does not number its actions, or `out` has another type or shape.
        """
    def features(self, seat: int | None = None, out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
        """Returns the knowledge of `seat` (default: the seat to move) as numbers: `float32`, shape `(Game.num_features,)`. Fills `out` if given.

        Raises:
            ErgoError: The game has no features, `out` has another type or shape, or no seat is given and the match is over.
        """
    def apply(self, action: int | str) -> None:
        """Plays an action, given by its id or in the notation of the game.

        Raises:
            IllegalAction: The action is not legal. The state is unchanged.
        """
    def id(self, action: str) -> int:
        """Returns the id of a legal action in the notation of the game.

        Raises:
            IllegalAction: The action is not legal.
        """
    def text(self, id: int) -> str:
        """Returns the action with this id in the notation of the game.

        Raises:
            IllegalAction: No action has this id.
        """
    def observe(self, seat: int | None = None) -> Any:
        """Returns the knowledge of `seat` (default: the seat to move) as dicts and lists. Inside, seats are counted from 1, as in all
        files.

        Raises:
            ErgoError: No `seat` is given and the match is over, or there is no such seat.
        """
    def clone(self) -> State:
        """Returns an independent copy."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def resample(self, seat: int, seed: int | str | None = None) -> State:
        """Returns a random state that agrees with the knowledge of `seat`. The same `seed` gives the same state; without one the operating
        system draws it.

        Raises:
            ErgoError: The seat or the seed is not valid.
        """
    def redraw(self, seed: int | str | None = None) -> State:
        """Returns a state with the same hands and another future: the unknown order of cards, later shuffles and rolls are drawn again. The
        same `seed` gives the same state; without one the operating system draws it.

        Raises:
            ErgoError: The seed is not valid.
        """
    def choice(self, spec: str, seed: int | str | None = None) -> str | None:
        """Returns the action of a new built-in bot in the notation of the game; `None` if the match is over. Ctrl-C stops a search.

        Without a `seed` its random choices derive from the seed of the match and the actions so far, so that a match can be repeated and its
        decisions use different random numbers.

        Raises:
            ErgoError: The bot, one of its settings or the seed is not valid, or the bot fails.
        """
    def explain(self, spec: str, seed: int | str | None = None) -> Explained:
        """Returns the choice of a new built-in bot with the candidates that it compared: a dict with `choice`, as from `choice()`, and `weighed`.

        `weighed` is `None` for a bot that cannot explain its choice; otherwise a dict with `candidates` (the best first, each with `text`,
        `value` on the bot's own scale and `visits`), `iterations` and `evaluations`.

        Raises:
            ErgoError: As for `choice()`.
        """
    def perft(self, depth: int) -> list[int]:
        """Returns the numbers of sequences of 1, 2 … `depth` legal actions. Ctrl-C stops it.

        Raises:
            ErgoError: `depth` is negative or no whole number.
        """
    def words(self, seat: int | None = None) -> str:
        """Returns the board as text, as `ergo play` shows it to `seat` (default: the seat to move, or the open board after the match).

        Raises:
            ErgoError: There is no such seat.
        """
    def describe(self, seat: int | None = None) -> Described:
        """Returns the position and the legal actions in words, as a bot with `text = true` at `seat` (default: the seat to move) gets them: a
        dict with `position` and `actions`. `actions` describes each action of `legal()` in its order; empty if another seat is to move.

        Raises:
            ErgoError: No `seat` is given and the match is over, or there is no such seat.
        """
    def html(self) -> str:
        """Returns the match so far as a self-contained HTML page.

        Raises:
            ErgoError: The state was read from text, so that its match is unknown.
        """
    def to_dict(self) -> dict[str, Any]:
        """Returns the position as `ergo position` prints it, hidden information included: `game`, `state`, `to_move` (from 1), `legal` and `over`."""

@final
class Agent:
    """A built-in bot at a seat, made by `Game.agent`."""

    @property
    def seat(self) -> int:
        """The seat of the bot, from 0."""
    @property
    def seed(self) -> str:
        """The seed of its random choices, 64 hexadecimal digits."""
    def choose(self, state: State) -> str:
        """Returns the bot's action in `state` in the notation of the game. The bot sees only what its seat knows. Ctrl-C stops a search.

        Raises:
            ErgoError: Another seat is to move, or the bot fails.
        """

@final
class Decision:
    """The decision of a seat, as `play` passes it to a callable.

    The callable returns one of `legal_ids` or one of `legal`.
    """

    @property
    def seat(self) -> int:
        """The seat to move, from 0."""
    @property
    def legal(self) -> list[str]:
        """The legal actions in the notation of the game."""
    @property
    def legal_ids(self) -> list[int]:
        """The ids of the legal actions, in the same order."""
    @property
    def observation(self) -> Any:
        """The knowledge of the seat as dicts and lists. Inside, seats are counted from 1."""
    @property
    def features(self) -> npt.NDArray[np.float32] | None:
        """The knowledge of the seat as numbers: `float32`, shape `(Game.num_features,)`; `None` for a game without features."""
    @property
    def scores(self) -> list[int]:
        """The points of each seat so far."""
    def afterstates(self, seed: int | str | None = None) -> Afterstates:
        """Returns the outcomes of the legal actions, one row each, as `VecEnv.afterstates` does.

        The actions are played in a random state that agrees with the knowledge of the seat; the same `seed` gives the same state.

        Raises:
            ErgoError: The game has no features, or the seed is not valid.
        """

@final
class VecEnv:
    """A batch of `n` matches that are stepped together. A new match follows each one that ends.

    All arrays are filled in place by `step` and `reset` and stay the same objects, except `legal`, which is replaced if it must grow. The
    matches derive from `seed`; without one the operating system draws it. `mask` and `features` select optional arrays, `threads` is the
    number of worker threads (default 1), and `out` contains arrays of the caller that are filled instead of new ones.

    `against` names built-in bots for all other seats. Then only the learner's decisions are stepped: `to_move` is always the learner's seat,
    which is `seat` (from 0), or each seat in turn if `seat` is `None`. `returns[i]` of an ended match belongs to the seat `to_move[i]` before
    that step. A match that ends before the learner's first decision is skipped. Ctrl-C stops a step; call `reset` afterwards.

    Raises:
        ErgoError: An argument is not valid.
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
        """The seed of all matches, 64 hexadecimal digits."""
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def n(self) -> int:
        """The number of matches."""
    @property
    def to_move(self) -> npt.NDArray[np.int32]:
        """The seat to move in each match, from 0: `int32`, shape `(n,)`."""
    @property
    def done(self) -> npt.NDArray[np.uint8]:
        """1 if the last step ended a match, so that a new one has begun: `uint8`, shape `(n,)`."""
    @property
    def truncated(self) -> npt.NDArray[np.uint8]:
        """1 if a limit of the rules stopped the match that the last step ended: `uint8`, shape `(n,)`."""
    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """The returns of each seat in the match that the last step ended, otherwise 0: `float32`, shape `(n, seats)`."""
    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The points of each seat; after a match has ended, its final points: `int32`, shape `(n, seats)`."""
    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """The start of the legal ids of each match in `legal`, and the end of the last: `int64`, shape `(n + 1,)`."""
    @property
    def legal(self) -> npt.NDArray[np.uint32]:
        """The legal ids of all matches: those of match `i` are `legal[offsets[i]:offsets[i + 1]]`. Values after the last offset are undefined:
        `uint32`.
        """
    @property
    def mask(self) -> npt.NDArray[np.int8] | None:
        """1 if an id is legal: `int8`, shape `(n, Game.num_actions)`. Do not write to it, because only changes are updated."""
    @property
    def features(self) -> npt.NDArray[np.float32] | None:
        """The knowledge of the seat to move as numbers: `float32`, shape `(n, Game.num_features)`."""
    @property
    def last_features(self) -> npt.NDArray[np.float32] | None:
        """The final knowledge of the seat that moved last, if the last step ended a match: `float32`, shape `(n, Game.num_features)`. Rows of
        other matches are undefined.
        """
    def step(self, ids: npt.ArrayLike) -> None:
        """Plays one action in every match. `ids` are `n` whole numbers of any type.

        Raises:
            IllegalAction: An id is not legal. No action is played.
            ErgoError: `ids` has another shape or type, or an interrupted step was not followed by `reset`.
        """
    def reset(self, seed: int | str | None = None) -> None:
        """Begins a new match in every lane: the first ones of `seed` if given, otherwise the next ones.

        Raises:
            ErgoError: The seed is not valid.
        """
    def afterstates(self) -> Afterstates:
        """Returns the outcomes of all legal actions, in rows like `legal`, as a dict of arrays.

        `features` (`float32`) is what the seat to move would know next, `scores` (`int32`, shape `(rows, seats)`), `returns` (`float32`, shape
        `(rows, seats)`, 0 unless the match is over) and `over` (`uint8`). The actions are played in a random state that agrees with the
        knowledge of the seat, so that they reveal nothing hidden.

        Raises:
            ErgoError: The game has no features.
        """
    def __len__(self) -> int: ...
    def __getnewargs__(
        self,
    ) -> tuple[Game, int, str, bool, bool, int, None, list[str] | None, int | None]: ...
    def __getstate__(self) -> tuple[list[tuple[int, list[int]]], tuple[npt.NDArray[Any], ...]]: ...
    def __setstate__(self, state: tuple[list[tuple[int, list[int]]], tuple[npt.NDArray[Any], ...]]) -> None: ...

def games() -> list[str]:
    """Returns the names of all games."""

def column_kinds(game: str, file: str, names: Sequence[str]) -> list[str]:
    """Returns the type of each column of a results file: "integer", "number" or "text" (also if unknown).

    Raises:
        ErgoError: The game is unknown.
    """
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
    """Plays one match between `players` in seat order, each a built-in bot as text or a callable.

    `deal` is the number of the deal, `rotation` that of the seating, and `alike` the number of earlier seatings of the deal with the same
    `names`. All seeds derive from these, as in an experiment. The result has `deal`, its `seed`, `rotation`, `scores`, `winners`, `rounds`,
    `turns`, `decisions`, `adjudicated`, `fault` (a seat and a word), `error`, and on request `actions`.

    Raises:
        ErgoError: An argument is not valid.
    """
def seating(seats: int, rotation: int) -> list[int]:
    """Returns the index of the player at each seat in `rotation`, counted from 1, as in an experiment.

    Raises:
        ErgoError: `seats` or `rotation` is out of range.
    """
def match_page(line: str) -> tuple[str, str]:
    """Returns a match, given as a line of `transcripts.jsonl`, as an HTML page and as text.

    Raises:
        ErgoError: The line is not a transcript of a known game.
    """
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
    run_programs: bool = True,
) -> dict[str, Any]:
    """Plays an experiment into a results folder; see `ergo_lab.run`.

    Raises:
        ErgoError: The experiment is not valid, or the run fails.
    """
def verify(
    folder: str | PathLike[str],
    threads: int | None = None,
    run_programs: bool = False,
    progress: Callable[[int], object] | None = None,
) -> dict[str, str]:
    """Plays the experiment of a results folder again and compares every file; see `ergo_lab.verify`.

    Raises:
        ErgoError: The folder is not a results folder, or its experiment cannot be repeated.
    """
def findings(folder: str | PathLike[str]) -> tuple[str, list[str]]:
    """Returns the findings of a results folder with the outcomes of their claims, as JSON, and a line for each claim that the data contradict;
    see `ergo_lab.Results.findings`.
    """
def report(folder: str | PathLike[str], rows_changed: bool = False) -> str:
    """Writes the reports of a results folder again from its rows; see `ergo_lab.report`.

    Raises:
        ErgoError: The folder is not a results folder, or its rows were changed.
    """
def program(file: str | PathLike[str], arguments: Sequence[str]) -> int:
    """Runs the program `ergo` with these arguments and returns its exit status. `file` is the path of the executable."""
