//! The knowledge and memory of a seat, and hidden information.

use super::common::*;
use ergo_engine::game::{Game, Status};
use ergo_engine::philosophia::action::Action;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

/// RULES.md P17, I12: nothing hidden is shown, and the keys are those of a state and of the memory.
#[test]
fn p17_hidden() {
    let first = json!({"arguments": ["S", "MP"], "oracles": ["desertion"], "request": "zeus"});
    let mut stage = Stage::two(first, json!({"request": "hermes"}));
    let seen = stage.sees(2);
    assert_eq!(
        (seen["players"][0]["request"].clone(), seen["players"][1]["request"].clone()),
        (json!("?"), json!("hermes"))
    );
    assert_eq!((seen["players"][0]["oracles"].clone(), seen["syllogism"][0].clone()), (json!(["?"]), json!("?")));
    assert_eq!(seen["oracle_decks"]["trophonius"], json!(vec!["?"; 6]));
    assert_eq!(stage.sees(1)["players"][0]["oracles"], json!(["desertion"]));
    stage.shows("players.1.oracles=[desertion]");
}

/// RULES.md R2: a player who looked into a deck knows the rest of it, and which cards had gone before.
#[test]
fn r2_looks() {
    let first = json!({"at": "samos"});
    let mut stage = Stage::two(first, json!({}));
    stage.play("go:delphi oracle take:swift_ship go:dodona tutor");
    assert_eq!(stage.sees(1)["oracle_decks"]["delphi"], json!(vec!["?"; 5]));
    let memory = stage.sees(1)["remembers"]["oracles"]["delphi"].clone();
    assert_eq!(
        (memory["looks"].clone(), memory["cards"][0].clone(), memory["cards"][1].as_array().unwrap().len()),
        (json!(1), json!([]), 6)
    );
    stage.play("go:samos no_card tutor go:delphi oracle take:city_founder");
    // The second look shows which card is gone.
    let memory = stage.sees(2)["remembers"]["oracles"]["delphi"].clone();
    assert_eq!((memory["cards"][0].clone(), memory["drawn"][0].clone()), (json!(["swift_ship"]), json!({"1": 1})));
    let game = &stage.game;
    for number in 0..40 {
        let mut rng = Seed::master(number).rng();
        let world = game.determinize(&game.observe(&stage.state, Seat::new(1)), &mut rng);
        assert_eq!(view(game, &world)["players"][0]["oracles"], json!(["swift_ship"]));
        let world = game.determinize(&game.observe(&stage.state, Seat::new(0)), &mut rng);
        assert_ne!(view(game, &world)["players"][1]["oracles"], json!(["swift_ship"]));
    }
}

/// RULES.md R2: returned cards are known to be in the deck until one is drawn unseen.
#[test]
fn r2_returned_cards() {
    let mut stage =
        Stage::two(json!({"philosopher": "plato", "arguments": ["S", "MP"]}), json!({"philosopher": "aristotle"}));
    stage.play("go:theatre_of_dionysus debate:2 play:MP pass stop");
    assert_eq!(stage.sees(2)["remembers"]["decks"], json!(["MP"]));
    stage.play("go:herodes_atticus observe:syllogism");
    assert_eq!(stage.sees(1)["remembers"]["decks"], json!([]));
}

/// RULES.md R3, I12: the observation is the same for every determinization, and every consistent value is possible.
#[test]
fn r3_worlds() {
    for seats in 1..=6 {
        let game = philosophia(seats, "");
        let mut rng = Seed::master(seats as u64).rng();
        let mut state = game.deal(&mut rng);
        let (mut requests, mut scratch) = (std::collections::BTreeSet::new(), Vec::new());
        for step in 0..400 {
            let Status::ToMove(_) = game.status(&state) else { break };
            let action: Action = game.sample_action(&state, &mut rng, &mut scratch);
            game.apply(&mut state, action);
            if step % 7 == 0 {
                for seat in game.seats().iter() {
                    let seen = game.observe(&state, seat);
                    let world = game.determinize(&seen, &mut rng);
                    assert_eq!(game.observe(&world, seat), seen);
                    assert_eq!(game.status(&world), game.status(&state));
                    requests.insert(view(&game, &world)["players"][seats.max(2) - 1]["request"].to_string());
                }
            }
        }
        assert!(requests.len() > 4 || seats == 1, "{requests:?}");
    }
}
