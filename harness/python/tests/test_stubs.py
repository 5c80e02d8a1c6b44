"""Tests that the stub and the compiled module have the same docstrings."""

import ast
import inspect
from pathlib import Path

import ergo_lab
from ergo_lab import _native


def documented(node, of):
    """Yields the name, stub docstring and module docstring of every class and function."""
    for child in node.body:
        if isinstance(child, (ast.ClassDef, ast.FunctionDef)) and hasattr(of, child.name):
            if not child.name.startswith("__"):
                yield child.name, ast.get_docstring(child), inspect.getdoc(getattr(of, child.name))
            if isinstance(child, ast.ClassDef):
                yield from documented(child, getattr(of, child.name))


def test_stub_docstrings_equal_those_of_the_module():
    stub = Path(ergo_lab.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    found = list(documented(ast.parse(stub), _native))
    assert len(found) > 60
    for name, here, there in found:
        assert here == there and here, name


def test_public_names_have_docstrings():
    for name in ergo_lab.__all__:
        assert name == "__version__" or inspect.getdoc(getattr(ergo_lab, name)), name
