"""What learners stand on: many matches at once, and the checkers of the field."""

import pickle
import warnings

import numpy
import pytest

import ergo_lab
from ergo_lab import ErgoError, Game, IllegalAction, VecEnv


def picked(env, chance):
    counts = numpy.diff(env.offsets)
    return env.legal[env.offsets[:-1] + (chance.random(env.n) * counts).astype(numpy.int64)]


def test_every_lane_is_the_match_that_single_states_play():
    game = Game("ergo", 3, {"target": 10})
    chance = numpy.random.default_rng(1)
    env = VecEnv(game, 16, seed=5, features=True)
    again = VecEnv(game, 16, seed=5, features=True, threads=2)
    arrays = (env.mask, env.features, env.to_move, env.returns, env.done, env.scores, env.offsets)
    ended = 0
    for _ in range(400):
        rows, ids = numpy.nonzero(env.mask)
        assert numpy.array_equal(numpy.bincount(rows, minlength=16), numpy.diff(env.offsets))
        for lane in (0, 9):
            legal = env.legal[env.offsets[lane] : env.offsets[lane + 1]]
            assert sorted(legal) == ids[rows == lane].tolist()
        chosen = picked(env, chance)
        env.step(chosen)
        again.step(chosen)
        for name in ("mask", "features", "to_move", "returns", "done", "scores", "offsets"):
            assert numpy.array_equal(getattr(env, name), getattr(again, name)), name
        ended += env.done.sum()
        assert numpy.allclose(env.returns[env.done == 1].sum(axis=1), 1) and not env.returns[env.done == 0].any()
    assert ended > 16
    assert all(one is other for one, other in zip(arrays, (env.mask, env.features, env.to_move, env.returns, env.done, env.scores, env.offsets)))
    env.reset(seed=5)
    fresh = VecEnv(game, 16, seed=5, features=True)
    assert numpy.array_equal(env.features, fresh.features) and numpy.array_equal(env.mask, fresh.mask)
    env.reset()
    assert not numpy.array_equal(env.features, fresh.features)


def test_the_arrays_of_the_caller_are_filled():
    game = Game("ergo")
    mask, done = numpy.ones((4, game.num_actions), numpy.uint8), numpy.ones(4, numpy.uint8)
    env = VecEnv(game, 4, seed=1, out={"mask": mask, "done": done})
    assert env.mask is mask and env.done is done and mask.sum() == env.offsets[-1] and not done.any()
    state = game.new_state(0)
    for wrong in ({"mask": mask[:2]}, {"mask": mask.astype(float)}, {"dones": done}, {"done": done[::2]}):
        with pytest.raises(ErgoError) as error:
            VecEnv(game, 4, out=wrong)
        assert "\n" not in str(error.value)
    mask.setflags(write=False)
    with pytest.raises(ErgoError, match="mask"):
        env.step(picked(env, numpy.random.default_rng(1)))
    assert state.mask().shape == (game.num_actions,)


def test_an_illegal_id_plays_nothing():
    env = VecEnv(Game("ergo"), 3, seed=1, features=True)
    before = env.features.copy()
    ids = picked(env, numpy.random.default_rng(1))
    ids[2] = numpy.setdiff1d(numpy.arange(7_986), env.legal[env.offsets[2] : env.offsets[3]])[0]
    with pytest.raises(IllegalAction, match=r"ids\[2\]"):
        env.step(ids)
    assert numpy.array_equal(env.features, before)
    with pytest.raises(ErgoError, match="3 matches"):
        env.step(ids[:2])
    with pytest.raises(TypeError):
        env.step([1, 2, 3])


