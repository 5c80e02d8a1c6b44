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
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

/// So little searches think, so that all of them can be asked often.
const ITERATIONS: i64 = 6;

/// Every kind of bot with its defaults, but for how long it thinks.
fn quick<G: Roster>() -> Vec<AgentSpec> {
    let registry = G::registry();
    let specs = registry.kinds().map(|kind| {
        let thinks = kind.options.iter().any(|option| option.key == "iterations");
        let given = thinks.then(|| ("iterations".to_owned(), Value::Int(ITERATIONS)));
        registry.validate(kind.name, &Settings(given.into_iter().collect())).expect("its defaults")
    });
    specs.collect()
}

/// What came of asking one kind of bot.
#[derive(Debug, Default)]
struct Asked {
    sees_all: bool,
    times: u32,
    /// How often it chose otherwise where what its seat does not see was otherwise.
    differed: u32,
}

/// Asks every bot in some positions of random matches, and again where what its seat does not see is otherwise.
fn asked<G: Roster + Configurable>(seats: usize, matches: u64, step: usize) -> BTreeMap<String, Asked> {
    let game = G::from_text(seats, "-").expect("its defaults");
    let (registry, specs) = (G::registry(), quick::<G>());
    let (mut rng, mut all) = (Seed::master(9).rng(), BTreeMap::<String, Asked>::new());
    for number in 0..matches {
        let states = random_match(&game, Seed::master(number), 2_000);
        for (at, state) in states.iter().enumerate().skip(number as usize % step).step_by(step) {
            let Status::ToMove(seat) = game.status(state) else { continue };
            let other = game.determinize(&game.observe(state, seat), &mut rng);
            assert_eq!(game.observe(&other, seat), game.observe(state, seat));
            if game.seats().iter().all(|any| game.observe(&other, any) == game.observe(state, any)) {
                continue;
            }
            for spec in &specs {
                let player = || registry.build_untimed(&game, spec, seat, Seed::master(at as u64));
                let choice = |state| player().choose(&game, state, seat, &mut Vec::new()).expect("an answer");
                let bot = all.entry(spec.kind.to_string()).or_default();
                bot.sees_all = matches!(player(), Player::Omniscient(_));
                bot.times += 1;
                bot.differed += u32::from(choice(state) != choice(&other));
            }
        }
    }
    all
}

/// Asserts that every bot was asked `least` times, and that none who plays fair chose otherwise.
fn blind<G: Roster + Configurable>(seats: usize, matches: u64, step: usize, least: u32) {
    for (kind, bot) in asked::<G>(seats, matches, step) {
        println!("{}, {seats} seats, {kind}: {bot:?}", G::NAME);
        assert!(bot.times >= least, "{}, {seats} seats, {kind}: {bot:?}", G::NAME);
        assert!(bot.sees_all || bot.differed == 0, "{}, {seats} seats, {kind}: {bot:?}", G::NAME);
    }
}

#[test]
fn no_bot_of_ergo_goes_by_what_is_hidden() {
    for seats in 2..=4 {
        blind::<Ergo>(seats, 6, 11, 100);
    }
    // It can fail.
    let all = asked::<Ergo>(2, 1, 11);
    assert!(all.values().any(|bot| bot.sees_all && bot.differed > 0), "{all:?}");
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
