"""Tests of the Gymnasium and PettingZoo environments with the checkers of these packages and SuperSuit."""

import copy
import pickle
import warnings

import numpy
import pytest

import ergo_lab
from ergo_lab import ErgoError, Game, IllegalAction

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import gymnasium  # noqa: E402
import pettingzoo  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from ergo_lab import ergo_v0  # noqa: E402
from ergo_lab.gym import SingleAgentEnv  # noqa: E402
from ergo_lab.vector import SingleAgentVectorEnv  # noqa: E402


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("name", ergo_lab.games())
def test_gymnasium_checker_every_game_passes(name):
    env = gymnasium.make(f"ergo_lab/{name}-v0", on_illegal="random", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    for wrapper in (gymnasium.wrappers.FlattenObservation, gymnasium.wrappers.RecordEpisodeStatistics):
        wrapped = wrapper(gymnasium.make(f"ergo_lab/{name}-v0"))
        _, info = wrapped.reset(seed=1)
        wrapped.step(wrapped.action_space.sample(info["action_mask"]))


@pytest.mark.parametrize("name", ergo_lab.games())
def test_pettingzoo_checker_every_game_passes(name):
    for mask in ("observation", "info"):
        api_test(ergo_v0.env(name, mask=mask), num_cycles=60)
    seed_test(lambda: ergo_v0.env(name), num_cycles=60)
    if hasattr(pettingzoo, "make"):
        assert pettingzoo.make("aec", f"ergo_lab/{name}-v0").game.name == name


def test_pettingzoo_rewards_equal_centred_returns():
    api_test(ergo_v0.env(seats=4, rules={"target": 20}), num_cycles=300)
    env = ergo_v0.env(rules={"target": 10})
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
    assert sorted(total.values()) == [-0.5, 0.5]


def test_pettingzoo_wrong_actions_are_refused():
    env = ergo_v0.env(seats=3)
    for early in (lambda: env.step(0), lambda: env.observe("seat_1")):
        with pytest.raises(AssertionError, match="reset"):
            early()
    env.reset(seed=2)
    for wrong, error in ((env.action_space("seat_1").n, AssertionError), (-1, AssertionError), (0.5, TypeError)):
        with pytest.raises(error):
            env.step(wrong)
    env.step(int(numpy.argmin(env.last()[0]["action_mask"])))
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], over, cut, _ = env.last()
        assert over and cut
        env.step(None)
    assert rewards == {"seat_0": -1.0, "seat_1": 0.0, "seat_2": 0.0}


def test_supersuit_wrappers_accept_flat_observations():
    supersuit = pytest.importorskip("supersuit")
    env = ergo_v0.env("cogito", seats=3, mask="info")
    for wrap in (
        supersuit.flatten_v0,
        lambda env: supersuit.frame_stack_v2(env, 3),
        supersuit.pad_observations_v0,
        supersuit.pad_action_space_v0,
        lambda env: supersuit.dtype_v0(env, numpy.float16),
    ):
        wrapped = wrap(env)
        wrapped.reset(seed=1)
        for _ in range(20):
            observation, _, over, cut, info = wrapped.last()
            assert wrapped.observation_space(wrapped.agent_selection).contains(observation)
            wrapped.step(None if over or cut else int(numpy.argmax(info["action_mask"])))


def test_gymnasium_rewards_and_errors_are_reported():
    env = SingleAgentEnv(against=["td"], rules={"target": 20})
    rewards = []
    for number in range(4):
        _, info = env.reset(seed=0 if number == 0 else None)
        over = False
        while not over:
            assert (env.action_masks() == info["action_mask"]).all()
            _, reward, over, cut, info = env.step(env.action_space.sample(info["action_mask"]))
            assert not cut
        rewards.append(reward)
    assert set(rewards) <= {-0.5, 0.0, 0.5} and sum(rewards) < 0
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(7_985)
    for wrong in ({"against": ["unknown"]}, {"seat": 2}, {"on_illegal": "ignore"}, {"game": "chess"}, {"against": []}):
        with pytest.raises(ErgoError) as error:
            SingleAgentEnv(**wrong)
        assert "\n" not in str(error.value)
    for seed in (-1, 0.5, "1", 1 << 70):
        with pytest.raises(ErgoError, match="seed"):
            env.reset(seed=seed)


def test_replaced_illegal_actions_are_counted():
    env = SingleAgentEnv(on_illegal="random")
    _, info = env.reset(seed=1)
    for number in range(1, 4):
        info = env.step(int(numpy.argmin(info["action_mask"])))[4]
        assert info["illegal"] == number