@pytest.mark.parametrize("name", ergo_lab.games())
def test_every_game_is_stepped_with_its_masks(name):
    game = Game(name)
    chance = numpy.random.default_rng(3)
    known = game.num_features is not None
    env = VecEnv(game, 8, seed=1, features=known)
    for _ in range(200):
        env.step(picked(env, chance))
        rows, ids = numpy.nonzero(env.mask)
        legal = [sorted(env.legal[env.offsets[lane] : env.offsets[lane + 1]]) for lane in range(8)]
        assert legal == [ids[rows == lane].tolist() for lane in range(8)]
    assert env.mask.shape == (8, game.num_actions) and (env.features is not None) == known
    if not known:
        with pytest.raises(ErgoError, match="no features"):
            VecEnv(game, 2, features=True)
    assert VecEnv(game, 2, mask=False).mask is None


def test_the_house_plays_the_other_seats():
    game = Game("ergo", 3, {"target": 20})
    chance = numpy.random.default_rng(1)
    make = lambda threads: VecEnv(game, 24, seed=5, features=True, threads=threads, against=["td", "random"])
    env, again = make(1), make(2)
    first = env.to_move[0]
    assert env.to_move.tolist() == [(first + lane) % 3 for lane in range(24)]
    bot = lambda: VecEnv(game, 24, seed=5, against=["td", "random"], seat=1)
    assert bot().to_move.tolist() == [1] * 24
    gained, ended = 0.0, 0
    for _ in range(150):
        seats, chosen = env.to_move.copy(), picked(env, chance)
        env.step(chosen)
        again.step(chosen)
        for name in ("mask", "features", "to_move", "returns", "done", "scores", "offsets"):
            assert numpy.array_equal(getattr(env, name), getattr(again, name)), name
        over = env.done == 1
        # In a match that goes on the learner keeps its seat; in the next one it has the next.
        assert numpy.array_equal(env.to_move, numpy.where(over, (seats + 1) % 3, seats))
        gained += env.returns[over, seats[over]].sum()
        ended += over.sum()
    assert ended > 24 and 0 <= gained / ended < 0.3
    env.reset(seed=5)
    assert numpy.array_equal(env.features, make(1).features)
    for wrong in ({"against": ["td"]}, {"against": ["td", "nobody"]}, {"against": ["td", "td"], "seat": 3}, {"seat": 0},
                  {"against": ["td", "flat:milliseconds=5"]}):
        with pytest.raises(ErgoError) as error:
            VecEnv(game, 2, **wrong)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", [name for name in ergo_lab.games() if Game(name).seats_range[1] > 1])
def test_the_house_plays_every_game(name):
    seats = max(Game(name).seats_range[0], 2)
    env = VecEnv(Game(name, seats), 6, seed=1, against=["random"] * (seats - 1))
    ended = 0
    for _ in range(300):
        env.step(picked(env, numpy.random.default_rng(1)))
        ended += env.done.sum()
    assert ended > 0 or name in ("philosophia", "ergo-invicta")


def test_alone_there_is_nobody_to_play_against():
    env = VecEnv(Game("pig"), 4, seed=1, against=[])
    worth, chance = [], numpy.random.default_rng(1)
    for _ in range(200):
        env.step(picked(env, chance))
        worth += env.returns[env.done == 1, 0].tolist()
    assert set(worth) == {0.0, 1.0}


