"""Tests of the program `ergo` of the package: the same text, bytes and exit status as the binary."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_folders import EXPERIMENT, LONG, bytes_of, told_of

#: The script that pip made beside the interpreter.
SCRIPT = Path(sys.executable).parent / "ergo"


def ergo(*words, program=SCRIPT):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True)


def test_program_prints_text_and_exit_status_of_the_binary(tmp_path):
    programs = [SCRIPT] + ([os.environ["ERGO"]] if "ERGO" in os.environ else [])
    run = ("run", EXPERIMENT, "--out", tmp_path / "out", "--threads", 1)
    assert ergo(*run).returncode == 0
    with open(tmp_path / "out" / "matches.csv", "a") as file:
        file.write("x\n")
    for words, code in (
        (["games"], 0),
        (["--version"], 0),
        (["--help"], 0),
        (["position", "cogito", "--seed", "3"], 0),
        (["verify", tmp_path / "out"], 1),
        (["fly"], 2),
        (["run", "no such file.toml"], 2),
        ([], 0),
    ):
        told = [ergo(*words, program=program) for program in programs]
        assert told[0].returncode == code, told[0]
        assert all((one.returncode, one.stdout, one.stderr) == (code, told[0].stdout, told[0].stderr) for one in told)
        assert code != 2 or (told[0].stderr.startswith("ergo: ") and told[0].stderr.count("\n") == 1)


def test_program_writes_the_folder_of_the_binary(tmp_path):
    if "ERGO" not in os.environ:
        pytest.skip("ERGO names no binary to compare with")
    folders = []
    for number, program in enumerate((SCRIPT, os.environ["ERGO"])):
        folders.append(tmp_path / str(number) / "out")
        folders[-1].parent.mkdir()
        words = [program, "run", EXPERIMENT, "--out", "out", "--set", "schedule.deals=3"]
        subprocess.run(words, check=True, capture_output=True, cwd=folders[-1].parent)
    assert bytes_of(folders[0]) == bytes_of(folders[1]) and len(bytes_of(folders[0])) > 5
    if told_of(folders[0])["revision"] == told_of(folders[1])["revision"]:
        assert told_of(folders[0]) == told_of(folders[1])


def test_ctrl_c_ends_the_program(tmp_path):
    (tmp_path / "long.toml").write_text(LONG)
    words = [SCRIPT, "run", tmp_path / "long.toml", "--out", tmp_path / "out", "--threads", "1"]
    begun = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (tmp_path / "out").exists():
        assert begun.poll() is None
        time.sleep(0.05)
    begun.send_signal(signal.SIGINT)
    assert begun.wait(timeout=10) == -signal.SIGINT
