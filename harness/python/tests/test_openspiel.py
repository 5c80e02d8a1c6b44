"""Tests of the OpenSpiel games, compared with OpenSpiel's own."""

import pickle

import numpy
import pytest

import ergo_lab

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

from ergo_lab import openspiel  # noqa: E402

#: Games that OpenSpiel has too, with the sizes of the trees. Leduc here has no suits. In goofspiel OpenSpiel plays the last bids by itself.
TWINS = [
    ("ergo_lab_kuhn_poker", "kuhn_poker", 58, 58),
    ("ergo_lab_leduc_poker", "leduc_poker(suit_isomorphism=true)", 1_939, 1_939),
    ("ergo_lab_goofspiel(rules=cards:3;order:descending)", "turn_based_simultaneous_game(game=goofspiel(num_cards=3,points_order=descending))", 139, 67),
    ("ergo_lab_goofspiel(rules=cards:3)", "turn_based_simultaneous_game(game=goofspiel(num_cards=3,points_order=random))", 1_066, 418),
]  # fmt: skip


def nodes(state):
    return 1 + sum(nodes(state.child(action)) for action in ([] if state.is_terminal() else state.legal_actions()))


@pytest.mark.parametrize("ours, theirs, our_size, their_size", TWINS, ids=lambda name: str(name)[:30])
def test_values_equal_those_of_openspiel_games(ours, theirs, our_size, their_size, request):
    games = [pyspiel.load_game(name) for name in (ours, theirs)]
    assert [nodes(game.new_initial_state()) for game in games] == [our_size, their_size]
    uniform = [exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in games]
    assert abs(uniform[0] - uniform[1]) < 1e-6 and uniform[0] > 0.4
    # All 300 iterations for Leduc poker take a minute.
    iterations = 300 if our_size < 1_000 or request.config.getoption("--all") else 20
    solvers = [cfr.CFRSolver(game) for game in games]
    for solver in solvers:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
    values = [exploitability.exploitability(game, solver.average_policy()) for game, solver in zip(games, solvers)]
    assert abs(values[0] - values[1]) < 1e-6 and values[0] < uniform[0] / 3
    if our_size == their_size:
        exported = exported_policy(games, solvers[0].average_policy())
        assert abs(exploitability.exploitability(games[1], exported) - values[0]) < 1e-6


def exported_policy(games, ours):
    """Converts a policy of our game to one of OpenSpiel's game by traversing both trees together."""
    theirs = policy.TabularPolicy(games[1])

    def walk(one, other):
        if one.is_terminal():
            assert other.is_terminal() and numpy.allclose(one.returns(), other.returns())
            return
        # Actions have other ids: both are listed from the least to the most aggressive.
        order = {"fold": 0, "check": 1, "call": 1, "bet": 2, "raise": 2}
        actions = one.legal_actions()
        if not one.is_chance_node():
            actions = sorted(actions, key=lambda action: order[one.action_to_string(action)])
            chances = ours.action_probabilities(one)
            row = theirs.policy_for_key(other.information_state_string())
            matched = list(zip(actions, matching(other)))
            for action, twin in matched:
                row[twin] = chances[action]
        else:
            matched = list(zip(actions, other.legal_actions()))
        for action, twin in matched:
            walk(one.child(action), other.child(twin))

    def matching(other):
        # Kuhn: pass and bet. After a bet, pass is fold.
        return other.legal_actions()

    walk(*(game.new_initial_state() for game in games))
    return theirs


def test_names_differ_from_openspiel_games():
    assert openspiel.register() == ["ergo_lab_" + name.replace("-", "_") for name in ergo_lab.games()] == openspiel.register()
    import open_spiel.python.games  # noqa: F401

    assert "JQK" in str([pyspiel.load_game("ergo_lab_kuhn_poker").chance.word(card) for card in range(3)]).replace("card ", "").replace("', '", "")
    assert type(pyspiel.load_game("ergo_lab_tic_tac_toe").new_initial_state()) is openspiel.LabState
    assert pyspiel.load_game("ergo_lab_ergo(rules=target:20;starter:rotate)").game.settings["target"] == 20


