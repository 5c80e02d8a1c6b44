//! The agents of ERGO: blind to what is hidden, faithful to their seed, and as strong as their place in the house says.

use ergo_agents::agent::Player;
use ergo_agents::roster::Roster;
use ergo_agents::spec::AgentSpec;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, Status};
use ergo_engine::laws::random_match;
use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

fn spec(kind: &str, settings: &[(&str, Value)]) -> AgentSpec {
    let given = Settings(settings.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect());
    Ergo::registry().checked(kind, &given).unwrap()
}

fn text(word: &str) -> Value {
    Value::Text(word.to_owned())
}

/// The agents that play fair, some with settings that take another path.
fn honest() -> Vec<AgentSpec> {
    vec![
        spec("pass", &[]),
        spec("random", &[]),
        spec("random", &[("over", text("outcomes"))]),
        spec("best-of", &[]),
        spec("greedy", &[]),
        spec("greedy", &[("blunder", Value::Real(0.5))]),
        spec("greedy-tuned", &[]),
        spec("flat", &[("iterations", Value::Int(40))]),
        spec("flat", &[("iterations", Value::Int(40)), ("playout", text("mast")), ("cut", Value::Int(0))]),
        spec("pimc", &[("iterations", Value::Int(2)), ("postpone", Value::Int(1))]),
        spec("ismcts", &[("iterations", Value::Int(60)), ("mode", text("single-observer"))]),
        spec("ismcts", &[("iterations", Value::Int(60)), ("mode", text("own-tree"))]),
        spec(
            "ismcts",
            &[
                ("iterations", Value::Int(80)),
                ("trees", Value::Int(3)),
                ("mode", text("single-observer")),
                ("select", text("ucb1")),
                ("backup", text("paranoid")),
                ("playout", text("random")),
                ("classes", Value::Bool(true)),
                ("utility", text("win")),
            ],
        ),
        spec("td", &[]),
        spec("td", &[("run", Value::Int(2)), ("temperature", Value::Real(2.0)), ("blunder", Value::Real(0.2))]),
        spec("td-match", &[]),
    ]
}

/// The choices of a fresh player in `state`, up to the end of its turn.
fn turn(game: &Ergo, spec: &AgentSpec, state: &State, seed: Seed) -> Vec<String> {
    let Status::ToMove(seat) = game.status(state) else { return Vec::new() };
    let mut player = Ergo::registry().seat_agent(game, spec, seat, seed);
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

/// RULES.md E24: with other cards in other hands and in the pile, every choice stays the same.
#[test]
fn nobody_peeks() {
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let states = random_match(&game, Seed::master(seats as u64), 400);
        let mut rng = Seed::master(9).rng();
        for (i, state) in states.iter().enumerate().step_by(7) {
            let Status::ToMove(seat) = game.status(state) else { continue };
            let other = game.determinize(&game.observe(state, seat), &mut rng);
            for spec in honest() {
                let seed = Seed::master(i as u64);
                assert_eq!(turn(&game, &spec, state, seed), turn(&game, &spec, &other, seed), "{}", spec.kind);
            }
        }
    }
}

/// The all-seeing yardstick is not blind: the test above can fail.
#[test]
fn the_cheater_peeks() {
    let game = Ergo(Rules::printed(2));
    let states = random_match(&game, Seed::master(2), 300);
    let mut rng = Seed::master(9).rng();
    let cheater = spec("cheater", &[]);
    let differs = |state: &&State| {
        let Status::ToMove(seat) = game.status(state) else { return false };
        let other = game.determinize(&game.observe(state, seat), &mut rng);
        turn(&game, &cheater, state, Seed::master(1)) != turn(&game, &cheater, &other, Seed::master(1))
    };
    assert!(states.iter().step_by(10).filter(differs).count() > 3);
}

/// Share of `matches` deals, in both seatings, that the first wins.
fn share(first: &AgentSpec, second: &AgentSpec, deals: u64) -> f64 {
    let game = Ergo(Rules::printed(2));
    let mut won = 0.0;
    for (deal, swap) in (0..deals).flat_map(|deal| [(deal, 0), (deal, 1)]) {
        let seed = Seed::master(5).derive("deal", &[deal]);
        let mut players: Vec<Player<Ergo>> = (0..2)
            .map(|seat| {
                let spec = if seat == swap { first } else { second };
                Ergo::registry().seat_agent(&game, spec, Seat::new(seat), seed.derive("seat", &[seat as u64]))
            })
            .collect();
        let mut state = game.deal(&mut seed.rng());
        let outcome = loop {
            match game.status(&state) {
                Status::Over(outcome) => break outcome,
                Status::ToMove(seat) => {
                    let action = players[seat.index()].choose(&game, &state, seat, &mut Vec::new()).unwrap();
                    game.apply(&mut state, action);
                }
            }
        };
        if outcome.winners[Seat::new(swap)] {
            won += 1.0 / outcome.winners.iter().filter(|won| **won).count() as f64;
        }
    }
    won / (2 * deals) as f64
}

/// A rung of the ladder is above the one before it. Below random is nobody: it lays rivals' variables as gladly as its own, so
/// against one that only passes both win about as often.
#[test]
fn the_ladder_stands() {
    let rungs = [
        spec("random", &[]),
        spec("best-of", &[("drawn", Value::Int(2))]),
        spec("best-of", &[("drawn", Value::Int(8))]),
        spec("greedy", &[("blunder", Value::Real(0.3))]),
        spec("greedy", &[]),
        spec("greedy-tuned", &[]),
        spec("td", &[]),
    ];
    for pair in rungs.windows(2) {
        let share = share(&pair[1], &pair[0], 60);
        assert!(share > 0.55, "{} {:?} wins {share} of {}", pair[1].kind, pair[1].settings, pair[0].kind);
    }
}

/// The bar, on fewer matches: greedy takes at least 95 % of two-seat matches from random.
#[test]
fn greedy_beats_random() {
    assert!(share(&spec("greedy", &[]), &spec("random", &[]), 100) >= 0.95);
}
