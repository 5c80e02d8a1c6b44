//! Information that is hidden from a seat does not change the choices of any agent of any game.

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

/// Few iterations, so that every search can be tested often.
const ITERATIONS: i64 = 6;

/// Returns every kind of agent with its default settings, except for the number of iterations.
fn quick<G: Roster>() -> Vec<AgentSpec> {
    let registry = G::registry();
    let specs = registry.kinds().map(|kind| {
        let thinks = kind.options.iter().any(|option| option.key == "iterations");
        let given = thinks.then(|| ("iterations".to_owned(), Value::Int(ITERATIONS)));
        registry.validate(kind.name, &Settings(given.into_iter().collect())).expect("its defaults")
    });
    specs.collect()
}

/// The choices of one kind of agent.
#[derive(Debug, Default)]
struct ChoiceCounts {
    is_omniscient: bool,
    times: u32,
    /// Number of choices that changed when hidden information changed.
    differed: u32,
}

/// Asks every agent in some positions of random matches, and again with other hidden information.
fn count_choices<G: Roster + Configurable>(seats: usize, matches: u64, step: usize) -> BTreeMap<String, ChoiceCounts> {
    let game = G::from_text(seats, "-").expect("its defaults");
    let (registry, specs) = (G::registry(), quick::<G>());
    let (mut rng, mut all) = (Seed::master(9).rng(), BTreeMap::<String, ChoiceCounts>::new());
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
                bot.is_omniscient = matches!(player(), Player::Omniscient(_));
                bot.times += 1;
                bot.differed += u32::from(choice(state) != choice(&other));
            }
        }
    }
    all
}

/// Checks that every agent was asked at least `least` times, and that no choice of a fair agent depended on hidden
/// information.
fn check_blind<G: Roster + Configurable>(seats: usize, matches: u64, step: usize, least: u32) {
    for (kind, bot) in count_choices::<G>(seats, matches, step) {
        println!("{}, {seats} seats, {kind}: {bot:?}", G::NAME);
        assert!(bot.times >= least, "{}, {seats} seats, {kind}: {bot:?}", G::NAME);
        assert!(bot.is_omniscient || bot.differed == 0, "{}, {seats} seats, {kind}: {bot:?}", G::NAME);
    }
}

#[test]
fn ergo_agents_ignore_hidden_information() {
    for seats in 2..=4 {
        check_blind::<Ergo>(seats, 6, 11, 100);
    }
    // The test can fail: the omniscient reference does depend on it.
    let all = count_choices::<Ergo>(2, 1, 11);
    assert!(all.values().any(|bot| bot.is_omniscient && bot.differed > 0), "{all:?}");
}

#[test]
fn cogito_agents_ignore_hidden_information() {
    for seats in 2..=4 {
        check_blind::<Cogito>(seats, 40, 1, 60);
    }
}

#[test]
fn philosophia_agents_ignore_hidden_information() {
    for seats in 2..=6 {
        check_blind::<Philosophia>(seats, 4, 19, 100);
    }
}

#[test]
fn toy_agents_ignore_hidden_information() {
    check_blind::<Kuhn>(2, 100, 1, 50);
    check_blind::<Leduc>(2, 100, 1, 50);
    check_blind::<Goofspiel>(2, 40, 1, 50);
    check_blind::<Goofspiel>(3, 40, 1, 50);
}

/// These games hide nothing, so there are no other worlds.
#[test]
fn games_without_hidden_information_have_no_other_worlds() {
    assert!(count_choices::<ErgoInvicta>(2, 1, 3).is_empty() && count_choices::<TicTacToe>(2, 3, 1).is_empty());
    assert!(count_choices::<Pig>(1, 3, 1).is_empty());
}
