//! Philosophia under the laws of every game, with every number of seats and every option.

use ergo_engine::laws::{check_laws, check_no_duplicates, check_numbers};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::philosophia::ids::Ids;
use ergo_engine::seat::SeatCount;

fn philosophia(seats: usize, options: &[(&str, Value)]) -> Philosophia {
    let given = Settings(options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect());
    Philosophia::configure(SeatCount::new(seats), &given).unwrap()
}

#[test]
fn laws_hold_at_every_table() {
    let word = |word: &str| Value::Text(word.to_owned());
    for seats in 1..=6 {
        let game = philosophia(seats, &[]);
        check_laws(&game, seats as u64, 1, 20_000);
        check_no_duplicates(&game, seats as u64, 1, 20_000);
    }
    let variants = [
        philosophia(1, &[("level", word("nous")), ("side", word("b")), ("judge", word("chance"))]),
        philosophia(1, &[("level", word("sophia")), ("kinds", word("4")), ("judge", word("player"))]),
        philosophia(2, &[("judge", word("player")), ("max_rounds", Value::Int(60)), ("side", word("b"))]),
        philosophia(3, &[("kinds", word("4")), ("judge", word("never")), ("builders", Value::Int(3))]),
        philosophia(6, &[("side", word("a")), ("philosophers", word("fixed")), ("sophists", Value::Int(2))]),
    ];
    for (i, game) in variants.iter().enumerate() {
        check_laws(game, 100 + i as u64, 1, 20_000);
    }
}

#[test]
fn every_action_has_a_number_of_its_own() {
    let word = |word: &str| Value::Text(word.to_owned());
    let mut games: Vec<Philosophia> = (1..=6).map(|seats| philosophia(seats, &[])).collect();
    let counts: Vec<usize> = games.iter().map(|game| Ids::of(&game.0).ids()).collect();
    assert_eq!(counts, [65_753, 65_753, 65_780, 65_870, 65_906, 65_942]);
    games.push(philosophia(1, &[("level", word("sophia")), ("kinds", word("4")), ("judge", word("player"))]));
    games.push(philosophia(2, &[("judge", word("player")), ("side", word("b"))]));
    for (game, seed) in games.iter().zip(1..) {
        let actions = check_numbers(game, &Ids::of(&game.0), seed, 50_000);
        assert!(actions > 300_000, "{actions}");
    }
}
