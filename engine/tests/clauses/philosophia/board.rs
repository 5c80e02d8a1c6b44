//! The board, setup and the tables.

use super::common::*;
use ergo_engine::game::Game;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::card::Card;
use ergo_engine::philosophia::data::{Bonus, COLOURS, Good, data};
use ergo_engine::philosophia::place::Places;

fn count(places: Places) -> usize {
    places.len()
}

/// RULES.md P1, G-P9, G-P13: 18 and 27 places in five colours, four of the Acropolis, twelve steps.
#[test]
fn p1_the_board() {
    let data = data();
    let side = |side: usize| [0, 1, 2, 3, 4].map(|colour| count(data.by_colour[colour].within(data.sides[side])));
    assert_eq!((side(0), side(1)), ([4, 4, 4, 3, 3], [7, 7, 6, 4, 3]));
    assert_eq!(count(data.acropolis), 4);
    assert_eq!((data.timeline.len(), data.timeline[0], data.timeline[11]), (12, -1194, -146));
    assert_eq!(COLOURS.len(), 5);
}

/// RULES.md R10: numbers of the tables can be changed, and the rest is unchanged.
#[test]
fn changed_tables() {
    let items = |options: &str| {
        let game = philosophia(3, options);
        view(&game, &dealt(&game, 1))["players"][0]["coins"].clone()
    };
    assert_eq!(
        (items("philosophers=fixed"), items("philosophers=fixed tables=philosophers.aristotle.items.coins=7")),
        (json!(3), json!(7))
    );
    let game = philosophia(3, "tables=board.timeline.spaces=3+olympics.zeus.schools=4");
    assert_eq!((game.0.data.timeline.len(), data().timeline.len()), (3, 12));
    assert_eq!(Philosophia::configure(game.seats(), &game.settings()).unwrap().settings(), game.settings());
    let refused = configured(3, "tables=olympics.zeus.schools").unwrap_err().to_string();
    assert!(refused.contains("expected a path and a number"), "{refused}");
}

/// RULES.md G-P8: the actions of the places on the Acropolis.
#[test]
fn g_p8_the_acropolis() {
    for (place, action) in [
        ("wingless_victory", "progress"),
        ("parthenon", "offer offer:bury"),
        ("theatre_of_dionysus", "debate:2"),
        ("herodes_atticus", "observe:sophistry observe:syllogism"),
    ] {
        let first = json!({"philosopher": "plato", "at": place, "arguments": ["S"]});
        Stage::new(2, "", table([first, json!({})], json!({"node": "act"}))).may(action);
    }
}

/// RULES.md G-P10: side A up to three players, B above; the option overrides.
#[test]
fn g_p10_sides() {
    let towns = |seats, options| count(philosophia(seats, options).0.towns);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|seats| towns(seats, "")), [18, 18, 18, 27, 27, 27]);
    assert_eq!((towns(2, "side=b"), towns(6, "side=a"), towns(3, "side=auto")), (27, 18, 18));
}

/// RULES.md P2, G-P11, I1: tokens at places without a starting player, the rest boxed; 27 in all.
#[test]
fn p2_setup() {
    for seats in 2..=6 {
        let game = philosophia(seats, "philosophers=fixed");
        let state = dealt(&game, 5);
        let shown = view(&game, &state);
        let deal = game.deal_of(&state);
        let boxed: usize = deal.token_box.iter().map(Vec::len).sum();
        // Side A has fewer places than there are tokens: the rest is in the box, too.
        assert_eq!(shown["tokens"].as_object().unwrap().len() + boxed, 27);
        for player in shown["players"].as_array().unwrap() {
            assert!(!shown["tokens"].as_object().unwrap().contains_key(player["at"].as_str().unwrap()));
            assert!(player["request"].is_string());
        }
        assert_eq!(shown["tokens_seen"], json!([]));
        assert_eq!(shown["disks"].as_array().unwrap().len(), 11);
        assert_eq!(shown["disks_seen"].as_array().unwrap().len(), 1);
    }
    let tokens: usize = data().tokens.iter().map(Vec::len).sum();
    assert_eq!((tokens, data().tokens.each_ref().map(Vec::len)), (27, [7, 7, 6, 4, 3]));
    let black = data().tokens[0].iter().filter(|bonus| **bonus == Bonus { good: Good::Coins, amount: 1 }).count();
    assert_eq!(black, 2);
}

