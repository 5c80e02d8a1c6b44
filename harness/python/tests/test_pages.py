"""Runs the code of pages and notebooks."""

import contextlib
import importlib.util
import io
import json
import re
import shutil
from pathlib import Path

import numpy
import pytest

import ergo_lab

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = PACKAGE / "examples"


def test_readme_blocks_run_and_print_the_shown_output(tmp_path):
    pytest.importorskip("polars")
    pytest.importorskip("gymnasium")
    shutil.copytree(PACKAGE.parents[1] / "experiments", tmp_path / "experiments")
    blocks = re.findall(r"```(\w*)\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    blocks = [block for block in blocks if block[0] == "python" or not block[1].startswith(("pip ", "python "))]
    assert [language for language, _ in blocks].count("python") >= 5
    names = {"__name__": "readme"}
    for (language, text), (after, printed) in zip(blocks, [*blocks[1:], ("", "")]):
        if language != "python":
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, "README.md", "exec"), names)
        if after == "":
            assert printed in ("", out.getvalue()), text


def test_crate_example_runs():
    page = "\n".join(line[4:] for line in (PACKAGE / "src/lib.rs").read_text(encoding="utf-8").splitlines() if line.startswith("//!"))
    [text] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(text, "lib.rs", "exec"), {"__name__": "page"})


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_notebook_cells_run(path, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    pytest.importorskip("matplotlib").use("agg")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for folder in ("examples", "notebooks"):
        shutil.copytree(PACKAGE / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path / "notebooks")
    names = {"__name__": "notebook"}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), path.name, "exec"), names)
    assert sorted(file.name for file in Path().iterdir()) == sorted(file.name for file in (PACKAGE / "notebooks").iterdir())
    assert any("image/png" in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))


def test_learner_beats_greedy():
    text = (EXAMPLES / "learner.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 200
    learner = load_learner()
    game = ergo_lab.Game("ergo")
    policy, curve = learner.train(game, minutes=0.2, threads=1, report=lambda policy: {"td": (0.1, 0.1)})
    share, width = learner.match_result(policy, game, ["greedy"], 200)
    assert share - width > 0.55
    learner.plot(curve * 2, "curve.svg")
    assert Path("curve.svg").read_text().count("path") > 4
    # The learner is a callable and learns any game with features.
    assert ergo_lab.play([policy, "random"], deals=10, seed=1).shares[0] > 0.8
    for name in ergo_lab.games():
        if name != "philosophia":
            game = ergo_lab.Game(name)
            policy, _ = learner.train(game, minutes=0.005, threads=1)
            assert numpy.isfinite(learner.match_result(policy, game, ["random"] * (game.seats - 1), 8)[0])


def load_learner():
    spec = importlib.util.spec_from_file_location("learner", EXAMPLES / "learner.py")
    learner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learner)
    return learner
