//! I8 to I10 and the gaps about the end of a game.

use super::table::{after, at, column_of, ending, game, legal, legal_at, outcome, play};

/// Neither side can move; White has no piece to place.
const FULL: &str =
    "LLllLLllLL/lhHHhhHHhl/LHhhHHhhHL/lhHHhhHHhl/LHhhHHhhHL/lhHHhhHHhl/LHhhHHhhHL/lhHHhhHHhl/LLllLLllLL w 0+0 -";
/// White is stuck, Black is not.
const STUCK: &str = "10/10/lh8/LHh7/Ll8/lh8/10/10/10 w 0+6 -";
/// Black can leave White stuck with Pa7.
const NEARLY: &str = "10/10/1h8/LHh7/Ll8/lh8/10/10/10 b 0+7 -";

/// RULES.md I8: EI-T9, EI-T10, EI-T11, EI-T13.
#[test]
fn i8_five_in_a_row() {
    let edge = "9l/10/10/10/10/10/10/10/LLLL6 w 1+0 -";
    assert_eq!(ending("-", edge, "Pe1"), "five 1 a1-e1");
    assert_eq!(ending("-", "9l/10/10/10/10/3H6/2H7/1H8/L9 w 1+0 -", "Pe5"), "five 1 a1-e5");
    assert_eq!(ending("-", "9l/10/10/10/2HHH1HH2/10/10/10/10 w 1+0 -", "Pf5"), "five 1 c5-h5");
    assert_eq!(ending("-", "10/10/10/10/2HHH1h3/10/10/10/10 w 1+0 -", "Pf5"), "- - -");
    // By a move as well, up a file and on a falling diagonal.
    assert_eq!(ending("-", "10/10/10/3H6/3H6/3H6/3H6/4H5/10 w 0+0 -", "e2d2"), "five 1 d2-d6");
    assert_eq!(ending("-", "L9/1H8/2H7/3H6/10/10/10/10/10 w 1+0 -", "Pe5"), "five 1 a9-e5");
    // Of two lines the longest, of equal ones the first direction.
    assert_eq!(
        ending("-", "10/10/10/HHHH6/4H5/4H5/4H5/4H5/10 w 1+0 -".replace("HHHH6", "LHHH6").as_str(), "Pe6"),
        "five 1 a6-e6"
    );
    assert_eq!(ending("-", "10/10/4H5/LHHH6/4H5/4H5/4H5/4H5/10 w 1+0 -", "Pe6"), "five 1 e2-e7");
}

/// RULES.md I9: EI-T14, `repetition_count=2`.
#[test]
fn i9_third_occurrence_draws() {
    let begun = "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9 a1b1 j9i9 b1a1";
    assert_eq!(ending("-", "start", begun), "- - -");
    assert_eq!(ending("-", "start", &format!("{begun} i9j9")), "repetition - -");
    assert_eq!(ending("repetition_count=2", "start", "Pa1 Pj9 a1b1 j9i9 b1a1"), "- - -");
    assert_eq!(ending("repetition_count=2", "start", "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9"), "repetition - -");
}

/// RULES.md I10: the order is that of G-EI9.
#[test]
fn i10_win_takes_precedence() {
    let board = "10/10/l2hh5/1H1h6/L1H5lL/3H6/3HH2h2/8l1/10 w 5+5 -";
    assert_eq!(ending("ply_cap=1", board, "Pf2"), "five 1 b6-f2");
    assert_eq!(ending("ply_cap=1", board, "Ph4"), "ply_cap - -");
}

/// RULES.md G-EI5: EI-T15, `stalemate=loss`, `stalemate=draw`.
#[test]
fn g_ei5_side_that_cannot_move() {
    let position = "10/10/10/10/lh8/Lhh7/LHHh6/LHHHh5/LLLLl5 w 0+5 -";
    assert_eq!(legal_at("-", position), "pass");
    assert_eq!(ending("-", NEARLY, "Pa7"), "- - -");
    assert_eq!(ending("stalemate=loss", NEARLY, "Pa7"), "stalemate 2 -");
    assert_eq!(ending("stalemate=draw", NEARLY, "Pa7"), "stalemate - -");
    let (state, _) = after("stalemate=loss", NEARLY, "Pa7");
    assert_eq!(legal(&game("stalemate=loss"), &state), "");
}

/// RULES.md G-EI6: EI-T14b, `repetition_key=board_only`.
#[test]
fn g_ei6_repetition_key() {
    let actions = "Pa1 Pj9 a1b1 j9i9 b1c1 i9j9 c1a1";
    assert_eq!(after("-", "start", actions).0.count(), 1);
    assert_eq!(after("repetition_key=board_only", "start", actions).0.count(), 2);
}

/// RULES.md G-EI7: EI-T12.
#[test]
fn g_ei7_no_row_round_a_corner() {
    assert_eq!(ending("-", "9l/10/10/10/10/10/L9/L9/LL8 w 1+0 -", "Pc1"), "- - -");
}