def test_adjudicated_matches_are_truncated():
    rules = {"ply_cap": 6}
    for env in (SingleAgentEnv("ergo-invicta", ["random"], rules), ergo_v0.raw_env("ergo-invicta", rules=rules)):
        out = env.reset(seed=1)
        for _ in range(6):
            if isinstance(env, SingleAgentEnv):
                out = env.step(int(numpy.argmax(env.action_masks())))
                ends = out[2:4]
            else:
                env.step(int(numpy.argmax(env.last()[0]["action_mask"])))
                ends = (any(env.terminations.values()), all(env.truncations.values()))
            if any(ends):
                break
        assert ends == (False, True)
    env = SingleAgentVectorEnv(3, "ergo-invicta", ["random"], rules)
    _, infos = env.reset(seed=1)
    cuts = 0
    for _ in range(30):
        _, _, terminated, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert not terminated.any()
        cuts += truncated.sum()
    assert cuts >= 3


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copied_environments_continue_the_same_match(again):
    chance = numpy.random.default_rng(1)
    env = SingleAgentEnv(against=["td", "greedy:blunder=0.5"], on_illegal="random")
    again(env).reset()
    _, info = env.reset(seed=3)
    for _ in range(12):
        info = env.step(int(chance.integers(7_986)))[4]
    other = again(env)
    for _ in range(12):
        action = int(chance.integers(7_986))
        one, two = env.step(action), other.step(action)
        assert numpy.array_equal(one[0], two[0]) and one[1:4] == two[1:4] and str(env.state) == str(other.state)
    assert env.reset()[1]["seed"] == other.reset()[1]["seed"]
    zoo = ergo_v0.env()
    zoo.reset(seed=1)
    other = again(zoo)
    other.step(int(numpy.argmax(other.last()[0]["action_mask"])))
    assert (str(other.state) != str(zoo.state)) or again is copy.copy


def test_render_modes_show_the_board(capsys):
    for make in (SingleAgentEnv, ergo_v0.env):
        for mode, wanted in (("ansi", "Proof"), ("html", "<!DOCTYPE")):
            env = make("ergo", render_mode=mode)
            env.reset(seed=1)
            assert wanted in env.render()
        env = make("ergo", render_mode="human")
        env.reset(seed=1)
        assert env.render() is None and "Proof" in capsys.readouterr().out


@pytest.mark.parametrize("name", ergo_lab.games())
def test_vector_env_plays_the_matches_of_its_batch(name):
    env = gymnasium.make_vec(f"ergo_lab/{name}-v0", num_envs=5, vectorization_mode="vector_entry_point")
    assert isinstance(env, gymnasium.vector.VectorEnv)
    runs = []
    for _ in range(2):
        observations, infos = env.reset(seed=4)
        run = [observations]
        for _ in range(60):
            assert env.observation_space.contains(observations) and infos["action_mask"].dtype == numpy.int8
            mask = tuple(infos["action_mask"])
            actions = numpy.array([numpy.flatnonzero(row)[-1] for row in mask])
            assert env.action_space.contains(actions)
            observations, rewards, terminated, truncated, infos = env.step(actions)
            run += [observations, rewards, terminated, truncated]
            ended = terminated | truncated
            assert not rewards[~ended].any() and ended.any() == ("final_obs" in infos)
            for lane in numpy.flatnonzero(ended):
                assert infos["final_obs"][lane].shape == env.single_observation_space.shape
        runs.append(run)
    assert all(numpy.array_equal(one, two) for one, two in zip(*runs))
    other = pickle.loads(pickle.dumps(env.unwrapped))
    assert numpy.array_equal(other.step(actions * 0 + infos["action_mask"].argmax(1))[0], env.step(infos["action_mask"].argmax(1))[0])


def test_vector_env_supports_wrappers_and_reports_errors():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(SingleAgentVectorEnv(4, rules={"target": 1}))
    _, infos = env.reset(seed=1)
    ended = 0
    for _ in range(200):
        _, _, terminated, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        ended += terminated.sum()
    assert ended > 4
    with pytest.raises(IllegalAction):
        env.step(numpy.full(4, 7_985))
    for wrong in (lambda: SingleAgentVectorEnv(0), lambda: SingleAgentVectorEnv(2, against=["unknown"]), lambda: env.reset(options={"a": 1}), lambda: env.step([1])):
        with pytest.raises(ErgoError):
            wrong()
    alone = SingleAgentVectorEnv(2, against=None)
    _, infos = alone.reset(seed=1)
    assert set(infos["seat"]) <= {0, 1}
    seeds = {SingleAgentVectorEnv(2).reset()[1]["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_maskable_ppo_learns():
    pytest.importorskip("stable_baselines3")
    contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.env_checker import check_env as sb3_check_env
    from stable_baselines3.common.vec_env import VecMonitor

    from ergo_lab.sb3 import SB3VecEnv

    for name in ("ergo", "cogito"):
        sb3_check_env(SingleAgentEnv(name, on_illegal="random"), warn=False)
        model = contrib.MaskablePPO("MlpPolicy", VecMonitor(SB3VecEnv(32, name)), n_steps=64, n_epochs=1, seed=1, device="cpu")
        model.learn(20_000)
        assert model.num_timesteps >= 20_000 and len(model.ep_info_buffer) > 0
        single = contrib.MaskablePPO("MlpPolicy", SingleAgentEnv(name), n_steps=64, n_epochs=1, seed=1, device="cpu")
        single.learn(128)
