//! Tests of the agents of Philosophia: they use no hidden information, and the solvers find forced wins.

use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::action::Action;
use ergo_engine::philosophia::phase::Node;
use ergo_engine::philosophia::state::State;
use ergo_engine::rng::{Rng, Seed, below};
use ergo_engine::seat::{Seat, SeatCount};

use super::auction::AuctionSolver;
use super::evaluator::{PhilosophiaEvaluator, ValueSource};
use super::features::{Describer, INPUTS};
use super::final_debate::FinalDebateSolver;
use super::planner::choose;
use super::weights::PlannerWeights;
use crate::net::mlp::Inputs;

fn game(seats: usize) -> Philosophia {
    Philosophia::configure(SeatCount::new(seats), &Settings::default()).unwrap()
}

fn legal(game: &Philosophia, state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal
}

/// Calls `see` with the states of games between planners, before every action. One action in eight is random.
fn games(seats: usize, count: u64, mut see: impl FnMut(&Philosophia, &State, &mut Rng)) {
    let (game, weights) = (game(seats), PlannerWeights::tuned());
    for seed in 0..count {
        let mut rng = Seed::master(seed).rng();
        let mut state = game.deal(&mut rng);
        while let Status::ToMove(seat) = game.status(&state) {
            see(&game, &state, &mut rng);
            let legal = legal(&game, &state);
            let action = match below(&mut rng, 8) {
                0 => legal[below(&mut rng, legal.len() as u32) as usize],
                _ => choose((&game.0, &weights), &state, seat.index(), &legal, &mut rng),
            };
            game.apply(&mut state, action);
        }
    }
}

/// All inputs are between -1 and 1 and set at most once, and at least 90 % of them are set in some position.
#[test]
fn inputs_are_in_range() {
    let (mut describer, mut inputs) = (Describer::default(), Inputs::default());
    let mut used = [false; INPUTS];
    for seats in 1..=6 {
        games(seats, 2, |game, state, _| {
            for seat in game.seats().iter() {
                describer.describe(&game.0, game.observe(state, seat).seen(), seat.index(), &mut inputs);
                let places: Vec<usize> = inputs.entries().iter().map(|(place, _)| usize::from(*place)).collect();
                assert!(places.windows(2).all(|pair| pair[0] < pair[1]) && places.iter().all(|place| *place < INPUTS));
                assert!(inputs.entries().iter().all(|(_, value)| (-1.0..=1.0).contains(value)), "{inputs:?}");
                places.into_iter().for_each(|place| used[place] = true);
            }
        });
    }
    let idle: Vec<usize> = (0..INPUTS).filter(|place| !used[*place]).collect();
    assert!(idle.len() < INPUTS / 10, "never set: {idle:?}");
}

/// A seat's inputs and its planner's choices are equal in every world that the seat cannot distinguish from the
/// true one.
#[test]
fn features_and_planner_ignore_hidden_information() {
    let (mut describer, weights) = (Describer::default(), PlannerWeights::tuned());
    let (mut inputs_seen, mut inputs_sampled) = (Inputs::default(), Inputs::default());
    let mut hidden = 0;
    for seats in 2..=4 {
        games(seats, 2, |game, state, rng| {
            let seat = Seat::new(state.to_move());
            let seen = game.observe(state, seat);
            let world = game.determinize(&seen, rng);
            hidden += usize::from(world != *state);
            describer.describe(&game.0, seen.seen(), seat.index(), &mut inputs_seen);
            describer.describe(&game.0, game.observe(&world, seat).seen(), seat.index(), &mut inputs_sampled);
            assert_eq!(inputs_seen, inputs_sampled);
            let legal = legal(game, state);
            let chosen =
                |state: &State| choose((&game.0, &weights), state, seat.index(), &legal, &mut Seed::master(3).rng());
            assert_eq!(chosen(seen.seen()), chosen(&world), "{:?}", state.node());
            assert_eq!(chosen(seen.seen()), chosen(state), "{:?}", state.node());
        });
    }
    assert!(hidden > 500, "{hidden} worlds differ from the true state");
}

/// Shares of the win are between 0 and 1.
#[test]
fn win_shares_are_between_0_and_1() {
    for seats in 2..=4 {
        let mut evaluator = PhilosophiaEvaluator::new(ValueSource::Turns, Seed::master(1));
        games(seats, 1, |game, state, _| {
            let shares = evaluator.evaluate(game, &mut state.clone());
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
        });
    }
}

/// Creates a final debate of two players, the first to lead. The lower number wins ties.
fn last_debate(hands: [&[&str]; 2], numbers: [u8; 2]) -> (Philosophia, State) {
    let game = game(2);
    let player = |philosopher: &str, hand: &[&str], number: u8| {
        serde_json::json!({"philosopher": philosopher, "arguments": hand, "labyrinth": 3, "number": number,
            "claimed": ["followings", "schools", "learn"]})
    };
    let text = serde_json::json!({
        "players": [player("socrates", hands[0], numbers[0]), player("homer", hands[1], numbers[1])],
        "node": "lead",
        "to_move": 1,
        "pending": {"final": true, "circle": [1, 2], "piles": {"1": [], "2": []}, "led": null, "attacker": 1,
            "defender": 2, "must": false},
    });
    let state = game.read(&serde_json::from_value(text).unwrap()).unwrap();
    (game, state)
}