def test_pettingzoo():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from ergo_lab import ergo_v0

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for options in ({}, {"seats": 4, "rules": {"target": 20}}):
            api_test(ergo_v0.env(**options), num_cycles=300)
        seed_test(ergo_v0.env, num_cycles=300)
        for name in ("ergo-invicta", "philosophia"):
            api_test(ergo_v0.env(game=name), num_cycles=100)
    env = ergo_v0.env(rules={"target": 10})
    env.reset(seed=1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
    assert sorted(total.values()) == [-0.5, 0.5]


def test_pettingzoo_tells_who_is_wrong():
    pytest.importorskip("pettingzoo")
    from ergo_lab import ergo_v0

    env = ergo_v0.env(seats=3)
    for early in (lambda: env.step(0), lambda: env.observe("seat_1")):
        with pytest.raises(AssertionError, match="reset"):
            early()
    env.reset(seed=2)
    for wrong, error in ((env.action_space("seat_1").n, AssertionError), (-1, AssertionError), (0.5, TypeError)):
        with pytest.raises(error):
            env.step(wrong)
    illegal = int(numpy.argmin(env.last()[0]["action_mask"]))
    env.step(illegal)
    rewards = {}
    for agent in env.agent_iter():
        _, rewards[agent], over, cut, _ = env.last()
        assert over and cut
        env.step(None)
    assert rewards == {"seat_1": -1.0, "seat_2": 0.0, "seat_3": 0.0}


def test_gymnasium():
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from ergo_lab.gym import HouseEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(HouseEnv(against=["greedy"]), skip_render_check=True)
        check_env(HouseEnv(against=["random", "greedy:blunder=0.1"], rules={"target": 20}), skip_render_check=True)
        check_env(HouseEnv("ergo-invicta", against=["greedy"]), skip_render_check=True)
        check_env(HouseEnv("philosophia", against=[]), skip_render_check=True)
    env = HouseEnv(against=["td"], rules={"target": 20}, illegal="raise")
    rewards = []
    for number in range(4):
        _, info = env.reset(seed=0 if number == 0 else None)
        over = False
        while not over:
            _, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"].astype(numpy.int8)))
        rewards.append(reward)
    assert set(rewards) <= {-0.5, 0.0, 0.5} and sum(rewards) < 0
    env.reset()
    with pytest.raises(IllegalAction):
        env.step(7_985)
    for wrong in ({"against": ["nobody"]}, {"seat": 2}, {"illegal": "ignore"}, {"game": "kuhn-poker"}):
        with pytest.raises(ErgoError):
            HouseEnv(**wrong)


def test_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    from ergo_lab import openspiel

    assert openspiel.register() == ["python_" + name.replace("-", "_") for name in ergo_lab.games()] == openspiel.register()
    assert pyspiel.load_game("python_ergo(rules=target:20;starter:rotate)").game.settings["target"] == 20
    game = pyspiel.load_game("python_ergo(players=3)")
    assert (game.num_players(), game.num_distinct_actions()) == (3, 7_986)
    chance = numpy.random.default_rng(1)
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(17)
    for _ in range(200):
        if state.is_terminal():
            break
        player, seen = state.current_player(), state.information_state_string()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == seen and other.legal_actions() == state.legal_actions()
        action = int(chance.choice(state.legal_actions()))
        assert state.string_to_action(player, state.action_to_string(player, action)) == action
        state = state.clone()
        state.apply_action(action)
    assert len(state.returns()) == 3


#: What `random_sim_test` takes a second or two of; a random match of the other games has thousands of actions.
SPIEL = ["python_ergo(rules=target:10)", "python_ergo(players=4,rules=target:5;max_turns:40)", "python_cogito", "python_tic_tac_toe", "python_kuhn_poker",
         "python_leduc_poker", "python_goofspiel", "python_goofspiel(players=3,rules=order:descending)", "python_pig", "python_ergo_invicta(rules=ply_cap:60)",
         "python_philosophia(rules=max_rounds:3)"]  # fmt: skip


@pytest.mark.parametrize("name", SPIEL)
def test_open_spiel_checks_the_games(name):
    pyspiel = pytest.importorskip("pyspiel")
    from ergo_lab import openspiel

    assert openspiel.DEALS > 1_000
    game = pyspiel.load_game(name)
    for serialize in (False, True):
        pyspiel.random_sim_test(game, num_sims=2, serialize=serialize, verbose=False)
    state = pickle.loads(pickle.dumps(game)).new_initial_state()
    while not state.is_terminal():
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
        state.apply_action(state.legal_actions()[-1] if not state.is_chance_node() else 5)
        if state.move_number() > 30:
            break


def test_ismcts_of_open_spiel_plays():
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts, mcts

    from ergo_lab import openspiel

    assert openspiel.register()
    state = pyspiel.load_game("python_ergo(rules=target:1)").new_initial_state()
    state.apply_action(3)
    chance = numpy.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(state.get_game(), rollouts, 1.0, 10, random_state=chance)
    assert bot.step(state) in state.legal_actions()
