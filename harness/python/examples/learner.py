"""A bot that learns ERGO for two by playing itself through `VecEnv`, in numpy alone: policy gradient over groups of actions.

Many matches are stepped at once. Each action belongs to a group (its family, and for letters whose they are); the score of a group is a
linear function of what the seat knows, and an action is drawn with a chance proportional to e^score. After each batch the chances of
what the winners did are raised, those of what the losers did lowered (REINFORCE, with the mean of the table as its baseline).

    python learner.py [CPU seconds]
"""

import sys
import time

import numpy as np

from ergo_lab import Game, VecEnv, play

LANES, STEPS, RATE = 256, 192, 0.02


def groups_of(game):
    """The group of each id, for each seat: `(seats, num_actions)`. Letters are counted from the seat's own."""
    places = dict(game.families)["remove"]  # One id for each place in a proof.
    groups, start, fresh = np.zeros((game.seats, game.num_actions), np.int64), 0, 0
    for family, count in game.families:
        rest = np.arange(count)
        variable = {
            "discard": np.where(rest < 4, rest, -1 - rest),  # Other cards by their kind.
            "premise": rest % 4,
            "join_before": rest // places // 6 % 4,
            "join_after": rest // places // 6 % 4,
        }.get(family, np.full(count, -1))
        for seat in range(game.seats):
            own = np.where(variable >= 0, (variable - seat) % 4, 3 - variable)
            groups[seat, start : start + count] = fresh + own
        start, fresh = start + count, int(groups.max()) + 1
    names, packed = np.unique(groups, return_inverse=True)
    return packed.reshape(groups.shape), len(names)


class Policy:
    """Scores of groups as a linear function of features."""

    def __init__(self, game):
        self.groups, self.count = groups_of(game)
        self.weights = np.zeros((game.num_features, self.count), np.float32)
        self.square = np.full_like(self.weights, 1e-6)

    def act(self, decision, chance):
        """Chooses for one seat: a callable for `play`."""
        ids = np.array(decision.legal_ids)
        scores = (decision.features @ self.weights)[self.groups[decision.seat, ids]]
        return int(ids[np.argmax(scores + chance.gumbel(size=len(ids)) * 0.1)])

    def choose(self, env, chance):
        """Draws an action in every lane; gives them, their groups, and the chance of each group in each lane."""
        ends = env.offsets[-1]
        lane = np.repeat(np.arange(env.n), np.diff(env.offsets))
        ids = env.legal[:ends]
        group = self.groups[env.to_move[lane], ids]
        scores = (env.features @ self.weights)[lane, group]
        scores -= np.maximum.reduceat(scores, env.offsets[:-1])[lane]
        weight = np.exp(scores)
        total = np.add.reduceat(weight, env.offsets[:-1])
        # The largest of score + Gumbel noise falls on each action with just its chance.
        noisy = scores + chance.gumbel(size=ends)
        best = np.flatnonzero(noisy == np.maximum.reduceat(noisy, env.offsets[:-1])[lane])
        best = best[np.unique(lane[best], return_index=True)[1]]
        share = np.zeros((env.n, self.count), np.float32)
        np.add.at(share, (lane, group), weight / total[lane])
        return ids[best], group[best], share

    def learn(self, features, gradient):
        """Goes up the gradient, each weight in steps of its own (RMSprop)."""
        slope = features.T @ gradient / len(features)
        self.square += 0.1 * (slope * slope - self.square)
        self.weights += RATE * slope / np.sqrt(self.square)


def train(game, seconds, seed=1):
    """A policy after so many CPU seconds, and how many decisions it has seen."""
    chance, policy = np.random.default_rng(seed), Policy(game)
    env = VecEnv(game, LANES, seed=seed, mask=False, features=True)
    begun, decisions = time.process_time(), 0
    while time.process_time() - begun < seconds:
        features = np.empty((STEPS, LANES, game.num_features), np.float32)
        gradient = np.empty((STEPS, LANES, policy.count), np.float32)
        seats, worth = np.empty((STEPS, LANES), np.int64), np.zeros((STEPS, LANES, game.seats), np.float32)
        before = env.scores.copy()
        for step in range(STEPS):
            ids, group, share = policy.choose(env, chance)
            features[step], seats[step] = env.features, env.to_move
            gradient[step] = -share
            gradient[step, np.arange(LANES), group] += 1
            env.step(ids)
            # Points of the round that has just ended, if one has, less the mean of the table.
            gained = (env.scores - before).astype(np.float32)
            worth[step] = gained - gained.mean(axis=1, keepdims=True)
            before = np.where(env.done[:, None] == 1, 0, env.scores)
        # What a decision led to: the points of its round, told back from where they were written down.
        for step in reversed(range(STEPS - 1)):
            open_ = ~worth[step].any(axis=1)
            worth[step, open_] = worth[step + 1, open_] * 0.98
        advantage = np.take_along_axis(worth, seats[:, :, None], axis=2) / 20
        policy.learn(features.reshape(-1, game.num_features), (gradient * advantage).reshape(-1, policy.count))
        decisions += STEPS * LANES
    return policy, decisions


def main(seconds=60.0, deals=200):
    game = Game("ergo")
    policy, decisions = train(game, seconds)
    chance = np.random.default_rng(2)

    def learned(decision):
        return policy.act(decision, chance)

    played = play([learned, "random"], deals=deals, seed=7, game=game)
    print(f"{decisions:,} decisions in {seconds:.0f} CPU seconds: {played}")
    return played.shares[0]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)
