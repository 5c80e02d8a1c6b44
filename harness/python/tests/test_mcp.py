"""Tests of the server for the Model Context Protocol, with the client of the official package over standard input and output."""

import asyncio
import json
import random
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import ergo_lab

pytest.importorskip("mcp.server.mcpserver", reason='ergo_lab.mcp needs the package mcp, version 2: pip install "mcp>=2,<3"')

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

EXPERIMENT = """
question = "Is greedy better than random?"
seed = 1
[game]
name = "ergo"
[[entrant]]
name = "greedy"
agent = { kind = "greedy" }
[[entrant]]
name = "random"
agent = { kind = "random" }
[schedule]
tables = [["greedy", "random"]]
deals = 4
[[finding]]
text = "The greedy bot wins {share:ci} of its matches."
[finding.values]
share = { measure = "win_share", subject = "greedy" }
[finding.holds]
some = "share > 0%"
"""
BOT = Path(__file__).resolve().parents[3] / "agents/examples/bot.py"
PROGRAM = EXPERIMENT.replace('{ kind = "greedy" }', f'{{ kind = "process", command = "{sys.executable} {BOT}" }}')


@asynccontextmanager
async def connected(*arguments):
    """Starts a server and yields a function that calls a tool and returns its result, and the session."""
    command = StdioServerParameters(command=sys.executable, args=["-m", "ergo_lab.mcp", *arguments])
    async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
        await session.initialize()

        async def call(name, **arguments):
            result = await session.call_tool(name, arguments)
            text = result.content[0].text
            if result.is_error:
                raise RuntimeError(text)
            return result.structured_content if name == "rules" else json.loads(text)

        yield call, session


async def refused(call, name, **arguments):
    """Calls a tool that must fail and returns the message."""
    with pytest.raises(RuntimeError) as error:
        await call(name, **arguments)
    return str(error.value)


async def played(call, most=100_000, **arguments):
    """Plays a match with random actions; returns the position before each action, the action, and the last position."""
    chance, log = random.Random(1), []
    view = await call("new_match", **arguments)
    while not view["over"] and len(log) < most:
        actions = (await call("legal_actions", match=view["match"]))["actions"]
        assert actions and all(action["action"] and action["description"] for action in actions)
        action = chance.choice(actions)["action"]
        log.append((view["position"], action))
        view = await call("play", match=view["match"], action=action)
    return log, view


@pytest.mark.parametrize(
    ("game", "seats", "seat", "opponents"),
    [
        ("ergo", 3, 2, ["greedy", "random"]),
        ("ergo-invicta", 2, 2, ["random"]),
        ("cogito", 2, 1, ["candidates"]),
        ("philosophia", 2, 1, None),
    ],
)
def test_client_plays_a_match_and_the_seed_repeats_it(game, seats, seat, opponents):
    async def client():
        async with connected() as (call, _):
            assert len((await call("rules", game=game))["result"]) > 500
            arguments = {"game": game, "seats": seats, "seat": seat, "opponents": opponents}
            log, last = await played(call, **arguments)
            assert last["over"] and 0 <= last["seed"] < 2**53 and len(last["returns"]) == seats
            assert f"You are seat {seat}" in last["position"] and set(last["winners"]) <= set(range(1, seats + 1))
            assert (await call("legal_actions", match=1)) == {"actions": []}
            again, view = await played(call, seed=last["seed"], **arguments)
            assert again == log and view == {**last, "match": 2}
            other, _ = await played(call, seed=(last["seed"] + 1) % 2**53, most=5, **arguments)
            assert other != log[:5]
            assert (await call("position", match=1)) == last

    asyncio.run(client())


def test_errors_name_the_argument_and_change_nothing():
    async def client():
        async with connected() as (call, session):
            tools = {tool.name: tool.description for tool in (await session.list_tools()).tools}
            expected = "games rules new_match position legal_actions play explain run_experiment findings"
            assert list(tools) == expected.split() and all(tools.values())
            assert [game["game"] for game in (await call("games"))["games"]] == ergo_lab.games()
            before = await call("new_match", game="cogito", seed=3)
            assert "no such action" in await refused(call, "play", match=1, action="no such action")
            assert await call("position", match=1) == before
            assert "match = 2: unknown" in await refused(call, "position", match=2)
            assert '"chess"' in await refused(call, "rules", game="chess")
            assert "seat = 3: expected 1 to 2" in await refused(call, "new_match", game="ergo", seat=3)
            assert "got 2, expected 1" in await refused(call, "new_match", game="ergo", opponents=["td", "td"])
            assert '"missing"' in await refused(call, "new_match", game="ergo", opponents=["missing"])
            assert "seats = 9, expected 2 to 4" in await refused(call, "new_match", game="ergo", seats=9)

    asyncio.run(client())


def test_explain_compares_candidates_and_plays_nothing():
    async def client():
        async with connected() as (call, _):
            before = await call("new_match", game="ergo", seed=3)
            legal = [action["action"] for action in (await call("legal_actions", match=1))["actions"]]
            explained = await call("explain", match=1, bot="greedy")
            assert explained["choice"] in legal and len(explained["weighed"]["candidates"]) > 1
            assert await call("position", match=1) == before

    asyncio.run(client())


def test_client_runs_an_experiment_and_reads_its_findings(tmp_path):
    async def client():
        async with connected() as (call, _):
            ran = await call("run_experiment", folder="out", text=EXPERIMENT)
            assert ran.pop("answer").startswith("The greedy bot wins ")
            assert await call("findings", folder="out") == ran
            [finding] = ran["findings"]
            assert finding["claims"][0]["name"] == "some" and finding["text"] in ran["report"]
            assert "expected a results folder" in await refused(call, "findings", folder="nowhere")
            (tmp_path / "same.toml").write_text(EXPERIMENT)
            same = await call("run_experiment", folder="same", path="same.toml")
            assert same["findings"] == ran["findings"]
            assert "path and text" in await refused(call, "run_experiment", folder="none")
            assert "run_programs" in await refused(call, "run_experiment", folder="program", text=PROGRAM)
            assert not Path("program").exists()
        async with connected("--programs") as (call, _):
            assert (await call("run_experiment", folder="program", text=PROGRAM))["findings"]

    asyncio.run(client())
    assert set(ergo_lab.verify("out").values()) == {"same"}
    assert (tmp_path / "out" / "matches.csv").read_bytes() == (tmp_path / "same" / "matches.csv").read_bytes()
