"""Every test runs in a folder of its own; `--all` also runs what takes minutes."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also what takes minutes")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
