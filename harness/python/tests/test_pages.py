"""What the pages and notebooks show is run here."""

import contextlib
import importlib.util
import io
import json
import re
import shutil
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = PACKAGE / "examples"


def test_the_blocks_of_the_readme_do_what_they_say(tmp_path):
    pytest.importorskip("polars")
    pytest.importorskip("gymnasium")
    shutil.copytree(PACKAGE.parents[1] / "experiments", tmp_path / "experiments")
    blocks = re.findall(r"```(\w*)\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    blocks = [block for block in blocks if not block[1].startswith("pip ")]
    assert [language for language, _ in blocks].count("python") >= 5
    for (language, text), (after, printed) in zip(blocks, [*blocks[1:], ("", "")]):
        if language != "python":
            continue
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, "README.md", "exec"), {"__name__": "readme"})
        if after == "":
            assert printed in ("", out.getvalue()), text


def test_the_example_of_the_crate_does_what_it_says():
    page = "\n".join(line[4:] for line in (PACKAGE / "src/lib.rs").read_text(encoding="utf-8").splitlines() if line.startswith("//!"))
    [text] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(text, "lib.rs", "exec"), {"__name__": "page"})


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_the_cells_of_the_notebooks_run(path, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    for folder in ("examples", "notebooks"):
        shutil.copytree(PACKAGE / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path / "notebooks")
    names = {"__name__": "notebook"}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in cells:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), path.name, "exec"), names)


def test_the_learner_beats_random():
    text = (EXAMPLES / "learner.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    spec = importlib.util.spec_from_file_location("learner", EXAMPLES / "learner.py")
    learner = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(learner)
    with contextlib.redirect_stdout(io.StringIO()):
        assert learner.main(seconds=8, deals=50) > 0.75