/// RULES.md G-EI8: `ply_cap=9`.
#[test]
fn g_ei8_cap_draws_and_is_reported() {
    let game = game("ply_cap=9");
    let (state, round) = after("ply_cap=9", "start", "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9 a1b1 j9i9 b1a1");
    assert_eq!(column_of(&round.unwrap(), "ended_by"), "ply_cap");
    let end = outcome(&game, &state);
    assert!(end.adjudicated && end.winners.iter().all(|won| *won));
    let (drawn, _) = after("-", "start", "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9 a1b1 j9i9 b1a1 i9j9");
    assert!(!outcome(&game, &drawn).adjudicated);
}

/// RULES.md G-EI9: of two simultaneous ends the first of the list; each neighbouring pair.
#[test]
fn g_ei9_order_of_ends() {
    // Two passes before repetition.
    assert_eq!(ending("repetition_key=board_only", FULL, "pass pass"), "stalemate - -");
    // Repetition before the cap, the stuck side before the cap.
    let six = "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9";
    assert_eq!(ending("repetition_count=2 ply_cap=6", "start", six), "repetition - -");
    assert_eq!(ending("stalemate=loss ply_cap=1", NEARLY, "Pa7"), "stalemate 2 -");
    assert_eq!(ending("stalemate=draw ply_cap=1", NEARLY, "Pa7"), "stalemate - -");
    assert_eq!(ending("stalemate=pass ply_cap=1", NEARLY, "Pa7"), "ply_cap - -");
}

/// RULES.md G-EI9: a last allowed occurrence that also leaves the next side stuck is a repetition. Black circles in
/// three actions while White alternates in two.
#[test]
fn g_ei9_repetition_before_a_stuck_side() {
    let (board, actions) = ("10/10/10/10/10/10/10/lh8/Ll8 b 0+0 -", "b1c2 a1b1 c2c1 b1a1 c1b1");
    let options = "stalemate=loss repetition_key=board_only";
    assert_eq!(ending(options, board, actions), "stalemate 2 -");
    assert_eq!(ending(&format!("{options} repetition_count=2"), board, actions), "repetition - -");
}

/// RULES.md G-EI10.
#[test]
fn g_ei10_forced_pass() {
    assert_eq!(legal_at("-", STUCK), "pass");
    let (state, _) = after("-", STUCK, "pass");
    assert_eq!((state.ply(), state.position().passed), (1, true));
    assert_eq!(after("-", STUCK, "pass Pd1").0.position().to_string(), "10/10/lh8/LHh7/Ll8/lh8/10/10/3l6 w 0+5 -");
    assert_eq!(ending("-", FULL, "pass"), "- - -");
    assert_eq!(ending("-", FULL, "pass pass"), "stalemate - -");
    assert_eq!(ending("repetition_key=board_only repetition_count=2", FULL, "pass"), "repetition - -");
    // Two passes with other actions in between are not in succession.
    assert_eq!(ending("-", STUCK, "pass Pd1 pass"), "- - -");
}

/// RULES.md G-EI11: lions and hollow pieces are distinct; reserves and passes do not matter; the first position counts.
#[test]
fn g_ei11_equal_positions() {
    let begun = "5l1l2/6h3/5h2h1/3h3H2/10/10/5H1h2/7hL1/7LLL w 6+4 -";
    assert_eq!(after("-", begun, "h1d1 h9g9 d1h1 g9h9").0.count(), 2);
    assert_eq!(after("-", begun, "h1d1 h9g9 d1h1 g9h9 h1d1 h9g9 d1h1").0.count(), 2);
    // The hollow piece of b2 returns to b2 as a lion.
    let (state, _) = after("repetition_count=2", "9l/9l/10/10/10/10/10/1H8/10 w 0+0 -", "b2a2 j9i9 a2b2 i9j9");
    assert_eq!(state.count(), 1);
    assert_eq!(after("-", "9l/9l/10/10/10/10/10/1L8/10 w 0+0 -", "b2a2 j9i9 a2b2 i9j9").0.count(), 2);
    // A pass before one occurrence and none before the other.
    assert_eq!(after("repetition_key=board_only", FULL, "pass").0.count(), 2);
}

/// RULES.md G-EI14.
#[test]
fn g_ei14_cap_counts_every_action() {
    assert_eq!(ending("ply_cap=1", STUCK, "pass"), "ply_cap - -");
    let game = game("ply_cap=7 opening_plies=5");
    let mut state = at(&game, "start");
    assert_eq!(state.ply(), 5);
    for _ in 0..2 {
        let first = legal(&game, &state).split(' ').next().unwrap().to_owned();
        play(&game, &mut state, &first);
    }
    assert!(outcome(&game, &state).adjudicated);
}
