//! I1 to I7, I11 and the gaps about turns.

use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::board::{ARENA, EDGE, RIM, Square};
use ergo_engine::ergo_invicta::position::{Colour, Position};

use super::table::{after, at, count_at, game, legal, legal_at};

/// RULES.md I1.
#[test]
fn i1_edge_and_arena() {
    assert_eq!((EDGE.count_ones(), ARENA.count_ones(), EDGE & ARENA), (34, 56, 0));
    let names: Vec<String> = RIM.iter().map(ToString::to_string).collect();
    let some = [0, 1, 9, 10, 17, 18, 26, 27, 33].map(|place| names[place].as_str());
    assert_eq!(some, ["a1", "b1", "j1", "j2", "j9", "i9", "a9", "a8", "a2"]);
    for square in Square::all() {
        let text = square.to_string();
        assert_eq!(square.is_edge(), "aj".contains(&text[..1]) || "19".contains(&text[1..]), "{text}");
    }
}

/// RULES.md I2: `pieces_per_side=3`.
#[test]
fn i2_the_reserve_runs_out() {
    let (state, _) = after("pieces_per_side=3", "start", "Pa1 Pc3 Pa3 Pd3 Pa5 Pf3");
    assert_eq!(state.position().reserve, [0, 0]);
    let game = game("pieces_per_side=3");
    assert!(!legal(&game, &state).contains('P'));
    assert_eq!(state.position().taken().count_ones(), 6);
}

/// RULES.md I3: `first_player=black`.
#[test]
fn i3_empty_board_and_first_player() {
    assert_eq!(at(&game("-"), "start").position().to_string(), "10/10/10/10/10/10/10/10/10 w 12+12 -");
    let black = game("first_player=black");
    let state = at(&black, "start");
    assert_eq!(state.position().to_string(), "10/10/10/10/10/10/10/10/10 b 12+12 -");
    assert_eq!((state.to_move().unwrap().number(), state.white().number()), (1, 2));
}

/// RULES.md I4: EI-T1.
#[test]
fn i4_placing() {
    let placed = |action| after("-", "start", action).0.position().to_string();
    assert_eq!(placed("Pa1"), "10/10/10/10/10/10/10/10/L9 b 11+12 -");
    assert_eq!(placed("Pe5"), "10/10/10/10/4H5/10/10/10/10 b 11+12 -");
    assert_eq!(count_at("-", "start"), 90);
    assert_eq!(count_at("-", "10/10/10/10/4H5/10/10/10/10 b 11+0 -"), 1);
}

/// RULES.md I5: EI-T3, EI-T5.
#[test]
fn i5_hollow_pieces_step_straight() {
    let lone = |row: &str| legal_at("-", &format!("{row} w 0+0 -"));
    assert_eq!(lone("10/10/10/10/10/10/10/1H8/10"), "b2a2 b2b1 b2b3 b2c2");
    assert_eq!(lone("10/10/10/10/4H5/10/10/10/10"), "e5d5 e5e4 e5e6 e5f5");
    assert_eq!(lone("10/10/10/10/4Hl4/4l5/10/10/10"), "e5d5 e5e6");
}

/// RULES.md I6, I7: EI-T4, the lone lion.
#[test]
fn i6_lions_in_the_arena_step_in_all_directions() {
    assert_eq!(legal_at("-", "10/10/10/10/10/10/10/1L8/10 w 0+0 -"), "b2a1 b2a2 b2a3 b2b1 b2b3 b2c1 b2c2 b2c3");
    assert_eq!(count_at("-", "10/10/10/10/4L5/10/10/10/10 w 0+0 -"), 8);
    assert_eq!(legal_at("-", "10/10/10/3lll4/3lL5/3lhh4/10/10/10 w 0+0 -"), "e5f5");
}

/// RULES.md I7: EI-T4, EI-T6, EI-T8.
#[test]
fn i7_lions_on_the_edge_slide() {
    let alone = [("L9", 34), ("1L8", 35), ("4L5", 36)];
    for (row, count) in alone {
        assert_eq!(count_at("-", &format!("10/10/10/10/10/10/10/10/{row} w 0+0 -")), count);
    }
    assert_eq!(legal_at("-", "10/10/10/10/10/10/10/10/2l1L2l2 w 0+0 -"), "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1");
    let round = legal_at("-", "10/10/10/10/10/10/10/10/3l3L2 w 0+0 -");
    assert!(round.contains("h1j5") && round.contains("h1c1") && round.contains("h1e1") && !round.contains("h1d1"));
}

