"""Experiments run into results folders, and such folders read: the files are those that the binary writes, byte for byte."""

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

#: The type of a column by its kind, as pandas calls it; all of them can be empty.
PANDAS = {"integer": "Int64", "number": "Float64", "text": "string"}


class Results(Mapping[str, Any]):
    """A results folder: `results["matches"]` is a data frame of `matches.csv`, read when it is first asked for.

    `answer` is the headline of the report (`None` after `load`), `manifest` the manifest as a dict.
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
        # What the pictures of the report are drawn from lies in a folder of its own.
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
        """The kind of each column of a file: "integer", "number" or "text". It does not depend on the cells, except for factors in
        `arms`: a key that is no option of the rules is a number if all its settings are."""
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
            pandas = needed("pandas")
            types = {name: PANDAS[kind] for name, kind in kinds.items()}
            # Only an empty cell is missing: an entrant may be called NA or null.
            return pandas.read_csv(file, dtype=types, keep_default_na=False, na_values=[""])
        polars = needed("polars")
        types = {"integer": polars.Int64, "number": polars.Float64, "text": polars.String}
        return polars.read_csv(file, schema={name: types[kind] for name, kind in kinds.items()})

    def transcripts(self) -> list[dict[str, Any]]:
        """Every recorded match, where the experiment asked for transcripts."""
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
        """The recorded match with this number, from 1."""
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
    """The kind that fits all cells: "integer", "number" or "text"; "text" if there are none."""
    for kind, read in (("integer", int), ("number", float)):
        try:
            if cells and all(math.isfinite(read(cell)) for cell in cells):
                return kind
        except ValueError:
            pass
    return "text"


def needed(name: str) -> Any:
    """A package that is not asked for by this one, or one line that says it is missing."""
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        raise ErgoError(f"{name} is not installed, expected: pip install {name}") from None


def written(value: object) -> str:
    """A setting as it is typed after `--set key=`."""
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
) -> Results:
    """Plays the experiment in the TOML file at `path` into the folder `out` (results/NAME if none is given) with so many threads (all
    if none are given). `set` changes values of the file by their keys: `{"schedule.deals": 100}`. `progress` is called with the number of
    matches written, a few times a second. Ctrl-C stops the run; `resume` continues it, `fresh` discards it.

    `entrants` names callables, as for `play`, that stand for programs: the file has an `[[entrant]]` of that name with
    `agent = { kind = "process", command = "…" }`. Its rows and report are those of any bot. `verify` cannot play them again.
    """
    if out is None:
        out = Path("results") / (Path(path).stem + ("-quick" if quick else ""))
    given = [(key, written(value)) for key, value in (set or {}).items()]
    callables = list((entrants or {}).items())
    ran = _native.run(path, out, threads, given, resume, fresh, quick, progress, callables)
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
    """Plays the experiment of a results folder again and compares every file with the manifest. Gives a verdict by the name of each:
    "same", "absent" (the digest is right; the rows are not there), "recorded" (the digest is right; another run would write another file) or
    what differs. Programs from outside are started only with `run_programs`. Choices that cannot be repeated are taken from the transcripts.
    Claims that the data contradict are warned of, as by `run` and `report`.
    """
    verdicts = _native.verify(folder, threads, run_programs, progress)
    warn_of_contradictions(folder)
    return verdicts


def report(folder: str | os.PathLike[str], *, rows_changed: bool = False) -> str:
    """Writes the reports of a results folder again from its rows, plays nothing, and gives the answer. Rows that are not those of the
    manifest are refused unless they were changed on purpose.
    """
    answer = _native.report(folder, rows_changed)
    warn_of_contradictions(folder)
    return answer


def load(folder: str | os.PathLike[str], frames: str = "polars") -> Results:
    """A results folder as data frames of polars or pandas. The type of every column is fixed: integer, number or text, whatever its
    cells hold. Only an empty cell is missing: `NA` and `null` are names like others. `load(folder)["matches"].write_parquet(file)` keeps them.
    """
    return Results(folder, frames)
