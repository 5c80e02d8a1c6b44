"""Measures decisions per CPU second of random play, also of OpenSpiel, PettingZoo and RLCard if they are installed.

    pip install open_spiel rlcard pettingzoo gymnasium pygame
    python speed.py [CPU seconds each]
"""

import random
import sys
import time
import warnings

import numpy as np

import ergo_lab

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def measured(name, play):
    """Prints the decisions per CPU second of `play`, a generator that yields their number from time to time."""
    for _ in zip(range(2), play()):
        pass
    decisions, begun = 0, time.process_time()
    for more in play():
        decisions += more
        if (used := time.process_time() - begun) >= SECONDS:
            break
    print(f"| {name} | {decisions / used:,.0f} |", flush=True)


def single(name, seats=None):
    def play():
        game, chance, deal = ergo_lab.Game(name, seats), random.Random(1).random, 0
        while True:
            deal += 1
            state, decisions = game.new_state(deal), 0
            while ids := state.legal_ids():
                state.apply(ids[int(chance() * len(ids))])
                decisions += 1
            yield decisions

    return play


def many(lanes, name="ergo", **options):
    def play():
        env, chance = ergo_lab.VecEnv(ergo_lab.Game(name), lanes, seed=1, **options), np.random.default_rng(1)
        while True:
            counts = np.diff(env.offsets)
            env.step(env.legal[env.offsets[:-1] + (chance.random(lanes) * counts).astype(np.int64)])
            yield lanes

    return play


def callables():
    chance, deal = random.Random(1).random, 0

    def bot(decision):
        ids = decision.legal_ids
        return ids[int(chance() * len(ids))]

    while True:
        deal += 1
        yield sum(match["decisions"] for match in ergo_lab.play([bot, bot], deals=1, seed=deal))


def pettingzoo(make):
    def play():
        env, deal, chance = make(), 0, np.random.default_rng(1)
        while True:
            deal, decisions = deal + 1, 0
            env.reset(seed=deal)
            for agent in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"].view(bool))
                env.step(int(legal[int(chance.random() * len(legal))]))
                decisions += 1
            yield decisions

    return play


def vector(lanes, **options):
    def play():
        from ergo_lab.vector import SingleAgentVectorEnv

        env, chance = SingleAgentVectorEnv(lanes, **options), np.random.default_rng(1)
        env.reset(seed=1)
        batch = env.batch
        while True:
            counts = np.diff(batch.offsets)
            env.step(batch.legal[batch.offsets[:-1] + (chance.random(lanes) * counts).astype(np.int64)])
            yield lanes

    return play


def gymnasium():
    from ergo_lab.gym import SingleAgentEnv

    env, chance = SingleAgentEnv(against=["random"]), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    while True:
        legal = np.flatnonzero(info["action_mask"].view(bool))
        _, _, over, cut, info = env.step(int(legal[int(chance.random() * len(legal))]))
        if over or cut:
            _, info = env.reset()
        yield 1


def open_spiel(name):
    def play():
        import pyspiel

        game, chance = pyspiel.load_game(name), random.Random(1).random
        while True:
            state, decisions = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                decisions += 1
            yield decisions

    return play


def rlcard(name):
    def play():
        import rlcard as package

        env, chance = package.make(name), random.Random(1).random
        while True:
            state, _ = env.reset()
            decisions = 0
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance() * len(legal))])
                decisions += 1
            yield decisions

    return play


def main():
    warnings.simplefilter("ignore")
    print("| random play | decisions a CPU second |\n| --- | ---: |")
    measured("ergo: ids, one state at a time", single("ergo", 2))
    measured("ergo: VecEnv of 1,024 with masks", many(1024))
    measured("ergo: VecEnv of 1,024 with masks and features", many(1024, features=True))
    measured("ergo: VecEnv of 1,024 with masks, a random bot in the other seat", many(1024, against=["random"]))
    for name in ("ergo-invicta", "cogito", "philosophia", "goofspiel"):
        measured(f"{name}: VecEnv of 1,024 with masks and features", many(1024, name, features=True))
    measured("ergo: callables at a table", callables)
    try_all(
        "pettingzoo",
        lambda: __import__("ergo_lab.ergo_v0", fromlist=["raw_env"]).raw_env,
        [("ergo: PettingZoo environment", pettingzoo)],
    )
    try_all("gymnasium", lambda: None, [("ergo: Gymnasium environment against random", lambda _: gymnasium)])
    try_all("gymnasium", lambda: None, [("ergo: Gymnasium vector of 1,024, masks and features, all seats", lambda _: vector(1024, against=None))])
    try_all("gymnasium", lambda: None, [("ergo: Gymnasium vector of 1,024, masks and features, against random", lambda _: vector(1024, against=["random"]))])
    for name in ("leduc_poker", "gin_rummy", "hearts", "goofspiel"):
        try_all("pyspiel", lambda: name, [(f"OpenSpiel: {name}", open_spiel)])
    try_all("pyspiel", registered, [("OpenSpiel: ergo_lab_ergo", open_spiel)])
    for name in ("leduc_holdem_v4", "texas_holdem_v4"):
        try_all("pettingzoo", lambda: classic(name), [(f"PettingZoo: {name}", pettingzoo)])
    for name in ("leduc-holdem", "uno", "gin-rummy"):
        try_all("rlcard", lambda: name, [(f"RLCard: {name}", rlcard)])


def registered():
    from ergo_lab import openspiel

    openspiel.register()
    return "ergo_lab_ergo"


def classic(name):
    import importlib

    return importlib.import_module(f"pettingzoo.classic.{name}").raw_env


def try_all(package, make, rows):
    """Measures everything that is installed, and prints one line for everything else."""
    for name, play in rows:
        try:
            __import__(package)
            measured(name, play(make()))
        except Exception as error:  # Whatever others raise, the rest is measured.
            print(f"| {name} | – ({type(error).__name__}: {str(error).splitlines()[0][:80] if str(error) else ''}) |", flush=True)


if __name__ == "__main__":
    main()
