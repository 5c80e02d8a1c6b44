"""Experiments run into results folders, and such folders read: the files are those that the binary writes, byte for byte."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from . import _native
from ._native import ErgoError
from .replays import Replay

#: The type of a column by its kind, as pandas calls it; all of them can be empty.
PANDAS = {"integer": "Int64", "number": "Float64", "text": "string"}


class Results(Mapping):
    """A results folder: `results["matches"]` is a data frame of `matches.csv`, read when it is first asked for.

    `answer` is what the run found (`None` where the folder was only loaded), `manifest` the manifest as a dict.
    """

    def __init__(self, path: str | os.PathLike, frames: str = "polars", answer: str | None = None):
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
        self._read: dict = {}

    def _files(self) -> list[str]:
        # What the pictures of the report are drawn from lies in a folder of its own.
        named = (file["name"] for file in self.manifest["files"] if "/" not in file["name"])
        return sorted(name[:-4] for name in named if name.endswith(".csv") and (self.path / name).exists())

    def __iter__(self) -> Iterator[str]:
        return iter(self._files())

    def __len__(self) -> int:
        return len(self._files())

    def __getitem__(self, name: str):
        if name not in self._read:
            file = self.path / f"{name}.csv"
            if not file.exists():
                has = ", ".join(self._files())
                raise KeyError(f"{self.path} has no {name}.csv, it has {has}")
            self._read[name] = self._frame(file)
        return self._read[name]

    def schema(self, name: str) -> dict[str, str]:
        """The kind of each column of a file: "integer", "number" or "text". It does not depend on what the cells hold."""
        with open(self.path / f"{name}.csv", newline="", encoding="utf-8") as file:
            columns = next(csv.reader(file), [])
        kinds = _native.column_kinds(self.manifest["game"], f"{name}.csv", columns)
        return dict(zip(columns, kinds))

    def _frame(self, file: Path):
        kinds = self.schema(file.stem)
        if self.frames == "pandas":
            pandas = needed("pandas")
            types = {name: PANDAS[kind] for name, kind in kinds.items()}
            # Only an empty cell is missing: an entrant may be called NA or null.
            return pandas.read_csv(file, dtype=types, keep_default_na=False, na_values=[""])
        polars = needed("polars")
        types = {"integer": polars.Int64, "number": polars.Float64, "text": polars.String}
        return polars.read_csv(file, schema={name: types[kind] for name, kind in kinds.items()})

    def transcripts(self) -> list[dict]:
        """Every recorded match, where the experiment asked for transcripts."""
        file = self.path / "transcripts.jsonl"
        if not file.exists():
            raise ErgoError(f"{file}: missing, expected an experiment with output.transcripts = true")
        with open(file, encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

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


def needed(name: str):
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
    path: str | os.PathLike,
    out: str | os.PathLike | None = None,
    threads: int | None = None,
    set: Mapping[str, object] | None = None,
    *,
    resume: bool = False,
    fresh: bool = False,
    quick: bool = False,
    progress: Callable[[int], object] | None = None,
    frames: str = "polars",
) -> Results:
    """Plays the experiment in the TOML file at `path` into the folder `out` (results/NAME if none is given) with so many threads (all
    if none are given). `set` changes values of the file by their keys: `{"schedule.deals": 100}`. `progress` is told how many matches
    are written, a few times a second. Ctrl-C stops it; with `resume` it goes on, with `fresh` what is there is given up.
    """
    if out is None:
        out = Path("results") / (Path(path).stem + ("-quick" if quick else ""))
    given = [(key, written(value)) for key, value in (set or {}).items()]
    ran = _native.run(path, out, threads, given, resume, fresh, quick, progress)
    return Results(out, frames, ran["answer"])


def verify(
    folder: str | os.PathLike,
    threads: int | None = None,
    *,
    run_programs: bool = False,
    progress: Callable[[int], object] | None = None,
) -> dict[str, str]:
    """Plays the experiment of a results folder again and compares every file with the manifest. Gives a verdict by the name of each:
    "same", "absent" (the digest is right; the rows are not there) or what differs. Programs from outside are started only with
    `run_programs`.
    """
    return _native.verify(folder, threads, run_programs, progress)


def report(folder: str | os.PathLike, *, rows_changed: bool = False) -> str:
    """Writes the reports of a results folder again from its rows, plays nothing, and gives the answer. Rows that are not those of the
    manifest are refused unless they were changed on purpose.
    """
    return _native.report(folder, rows_changed)


def load(folder: str | os.PathLike, frames: str = "polars") -> Results:
    """A results folder as data frames of polars or pandas. The type of every column is fixed: integer, number or text, whatever its
    cells hold. Only an empty cell is missing: `NA` and `null` are names like others. `load(folder)["matches"].write_parquet(file)` keeps them.
    """
    return Results(folder, frames)
