"""Tests of games and states, for every registered game."""

import copy
import pickle
import random

import numpy
import pytest

import ergo_lab
from ergo_lab import ErgoError, Game, IllegalAction


@pytest.mark.parametrize("name", ergo_lab.games())
def test_every_game_ends_by_text_and_by_id(name):
    chance = random.Random(1)
    game = Game(name)
    for seats in range(game.seats_range[0], game.seats_range[1] + 1):
        game = Game(name, seats)
        assert game.seats == seats and game.about and game.settings.keys() >= {o["key"] for o in game.options if o["key"] in game.settings}
        state, again = game.new_state(7), game.deal(7)
        for _ in range(2_000):
            if state.is_over:
                break
            legal, ids = state.legal(), state.legal_ids()
            assert len(legal) == len(ids) == len(set(ids)) > 0
            assert sorted(ids) == numpy.flatnonzero(state.mask()).tolist() and [state.text(id) for id in ids] == legal
            at = chance.randrange(len(ids))
            assert (state.id(legal[at]), state.text(ids[at])) == (ids[at], legal[at])
            before = str(state)
            for wrong in ["no such action", -1, 1 << 31, 3.5, None]:
                with pytest.raises(IllegalAction):
                    state.apply(wrong)
            assert str(state) == before
            seen = state.observe()
            assert state.resample(state.to_move, 3).observe(state.to_move) == seen
            state.apply(ids[at])
            again.apply(legal[at])
            assert str(state) == str(again)
        if state.is_over:
            assert state.to_move is None and state.legal() == [] and len(state.returns) == seats
            assert state.winners is not None and state.adjudicated is not None
            with pytest.raises(IllegalAction, match="over"):
                state.apply(0)


def test_copied_state_is_independent():
    state = Game("ergo").new_state(1)
    before = str(state)
    for copied in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        copied.apply(copied.legal_ids()[0])
        assert str(copied) != before and str(state) == before


def test_seeds_equal_those_of_the_binary():
    assert str(Game("ergo").new_state(5)) != str(Game("ergo").new_state(6))
    assert str(Game("ergo").new_state()) != str(Game("ergo").new_state(0))
    for wrong in (-1, 1 << 64, "abc", 0.5):
        with pytest.raises(ErgoError, match="seed"):
            Game("ergo").new_state(wrong)


def test_errors_have_one_line():
    cases = [
        lambda: Game("nim"),
        lambda: Game("ergo", 9),
        lambda: Game("ergo", rules={"targt": 3}),
        lambda: Game("ergo", rules={"target": "far"}),
        lambda: Game("ergo", rules={"cards": {"not": [1]}}),
        lambda: Game("ergo", 1 << 70),
        lambda: Game("ergo", "two"),
        lambda: Game("ergo", True),
        lambda: Game("ergo").new_state("a\nb"),
        lambda: Game("ergo").new_state(1 << 70),
        lambda: Game("ergo").new_state(1).perft(-1),
        lambda: Game("ergo").new_state(1).features(1 << 70),
        lambda: Game("ergo").new_state(1).features(0, numpy.zeros((3, 3))),
        lambda: Game("ergo").new_state(1).mask(numpy.zeros(7_986, numpy.uint8)),
        lambda: Game("ergo").new_state(1).mask([0] * 7_986),
        lambda: Game("ergo").new_state(1).text(1 << 70),
        lambda: Game("ergo").new_state(1).apply("a\nb"),
        lambda: ergo_lab.VecEnv(Game("ergo"), 1 << 70),
        lambda: ergo_lab.VecEnv(Game("ergo"), 2, threads=-1),
        lambda: Game("ergo").new_state(1).observe(2),
        lambda: Game("ergo").new_state(1).mask(numpy.zeros(3, numpy.int8)),
        lambda: Game("ergo").agent("unknown", 0),
        lambda: Game("ergo").agent("greedy", 2),
        lambda: Game("ergo").agent("process:command=true", 0),
        lambda: Game("ergo").read("no position"),
    ]
    for case in cases:
        with pytest.raises(ErgoError) as error:
            case()
        assert "\n" not in str(error.value) and len(str(error.value)) > 10


def test_options_change_the_rules():
    game = Game("ergo", 3, {"target": 30, "cards": {"not": 8}, "deck": "2015"})
    assert (game.settings["target"], game.settings["cards.not"], game.seats) == (30, 8, 3)


def test_pickled_games_are_equal():
    game = Game("ergo", 3, {"target": 30, "cards": {"not": 8}})
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again.settings == game.settings and again.seats == 3


@pytest.mark.parametrize("name", ergo_lab.games())
def test_pickled_states_are_equal(name):
    chance = random.Random(2)
    game = Game(name, rules={"target": 20} if name == "ergo" else {})
    state = game.new_state(9)
    for step in range(60):
        if step % 7 == 3 and not state.is_over:
            state = state.resample(state.to_move, step)
        again = pickle.loads(pickle.dumps(state))
        assert (str(again), again.legal_ids(), again.scores) == (str(state), state.legal_ids(), state.scores)
        if state.is_over:
            break
        action = chance.choice(state.legal_ids())
        again.apply(action)
        state.apply(state.text(action))
        assert str(again) == str(state)
    assert len(pickle.dumps(state)) < 8_000


