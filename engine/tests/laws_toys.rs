//! The toys obey the laws.

use ergo_engine::laws::{
    check_laws, check_luck, check_no_duplicates, check_perfect_information, check_sampling, random_match,
};
use ergo_engine::rng::Seed;
use ergo_engine::toys::kuhn::Kuhn;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

#[test]
fn tic_tac_toe_obeys() {
    check_laws(&TicTacToe, 1, 1_000, 9);
    check_no_duplicates(&TicTacToe, 2, 200, 9);
    check_perfect_information(&TicTacToe, 3, 200, 9);
    check_sampling(&TicTacToe, &random_match(&TicTacToe, Seed::master(4), 9), 4, 1_000);
}

#[test]
fn kuhn_poker_obeys() {
    check_laws(&Kuhn, 1, 1_000, 3);
    check_no_duplicates(&Kuhn, 2, 200, 3);
    check_sampling(&Kuhn, &random_match(&Kuhn, Seed::master(4), 3), 4, 1_000);
    assert_eq!(check_luck(&Kuhn, 5, 100_000, 3), 2);
}

#[test]
#[should_panic(expected = "a match ends within 2 actions")]
fn a_match_that_takes_too_long_is_noticed() {
    check_laws(&Kuhn, 1, 100, 2);
}
