"""A bot that learns a game by playing against itself, in numpy alone, for any game with features.

    python learner.py [game] [minutes] [picture.svg]

It learns the value of afterstates (Sutton and Barto, Reinforcement Learning, 6.8): a small net predicts from the features that a seat
would see after its action how many points that seat will still gain on the others. The bot plays the action with the best sum of points
gained at once and predicted value. The net is trained towards lambda-returns of self-play, which `VecEnv.afterstates` makes fast.
"""

import sys
import time

import numpy as np

from ergo_lab import Game, VecEnv

LANES, STEPS, HIDDEN = 192, 64, 64
GAMMA, LAMBDA, EPSILON = 0.98, 0.8, 0.05


class Net:
    """A net with one hidden layer, trained by Adam towards the mean squared error."""

    def __init__(self, inputs, seed):
        rng = np.random.default_rng(seed)
        shapes = [(inputs, HIDDEN), (HIDDEN,), (HIDDEN, 1), (1,)]
        scales = [inputs**-0.5, 0, 0.1 * HIDDEN**-0.5, 0]
        self.weights = [(scale * rng.standard_normal(shape)).astype(np.float32) for shape, scale in zip(shapes, scales)]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def __call__(self, features):
        first, bias, second, offset = self.weights
        return (np.maximum(features @ first + bias, 0) @ second + offset)[:, 0]

    def train(self, features, targets, rate):
        first, bias, second, offset = self.weights
        hidden = np.maximum(features @ first + bias, 0)
        error = ((hidden @ second + offset)[:, 0] - targets)[:, None] / len(targets)
        back = (error @ second.T) * (hidden > 0)
        self.updates += 1
        for weight, (mean, square), slope in zip(
            self.weights, self.moments, (features.T @ back, back.sum(0), hidden.T @ error, error.sum(0))
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            corrected = np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8
            weight -= rate * (mean / (1 - 0.9**self.updates)) / corrected


def margins(scores):
    """Returns the points of each seat minus the mean of the others; in a game for one player, its points."""
    scores, seats = np.asarray(scores, np.float32), np.shape(scores)[1]
    return scores if seats == 1 else (scores - scores.mean(1, keepdims=True)) * seats / (seats - 1)


class Policy:
    """Chooses by the values of afterstates."""

    def __init__(self, game, seed=1):
        self.net = Net(game.num_features, seed)
        self.scale = max(map(abs, game.info["points"])) / 4

    def values(self, after, seats, before):
        """Returns the value of each row of `after` for the moving seat in `seats`; `before` are the margins before the action."""
        rows = np.arange(len(seats))
        gained = (margins(after["scores"])[rows, seats] - before) / self.scale
        return gained + np.where(after["over"] == 1, 0, GAMMA * self.net(after["features"]))

    def choose(self, env, before, explore=0.0, rng=None):
        """Returns the row of the action in each match of `env`, and the afterstates. A share `explore` of the actions is random."""
        after, starts = env.afterstates(), env.offsets[:-1]
        lane = np.repeat(np.arange(env.n), np.diff(env.offsets))
        seats = env.to_move[lane]
        values = self.values(after, seats, before[lane, seats])
        best = np.flatnonzero(values == np.maximum.reduceat(values, starts)[lane])
        rows = best[np.unique(lane[best], return_index=True)[1]]
        if explore:
            other = starts + (rng.random(env.n) * np.diff(env.offsets)).astype(np.int64)
            rows = np.where(rng.random(env.n) < explore, other, rows)
        return rows, after

    def __call__(self, decision):
        """Chooses for one seat, as a player of `play` and `run`."""
        after, before = decision.afterstates(), margins([decision.scores])[0, decision.seat]
        values = self.values(after, np.full(len(after["over"]), decision.seat), before)
        return decision.legal_ids[int(values.argmax())]


def rollout(policy, env, before, rng, explore):
    """Plays `STEPS` decisions in each match and returns afterstates with their lambda-returns."""
    lanes, features, seats, after, over = np.arange(env.n), [], [], [], []
    for _ in range(STEPS):
        rows, outcome = policy.choose(env, before, explore, rng)
        features.append(outcome["features"][rows])
        seats.append(env.to_move.copy())
        env.step(env.legal[rows])
        after.append(margins(env.scores) / policy.scale)
        over.append(env.done == 1)
        before[:] = np.where(over[-1][:, None], 0, after[-1] * policy.scale)
    values = policy.net(np.concatenate(features)).reshape(STEPS, -1)
    # The margin after each seat's decision, and the value from there on.
    margin, value = np.zeros_like(after[0]), np.zeros_like(after[0])
    known, targets = np.zeros(margin.shape, bool), np.full((STEPS, env.n), np.nan, np.float32)
    for step in reversed(range(STEPS)):
        ended, seat = over[step], seats[step]
        margin[ended], value[ended], known[ended] = after[step][ended], 0, True
        here, own = ~ended, after[step][lanes, seat]
        target = margin[lanes, seat] - own + GAMMA * value[lanes, seat]
        targets[step] = np.where(here & known[lanes, seat], target, np.nan)
        mixed = np.where(known[lanes, seat], (1 - LAMBDA) * values[step] + LAMBDA * target, values[step])
        margin[lanes[here], seat[here]], value[lanes[here], seat[here]] = own[here], mixed[here]
        known[lanes[here], seat[here]] = True
    usable = ~np.isnan(targets.ravel())
    return np.concatenate(features)[usable], targets.ravel()[usable]


def match_result(policy, game, against, matches=1000, seed=7):
    """Returns the win share of the policy against bots, and the half-width of its 95 % interval."""
    per_lane = 2 * game.seats
    env = VecEnv(game, max(matches // per_lane, 1), seed, mask=False, features=True, against=against)
    won, before = [[] for _ in range(env.n)], np.zeros((env.n, game.seats), np.float32)
    while min(map(len, won)) < per_lane:
        rows, _ = policy.choose(env, before)
        seats = env.to_move.copy()
        env.step(env.legal[rows])
        before = np.where(env.done[:, None] == 1, 0, margins(env.scores))
        for lane in np.flatnonzero(env.done):
            won[lane].append(env.returns[lane, seats[lane]] - (0 if game.info["utility"][0] == 0 else game.info["utility"][0]))
    shares = np.concatenate([lane[:per_lane] for lane in won])
    return shares.mean(), 1.96 * shares.std() / len(shares) ** 0.5


def train(game, minutes, seed=1, threads=2, report=None, every=60):
    """Trains for `minutes` and returns the policy and a list of (seconds, decisions, report), one for every `every` seconds."""
    rng, policy = np.random.default_rng(seed), Policy(game, seed)
    env = VecEnv(game, LANES, seed, mask=False, features=True, threads=threads)
    before, curve = np.zeros((LANES, game.seats), np.float32), []
    decisions, used, due = 0, 0.0, 0.0
    while used < 60 * minutes:
        begun, left = time.monotonic(), 1 - used / (60 * minutes)
        features, targets = rollout(policy, env, before, rng, EPSILON * left)
        order = rng.permutation(len(targets))
        for part in np.array_split(order, max(len(order) // 512, 1)):
            policy.net.train(features[part], targets[part], 0.001 * left + 0.00005)
        decisions, used = decisions + STEPS * LANES, used + time.monotonic() - begun
        if report and used >= due:
            curve.append((used, decisions, report(policy)))
            print(f"{used:5.0f} s {decisions:9,} decisions: {curve[-1][2]}", flush=True)
            due += every
    return policy, curve


def plot(curve, path):
    """Draws the win share of the bot against each opponent over time."""
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.2), layout="constrained")
    for bot in curve[0][2]:
        shares, widths = np.array([shares[bot] for _, _, shares in curve]).T
        minutes = np.array([used for used, _, _ in curve]) / 60
        axes.plot(minutes, shares, label=f"against {bot}")
        axes.fill_between(minutes, shares - widths, shares + widths, alpha=0.2)
    axes.axhline(0.5, color="grey", linewidth=0.8, linestyle="--")
    axes.set(xlabel="minutes of training", ylabel="share of matches won", ylim=(0, 1))
    axes.legend(frameon=False)
    figure.savefig(path)
    pyplot.close(figure)


def main(name="ergo", minutes="10", picture=None):
    game = Game(name)
    kinds = [agent["kind"] for agent in game.agents]
    opponents = [bot for bot in ("greedy", "td") if bot in kinds] or ["random"]

    def report(policy, matches=200):
        results = {bot: match_result(policy, game, [bot] * (game.seats - 1), matches) for bot in opponents}
        return {bot: (round(float(share), 3), round(float(width), 3)) for bot, (share, width) in results.items()}

    policy, curve = train(game, float(minutes), report=report)
    for bot, (share, width) in report(policy, 1000).items():
        print(f"{share:.1%} ± {width:.1%} of 1,000 matches against {bot}")
    if picture:
        plot(curve, picture)
    return policy


if __name__ == "__main__":
    main(*sys.argv[1:])
