"""Tests of results folders: bytes of the binary, column types, Ctrl-C."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import ergo_lab
from ergo_lab import ErgoError

ROOT = Path(__file__).resolve().parents[3]
EXPERIMENT = ROOT / "experiments" / "smoke.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "smoke"
    told = []
    results = ergo_lab.run(EXPERIMENT, out, threads=2, progress=told.append)
    assert results.answer and all(isinstance(count, int) for count in told)
    return out


def bytes_of(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and path.name not in ("manifest.json", ".lock"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def told_of(folder):
    manifest = json.loads((folder / "manifest.json").read_text())
    # The sum covers the whole text.
    timed = ("command", "seconds", "threads", "machine", "sum")
    return {key: value for key, value in manifest.items() if key not in timed}


def test_run_writes_the_bytes_of_the_binary(folder, tmp_path):
    binary = os.environ.get("ERGO")
    if not binary:
        pytest.skip("ERGO names no binary to compare with")
    for more in ([], ["--set", "schedule.deals=3"]):
        out, other = tmp_path / f"binary{len(more)}", tmp_path / f"python{len(more)}"
        subprocess.run([binary, "run", EXPERIMENT, "--out", out, *more], check=True, capture_output=True, cwd=tmp_path)
        ergo_lab.run(EXPERIMENT, other, threads=1, set={"schedule.deals": 3} if more else None)
        if told_of(other)["revision"] != told_of(out)["revision"]:
            pytest.skip("the binary is of another revision")
        assert bytes_of(other) == bytes_of(out) and len(bytes_of(out)) > 5
        assert told_of(other) == told_of(out)
    assert bytes_of(folder) == bytes_of(tmp_path / "binary0")


def test_seeds_and_positions_equal_those_of_the_binary():
    binary = os.environ.get("ERGO")
    if not binary:
        pytest.skip("ERGO names no binary to compare with")
    for name in ("ergo", "cogito", "goofspiel"):
        found = subprocess.run([binary, "position", name, "--seed", "5"], check=True, capture_output=True, text=True)
        ours = ergo_lab.Game(name).new_state(5)
        assert found.stdout.strip() == str(ours) and json.loads(found.stdout) == ours.to_dict()


def test_run_reproduces_rows_of_the_repository(folder):
    def digests(folder):
        files = json.loads((folder / "manifest.json").read_text())["files"]
        rows = ("rounds.csv", "seats.csv", "matches.csv", "transcripts.jsonl")
        return {file["name"]: file["sha256"] for file in files if file["name"] in rows}

    assert digests(folder) == digests(ROOT / "results" / "smoke") and len(digests(folder)) == 4


def test_verify_and_report_accept_the_folder(folder):
    assert set(ergo_lab.verify(folder, threads=2).values()) == {"same"}
    before = bytes_of(folder)
    assert ergo_lab.report(folder) and bytes_of(folder) == before


def test_verify_detects_changed_rows(folder, tmp_path):
    import shutil

    changed = tmp_path / "changed"
    shutil.copytree(folder, changed)
    with open(changed / "matches.csv", "a") as file:
        file.write("x\n")
    assert ergo_lab.verify(changed)["matches.csv"] != "same"
    with pytest.raises(ErgoError, match="matches.csv"):
        ergo_lab.report(changed)


def test_polars_columns_have_fixed_types(folder, tmp_path):
    polars = pytest.importorskip("polars")
    results = ergo_lab.load(folder)
    assert set(results) >= {"rounds", "seats", "matches"} and results.manifest["game"] == "ergo"
    matches = results["matches"]
    kinds = {polars.Int64: "integer", polars.Float64: "number", polars.String: "text"}
    for name in results:
        assert {column: kinds[kind] for column, kind in results[name].schema.items()} == results.schema(name)
    # This run has no faults: all cells are empty, but the column is text.
    assert matches["fault"].null_count() == len(matches) and matches.schema["fault"] == polars.String
    matches.write_parquet(tmp_path / "matches.parquet")
    assert polars.read_parquet(tmp_path / "matches.parquet").equals(matches)
    assert len(results.transcripts()) == results.manifest["matches"]
    assert "greedy" in results.replay(3).text and results.replay(3).html


def test_pandas_columns_have_fixed_types(folder):
    pytest.importorskip("pandas")
    results = ergo_lab.load(folder, frames="pandas")
    dtypes = results["matches"].dtypes
    assert (str(dtypes["match"]), str(dtypes["share"]), str(dtypes["fault"])) == ("Int64", "Float64", "string")


#: Names that readers of tables take for something else: missing, numbers, truth, or nothing but quotes.
NAMES = ["NA", "N.A.", "na", "NULL", "null", "Null", "None", "none", "NaN", "nan", "Inf", "inf", "true", "False", "1", "007", "1e5", "0x1F"]
ARMS = ["<NA>", "#N/A", "#N/A N/A", "#NA", "N/A", "n/a", "1.#IND", "1.#QNAN", '""', '"', "a,b", "# no comment", "nil", "~", *NAMES]


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """Returns a results folder whose entrants and arms have names that could be misread."""
    out = tmp_path_factory.mktemp("named") / "smoke"
    entrants = [f'[[entrant]]\nname = "{name}"\nagent = {{ kind = "random" }}' for name in NAMES]
    arms = [f"[[arm]]\nname = {json.dumps(name)}\nset = {{ \"game.rules.target\" = {at + 1} }}" for at, name in enumerate(ARMS)]
    tables = [NAMES[at : at + 2] for at in range(0, len(NAMES), 2)]
    head = 'question = "Are names kept?"\nseed = 1\n[game]\nname = "ergo"'
    schedule = f"[schedule]\ntables = {json.dumps(tables)}\ndeals = 1\nrotations = \"none\""
    file = out.parent / "names.toml"
    file.write_text("\n".join([head, *entrants, *arms, schedule]))
    ergo_lab.run(file, out, threads=2)
    return out


def check_names(frames, is_missing):
    """Checks names in the data frames that `frames` returns."""
    for file in ("rounds", "seats", "matches", "blocks"):
        frame = frames(file)
        assert set(frame["arm"]) == set(ARMS), file
        if "entrant" in frame.columns:
            assert set(frame["entrant"]) == set(NAMES), file
        if "table" in frame.columns:
            assert len(set(frame["table"])) == len(NAMES) // 2 and not is_missing(frame["table"]).any()
    # No match had a fault: these cells are empty, so they are missing values.
    assert is_missing(frames("matches")["fault"]).all()


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_unusual_names_survive_in_frames(named, package):
    pytest.importorskip(package)
    results = ergo_lab.load(named, frames=package)
    is_missing = (lambda column: column.isna()) if package == "pandas" else (lambda column: column.is_null())
    check_names(lambda file: results[file], is_missing)
    assert set(results["arms"]["arm"]) == set(ARMS)


def test_recipes_of_columns_page_keep_unusual_names(named, tmp_path):
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    program = Path(sys.executable).parent / "ergo"
    told = lambda *words: subprocess.run([program, "games", "--columns", *words], check=True, capture_output=True, text=True).stdout
    [recipe] = re.findall(r"```python\n(.*?)```", told(), re.DOTALL)
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "columns.json").write_text(told("--json"))
    (tmp_path / "results" / "smoke").symlink_to(named)

    def read(file):
        names, frames = {}, []
        for part in recipe.replace("rounds.csv", f"{file}.csv").split("\n\n"):
            exec(part, names)
            frames.append(names["rounds"])
        return frames

    check_names(lambda file: read(file)[0], lambda column: column.isna())
    check_names(lambda file: read(file)[1], lambda column: column.is_null())
    first, second = read("rounds")
    assert isinstance(first, pandas.DataFrame) and isinstance(second, polars.DataFrame)
    assert str(first["points_4"].dtype) == "Int64" and first["points_4"].isna().all()


def test_bad_input_is_reported_in_one_line_per_error(folder, tmp_path):
    (tmp_path / "bad.toml").write_text("question = 1")
    cases = [
        lambda: ergo_lab.run(tmp_path / "none.toml"),
        lambda: ergo_lab.run(tmp_path / "bad.toml", tmp_path / "out"),
        lambda: ergo_lab.run(EXPERIMENT, tmp_path / "out", set={"schedule.dels": 3}),
        lambda: ergo_lab.run(EXPERIMENT, tmp_path / "out", threads=0),
        lambda: ergo_lab.run(EXPERIMENT, tmp_path),
        lambda: ergo_lab.verify(tmp_path),
        lambda: ergo_lab.report(tmp_path),
        lambda: ergo_lab.load(tmp_path),
        lambda: ergo_lab.load(folder, frames="excel"),
    ]
    for case in cases:
        with pytest.raises(ErgoError) as error:
            case()
        lines = str(error.value).splitlines()
        assert len(lines) == 1 or all("bad.toml:1: " in line for line in lines), error.value


LONG = textwrap.dedent(
    """
    question = "Does it stop?"
    seed = 1
    [game]
    name = "ergo"
    [[entrant]]
    name = "a"
    agent = { kind = "td" }
    [schedule]
    tables = [["a", "a"]]
    deals = 2000000
    """
)


def test_interrupted_run_resumes_to_the_same_bytes(tmp_path):
    # The signal may be ignored if the tests run in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    (tmp_path / "long.toml").write_text(LONG)
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ergo_lab.run(tmp_path / "long.toml", tmp_path / "out", threads=1)
    assert time.monotonic() - begun < 5
    # An exception from `progress` also stops the run.
    (tmp_path / "short.toml").write_text(LONG.replace("2000000", "100").replace('"td"', '"greedy"'))

    class Enough(Exception):
        pass

    def stop(_):
        raise Enough

    try:
        ergo_lab.run(tmp_path / "short.toml", tmp_path / "cut", threads=1, progress=stop)
    except Enough:
        pass
    ergo_lab.run(tmp_path / "short.toml", tmp_path / "cut", threads=2, resume=True)
    ergo_lab.run(tmp_path / "short.toml", tmp_path / "whole", threads=1)
    assert bytes_of(tmp_path / "cut") == bytes_of(tmp_path / "whole")


def test_outside_programs_start_only_with_permission(tmp_path):
    bot = ROOT / "agents" / "examples" / "bot.py"
    text = LONG.replace('{ kind = "td" }', f'{{ kind = "process", command = "{sys.executable} {bot}" }}').replace("2000000", "1")
    (tmp_path / "outside.toml").write_text(text)
    with pytest.raises(ErgoError, match='entrant "a" is a program'):
        ergo_lab.run(tmp_path / "outside.toml", tmp_path / "out", run_programs=False)
    assert not (tmp_path / "out").exists()
    ergo_lab.run(tmp_path / "outside.toml", tmp_path / "out", threads=1)
    with pytest.raises(ErgoError, match="external programs"):
        ergo_lab.verify(tmp_path / "out")
    assert set(ergo_lab.verify(tmp_path / "out", run_programs=True).values()) == {"same"}


def test_factors_of_arms_have_types(tmp_path):
    polars = pytest.importorskip("polars")
    text = LONG.replace("2000000", "1").replace('"td"', '"ismcts", iterations = 2') + (
        '[[sweep]]\nkey = "game.rules.cards.not"\nvalues = [12, 4, 8]\n[[sweep]]\nkey = "game.rules.starter"\nvalues = ["rotate"]\n'
        '[[sweep]]\nkey = "entrant.a.agent.ucb1_c"\nvalues = [0.5, 1.0]\n'
    )
    (tmp_path / "arms.toml").write_text(text)
    arms = ergo_lab.run(tmp_path / "arms.toml", tmp_path / "out")["arms"]
    assert arms["game.rules.cards.not"].unique().sort().to_list() == [4, 8, 12]
    kinds = {"arm": polars.String, "game.rules.cards.not": polars.Int64, "game.rules.starter": polars.String}
    assert {name: arms.schema[name] for name in kinds} == kinds and arms.schema["entrant.a.agent.ucb1_c"] == polars.Float64


def test_callables_play_as_entrants(tmp_path):
    text = LONG.replace("2000000", "3").replace('{ kind = "td" }', '{ kind = "process", command = "first" }').replace(
        '[schedule]', '[[entrant]]\nname = "random"\nagent = { kind = "random" }\n[schedule]').replace('[["a", "a"]]', '[["a", "random"]]')  # fmt: skip
    (tmp_path / "mine.toml").write_text(text)

    def first(decision):
        return decision.legal_ids[0]

    results = [ergo_lab.run(tmp_path / "mine.toml", tmp_path / str(threads), threads, entrants={"a": first}, run_programs=False) for threads in (1, 2)]
    assert bytes_of(results[0].path) == bytes_of(results[1].path) and results[0].answer
    rows = results[0]["matches"]
    assert rows["fault"].null_count() == len(rows) == 12
    played = ergo_lab.play([first, "random"], 3, 1)
    assert sorted(rows["score"].to_list()) == sorted(row["score"] for row in played.rows()) or len(played) == 6

    def broken(decision):
        raise RuntimeError("no idea")

    with pytest.raises(ErgoError, match="(?s)a forfeited .* a raised RuntimeError\\('no idea'\\)"):
        ergo_lab.run(tmp_path / "mine.toml", tmp_path / "broken", entrants={"a": broken})
    with pytest.raises(ErgoError, match='"random"'):
        ergo_lab.run(tmp_path / "mine.toml", tmp_path / "none", entrants={"random": first})