def test_pickled_positions_are_equal():
    state = Game("ergo-invicta").read("9l/10/2h7/10/4HH4/10/10/10/LLL7 w 5+3 -")
    state.apply(state.legal()[3])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    game = Game("ergo", 3)
    first = game.new_state(4)
    ids = [first.legal_ids()[0]]
    first.apply(ids[0])
    assert str(ergo_lab.State(game, 4, ids)) == str(first)
    with pytest.raises(IllegalAction, match=r"actions\[1\]"):
        ergo_lab.State(game, 4, ids + [7_985])
    with pytest.raises(ErgoError, match="one of them"):
        ergo_lab.State(game, 4, position="x")


def test_agents_choose_and_remember():
    game = Game("ergo")
    for spec in ("td", "greedy", "random", "greedy:blunder=0.05"):
        state = game.new_state(3)
        bots = [game.agent(spec, seat, 10 + seat) for seat in (0, 1)]
        for _ in range(12):
            state.apply(bots[state.to_move].choose(state))
    state = game.new_state(3)
    assert state.choice("td", 1) in state.legal()
    with pytest.raises(ErgoError, match="not to move"):
        game.agent("td", 1 - state.to_move).choose(state)
    with pytest.raises(ErgoError, match="another game"):
        game.agent("td", 0).choose(Game("kuhn-poker").new_state(1))


@pytest.mark.parametrize("name", ergo_lab.games())
def test_features_are_bounded_and_hide_secrets(name):
    chance = random.Random(3)
    game = Game(name, rules={"target": 20} if name == "ergo" else {})
    state, varied = game.new_state(3), set()
    for step in range(300):
        if state.is_over:
            state = game.new_state(step)
        for seat in range(game.seats):
            row = state.features(seat)
            assert row.shape == (game.num_features,) and numpy.abs(row).max() <= 8
            assert numpy.array_equal(state.resample(seat, step).features(seat), row)
            assert numpy.array_equal(state.redraw(step).features(seat), row)
            varied.add(row.tobytes())
        state.apply(chance.choice(state.legal_ids()))
    assert len(varied) > 10


@pytest.mark.parametrize("name", ergo_lab.games())
def test_redraw_changes_only_unknown_information(name):
    chance = random.Random(4)
    game = Game(name)
    state, futures = game.new_state(5), set()
    for step in range(40):
        if state.is_over:
            state = game.new_state(step)
        other = state.redraw(step)
        assert [other.observe(seat) for seat in range(game.seats)] == [state.observe(seat) for seat in range(game.seats)]
        assert other.legal_ids() == state.legal_ids() and str(pickle.loads(pickle.dumps(other))) == str(other)
        if step == 0:
            for seed in range(8):
                future = state.redraw(seed)
                while not future.is_over and len(str(future)) < 100_000 and future.scores == state.scores:
                    future.apply(future.legal_ids()[-1 if seed % 2 else 0])
                futures.add(str(future))
        state.apply(chance.choice(state.legal_ids()))
    # The two matches differ only in random events. In Kuhn poker the deal is the only one.
    assert len(futures) > 2 or not game.info["chance"] or name == "kuhn-poker"


@pytest.mark.parametrize("name", ergo_lab.games())
def test_boards_are_shown_as_text_and_page(name):
    state = Game(name).new_state(2)
    for _ in range(6):
        if not state.is_over:
            state.apply(state.legal_ids()[-1])
    assert len(state.words()) > 5 and len(state.words(0)) > 5 and state.html().startswith("<!")


def test_unseeded_choices_derive_from_the_match():
    state = Game("ergo").new_state(1)
    assert len({state.choice("random") for _ in range(10)}) == 1
    # The same seed at every decision would draw the same number repeatedly.
    lengths = {seed: [] for seed in (None, 1)}
    for seed, found in lengths.items():
        for deal in range(20):
            state, decisions = Game("ergo", rules={"target": 10}).new_state(deal), 0
            while not state.is_over:
                state.apply(state.choice("random", seed))
                decisions += 1
            found.append(decisions)
    played = ergo_lab.play(["random", "random"], 20, 1, game=Game("ergo", rules={"target": 10}), rotations="none")
    usual = numpy.mean([match["decisions"] for match in played])
    assert 0.7 < numpy.mean(lengths[None]) / usual < 1.4


@pytest.mark.parametrize("name", ergo_lab.games())
def test_rules_position_and_actions_are_described_without_secrets(name):
    game = Game(name)
    assert game.rules.count("\n") >= 1
    state = game.new_state(3)
    for _ in range(30):
        if state.is_over:
            break
        mover = state.to_move
        words = state.describe()
        assert words == state.describe(mover) == state.resample(mover, 1).describe(mover)
        assert f"seat {mover + 1}" in words["position"] and len(words["actions"]) == len(state.legal())
        assert all(state.describe(seat)["actions"] == [] for seat in range(game.seats) if seat != mover)
        state.apply(state.legal()[-1])
    with pytest.raises(ErgoError):
        state.describe(game.seats)


def test_explain_weighs_the_candidates_of_the_choice():
    state = Game("ergo").new_state(3)
    explained = state.explain("td")
    assert explained["choice"] == state.choice("td")
    candidates = explained["weighed"]["candidates"]
    assert len(candidates) > 1 and candidates[0]["text"].split(",")[0] == explained["choice"]
    assert state.explain("random") == {"choice": state.choice("random"), "weighed": None}
    with pytest.raises(ErgoError):
        state.explain("no such bot")
