"""Tests of matches between callables and built-in bots."""

import pytest

from ergo_lab import ErgoError, Game, play


def first(decision):
    assert decision.seat in (0, 1) and len(decision.legal) == len(decision.legal_ids)
    assert decision.observation["seat"] == decision.seat + 1 and decision.features.dtype == "float32"
    return decision.legal_ids[0]


def text(decision):
    return decision.legal[0]


def test_ids_and_texts_play_the_same_match():
    # The seeds of bots derive from the names at the table.
    by_text = play([text, "random"], deals=4, seed=3, actions=True)
    text_by_id = lambda decision: first(decision)
    text_by_id.__name__ = "text"
    by_id = play([text_by_id, "random"], deals=4, seed=3, actions=True)
    assert len(by_id) == 8 and [m["actions"] for m in by_id] == [m["actions"] for m in by_text]
    assert [m["players"] for m in by_id[:2]] == [[0, 1], [1, 0]]
    assert abs(sum(by_id.shares) - 1) < 1e-9 and len(by_id.rows()) == 16


def test_better_bot_wins_and_same_seed_repeats():
    played = play(["td", "random"], deals=10, seed=1)
    assert played.shares[0] > 0.8 and repr(played) == repr(play(["td", "random"], deals=10, seed=1))


class Mine:
    def __init__(self, choice):
        self.choice = choice

    def __call__(self, decision):
        return decision.legal_ids[self.choice]


def test_players_with_equal_names_get_suffixes():
    played = play([Mine(0), Mine(-1)], deals=20, seed=1)
    assert played.names == ["Mine", "Mine-2"]
    by_name = {name: sum(row["share"] for row in played.rows() if row["entrant"] == name) / len(played) for name in played.names}
    assert [by_name[name] for name in played.names] == pytest.approx(played.shares) and played.shares[0] != played.shares[1]
    assert play(["td", "random", "td", "td"], deals=0).names == ["td", "random", "td-2", "td-3"]

    def named(name):
        bot = Mine(0)
        bot.__name__ = name
        return bot

    for names, expected in (
        (["a", "a", "a-2"], ["a", "a-3", "a-2"]),
        (["a-2", "a", "a", "a"], ["a-2", "a", "a-3", "a-4"]),
        (["a-2", "a-2", "a", "a"], ["a-2", "a-2-2", "a", "a-3"]),
        (["NA", "", "", "NA"], ["NA", "", "-2", "NA-2"]),
    ):
        assert play([named(name) for name in names], deals=0, game=Game("ergo", len(names))).names == expected


def test_exception_of_callable_is_a_fault():
    def broken(decision):
        raise RuntimeError("no idea")

    def cheat(decision):
        return "~ on the moon"

    played = play([broken, "random"], deals=1)
    assert [m["fault"] for m in played] == [(0, "crashed"), (1, "crashed")]
    assert all(isinstance(m["error"], RuntimeError) for m in played)
    assert played.shares == [0.0, 1.0] and played.faults == [2, 0]
    assert play([cheat, "random"], deals=1)[0]["fault"] == (0, "illegal")
    assert play([lambda decision: None, "random"], deals=1)[0]["fault"] == (0, "crashed")


def test_ctrl_c_is_not_a_fault():
    def stop(decision):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play([stop, "random"], deals=1)


def test_other_games_and_table_sizes_play():
    assert len(play(["random"] * 3, deals=2, game="goofspiel", rotations="all")) == 12
    assert len(play(["td", text, "greedy"], deals=2)) == 6
    assert len(play([text, "random"], deals=3, game=Game("kuhn-poker"), rotations="none")) == 3


def test_invalid_tables_are_refused():
    for wrong in (["td"], ["td", 5], ["td", "unknown"], ["td", "flat:milliseconds=5"]):
        with pytest.raises(ErgoError) as error:
            play(wrong, game=Game("ergo"))
        assert "\n" not in str(error.value)
    with pytest.raises(ErgoError, match="rotations"):
        play(["td", "td"], rotations="some")


def test_replay_shows_the_match():
    def broken(decision):
        raise RuntimeError("no idea")

    played = play(["greedy", "random"], deals=1, actions=True)
    for shown, of in ((played.replay(), "greedy"), (play([broken, "random"], deals=1, actions=True).replay(1), "broken")):
        assert of in shown.text and of in repr(shown) and shown.html.startswith("<!") and "<iframe" in shown._repr_html_()
    assert len(play(["random"] * 2, game="kuhn-poker", actions=True).replay().html) > 1_000
    with pytest.raises(ErgoError, match="actions"):
        play(["random", "random"]).replay()
