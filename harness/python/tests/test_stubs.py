"""What editors show of the compiled module is what it says of itself."""

import ast
import inspect
from pathlib import Path

import ergo_lab
from ergo_lab import _native


def documented(node, of):
    """Every class and function of the stub with its docstring and that of the module."""
    for child in node.body:
        if isinstance(child, (ast.ClassDef, ast.FunctionDef)) and hasattr(of, child.name):
            if not child.name.startswith("__"):
                yield child.name, ast.get_docstring(child), inspect.getdoc(getattr(of, child.name))
            if isinstance(child, ast.ClassDef):
                yield from documented(child, getattr(of, child.name))


def test_the_stub_says_what_the_module_says():
    stub = Path(ergo_lab.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
    told = list(documented(ast.parse(stub), _native))
    assert len(told) > 60
    for name, here, there in told:
        assert here == there and here, name


def test_everything_public_is_documented():
    for name in ergo_lab.__all__:
        assert name == "__version__" or inspect.getdoc(getattr(ergo_lab, name)), name
