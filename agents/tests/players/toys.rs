//! Every kind of agent on the rosters of the toys plays legal matches to the end.

use ergo_agents::registry::Registry;
use ergo_agents::roster::Roster;
use ergo_agents::spec::AgentSpec;
use ergo_engine::game::Status;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

fn every_kind_plays<G: Roster>(game: &G, matches: u64) {
    let registry = G::registry();
    for kind in registry.kinds() {
        let spec = registry.checked(kind.name, &Settings::default()).expect("the default settings");
        for number in 0..matches {
            play_match(game, &registry, &spec, Seed::master(number));
        }
    }
}

fn play_match<G: Roster>(game: &G, registry: &Registry<G>, spec: &AgentSpec, seed: Seed) {
    let mut players: Vec<_> = game
        .seats()
        .iter()
        .map(|seat| registry.seat_agent(game, spec, seat, seed.derive("seat", &[seat.index() as u64])))
        .collect();
    let mut state = game.deal(&mut seed.derive("deal", &[]).rng());
    let mut scratch = Vec::new();
    while let Status::ToMove(seat) = game.status(&state) {
        let action = players[seat.index()].choose(game, &state, seat, &mut scratch).expect("an answer");
        assert!(game.is_legal(&state, action), "{} chose {action}", spec.kind);
        game.apply(&mut state, action);
    }
}

#[test]
fn tic_tac_toe_is_played() {
    every_kind_plays(&TicTacToe, 20);
}

#[test]
fn pig_is_played() {
    every_kind_plays(&Pig { target: 12, turns: 3 }, 20);
}

#[test]
fn goofspiel_is_played() {
    for seats in [2, 3, 6] {
        every_kind_plays(&Goofspiel::configure(SeatCount::new(seats), &Settings::default()).unwrap(), 1);
    }
}

#[test]
fn leduc_poker_is_played() {
    every_kind_plays(&Leduc, 5);
}

#[test]
fn kuhn_poker_is_played() {
    every_kind_plays(&Kuhn, 20);
}
