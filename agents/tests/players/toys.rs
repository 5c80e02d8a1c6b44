//! Every agent of the toy games plays legal matches to the end.

use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

use crate::play::play;

fn every_kind_plays<G: Roster>(game: &G, matches: u64) {
    for kind in G::registry().kinds() {
        for number in 0..matches {
            play(game, &vec![kind.name; game.seats().get()], Seed::master(number), |_, _, _| {});
        }
    }
}

#[test]
fn toy_agents_play_to_the_end() {
    every_kind_plays(&TicTacToe, 20);
    every_kind_plays(&Pig { target: 12, turns: 3 }, 20);
    every_kind_plays(&Leduc, 5);
    every_kind_plays(&Kuhn, 20);
    for seats in [2, 3, 6] {
        every_kind_plays(&Goofspiel::from_text(seats, "-").unwrap(), 1);
    }
}
