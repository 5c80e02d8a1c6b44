//! Searches alone at a game that can be lost: pig against the clock, whose best play is known.

use std::collections::HashMap;

use ergo_agents::registry::Registry;
use ergo_agents::roster::Roster;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::{Game, Status};
use ergo_engine::options::{Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;
use ergo_engine::toys::pig::Pig;

const GAME: Pig = Pig { target: 20, turns: 3 };

/// The chance to win from so many points banked, rolled and turns left, with the best play.
fn best(banked: u32, rolled: u32, left: u32, known: &mut HashMap<(u32, u32, u32), f64>) -> f64 {
    if banked >= GAME.target || left == 0 {
        return f64::from(u8::from(banked >= GAME.target));
    }
    if banked + rolled >= GAME.target {
        return 1.0;
    }
    if let Some(&chance) = known.get(&(banked, rolled, left)) {
        return chance;
    }
    let hold = if rolled > 0 { best(banked + rolled, 0, left - 1, known) } else { 0.0 };
    let lost = best(banked, 0, left - 1, known);
    let roll = (lost + (2..=6).map(|shown| best(banked, rolled + shown, left, known)).sum::<f64>()) / 6.0;
    known.insert((banked, rolled, left), hold.max(roll));
    hold.max(roll)
}

/// The share of matches that an agent wins.
fn share(registry: &Registry<Pig>, spec: &AgentSpec, matches: u64) -> f64 {
    let mut won = 0;
    for number in 0..matches {
        let seed = Seed::master(number);
        let mut player = registry.seat_agent(&GAME, spec, Seat::new(0), seed.derive("player", &[]));
        let mut state = GAME.deal(&mut seed.rng());
        loop {
            match GAME.status(&state) {
                Status::ToMove(seat) => {
                    let choice = player.choose(&GAME, &state, seat, &mut Vec::new()).unwrap();
                    GAME.apply(&mut state, choice);
                }
                Status::Over(outcome) => break won += u64::from(outcome.winners[Seat::new(0)]),
            }
        }
    }
    won as f64 / matches as f64
}

#[test]
fn a_search_that_sees_the_die_plays_nearly_best() {
    let registry = Pig::registry();
    let spec = |mode: &str| {
        let given = [("mode", Value::Text(mode.to_owned())), ("iterations", Value::Int(1500))];
        let given = Settings(given.into_iter().map(|(key, value)| (key.to_owned(), value)).collect());
        registry.checked("ismcts", &given).unwrap()
    };
    let best = best(0, 0, GAME.turns, &mut HashMap::new());
    let random = share(&registry, &registry.checked("random", &Settings::default()).unwrap(), 2000);
    let seeing = share(&registry, &spec("multi-observer"), 600);
    // Three standard deviations of 600 matches are 0.06.
    assert!(seeing > best - 0.08 && seeing < best + 0.06, "{seeing}, at best {best}");
    assert!(random < best - 0.1, "{random}, at best {best}");
}
