"""Tests of the seeds of every entry point and of the learner's seat."""

import copy

import numpy
import pytest

import ergo_lab
from ergo_lab import ErgoError, Game, State, VecEnv, play

GAME = Game("ergo", rules={"target": 1})


def of_state(state):
    return str(state), state.seed


def of_vec_env(env):
    return env.features.tolist(), env.seed


def of_play(played):
    return [match["actions"] for match in played], played.seed


def of_choices(agent):
    state, choices = GAME.new_state(1), []
    while state.to_move == 0:
        choices.append(agent.choose(state))
        state.apply(choices[-1])
    return choices, agent.seed


def of_house(seed, env=None):
    from ergo_lab.gym import SingleAgentEnv

    env = env or SingleAgentEnv(GAME, against=["random"])
    observation, info = env.reset(seed=seed)
    return (observation.tolist(), info["seat"], str(env.state)), info["seed"]


def of_zoo(seed, env=None):
    from ergo_lab import ergo_v0

    env = env or ergo_v0.env(game=GAME)
    env.reset(seed=seed)
    return str(env.state), env.last()[4]["seed"]


#: Every entry point that takes a seed: each gives a match as a value that can be compared, and the seed that it reports.
ENTRIES = {
    "new_state": lambda seed: of_state(GAME.new_state(seed)),
    "deal": lambda seed: of_state(GAME.deal(seed)),
    "State": lambda seed: of_state(State(GAME, seed)),
    "agent": lambda seed: of_choices(GAME.agent("random", 0, seed)),
    "VecEnv": lambda seed: of_vec_env(VecEnv(GAME, 2, seed, features=True)),
    "VecEnv against": lambda seed: of_vec_env(VecEnv(GAME, 2, seed, features=True, against=["random"])),
    "play": lambda seed: of_play(play(["random", "random"], 2, seed, game=GAME, actions=True)),
    "SingleAgentEnv": of_house,
    "PettingZoo": of_zoo,
}


@pytest.mark.parametrize("name", ENTRIES)
def test_unseeded_matches_differ_and_reported_seed_repeats(name):
    if name == "PettingZoo":
        pytest.importorskip("pettingzoo")
    if name == "SingleAgentEnv":
        pytest.importorskip("gymnasium")
    entry = ENTRIES[name]
    unseeded = [entry(None) for _ in range(4)]
    assert len({seed for _, seed in unseeded}) == 4 and len({str(match) for match, _ in unseeded}) > 1
    for match, seed in unseeded:
        assert entry(seed) == (match, seed)
    assert entry(7)[0] == entry(7)[0] != entry(8)[0]


def test_unseeded_resampling_differs():
    state = Game("ergo").new_state(1)
    assert len({str(state.resample(0)) for _ in range(4)}) == 4
    assert Game("ergo-invicta").read("9l/10/2h7/10/4HH4/10/10/10/LLL7 w 5+3 -").seed is None


@pytest.mark.parametrize("package, of", [("gymnasium", of_house), ("pettingzoo", of_zoo)])
def test_reset_continues_the_stream_of_the_last_seed(package, of):
    pytest.importorskip(package)

    def made():
        from ergo_lab import ergo_v0, gym

        return gym.SingleAgentEnv(GAME, against=["random"]) if of is of_house else ergo_v0.env(game=GAME)

    runs = []
    for env in (made(), made()):
        runs.append([of(seed, env) for seed in (5, None, None, 9, None)])
    assert runs[0] == runs[1]
    assert len({seed for _, seed in runs[0]}) == 5 and [runs[0][0][1], runs[0][3][1]] == [5, 9]
    for match, seed in runs[0]:
        assert of(seed, made()) == (match, seed)
    # Copies of an environment that has not been reset play different matches.
    fresh = made()
    assert len({of(None, copy.copy(fresh))[1] for _ in range(3)}) == 3


def test_seats_of_seeds_are_uniform():
    pytest.importorskip("gymnasium")
    from ergo_lab.gym import SingleAgentEnv

    env = SingleAgentEnv(GAME, against=["random"])
    first = sum(env.reset(seed=seed)[1]["seat"] == 0 for seed in range(200))
    assert 86 <= first <= 114
    three = SingleAgentEnv(Game("ergo", 3), against=["random"] * 2)
    counts = numpy.bincount([three.reset(seed=seed)[1]["seat"] for seed in range(300)])
    assert len(counts) == 3 and counts.min() >= 75
    firsts = [VecEnv(GAME, 1, seed, against=["random"]).to_move[0] for seed in range(200)]
    assert 86 <= firsts.count(0) <= 114


