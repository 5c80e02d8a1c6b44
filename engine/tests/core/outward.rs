//! Observations in the format for external programs: they lose no knowledge, and every field has the documented value.

use std::collections::BTreeMap;

use ergo_engine::game::{Game, Status};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::TicTacToe;
use serde_json::{Value as Json, json};

/// Calls a function with the observation of every seat at every position of random matches, as a value and as JSON.
fn each_view<G: Game>(game: &G, matches: u64, mut see: impl FnMut(&G::Observation, &Json)) {
    for number in 0..matches {
        let mut rng = Seed::master(number).derive("outward", &[]).rng();
        let mut state = game.deal(&mut rng);
        loop {
            for seat in game.seats().iter() {
                let seen = game.observe(&state, seat);
                let json = serde_json::to_value(&seen).unwrap();
                see(&seen, &json);
            }
            if let Status::Over(_) = game.status(&state) {
                break;
            }
            let action = game.sample_action(&state, &mut rng, &mut Vec::new());
            game.apply(&mut state, action);
        }
    }
}

/// Different observations have different JSON texts. Toys without hidden information omit the observing seat.
fn nothing_is_lost<G: Game>(game: &G, matches: u64, least: usize) {
    let mut known: BTreeMap<String, G::Observation> = BTreeMap::new();
    each_view(game, matches, |seen, json| {
        let before = known.entry(json.to_string()).or_insert_with(|| seen.clone());
        assert!(before == seen, "{json} stands for two observations: {before:?} and {seen:?}");
    });
    assert!(known.len() >= least, "only {} different observations", known.len());
}

#[test]
fn different_observations_have_different_json() {
    nothing_is_lost(&TicTacToe, 300, 1_000);
    nothing_is_lost(&Kuhn, 300, 25);
    for (seats, settings) in [
        (2, "target=20"),
        (3, "target=20 discards=bottom max_turns=40"),
        (4, "target=20 discards=reshuffle_once cards.tabula_rasa=4 starter=rotate"),
        (2, "target=10 draw=3 cards.variable_wild=6 cards.operator_wild=6 cards.fallacy=8 cards.justification=6"),
    ] {
        nothing_is_lost(&crate::common::ergo(seats, settings), 3, 500);
    }
}

#[test]
fn ergo_fields_are_consistent() {
    let (mut under_fallacy, mut immune, mut known, mut reshuffled, mut last, mut over) = (0, 0, 0, 0, 0, 0);
    for (seats, settings) in [(2, "target=30"), (3, "target=20 discards=reshuffle_once"), (4, "discards=bottom")] {
        let game =
            crate::common::ergo(seats, &format!("{settings} cards.fallacy=6 cards.justification=6 max_turns=60"));
        each_view(&game, 2, |seen, json| {
            let seat = seen.seat.number();
            assert_eq!(
                (json["seat"].as_u64(), json["variable"].as_str()),
                (Some(seat as u64), Some(&"ABCD"[seat - 1..seat]))
            );
            assert_eq!(json["hand"].as_str().unwrap().len() as u64, json["hand_sizes"][seat - 1].as_u64().unwrap());
            for list in ["hand_sizes", "shown", "fallacy", "immune", "scores"] {
                assert_eq!(json[list].as_array().unwrap().len(), seats, "{list}");
            }
            let premises: Vec<&str> =
                json["proof"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
            assert_eq!(premises.join(" / "), seen.proof.to_string());
            let mut discards: Vec<char> = json["discards"].as_str().unwrap().chars().collect();
            let mut expected: Vec<char> = seen.discards.cards().map(|card| card.letter()).collect();
            discards.sort_unstable();
            expected.sort_unstable();
            assert_eq!(discards, expected);
            assert!(json["pile"].as_u64().unwrap() >= json["pile_known"].as_str().unwrap().len() as u64);
            under_fallacy += u32::from(json["fallacy"].as_array().unwrap().iter().any(|turns| !turns.is_null()));
            immune += u32::from(json["immune"].as_array().unwrap().contains(&Json::Bool(true)));
            known += u32::from(json["shown"].as_array().unwrap().iter().any(|cards| cards != ""));
            reshuffled += u32::from(!json["reshuffle"].is_null());
            last += u32::from(json["last_turn"] == true);
            over += u32::from(!json["winners"].is_null());
        });
    }
    let counts = [under_fallacy, immune, known, reshuffled, last, over];
    assert!(counts.iter().all(|&count| count > 0), "some kinds did not occur: {counts:?}");
}

#[test]
fn first_observation_has_expected_json() {
    let game = crate::common::ergo(2, "-");
    let mut state = game.deal(&mut Seed::master(1).rng());
    let expected = json!({
        "seat": 1, "variable": "A", "round": 1, "starter": 1, "turn": 1, "to_move": 1, "plays_left": 2, "last_turn": false,
        "proof": [], "hand": state.hand(Seat::new(0)).to_string(), "hand_sizes": [7, 5], "shown": ["", ""],
        "fallacy": [null, null], "immune": [false, false], "pile": 43, "pile_known": "", "discards": "", "reshuffle": null,
        "events": ["1 draws", "1 draws"], "scores": [0, 0], "winners": null
    });
    assert_eq!(serde_json::to_value(game.observe(&state, Seat::new(0))).unwrap(), expected);
    let card = state.hand(Seat::new(0)).to_string().remove(0);
    game.apply(&mut state, format!("-{card}").parse().unwrap());
    let seen = serde_json::to_value(game.observe(&state, Seat::new(1))).unwrap();
    assert_eq!((&seen["discards"], &seen["events"][2]), (&json!(card.to_string()), &json!(format!("1 -{card}"))));
    assert_eq!(seen["hand"], state.hand(Seat::new(1)).to_string());
}

#[test]
fn toys_have_expected_json() {
    let mut board = TicTacToe.deal(&mut Seed::master(1).rng());
    for cell in ["5", "1", "9"] {
        TicTacToe.apply(&mut board, cell.parse().unwrap());
    }
    assert_eq!(serde_json::to_value(TicTacToe.observe(&board, Seat::new(0))).unwrap(), json!({"board": "o...x...x"}));

    let mut hand = Kuhn.deal(&mut Seed::master(1).rng());
    let card =
        |seat: usize, hand: &_| serde_json::to_value(Kuhn.observe(hand, Seat::new(seat))).unwrap()["card"].clone();
    Kuhn.apply(&mut hand, "bet".parse().unwrap());
    let (own, other) = (card(1, &hand), card(0, &hand));
    let expected = json!({"seat": 2, "card": own, "shown": null, "betting": ["bet"]});
    assert_eq!(serde_json::to_value(Kuhn.observe(&hand, Seat::new(1))).unwrap(), expected);
    assert!(["J", "Q", "K"].contains(&own.as_str().unwrap()));
    Kuhn.apply(&mut hand, "call".parse().unwrap());
    assert_eq!(serde_json::to_value(Kuhn.observe(&hand, Seat::new(1))).unwrap()["shown"], other);
}
