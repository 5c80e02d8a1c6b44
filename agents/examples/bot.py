"""A bot from outside: any legal action, each equally likely. agents/PROTOCOL.md says what it may know.

Put your own choice into `choose`. Write to standard error, never to standard output: that belongs to the answers.
"""

import json
import random
import sys


def choose(rules, seen, legal, chance):
    """The place in `legal` of what to play; `seen` is everything this seat knows."""
    return chance.randrange(len(legal))


def say(line):
    print(json.dumps(line), flush=True)


rules = chance = None
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        rules, chance = told["rules"], random.Random(told["seed"])
        say({"type": "ready", "name": "random legal, in Python"})
    elif told["type"] == "decide":
        say({"id": told["id"], "action": choose(rules, told["observation"], told["legal"], chance)})