def test_seat_option_fixes_the_seat_and_keeps_the_deal():
    pytest.importorskip("gymnasium")
    from ergo_lab.gym import SingleAgentEnv

    env = SingleAgentEnv(GAME, against=["random"])
    for seed in range(5):
        deals = set()
        for seat in (0, 1):
            _, info = env.reset(seed=seed, options={"seat": numpy.int64(seat)})
            assert (info["seat"], info["seed"]) == (seat, seed)
            deals.add(env.state.seed)
        env.reset(seed=seed)
        assert deals == {env.state.seed}
    assert SingleAgentEnv(GAME, against=["random"], seat=1).reset(seed=3)[1]["seat"] == 1
    assert SingleAgentEnv(GAME, against=["random"], seat=1).reset(seed=3, options={"seat": 0})[1]["seat"] == 0
    for wrong, said in (({"seat": 2}, "seat = 2: expected 0 to 1"), ({"seat": -1}, "0 to 1"), ({"seat": "0"}, "0 to 1"),
                        ({"seat": True}, "0 to 1"), ({"seat": 0.5}, "0 to 1"), ({"seats": 0}, "'seats', expected 'seat'")):  # fmt: skip
        with pytest.raises(ErgoError, match=said):
            env.reset(seed=1, options=wrong)


def score_of(env, bot, matches, reset):
    """Returns the win share of a learner identical to `bot`, scaled by the utility of the game."""
    least, most = env.game.info["utility"]
    score = 0.0
    for number in range(matches):
        _, info = reset(env, number)
        learner, over = env.game.agent(bot, info["seat"], number), False
        while not over:
            _, reward, ended, cut, _ = env.step(env.state.id(learner.choose(env.state)))
            over = ended or cut
        score += reward / (most - least) / matches
    return score + 0.5


@pytest.mark.parametrize(
    "reset", [lambda env, number: env.reset(seed=number), lambda env, number: env.reset()], ids=["seeds", "without"]
)
@pytest.mark.parametrize(
    "game, bot, matches", [(GAME, "td", 2_000), ("cogito", "candidates", 1_000), ("leduc-poker", "random", 2_000), ("goofspiel", "random", 1_000)]
)
def test_learner_equal_to_its_opponent_wins_half(game, bot, matches, reset):
    pytest.importorskip("gymnasium")
    from ergo_lab.gym import SingleAgentEnv

    assert 0.45 < score_of(SingleAgentEnv(game, against=[bot]), bot, matches, reset) < 0.55


@pytest.mark.parametrize("name", [name for name in ergo_lab.games() if Game(name).seats_range[1] > 1])
def test_seats_of_seeds_are_uniform_in_every_game(name):
    pytest.importorskip("gymnasium")
    from ergo_lab.gym import SingleAgentEnv

    env = SingleAgentEnv(Game(name, 2), against=["random"])
    assert 86 <= sum(env.reset(seed=seed)[1]["seat"] == 0 for seed in range(200)) <= 114


def test_play_equals_experiment_with_the_same_seed(tmp_path):
    for names, rotations in ((["greedy", "random"], "cyclic"), (["random", "td", "random"], "all")):
        agents = "".join(f'[[entrant]]\nname = "{name}"\nagent = {{ kind = "{name}" }}\n' for name in sorted(set(names)))
        text = f'question = "?"\nseed = 5\n[game]\nname = "ergo"\nrules = {{ target = 1 }}\n{agents}'
        text += f'[schedule]\ntables = {names}\ndeals = 3\nrotations = "{rotations}"\n[output]\ntranscripts = true\n'.replace(
            f"{names}", f"[{names}]".replace("'", '"')
        )
        (tmp_path / "same.toml").write_text(text)
        lines = ergo_lab.run(tmp_path / "same.toml", tmp_path / rotations).transcripts()
        played = play(names, 3, 5, game=Game("ergo", len(names), {"target": 1}), rotations=rotations, actions=True)
        ours = [(match["deal"], match["rotation"], [names[at] for at in match["players"]], " ".join(match["actions"])) for match in played]
        assert ours == [(line["deal"], line["rotation"], line["seats"], line["actions"]) for line in lines]
