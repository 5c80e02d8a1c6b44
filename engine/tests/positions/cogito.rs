//! The worked games of `cases/cogito.txt`, computed by an independent program: every judgement, state, legal action,
//! candidate set and end.

use std::collections::BTreeSet;

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::diagram::Diagram;
use ergo_engine::cogito::notation::{Deal, StateView};
use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Configurable, Settings, Value as Setting};
use ergo_engine::seat::{Seat, SeatCount};
use serde_json::{Map, Value, json};

fn settings(table: &Map<String, Value>, prefix: &str, into: &mut Settings) {
    for (key, value) in table {
        let key = format!("{prefix}{key}");
        let value = match value {
            Value::Object(inner) => {
                settings(inner, &format!("{key}."), into);
                continue;
            }
            Value::String(word) => Setting::Text(word.clone()),
            value => Setting::Int(value.as_i64().expect("a number")),
        };
        into.0.insert(key, value);
    }
}

fn set(list: &Value) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
}

/// Sorts hands and removed cards, whose order in the file is arbitrary.
fn sorted(mut state: Value) -> Value {
    for key in ["hands", "gone"] {
        for cards in state[key].as_array_mut().unwrap() {
            let cards = cards.as_array_mut().unwrap();
            cards.sort_by_key(|card| card.as_str().unwrap().parse::<Card>().unwrap());
        }
    }
    state
}

fn check_judgement(case: &Value) {
    let diagram = if case["diagram"] == "venn" { Diagram::venn() } else { Diagram::tree() };
    let own: Card = case["self"].as_str().unwrap().parse().unwrap();
    let kinds = Card::ALL.into_iter().filter(|&card| card != own && card != Card::Dream);
    let red: BTreeSet<String> = kinds.filter(|&card| diagram.is_red(own, card)).map(|card| card.to_string()).collect();
    assert_eq!(red, set(&case["red"]), "{}", case["id"]);
}

fn check_game(case: &Value) {
    let id = &case["id"];
    let mut given = Settings::default();
    settings(case["rules"].as_object().unwrap(), "", &mut given);
    let seats = SeatCount::new(case["seats"].as_u64().unwrap() as usize);
    let game = Cogito::configure(seats, &given).unwrap();
    let deal: Deal = serde_json::from_value(case["deal"].clone()).unwrap();
    let starter = Seat::new(case["starter"].as_u64().unwrap() as usize - 1);
    let mut state = deal.begin(&game.0, starter).unwrap_or_else(|problem| panic!("{id}: {problem}"));
    assert_eq!(json!(Deal::from_state(&game.0, &state).pile), case["deal"]["pile"]);
    let mut record = None;
    for text in case["actions"].as_str().unwrap().split_whitespace() {
        let action: Action = text.parse().unwrap();
        assert!(game.is_legal(&state, action), "{id}: {text}");
        assert_eq!(action.to_string(), text);
        game.apply_into(&mut state, action, &mut record);
    }
    assert_eq!(json!(StateView::from_state(&game.0, &state)), sorted(case["state"].clone()), "{id}");
    let mut legal = Vec::new();
    game.legal_actions(&state, &mut legal);
    let legal: BTreeSet<String> = legal.iter().map(Action::to_string).collect();
    assert_eq!(legal, set(&case["legal"]), "{id}");
    for (seat, expected) in game.seats().iter().zip(case["candidates"].as_array().unwrap()) {
        let found: BTreeSet<String> =
            candidates(&game.0, &game.observe(&state, seat)).iter().map(|card| card.to_string()).collect();
        assert_eq!(found, set(expected), "{id}, seat {seat}");
    }
    let over = match game.status(&state) {
        Status::ToMove(_) => Value::Null,
        Status::Over(outcome) => {
            let ended = state.ended().unwrap();
            json!({ "ended_by": ended.word(), "victor": ended.victor(), "points": outcome.scores })
        }
    };
    assert_eq!(over, case["over"], "{id}");
    assert_eq!(record.is_some(), over != Value::Null, "{id}: finished games have a record");
}

#[test]
fn worked_games() {
    let lines = include_str!("../cases/cogito.txt").lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for line in lines {
        let case: Value = serde_json::from_str(line).unwrap();
        match case["kind"].as_str().unwrap() {
            "judge" => check_judgement(&case),
            _ => check_game(&case),
        }
        checked += 1;
    }
    assert_eq!(checked, 70);
}
