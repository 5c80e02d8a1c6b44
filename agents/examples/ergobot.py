"""The bot protocol of Ergo Lab for Python. Copy this file next to your bot and import it.

    import ergobot

    def choose(match, decision):
        return match.random.choice(decision.legal)

    ergobot.play("any legal action", choose)

agents/PROTOCOL.md describes the messages. Print to standard error only, because standard output carries the answers.
"""

import json
import random
import sys


class Match:
    """One match at one seat: the fields of its hello, and a seeded random generator, so that the match can be repeated."""

    def __init__(self, hello):
        self.game, self.rules, self.seats = hello["game"], hello["rules"], hello["seats"]
        self.seat, self.entrant, self.limits = hello["seat"], hello["entrant"], hello["limits"]
        self.text, self.seed = hello.get("text"), hello["seed"]
        self.random = random.Random(self.seed)


class Decision:
    """One decision: the observation of the seat, the legal actions and, with the setting results, the result of each."""

    def __init__(self, message):
        self.id, self.seen, self.legal = message["id"], message["observation"], message["legal"]
        self.text = message.get("text")
        self._results = message.get("results")

    @property
    def results(self):
        """The proof, verdict and points after each legal action."""
        if self._results is None:
            sys.exit("this bot reads decision.results, expected results = true in the agent of its entrant")
        return self._results


def _send(message):
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _answer(decision, choice):
    """The message for `choice`: an action, its index in the list, or a tuple of one of these and a remark, sent as `info`."""
    info = None
    if isinstance(choice, tuple):
        choice, info = choice
    index = choice if isinstance(choice, int) else decision.legal.index(choice)
    return {"id": decision.id, "action": index} | ({} if info is None else {"info": info})


def play(name, choose, on_event=None):
    """Runs the bot until the input ends. `choose(match, decision)` returns an action. `on_event(match, message)`, if given, is
    called at the end of each round and match."""
    match = None
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "decide":
            decision = Decision(message)
            _send(_answer(decision, choose(match, decision)))
        elif kind == "hello":
            match = Match(message)
            _send({"type": "ready", "name": name})
        elif on_event is not None:
            on_event(match, message)
