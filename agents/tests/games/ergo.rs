//! Tests of the agents of ERGO: no use of hidden information, and the order of strength.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::laws::random_match;
use ergo_engine::rng::Seed;

use crate::play::{build, share};

/// The agents that use only their observation, some with settings that run other code.
const FAIR: [&str; 16] = [
    "pass",
    "random",
    "random:over=outcomes",
    "best-of",
    "greedy",
    "greedy:blunder=0.5",
    "greedy-tuned",
    "flat:iterations=40",
    "flat:iterations=40,playout=mast,cut=0",
    "pimc:iterations=2,postpone=1",
    "ismcts:iterations=60,mode=single-observer",
    "ismcts:iterations=60,mode=own-tree",
    "ismcts:iterations=80,trees=3,mode=single-observer,select=ucb1,backup=paranoid,playout=random,classes=true,utility=win",
    "td",
    "td:run=2,temperature=2.0,blunder=0.2",
    "td-match",
];

/// Returns the choices of a new player in `state`, up to the end of its turn.
fn turn(game: &Ergo, agent: &str, state: &State, seed: Seed) -> Vec<String> {
    let Status::ToMove(seat) = game.status(state) else { return Vec::new() };
    let mut player = build(game, agent, seat, seed);
    let (mut state, mut chosen) = (state.clone(), Vec::new());
    let (round, number) = (state.round(), state.turn());
    while game.status(&state) == Status::ToMove(seat) && (state.round(), state.turn()) == (round, number) {
        let action = player.choose(game, &state, seat, &mut Vec::new()).unwrap();
        assert!(game.is_legal(&state, action));
        chosen.push(action.to_string());
        game.apply(&mut state, action);
    }
    chosen
}

/// RULES.md E24: with other cards in the other hands and in the pile, every choice stays the same.
#[test]
fn choices_are_equal_in_indistinguishable_states() {
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let states = random_match(&game, Seed::master(seats as u64), 400);
        let mut rng = Seed::master(9).rng();
        for (i, state) in states.iter().enumerate().step_by(7) {
            let Status::ToMove(seat) = game.status(state) else { continue };
            let other = game.determinize(&game.observe(state, seat), &mut rng);
            for agent in FAIR {
                let seed = Seed::master(i as u64);
                assert_eq!(turn(&game, agent, state, seed), turn(&game, agent, &other, seed), "{agent}");
            }
        }
    }
}

/// The omniscient reference uses hidden cards, so the test above can fail.
#[test]
fn cheater_uses_hidden_information() {
    let game = Ergo(Rules::printed(2));
    let states = random_match(&game, Seed::master(2), 300);
    let mut rng = Seed::master(9).rng();
    let differs = |state: &&State| {
        let Status::ToMove(seat) = game.status(state) else { return false };
        let other = game.determinize(&game.observe(state, seat), &mut rng);
        turn(&game, "cheater", state, Seed::master(1)) != turn(&game, "cheater", &other, Seed::master(1))
    };
    assert!(states.iter().step_by(10).filter(differs).count() > 3);
}

/// Each agent of the ladder beats the one before it. `pass` is not on it: random play lays rivals' variables as
/// often as its own, so against `pass` both win about equally often.
#[test]
fn ladder_of_agents_is_ordered() {
    let game = Ergo(Rules::printed(2));
    let rungs = ["random", "best-of:drawn=2", "best-of:drawn=8", "greedy:blunder=0.3", "greedy", "greedy-tuned", "td"];
    for pair in rungs.windows(2) {
        let (share, _) = share(&game, pair[1], pair[0], 60);
        assert!(share > 0.55, "{} wins {share} of {}", pair[1], pair[0]);
    }
}

/// Greedy wins at least 95 % of two-seat matches against random.
#[test]
fn greedy_beats_random() {
    assert!(share(&Ergo(Rules::printed(2)), "greedy", "random", 100).0 >= 0.95);
}