/// RULES.md I11.
#[test]
fn i11_only_printed_texts_parse() {
    for square in Square::all() {
        assert_eq!(square.to_string().parse(), Ok(square));
        let place = Action::Place { to: square };
        assert_eq!(place.to_string().parse(), Ok(place));
    }
    for text in ["", "P", "Pk1", "Pa0", "pa1", "a1", "a1b", "a1k2", "a1a22", "PASS", "pass ", "Pé"] {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
    let good = "lL8/LHH1h1H3/lHH1l1h3/10/5h4/10/10/10/1L8 b 4+6 p";
    assert_eq!(good.parse::<Position>().unwrap().to_string(), good);
    for (from, to) in [
        ("lL8", "lL7"),
        ("lL8", "lL9"),
        ("lL8", "lL71"),
        ("lL8", "lL08"),
        ("lL8", "lX8"),
        ("lL8", "lé8"),
        ("lL8", "lL99999999999999999999999"),
        ("lL8/", ""),
        ("/10/10/10", "/10/10/10/10"),
        (" b ", " B "),
        (" b ", "  b "),
        ("4+6", "04+6"),
        ("4+6", "4+"),
        ("4+6", "4+999"),
        (" p", " x"),
        (" p", " p "),
        (" p", ""),
    ] {
        assert!(good.replacen(from, to, 1).parse::<Position>().is_err(), "{from} as {to}");
    }
}

/// RULES.md G-EI1, G-EI13: EI-T2.
#[test]
fn g_ei1_lions_stay_lions() {
    let (state, _) = after("-", "9l/9l/10/10/10/10/10/1H8/10 w 0+0 -", "b2a2 j9i9 a2b2");
    assert_eq!(state.position().to_string(), "8l1/9l/10/10/10/10/10/1L8/10 b 0+0 -");
}

/// RULES.md G-EI2: EI-T7, `corner_cut=true`.
#[test]
fn g_ei2_corner_cut() {
    let board = "10/10/10/10/10/10/10/10/lLl7 w 0+0 -";
    assert_eq!(legal_at("-", board), "b1b2 b1c2");
    assert_eq!(legal_at("corner_cut=true", board), "b1a2 b1b2 b1c2");
}

/// RULES.md G-EI3: not in the list of a lion that is alone on the ring.
#[test]
fn g_ei3_no_slide_to_the_same_square() {
    for square in RIM {
        let text = square.to_string();
        let position = Position::new([square.bit(), 0], square.bit(), Colour::White, [0, 0], false);
        let game = game("corner_cut=true");
        let all = legal(&game, &game.from_position(position));
        let rim = all.split(' ').filter(|action| action[2..].parse::<Square>().unwrap().is_edge()).count();
        assert_eq!(rim, 33, "{text}: {all}");
        assert!(!all.contains(&format!("{text}{text}")));
    }
}

/// RULES.md G-EI4.
#[test]
fn g_ei4_no_pass_with_other_legal_actions() {
    let game = game("-");
    for text in ["start", "10/10/10/10/10/10/10/10/lLl7 w 0+0 -", "10/10/lh8/LHh7/Ll8/lh8/10/10/10 w 1+6 -"] {
        let all = legal(&game, &at(&game, text));
        assert!(!all.contains("pass") && !all.is_empty(), "{text}");
    }
}

/// RULES.md G-EI12: one action per target; the eight steps of `corner_cut=true`.
#[test]
fn g_ei12_one_action_per_target() {
    for (from, to) in [("a2", "b1"), ("i1", "j2"), ("j8", "i9"), ("b9", "a8")] {
        for (from, to) in [(from, to), (to, from)] {
            let square: Square = from.parse().unwrap();
            // Between blockers on the ring only the step across the corner remains, and without it there is no move on
            // the rim.
            let place = RIM.iter().position(|rim| *rim == square).unwrap();
            let blocked = RIM[(place + 1) % 34].bit() | RIM[(place + 33) % 34].bit();
            let position = Position::new([square.bit(), blocked], square.bit() | blocked, Colour::White, [0, 0], false);
            let on_rim = |options: &str| {
                let game = game(options);
                let all = legal(&game, &game.from_position(position));
                let rim = |action: &&str| action[2..].parse::<Square>().unwrap().is_edge();
                all.split(' ').filter(rim).map(str::to_owned).collect::<Vec<_>>()
            };
            assert_eq!(on_rim("-"), Vec::<String>::new(), "{from}");
            assert_eq!(on_rim("corner_cut=true"), [format!("{from}{to}")]);
            // On a free ring the square is reached both ways, and listed once.
            let alone = Position::new([square.bit(), 0], square.bit(), Colour::White, [0, 0], false);
            let game = game("corner_cut=true");
            let all = legal(&game, &game.from_position(alone));
            assert_eq!(all.matches(&format!("{from}{to}")).count(), 1);
        }
    }
}

/// RULES.md G-EI13: a corner is an edge square; other squares do not promote.
#[test]
fn g_ei13_edge_promotes() {
    let (state, _) = after("-", "9l/10/10/10/10/10/10/1HH7/10 w 0+0 -", "b2b1 j9j8 c2c1 j8j9");
    assert_eq!(state.position().to_string(), "9l/10/10/10/10/10/10/10/1LL7 w 0+0 -");
    let (state, _) = after("-", "9l/10/10/10/10/10/10/1HH7/10 w 0+0 -", "c2c3");
    assert_eq!(state.position().to_string(), "9l/10/10/10/10/10/2H7/1H8/10 b 0+0 -");
    assert_eq!(after("-", "start", "Pj9").0.position().to_string(), "9L/10/10/10/10/10/10/10/10 b 11+12 -");
}
