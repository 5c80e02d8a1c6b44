"""Runs every test in its own folder. `--all` includes tests that take minutes."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also what takes minutes")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
