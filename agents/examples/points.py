"""A simple bot for ERGO: chooses the action with the largest lead in points if the round ended there.

agent = { kind = "process", command = "python3 agents/examples/points.py", results = true, reuse = true }
"""

import ergobot


def worth(match, result):
    own = result["points"][match.seat - 1]
    return own - max(points for seat, points in enumerate(result["points"]) if seat != match.seat - 1)


def choose(match, decision):
    values = [worth(match, result) for result in decision.results]
    best = [action for action, value in zip(decision.legal, values) if value == max(values)]
    return match.random.choice(best), {"leads to": max(values)}


ergobot.play("points now", choose)
