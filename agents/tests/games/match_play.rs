//! Tests of match play: concatenated nets, values of turns, and the rules it supports.

use std::collections::BTreeSet;

use ergo_agents::games::ergo::equity::{MatchEnding, shipped::shipped_table};
use ergo_agents::games::ergo::features::describe;
use ergo_agents::games::ergo::match_play::nets::MatchPlay;
use ergo_agents::games::ergo::match_play::result_nets::{equity_table, result_net};
use ergo_agents::games::ergo::match_play::results::result_count;
use ergo_agents::games::ergo::match_play::stakes::{MatchStanding, SeatStakes, Stakes};
use ergo_agents::games::ergo::shipped::shipped_net;
use ergo_agents::games::ergo::value_net::{NetScratch, each_value, state_value};
use ergo_agents::net::mlp::{HiddenUnits, Inputs, Mlp};
use ergo_agents::roster::Roster;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::rules::Rules;
use ergo_engine::ergo::state::State;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::laws::random_match;
use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::{Seed, below};
use ergo_engine::seat::{Seat, SeatCount, SeatMap};

/// A concatenated net has the outputs of its parts, one after another, up to rounding.
#[test]
fn concatenated_net_has_the_outputs_of_each() {
    let random = |shape: &[usize], seed| Mlp::random(shape, 9, &mut Seed::master(seed).rng());
    let (one, other) = (random(&[9, 5, 1], 1), random(&[9, 8, 3], 2));
    let both = Mlp::concatenate(&[&one, &other]).unwrap();
    assert_eq!((both.shape(), both.outputs()), (&[9, 13, 4][..], 4));
    let (mut inputs, mut units) = (Inputs::default(), HiddenUnits::default());
    [(1, 1.0), (4, -0.5), (8, 2.0)].into_iter().for_each(|(place, value)| inputs.put(place, value));
    let mut answers = |net: &Mlp| {
        let mut answers = Vec::new();
        net.forward_all(&inputs, &mut units, &mut answers);
        answers
    };
    let apart = [answers(&one), answers(&other)].concat();
    assert!(answers(&both).iter().zip(&apart).all(|(together, apart)| (together - apart).abs() < 1e-5));
    assert!(Mlp::concatenate(&[&one, &random(&[8, 5, 1], 3)]).is_none());
    assert!(Mlp::concatenate(&[&one, &random(&[9, 5, 4, 1], 3)]).is_none());
}

/// Returns positions at which a turn begins, at various scores.
fn positions(game: &Ergo) -> Vec<State> {
    let states = (0..12).flat_map(|seed| random_match(game, Seed::master(seed), 6_000));
    let begins = |state: &State| match game.status(state) {
        Status::ToMove(mover) => game.observe(state, mover).plays_left == game.0.draw,
        Status::Over(_) => false,
    };
    states.filter(begins).step_by(7).collect()
}

/// The value of a turn is what the nets say of the position after it, at the stakes of the match. A turn that ends
/// the round has the value of its result.
#[test]
fn match_play_value_equals_value_of_next_position() {
    for seats in 2..=4 {
        let game = Ergo(Rules::printed(seats));
        let (points, results) = (shipped_net(game.seats(), 1), result_net(game.seats()));
        let table = shipped_table(&MatchEnding::from_rules(&game.0)).unwrap();
        let mut play = MatchPlay::new(table, points, results).unwrap();
        let (mut room, mut apart, mut units) = (NetScratch::default(), NetScratch::default(), HiddenUnits::default());
        let (mut rng, mut met) = (Seed::master(3).rng(), [0; 2]);
        for state in positions(&game) {
            let seen = game.observe(&state, state.to_move());
            let stakes = Stakes::new(table, &game.0, MatchStanding::new(&seen));
            assert_eq!(MatchStanding::from_state(&game.0, &state, seen.seat), MatchStanding::new(&seen));
            let judge = play.value_model(&game.0, &seen).0;
            if judge.stakes.is_none() {
                assert!(stakes.max_adjustment() < 1.0);
                continue;
            }
            let mut ways: Vec<(Vec<Action>, f64)> = Vec::new();
            each_value(judge, &game.0, &seen, &mut room, &mut |way, value| ways.push((way.actions().collect(), value)));
            let (actions, judged) = &ways[below(&mut rng, ways.len() as u32) as usize];
            let mut after = state.clone();
            let ended = actions.iter().find_map(|&action| game.apply_recorded(&mut after, action));
            if let Some(round) = ended {
                assert!((judged - stakes.end_value(&round.points())).abs() < 1e-9);
                met[0] += 1;
                continue;
            }
            let then = game.observe(&after, seen.seat);
            // Publicly drawn cards cannot be predicted.
            if then.unseen(&game.0) != seen.unseen(&game.0) || then.shown != seen.shown {
                continue;
            }
            let (mut inputs, mut answers) = (Inputs::default(), Vec::new());
            describe(&game.0, &then, &mut inputs);
            results.forward_all(&inputs, &mut units, &mut answers);
            assert_eq!(answers.len(), result_count(seats));
            let expected = state_value(points, &game.0, &then, &mut apart) + stakes.expected_adjustment(&mut answers);
            assert!((judged - expected).abs() < 1e-2, "{judged} and {expected}");
            assert!((answers.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            met[1] += 1;
        }
        assert!(met[0] > 1 && met[1] > 40, "{met:?}");
    }
}

/// Stakes depend on the seat and its scores, not on earlier calls.
#[test]
fn stakes_cache_is_keyed_by_seat_and_scores() {
    let game = Ergo(Rules::printed(3));
    let table = equity_table(&game.0).unwrap();
    let (mut all, mut seat_asked, mut worths) = (SeatStakes::new(table), Seat::new(0), BTreeSet::new());
    for (own, round) in [(0, 1), (44, 5), (44, 5), (0, 1), (44, 6)] {
        seat_asked = Seat::new((seat_asked.index() + 1) % 3);
        let scores = SeatMap::from_fn(game.seats(), |seat| if seat == seat_asked { own } else { 30 });
        let standing = MatchStanding { seat: seat_asked, round, starter: Seat::new(0), scores };
        let points = SeatMap::from_fn(game.seats(), |seat| if seat == seat_asked { 6 } else { 0 });
        let worth = all.stakes_for(&game.0, standing.clone()).end_value(&points);
        assert_eq!(worth, Stakes::new(table, &game.0, standing).end_value(&points));
        worths.insert(worth.to_bits());
    }
    assert!(worths.len() > 2);
}

/// `td-match` rejects rules without an equity table.
#[test]
fn td_match_without_equity_table_is_rejected() {
    let agents = Ergo::registry();
    let spec = agents.validate("td-match", &Settings::default()).unwrap();
    let refusal = |key: &str, value: Value| {
        let rules = Rules::new(SeatCount::new(2), &Settings([(key.to_owned(), value)].into())).unwrap();
        agents.check_rules(&spec, &Ergo(rules)).map_err(|error| error.to_string())
    };
    assert_eq!(refusal("starter", Value::Text("rotate".to_owned())), Ok(()));
    let share = refusal("ties", Value::Text("share".to_owned())).unwrap_err();
    assert!(share.contains("expected target = 50") && share.contains("play_on"), "{share}");
    assert!(refusal("target", Value::Int(30)).is_err());
}
