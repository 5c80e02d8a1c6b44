"""Tests of ids, masks and features of ERGO."""

import random

import numpy

from ergo_lab import Game

FAMILIES = {
    "discard": 16,
    "premise": 8,
    "negate": 2 * 44,
    "join_before": 48 * 44,
    "join_after": 48 * 44,
    "parenthesise": 44 * 45 // 2,
    "remove": 44,
    "remove_two": 44 * 43 // 2,
    "replace": 16 * 44,
    "take_back": 10,
    "swap": 44 * 43 // 2,
    "fallacy": 4,
    "justification": 3,
    "ergo": 3,
}


def test_action_families_match_the_formula():
    for deck in ("2009", "2015"):
        game = Game("ergo", rules={"deck": deck})
        assert dict(game.families) == FAMILIES
        assert game.num_actions == sum(FAMILIES.values()) == (3 * 44**2 + 229 * 44 + 88) // 2 == 7_986


def test_ids_and_actions_convert_in_100_000_positions():
    """Checks a sample of actions by text, and every legal id by mask. The laws of the engine check every action."""
    chance = random.Random(2)
    positions = texts = 0
    for seats in (2, 3, 4):
        game = Game("ergo", seats)
        mask = numpy.zeros(game.num_actions, numpy.int8)
        state, deal = game.new_state(0), 0
        for _ in range(33_334):
            if state.is_over:
                deal += 1
                state = game.new_state(deal)
            ids = state.legal_ids()
            positions += 1
            if positions % 10 == 0:
                assert state.mask(mask) is mask
                assert sorted(ids) == numpy.flatnonzero(mask).tolist()
                assert [state.text(id) for id in ids] == state.legal()
                assert all(state.id(text) == id for text, id in zip(state.legal()[:5], ids))
                assert state.legal_array().tolist() == ids
                texts += len(ids)
            state.apply(ids[int(chance.random() * len(ids))])
    assert positions > 100_000 and texts > 100_000


def test_features_equal_knowledge_of_the_seat():
    game = Game("ergo")
    state = game.new_state(4)
    row = numpy.full(game.num_features, 9, numpy.float32)
    assert state.features(0, row) is row and row.dtype == numpy.float32
    other = state.resample(0, 99)
    assert str(other) != str(state)
    assert numpy.array_equal(other.features(0), row)
    assert not numpy.array_equal(state.features(1), row)