/// RULES.md G-P12: items worth five each by the prices of the game.
#[test]
fn g_p12_items() {
    for philosopher in &data().philosophers {
        let [coins, sophistry, sophist, builder, syllogism] = philosopher.items;
        assert_eq!(coins + sophistry + sophist + 2 * builder + 2 * syllogism, 5, "{}", philosopher.name);
    }
    let starts: Places = data().philosophers.iter().map(|one| one.start).collect();
    assert_eq!(starts.within(data().sides[0]).len(), 6);
    let game = philosophia(2, "philosophers=homer+heraclitus");
    let shown = view(&game, &dealt(&game, 1));
    let homer = &shown["players"][0];
    assert_eq!((&homer["at"], &homer["coins"]), (&json!("smyrna"), &json!(2)));
    assert_eq!(homer["arguments"].as_array().unwrap().len(), 2);
    assert_eq!(shown["players"][1]["arguments"], json!(["S", "S"]));
}

/// RULES.md G-P15, G-P27: forty cards, numbers in solo only.
#[test]
fn g_p15_sophistry() {
    let solo = philosophia(1, "").0.deck;
    let together = philosophia(4, "").0.deck;
    let numbers: Vec<u8> = ["S1", "S2", "S3", "S4", "S5"].map(|card| solo.count(card.parse().unwrap())).to_vec();
    assert_eq!((numbers, solo.count(Card::SOPHISTRY)), (vec![8; 5], 0));
    assert_eq!((together.count(Card::SOPHISTRY), together.len()), (40, 80));
}

/// RULES.md G-P16: eleven disks, of which four stay in solo.
#[test]
fn g_p16_disks() {
    assert_eq!(data().disks.len(), 11);
    assert_eq!(data().disks.iter().filter(|disk| !disk.not_in_solo).count(), 4);
}

/// RULES.md G-P17, R1: six, six and seven oracle cards, one of each, a favour in each deck.
#[test]
fn g_p17_oracle_cards() {
    let of = |deck| data().oracles.iter().filter(|card| card.deck == deck).count();
    assert_eq!(([0, 1, 2].map(of), data().favours.count_ones()), ([6, 6, 7], 3));
    let names: std::collections::BTreeSet<&str> = data().oracles.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names.len(), 19);
}

/// RULES.md G-P19: six requests, that of Poseidon as printed.
#[test]
fn g_p19_requests() {
    assert_eq!(data().requests.len(), 6);
    let poseidon = data().requests.iter().find(|request| request.name == "poseidon").unwrap();
    assert_eq!((poseidon.tokens, poseidon.needs), ([0, 0, 2, 0, 0], [8, 10, 3, 0, 0]));
}

/// RULES.md G-P44: seat 1 starts; philosophers are dealt, in order of the table, or named.
#[test]
fn g_p44_philosophers() {
    let cast = |options: &str, number| {
        let game = philosophia(3, options);
        let shown = view(&game, &dealt(&game, number));
        assert_eq!(shown["to_move"], 1);
        [0, 1, 2].map(|who| shown["players"][who]["philosopher"].as_str().unwrap().to_owned())
    };
    assert_eq!(cast("philosophers=fixed", 1), ["aristotle", "plato", "heraclitus"]);
    assert_eq!(cast("philosophers=homer+plato+socrates", 2), ["homer", "plato", "socrates"]);
    let drawn: std::collections::BTreeSet<String> =
        (0..60).map(|number| cast("philosophers=random", number)[0].clone()).collect();
    assert_eq!(drawn.len(), 6);
    for (words, wrong) in [("homer+plato", "2 names"), ("homer+homer+plato", "twice"), ("zeno+homer+plato", "zeno")] {
        let error = configured(3, &format!("philosophers={words}")).unwrap_err().to_string();
        assert!(error.contains(wrong), "{error}");
    }
}

/// RULES.md G-P47, G-P48: the deal is the state before items, and reproduces the match; tokens held are seen by all.
#[test]
fn g_p48_deal_reproduces_the_match() {
    for seats in 1..=6 {
        let game = philosophia(seats, "");
        let state = dealt(&game, 9);
        let again = game.begin(&game.deal_of(&state)).unwrap();
        assert_eq!(view(&game, &again), view(&game, &state));
    }
    let stage = Stage::two(json!({"tokens": {"ithaca": "coins:2"}}), json!({}));
    assert_eq!(stage.sees(2)["players"][0]["tokens"], json!({"ithaca": "coins:2"}));
}

/// Tables have a provenance, and settings are restored.
#[test]
fn provenance_and_settings() {
    assert!(data().provenance.len() == 8 && data().provenance.iter().all(|(_, words)| words.contains("seed")));
    let game = philosophia(
        2,
        "kinds=4 judge=chance judge_p=0.25 max_rounds=7 side=b builders=5 sophists=6 philosophers=fixed level=nous",
    );
    let settings: Settings = game.settings();
    let again = ergo_engine::philosophia::Philosophia::configure(game.seats(), &settings).unwrap();
    assert_eq!(again.settings(), settings);
    assert_eq!((again.0.max_rounds, again.0.supply, again.0.judge_p), (7, [5, 6, 6], 0.25));
}
