"""What a bot in Python needs: copy this file beside your bot and import it. agents/PROTOCOL.md says what a bot is told.

    import ergobot

    def choose(match, decision):
        return match.random.choice(decision.legal)

    ergobot.play("any legal action", choose)

Write to standard error, never to standard output: that belongs to the answers.
"""

import json
import random
import sys


class Match:
    """One match at one seat: what the hello said, and chance that is the same whenever the match is played again."""

    def __init__(self, hello):
        self.game, self.rules, self.seats = hello["game"], hello["rules"], hello["seats"]
        self.seat, self.entrant, self.limits = hello["seat"], hello["entrant"], hello["limits"]
        self.text, self.seed = hello.get("text"), hello["seed"]
        self.random = random.Random(self.seed)


class Decision:
    """One decision: what the seat knows, the legal actions as texts and, if the bot asked for them, what each comes to."""

    def __init__(self, told):
        self.id, self.seen, self.legal = told["id"], told["observation"], told["legal"]
        self.text = told.get("text")
        self._results = told.get("results")

    @property
    def results(self):
        """What comes of each legal action: its proof, verdict and points."""
        if self._results is None:
            sys.exit("this bot reads decision.results, which its entrant must ask for: results = true")
        return self._results


def _say(line):
    sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def _answer(decision, choice):
    """An answer of `choice`: an action, its place in the list, or one of these with something to be said of it."""
    info = None
    if isinstance(choice, tuple):
        choice, info = choice
    place = choice if isinstance(choice, int) else decision.legal.index(choice)
    return {"id": decision.id, "action": place} | ({} if info is None else {"info": info})


def play(name, choose, hear=None):
    """Answers until there is nothing more to answer. `choose(match, decision)` gives an action; `hear(match, told)`, if it is
    given, is shown the ends of rounds and matches."""
    match = None
    for line in sys.stdin:
        told = json.loads(line)
        kind = told["type"]
        if kind == "decide":
            decision = Decision(told)
            _say(_answer(decision, choose(match, decision)))
        elif kind == "hello":
            match = Match(told)
            _say({"type": "ready", "name": name})
        elif hear is not None:
            hear(match, told)
