"""Run experiments and read results folders. The files are the same, byte for byte, as those of the program `ergo`."""

from __future__ import annotations

import csv
import json
import math
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from . import _native
from ._native import Decision, ErgoError, Game
from .replays import Replay

#: The nullable pandas type of each kind of column.
PANDAS = {"integer": "Int64", "number": "Float64", "text": "string"}


class Results(Mapping[str, Any]):
    """A results folder as a mapping: `results["matches"]` is a data frame of `matches.csv`, read on first use.

    `answer` is the first finding or sentence of the report (`None` after `load`), `manifest` is the manifest as a dict.

    Raises:
        ErgoError: `frames` is neither "polars" nor "pandas", or the folder is not a results folder.
        KeyError: The folder has no file of the requested name.
    """

    def __init__(self, path: str | os.PathLike[str], frames: str = "polars", answer: str | None = None):
        if frames not in ("polars", "pandas"):
            raise ErgoError(f'frames = {frames!r}: expected "polars" or "pandas"')
        self.path = Path(path)
        self.frames = frames
        self.answer = answer
        file = self.path / "manifest.json"
        try:
            self.manifest = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ErgoError(f"{self.path}: no manifest.json there, expected a results folder") from None
        except ValueError as error:
            raise ErgoError(f"{file}: {error}, expected JSON") from None
        self._read: dict[str, Any] = {}

    def _files(self) -> list[str]:
        # The data of charts are in the folder `plots`.
        named = (file["name"] for file in self.manifest["files"] if "/" not in file["name"])
        return sorted(name[:-4] for name in named if name.endswith(".csv") and (self.path / name).exists())

    def __iter__(self) -> Iterator[str]:
        return iter(self._files())

    def __len__(self) -> int:
        return len(self._files())

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            file = self.path / f"{name}.csv"
            if not file.exists():
                has = ", ".join(self._files())
                raise KeyError(f"{self.path} has no {name}.csv, it has {has}")
            self._read[name] = self._frame(file)
        return self._read[name]

    def schema(self, name: str) -> dict[str, str]:
        """Returns the type of each column of a file: "integer", "number" or "text".

        The type does not depend on the cells, except for factors in `arms` that are not options of the rules: such a factor is a number if
        all its values are.
        """
        with open(self.path / f"{name}.csv", newline="", encoding="utf-8") as file:
            rows = csv.reader(file)
            columns = next(rows, [])
            settings = list(rows) if name == "arms" else []
        kinds = dict(zip(columns, _native.column_kinds(self.manifest["game"], f"{name}.csv", columns)))
        if name == "arms":
            options = {option["key"]: option["default"] for option in Game(self.manifest["game"]).options}
            for place, column in enumerate(columns[1:], 1):
                default = options.get(column.removeprefix("game.rules."))
                cells = [row[place] for row in settings if row[place]]
                kinds[column] = kind_of([str(default)] if isinstance(default, (int, float)) else [] if default else cells)
        return kinds

    def _frame(self, file: Path) -> Any:
        kinds = self.schema(file.stem)
        if self.frames == "pandas":
            pandas = import_optional("pandas")
            types = {name: PANDAS[kind] for name, kind in kinds.items()}
            # Only an empty cell is missing: an entrant may be called NA or null.
            return pandas.read_csv(file, dtype=types, keep_default_na=False, na_values=[""])
        polars = import_optional("polars")
        types = {"integer": polars.Int64, "number": polars.Float64, "text": polars.String}
        return polars.read_csv(file, schema={name: types[kind] for name, kind in kinds.items()})

    def transcripts(self) -> list[dict[str, Any]]:
        """Returns every recorded match as a dict.

        Raises:
            ErgoError: The experiment did not record transcripts.
        """
        file = self.path / "transcripts.jsonl"
        if not file.exists():
            raise ErgoError(f"{file}: missing, expected an experiment with output.transcripts = true")
        with open(file, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Every finding of the experiment: its `text` with figures, its `outcome` (`"supported"`, `"open"`, `"contradicted"`, or `None`
        where nothing is claimed) and its `claims`, each with `name`, `expression` and `outcome`."""
        found: list[dict[str, Any]] = json.loads(_native.findings(self.path)[0])
        return found

    def replay(self, number: int = 1) -> Replay:
        """Returns the recorded match with this number, from 1.

        Raises:
            ErgoError: There is no transcript of this match.
        """
        for line in self.transcripts():
            if line["match"] == number:
                return Replay(line)
        raise ErgoError(f"{self.path}: no match {number}, expected one of its transcripts")

    def __repr__(self) -> str:
        return f"Results({str(self.path)!r}: {', '.join(self._files())})"

    def _repr_html_(self) -> str:
        from html import escape

        answer = f"<p>{escape(self.answer)}</p>" if self.answer else ""
        return f"<div><b>{escape(str(self.path))}</b>{answer}<p>{escape(', '.join(self._files()))}</p></div>"


def kind_of(cells: list[str]) -> str:
    """Returns the type that fits all cells: "integer", "number" or "text"; "text" without cells."""
    for kind, read in (("integer", int), ("number", float)):
        try:
            if cells and all(math.isfinite(read(cell)) for cell in cells):
                return kind
        except ValueError:
            pass
    return "text"


def import_optional(name: str) -> Any:
    """Imports an optional package.

    Raises:
        ErgoError: The package is not installed.
    """
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise ErgoError(f"{name} is not installed, expected: pip install {name}") from None


def set_value(value: object) -> str:
    """Returns a setting as written after `--set key=`."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (bool, list, tuple, str)) else str(value)


def run(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    set: Mapping[str, object] | None = None,
    *,
    resume: bool = False,
    fresh: bool = False,
    quick: bool = False,
    progress: Callable[[int], object] | None = None,
    frames: str = "polars",
    entrants: Mapping[str, Callable[[Decision], int | str]] | None = None,
    run_programs: bool = True,
) -> Results:
    """Plays the experiment in the TOML file at `path` into a results folder.

    Args:
        out: The results folder; default: `results/NAME`.
        threads: The number of worker threads; default: all cores.
        set: Changed values by key, such as `{"schedule.deals": 100}`.
        resume: Continue an interrupted run.
        fresh: Discard an interrupted run and start over.
        quick: Use the table `[quick]` of the file.
        progress: Called with the number of finished matches, a few times a second.
        frames: "polars" or "pandas".
        entrants: Callables, as for `play`, that replace outside programs. The file must have an `[[entrant]]` of the same name with
            `agent = { kind = "process", command = "…" }`. `verify` cannot play them again.
        run_programs: If false, refuse an experiment that starts outside programs.

    Ctrl-C stops the run.

    Raises:
        ErgoError: The experiment is not valid, the folder contains another result, or the run fails.
    """
    if out is None:
        out = Path("results") / (Path(path).stem + ("-quick" if quick else ""))
    given = [(key, set_value(value)) for key, value in (set or {}).items()]
    callables = list((entrants or {}).items())
    ran = _native.run(path, out, threads, given, resume, fresh, quick, progress, callables, run_programs)
    for name, error in ran["errors"]:
        warnings.warn(f"{name} raised {type(error).__name__}: {error}", stacklevel=2)
    warn_of_contradictions(out)
    return Results(out, frames, ran["answer"])


def warn_of_contradictions(folder: str | os.PathLike[str]) -> None:
    """Warns of every claim that the data of a results folder contradict."""
    for line in _native.findings(folder)[1]:
        warnings.warn(f"{Path(folder)}: {line}", stacklevel=3)


def verify(
    folder: str | os.PathLike[str],
    threads: int | None = None,
    *,
    run_programs: bool = False,
    progress: Callable[[int], object] | None = None,
) -> dict[str, str]:
    """Plays the experiment of a results folder again and compares every file with the manifest.

    Returns a verdict for each file: "same", "absent" (the digest is the same, but the file is not in the folder), "recorded" (the digest
    is the same, but another run would write another file) or the difference. Outside programs are started only with `run_programs`.
    Choices that cannot be repeated are taken from the transcripts. Warns of each claim that the data contradict, as `run` and `report` do.

    Raises:
        ErgoError: The folder is not a results folder, or its experiment cannot be repeated.
    """
    verdicts = _native.verify(folder, threads, run_programs, progress)
    warn_of_contradictions(folder)
    return verdicts


def report(folder: str | os.PathLike[str], *, rows_changed: bool = False) -> str:
    """Writes the reports of a results folder again from its rows and returns the first finding or sentence.

    Raises:
        ErgoError: The folder is not a results folder, or its rows were changed and `rows_changed` is false.
    """
    answer = _native.report(folder, rows_changed)
    warn_of_contradictions(folder)
    return answer


def load(folder: str | os.PathLike[str], frames: str = "polars") -> Results:
    """Returns a results folder as data frames of polars or pandas.

    Every column has a fixed type. Only an empty cell is a missing value; `NA` and `null` are ordinary names.

    Raises:
        ErgoError: The folder is not a results folder.
    """
    return Results(folder, frames)
