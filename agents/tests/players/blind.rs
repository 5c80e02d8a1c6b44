//! What is hidden from a seat changes no choice of any bot of any game.

use std::collections::BTreeMap;

use ergo_agents::agent::Player;
use ergo_agents::roster::Roster;
use ergo_agents::spec::AgentSpec;
use ergo_engine::cogito::Cogito;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::game::Status;
use ergo_engine::laws::random_match;
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::philosophia::Philosophia;
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

/// Searches think so little, that all of them can be asked often.
const ITERATIONS: i64 = 6;

/// Every kind of bot with its defaults, but for how long it thinks.
fn quick<G: Roster>() -> Vec<AgentSpec> {
    let registry = G::registry();
    let specs = registry.kinds().map(|kind| {
        let thinks = kind.options.iter().any(|option| option.key == "iterations");
        let given = thinks.then(|| ("iterations".to_owned(), Value::Int(ITERATIONS)));
        registry.checked(kind.name, &Settings(given.into_iter().collect())).expect("its defaults")
    });
    specs.collect()
}

/// Asks every bot in some positions of random matches, and again where what its seat does not see is otherwise: how often each was asked,
/// and how often it chose otherwise.
fn asked<G: Roster + Configurable>(seats: usize, matches: u64, step: usize) -> BTreeMap<String, (u32, u32)> {
    let game = G::configure(SeatCount::new(seats), &Settings::default()).expect("its defaults");
    let (registry, mut rng, mut counts) = (G::registry(), Seed::master(9).rng(), BTreeMap::new());
    for number in 0..matches {
        let states = random_match(&game, Seed::master(number), 2_000);
        for (at, state) in states.iter().enumerate().skip(number as usize % step).step_by(step) {
            let Status::ToMove(seat) = game.status(state) else { continue };
            let other = game.determinize(&game.observe(state, seat), &mut rng);
            assert_eq!(game.observe(&other, seat), game.observe(state, seat));
            if game.seats().iter().all(|any| game.observe(&other, any) == game.observe(state, any)) {
                continue;
            }
            for spec in quick::<G>() {
                let choice = |state: &G::State| {
                    let mut player = registry.seat_agent(&game, &spec, seat, Seed::master(at as u64));
                    let is_honest = matches!(player, Player::Honest(_));
                    let action = player.choose(&game, state, seat, &mut Vec::new()).expect("an answer");
                    (is_honest, action.to_string())
                };
                let ((is_honest, one), (_, two)) = (choice(state), choice(&other));
                let name = if is_honest { spec.kind.to_string() } else { format!("{}, who sees all", spec.kind) };
                let (all, differ) = counts.entry(name).or_insert((0, 0));
                *all += 1;
                *differ += u32::from(one != two);
            }
        }
    }
    counts
}

/// Asserts that whoever plays fair was asked `least` times and never chose otherwise.
fn blind<G: Roster + Configurable>(seats: usize, matches: u64, step: usize, least: u32) {
    let counts = asked::<G>(seats, matches, step);
    println!("{}, {seats} seats: {counts:?}", G::NAME);
    for (name, (all, differ)) in counts {
        let sees_all = name.ends_with("who sees all");
        assert!(all >= least, "{}, {seats} seats: {name} was asked {all} times", G::NAME);
        assert!(differ == 0 || sees_all, "{}, {seats} seats: {name} chose otherwise {differ} times of {all}", G::NAME);
    }
}

#[test]
fn no_bot_of_ergo_goes_by_what_is_hidden() {
    for seats in 2..=4 {
        blind::<Ergo>(seats, 6, 11, 100);
    }
    // It can fail.
    let counts = asked::<Ergo>(2, 1, 11);
    assert!(counts.iter().any(|(name, (_, differ))| name.ends_with("who sees all") && *differ > 0), "{counts:?}");
}

#[test]
fn no_bot_of_cogito_goes_by_what_is_hidden() {
    for seats in 2..=4 {
        blind::<Cogito>(seats, 40, 1, 60);
    }
}

#[test]
fn no_bot_of_philosophia_goes_by_what_is_hidden() {
    for seats in 2..=6 {
        blind::<Philosophia>(seats, 4, 19, 100);
    }
}

#[test]
fn no_bot_of_a_toy_goes_by_what_is_hidden() {
    blind::<Kuhn>(2, 100, 1, 50);
    blind::<Leduc>(2, 100, 1, 50);
    blind::<Goofspiel>(2, 40, 1, 50);
    blind::<Goofspiel>(3, 40, 1, 50);
}

/// Nothing of these is hidden, so that nothing can be otherwise.
#[test]
fn elsewhere_nothing_is_hidden() {
    assert!(asked::<ErgoInvicta>(2, 1, 3).is_empty() && asked::<TicTacToe>(2, 3, 1).is_empty());
    assert!(asked::<Pig>(1, 3, 1).is_empty());
}
