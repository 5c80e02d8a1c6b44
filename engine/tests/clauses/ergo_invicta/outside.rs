//! Given starting positions, counting and mates.

use ergo_engine::ergo_invicta::position::Position;
use ergo_engine::game::{Game, Status};

use super::table::{at, game, legal, outcome};
use crate::common::perft;

/// RULES.md G-EI17.
#[test]
fn g_ei17_positions_are_used_as_given() {
    let game = game("-");
    let state = at(&game, "10/10/10/10/4H5/10/10/10/10 b 30+7 -");
    assert_eq!((state.ply(), state.count(), state.position().reserve), (0, 1, [30, 7]));
    assert!("10/10/10/10/H9/10/10/10/10 b 1+1 -".parse::<Position>().is_err());
    assert!("h9/10/10/10/10/10/10/10/10 b 1+1 -".parse::<Position>().is_err());
    let over = at(&game, "10/10/10/10/2HHHHHH2/10/10/10/10 b 3+3 -");
    assert_eq!(legal(&game, &over), "");
    let end = over.end().unwrap();
    assert_eq!((end.ended_by.word(), end.line.unwrap().1.to_string()), ("five", "h5".to_owned()));
    let outcome = outcome(&game, &over);
    assert_eq!(outcome.scores.iter().copied().collect::<Vec<_>>(), [2, 0]);
}

/// RULES.md R1: seat 1 has the colour that begins, even if the other is to move.
#[test]
fn r1_seats_of_a_position() {
    let board = "10/10/10/10/4H5/10/10/10/10 b 3+3 -";
    for (options, to_move) in [("-", 2), ("first_player=black", 1), ("games=4", 2)] {
        let game = game(options);
        assert_eq!(at(&game, board).to_move().unwrap().number(), to_move, "{options}");
    }
    let game = game("games=1");
    let mut state = at(&game, "9l/10/10/10/10/10/10/10/LLLL6 w 1+0 -");
    super::table::play(&game, &mut state, "Pe1");
    assert!(matches!(game.status(&state), Status::Over(_)));
}

/// RULES.md R2.
#[test]
fn r2_two_fives_in_one_position() {
    let game = game("-");
    for (side, winner) in [("w", 2), ("b", 1)] {
        let state = at(&game, &format!("10/10/10/2hhhhh3/2HHHHH3/10/10/10/10 {side} 3+3 -"));
        let won = outcome(&game, &state).winners;
        assert_eq!(won.entries().filter(|(_, won)| **won).map(|(seat, _)| seat.number()).collect::<Vec<_>>(), [winner]);
    }
    // The longest, then by direction, then by square.
    let line = |text: &str| at(&game, text).end().unwrap().line.map(|(from, to)| format!("{from}-{to}")).unwrap();
    assert_eq!(line("10/10/10/10/2HHHHH3/2H7/2H7/2H7/2L7 b 0+0 -"), "c5-g5");
    assert_eq!(line("10/10/2H7/2H7/2HHHHH3/2H7/2H7/2H7/10 b 0+0 -"), "c2-c7");
    assert_eq!(line("10/10/10/2HHHHH3/10/2HHHHH3/10/10/10 b 0+0 -"), "c4-g4");
}

/// RULES.md R3: `stalemate=loss`, `stalemate=draw`.
#[test]
fn r3_initially_stuck_position() {
    let stuck = "10/10/lh8/LHh7/Ll8/lh8/10/10/10 w 0+6 -";
    for (options, scores) in [("stalemate=loss", [0, 2]), ("stalemate=draw", [1, 1])] {
        let game = game(options);
        let state = at(&game, stuck);
        assert_eq!(state.end().unwrap().ended_by.word(), "stalemate");
        assert_eq!(outcome(&game, &state).scores.iter().copied().collect::<Vec<_>>(), scores);
    }
    assert!(at(&game("-"), stuck).end().is_none());
}

/// RULES.md R4.
#[test]
fn r4_one_capped_game_adjudicates_the_match() {
    let game = game("games=2 ply_cap=10 starter=fixed");
    let mut state = at(&game, "start");
    super::table::play(&game, &mut state, "Pa1 Pa9 Pb1 Pc9 Pd1 Pe9 Pe1 Pg9 Pi1 Pi9");
    assert_eq!(state.game(), 2);
    super::table::play(&game, &mut state, "Pa1 Pa9 Pb1 Pc9 Pc1 Pe9 Pd1 Pg9 Pe1");
    assert!(outcome(&game, &state).adjudicated);
    let one = at(&game, "10/10/10/10/2HHHHHH2/10/10/10/10 b 3+3 -");
    assert!(!outcome(&game, &one).adjudicated);
}

/// RULES.md G-EI18: EI-T16, EI-T17 to three actions; a forced pass counts as an action, and there are none after an
/// end.
#[test]
fn g_ei18_perft() {
    let counts = |options: &str, text: &str| {
        let game = game(options);
        [1, 2, 3].map(|depth| perft(&game, &at(&game, text), depth))
    };
    assert_eq!(counts("-", "start"), [90, 8010, 830_896]);
    assert_eq!(counts("pieces_per_side=1", "start"), [90, 8010, 126_016]);
    let stuck = "10/10/lh8/LHh7/Ll8/lh8/10/10/10 w 0+6 -";
    let black = stuck.replace(" w ", " b ");
    assert_eq!(counts("-", stuck)[..2], [1, counts("-", &black)[0]]);
    assert_eq!(counts("-", "10/10/10/10/2HHHHHH2/10/10/10/10 b 3+3 -"), [0, 0, 0]);
    assert_eq!(counts("ply_cap=2", "start"), [90, 8010, 0]);
}
