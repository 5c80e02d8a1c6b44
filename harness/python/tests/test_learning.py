"""Tests of batches."""

import pickle

import numpy
import pytest

import ergo_lab
from ergo_lab import ErgoError, Game, IllegalAction, VecEnv


def picked(env, chance):
    counts = numpy.diff(env.offsets)
    return env.legal[env.offsets[:-1] + (chance.random(env.n) * counts).astype(numpy.int64)]


def test_lanes_equal_matches_of_single_states():
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


def test_arrays_of_the_caller_are_filled():
    game = Game("ergo")
    mask, done = numpy.ones((4, game.num_actions), numpy.int8), numpy.ones(4, numpy.uint8)
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


def test_illegal_id_plays_nothing():
    env = VecEnv(Game("ergo"), 3, seed=1, features=True)
    before = env.features.copy()
    ids = picked(env, numpy.random.default_rng(1))
    ids[2] = numpy.setdiff1d(numpy.arange(7_986), env.legal[env.offsets[2] : env.offsets[3]])[0]
    with pytest.raises(IllegalAction, match=r"ids\[2\]"):
        env.step(ids)
    assert numpy.array_equal(env.features, before)
    with pytest.raises(ErgoError, match="3 matches"):
        env.step(ids[:2])
    for wrong in ([0.5, 1, 2], "abc", [[1, 2, 3]], [1, 2], None):
        with pytest.raises(ErgoError) as error:
            env.step(wrong)
        assert "\n" not in str(error.value)
    with pytest.raises(IllegalAction):
        env.step([-1, 2, 3])
    ids[2] = env.legal[env.offsets[2]]
    for dtype in ("int64", "int32", "uint16", "int16"):
        env.reset(seed=1)
        env.step(env.legal[env.offsets[:-1]].astype(dtype))
    env.step(env.legal[env.offsets[:-1]].tolist())


@pytest.mark.parametrize("name", ergo_lab.games())
def test_every_game_steps_with_masks(name):
    game = Game(name)
    chance = numpy.random.default_rng(3)
    env = VecEnv(game, 8, seed=1, features=True)
    for _ in range(200):
        env.step(picked(env, chance))
        rows, ids = numpy.nonzero(env.mask)
        legal = [sorted(env.legal[env.offsets[lane] : env.offsets[lane + 1]]) for lane in range(8)]
        assert legal == [ids[rows == lane].tolist() for lane in range(8)]
    assert env.mask.shape == (8, game.num_actions) and env.features.shape == (8, game.num_features)
    assert VecEnv(game, 2, mask=False).mask is None


def test_opponents_play_the_other_seats():
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
        # The learner keeps its seat during a match and has the next seat in the next match.
        assert numpy.array_equal(env.to_move, numpy.where(over, (seats + 1) % 3, seats))
        gained += env.returns[over, seats[over]].sum()
        ended += over.sum()
    assert ended > 24 and 0 <= gained / ended < 0.3
    env.reset(seed=5)
    assert numpy.array_equal(env.features, make(1).features)
    for wrong in ({"against": ["td"]}, {"against": ["td", "unknown"]}, {"against": ["td", "td"], "seat": 3}, {"seat": 0},
                  {"against": ["td", "flat:milliseconds=5"]}):
        with pytest.raises(ErgoError) as error:
            VecEnv(game, 2, **wrong)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", [name for name in ergo_lab.games() if Game(name).seats_range[1] > 1])
def test_opponents_play_every_game(name):
    seats = max(Game(name).seats_range[0], 2)
    env = VecEnv(Game(name, seats), 6, seed=1, against=["random"] * (seats - 1))
    ended = 0
    for _ in range(300):
        env.step(picked(env, numpy.random.default_rng(1)))
        ended += env.done.sum()
    assert ended > 0 or name in ("philosophia", "ergo-invicta")


def test_one_player_game_refuses_opponents():
    env = VecEnv(Game("pig"), 4, seed=1, against=[])
    worth, chance = [], numpy.random.default_rng(1)
    for _ in range(200):
        env.step(picked(env, chance))
        worth += env.returns[env.done == 1, 0].tolist()
    assert set(worth) == {0.0, 1.0}


@pytest.mark.parametrize("name", ergo_lab.games())
def test_pickled_batches_continue_the_same_matches(name):
    game = Game(name)
    env = VecEnv(game, 5, seed=2, features=True, against=["random"] * (game.seats - 1))
    chance = numpy.random.default_rng(1)
    for _ in range(30):
        env.step(picked(env, chance))
    other = pickle.loads(pickle.dumps(env))
    for step in range(20):
        for array in ("mask", "features", "to_move", "returns", "done", "truncated", "scores", "offsets"):
            assert numpy.array_equal(getattr(env, array), getattr(other, array)), array
        ids = picked(env, chance)
        env.step(ids)
        other.step(ids)


@pytest.mark.parametrize("name", ergo_lab.games())
def test_afterstates_agree_with_resampled_state(name):
    game = Game(name)
    env = VecEnv(game, 4, seed=3, mask=False, features=True)
    for _ in range(60):
        after = env.afterstates()
        rows = int(env.offsets[-1])
        assert after["features"].shape == (rows, game.num_features) and after["over"].shape == (rows,)
        assert after["scores"].shape == after["returns"].shape == (rows, game.seats)
        assert not after["returns"][after["over"] == 0].any()
        env.step(picked(env, numpy.random.default_rng(1)))
    found = []

    def bot(decision):
        after = decision.afterstates()
        found.append(len(after["over"]) == len(decision.legal) and len(decision.scores) == game.seats)
        return decision.legal_ids[0]

    ergo_lab.play([bot] * game.seats, 1, 1, game=Game(name, rules={"target": 1} if name == "ergo" else {}))
    assert all(found) and found
