//! ERGO of 1977 under the laws of every game, every option at a value other than its default.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::ids::Ids;
use ergo_engine::laws::{
    check_laws, check_no_duplicates, check_numbers, check_perfect_information, check_sampling, random_match,
};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::{Configurable, Settings};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;

fn game(options: &str) -> ErgoInvicta {
    ErgoInvicta::configure(SeatCount::new(2), &crate::common::settings(options)).unwrap()
}

const VARIANTS: [&str; 7] = [
    "ply_cap=60",
    "ply_cap=25 games=3 starter=random opening_plies=4",
    "ply_cap=40 games=4 target=3 starter=fixed first_player=black",
    "ply_cap=80 pieces_per_side=2 repetition_key=board_only",
    "ply_cap=80 pieces_per_side=1 repetition_count=2 corner_cut=true",
    "ply_cap=70 pieces_per_side=45 stalemate=loss",
    "ply_cap=70 pieces_per_side=45 stalemate=draw opening_plies=40",
];

#[test]
fn ergo_invicta_obeys() {
    for options in VARIANTS {
        check_laws(&game(options), 1, 3, 160);
        check_perfect_information(&game(options), 3, 10, 160);
    }
    // By the actions that led there no two are alike; so a few positions show it.
    check_no_duplicates(&game("ply_cap=40"), 2, 3, 40);
}

#[test]
fn every_action_has_a_number_of_its_own() {
    assert_eq!(Ids.ids(), 1_747);
    for (options, seed) in VARIANTS.into_iter().zip(1..) {
        assert!(check_numbers(&game(options), &Ids, seed, 20_000) > 100_000, "{options}");
    }
}

#[test]
fn sampling_is_even() {
    let game = game("ply_cap=30");
    let states = random_match(&game, Seed::master(4), 30);
    check_sampling(&game, &states[..states.len() - 1], 4, 50);
}

#[test]
fn settings_come_back() {
    for options in VARIANTS {
        let given = game(options);
        assert_eq!(ErgoInvicta::configure(SeatCount::new(2), &given.settings()).unwrap(), given);
    }
    let defaults: Settings = game("-").settings();
    for spec in ErgoInvicta::options() {
        assert_eq!(defaults.0[spec.key], spec.default, "{}", spec.key);
    }
}