/// Checks which actions win. The opponent holds only Sophistry cards, so all sampled worlds have the same hands.
#[track_caller]
fn wins(hands: [&[&str]; 2], numbers: [u8; 2], expected: &[(&str, f64)]) {
    let (game, state) = last_debate(hands, numbers);
    let (seen, legal) = (game.observe(&state, Seat::new(0)), legal(&game, &state));
    let (solver, mut values) = (FinalDebateSolver { worlds: 4, max_positions: 100_000 }, Vec::new());
    let mut rng = Seed::master(5).rng();
    assert!(solver.evaluate_actions(&game, &seen, &legal, &mut rng, &mut values));
    let mut found: Vec<(String, f64)> =
        legal.iter().map(Action::to_string).zip(values.iter().map(|value| value.round())).collect();
    found.sort_by(|one, other| one.0.cmp(&other.0));
    let expected: Vec<(String, f64)> = expected.iter().map(|(text, share)| ((*text).to_owned(), *share)).collect();
    assert_eq!(found, expected);
    let most = expected.iter().map(|(_, share)| *share).fold(0.0, f64::max);
    let best = solver.best_action(&game, &seen, &legal, &mut rng).unwrap().to_string();
    assert!(expected.contains(&(best.clone(), most)), "{best}");
}

#[test]
fn final_debate_solver_finds_winning_cards() {
    // Leading Sophistry wins one card each; a Syllogism then takes a card that cannot be answered. Passing leaves
    // all to the opponent.
    wins([&["S", "CD"], &["S", "S"]], [2, 1], &[("pass", 0.0), ("play:CD", 1.0), ("play:S", 1.0)]);
    // With the higher number and one card each, nothing wins.
    wins([&["S"], &["S"]], [2, 1], &[("pass", 0.0), ("play:S", 0.0)]);
    // With the lower number, the tie wins.
    wins([&["S"], &["S"]], [1, 2], &[("pass", 0.0), ("play:S", 1.0)]);
}

/// The solver agrees with exhaustive search.
#[test]
fn final_debate_solver_agrees_with_exhaustive_search() {
    fn winner(game: &Philosophia, state: &State) -> Option<usize> {
        if state.node() == Node::Over {
            return state.debate().winner();
        }
        let ways = legal(game, state).into_iter().map(|action| {
            let mut after = state.clone();
            game.apply(&mut after, action);
            winner(game, &after)
        });
        let ways: Vec<_> = ways.collect();
        let mover = Some(state.to_move());
        if ways.contains(&mover) { mover } else { ways[0] }
    }
    let hands: [[&[&str]; 2]; 5] = [
        [&["S", "CD"], &["S", "S"]],
        [&["CD", "S"], &["S", "S", "S"]],
        [&["MP", "S", "S"], &["S", "S", "S"]],
        [&["CD", "MP"], &["S", "S", "S"]],
        [&["S", "S"], &["S", "S", "S"]],
    ];
    for hands in hands {
        for numbers in [[1, 2], [2, 1]] {
            let (game, state) = last_debate(hands, numbers);
            let (seen, legal) = (game.observe(&state, Seat::new(0)), legal(&game, &state));
            let (mut values, mut rng) = (Vec::new(), Seed::master(7).rng());
            let solver = FinalDebateSolver { worlds: 1, max_positions: 1_000_000 };
            assert!(solver.evaluate_actions(&game, &seen, &legal, &mut rng, &mut values));
            for (action, value) in legal.iter().zip(values) {
                let mut after = state.clone();
                game.apply(&mut after, *action);
                let wins = winner(&game, &after) == Some(0);
                assert_eq!(value > 0.5, wins, "{hands:?} {numbers:?} {action}");
            }
        }
    }
}

/// Bids are probabilities that sum to 1, and none exceeds the player's coins.
#[test]
fn bids_never_exceed_coins() {
    let mut asked = 0;
    let mut evaluator = PhilosophiaEvaluator::new(ValueSource::Turns, Seed::master(1));
    for seats in 2..=3 {
        games(seats, 6, |game, state, rng| {
            if state.node() != Node::Bid || asked > 20 {
                return;
            }
            let seat = Seat::new(state.to_move());
            let auction = AuctionSolver { worlds: 1, rounds: 50 };
            let strategy = auction.strategy(game, &game.observe(state, seat), &mut evaluator, rng);
            assert!(strategy.len() <= usize::from(state.players()[seat.index()].coins()) + 1);
            assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{strategy:?}");
            asked += 1;
        });
    }
    assert!(asked > 5, "{asked}");
}