def test_tic_tac_toe_and_pig_have_exact_values():
    values = {}

    def minimax(state):
        if state.is_terminal():
            return state.returns()[0]
        key = state.observation_string(0)
        if key not in values:
            choose = max if state.current_player() == 0 else min
            values[key] = choose(minimax(state.child(action)) for action in state.legal_actions())
        return values[key]

    assert minimax(pyspiel.load_game("ergo_lab_tic_tac_toe").new_initial_state()) == 0.5 and len(values) == 4_520
    game = pyspiel.load_game("ergo_lab_pig(rules=target:8;turns:2)")

    def best(state):
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(chance * best(state.child(outcome)) for outcome, chance in state.chance_outcomes())
        return max(best(state.child(action)) for action in state.legal_actions())

    def exact(banked, rolled, turns, rolls):
        if banked >= 8 or turns == 2:
            return float(banked >= 8)
        worth = []
        if banked + rolled < 8:
            worth.append((exact(banked, 0, turns + 1, 0) + sum(exact(banked, rolled + face, turns, 1) for face in range(2, 7))) / 6)
        if rolls:
            worth.append(exact(banked + rolled, 0, turns + 1, 0))
        return max(worth)

    assert best(game.new_initial_state()) == pytest.approx(exact(0, 0, 0, 0), abs=1e-9)


@pytest.mark.parametrize("name", ["ergo", "cogito", "philosophia(rules=max_rounds:3)", "goofspiel", "pig"])
def test_copies_do_not_share_future_chance(name):
    state = pyspiel.load_game(f"ergo_lab_{name}").new_initial_state()
    found = set()
    for number in range(40):
        copied, chance = state.clone(), numpy.random.default_rng(number)
        for _ in range(200):
            if copied.is_terminal():
                break
            if copied.is_chance_node():
                # The deal is the same.
                outcomes = [outcome for outcome, _ in copied.chance_outcomes()]
                copied.apply_action(outcomes[0] if copied.state is None else int(chance.choice(outcomes)))
            else:
                copied.apply_action(copied.legal_actions()[0])
        found.add(copied.observation_string(0))
    assert len(found) > 3


def test_information_states_contain_the_history():
    for name in ("ergo_lab_tic_tac_toe", "ergo_lab_pig"):
        game = pyspiel.load_game(name)
        chance = numpy.random.default_rng(1)
        seen = {}
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                key = state.information_state_string(0)
                assert seen.setdefault(key, state.history()) == state.history()
                state.apply_action(int(chance.choice(state.legal_actions())))


#: What `random_sim_test` takes a second or two of; a random match of the other games has thousands of actions.
SPIEL = ["ergo(rules=target:10)", "ergo(players=4,rules=target:5;max_turns:40)", "cogito", "tic_tac_toe", "kuhn_poker", "leduc_poker", "goofspiel",
         "goofspiel(players=3,rules=order:descending)", "pig", "ergo_invicta(rules=ply_cap:60)", "philosophia(rules=max_rounds:3)"]  # fmt: skip


@pytest.mark.parametrize("name", SPIEL)
def test_openspiel_checks_pass(name):
    game = pyspiel.load_game(f"ergo_lab_{name}")
    for serialize in (False, True):
        pyspiel.random_sim_test(game, num_sims=2, serialize=serialize, verbose=False)
    state = pickle.loads(pickle.dumps(game)).new_initial_state()
    while not state.is_terminal() and state.move_number() < 30:
        again = pickle.loads(pickle.dumps(state))
        assert str(again) == str(state) and again.legal_actions() == state.legal_actions() and again.history() == state.history()
        player = state.current_player()
        if player >= 0:
            other = state.resample_from_infostate(player, numpy.random.default_rng(1).random)
            assert other.information_state_string(player) == state.information_state_string(player)
            action = state.legal_actions()[-1]
            assert state.string_to_action(player, state.action_to_string(player, action)) == action
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("name", ergo_lab.games())
def test_rl_environment_has_features_of_every_game(name):
    game = pyspiel.load_game(f"ergo_lab_{name.replace('-', '_')}")
    env = rl_environment.Environment(game, observation_type=rl_environment.ObservationType.OBSERVATION)
    step = env.reset()
    for _ in range(10):
        if step.last():
            break
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == game.game.num_features
        step = env.step([step.observations["legal_actions"][player][0]])


def test_openspiel_ismcts_plays():
    state = pyspiel.load_game("ergo_lab_ergo(rules=target:1)").new_initial_state()
    state.apply_action(3)
    chance = numpy.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(state.get_game(), rollouts, 1.0, 10, random_state=chance)
    assert bot.step(state) in state.legal_actions()
