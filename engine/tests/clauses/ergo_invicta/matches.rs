//! The gaps about openings and matches, and the records.

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::laws::looks_uniform;
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;
use ergo_engine::seat::Seat;

use super::table::{after, at, column_at, column_of, game, legal, outcome, play, random_match};

/// RULES.md G-EI15: `opening_plies=3`.
#[test]
fn g_ei15_random_openings() {
    let game = game("opening_plies=3");
    let mut counts = vec![0_u32; 90];
    for seed in 0..3000 {
        let state = game.deal(&mut Seed::master(seed).rng());
        assert_eq!((state.opening(), state.ply(), state.actions().len()), (3, 3, 3));
        assert_eq!(state.to_move().unwrap(), Seat::new(1));
        counts[state.actions()[0].target().unwrap().index()] += 1;
    }
    assert!(looks_uniform(&counts), "{counts:?}");
    assert!(ErgoInvicta::from_text(2, "opening_plies=4 ply_cap=4").is_err());
}

/// RULES.md G-EI15: actions that would end the game are excluded. With one piece each and two allowed occurrences games
/// end soon.
#[test]
fn g_ei15_openings_never_end_games() {
    let game = game("opening_plies=40 repetition_count=2 pieces_per_side=1");
    for seed in 0..200 {
        let state = game.deal(&mut Seed::master(seed).rng());
        assert!(matches!(game.status(&state), Status::ToMove(_)));
        assert!(state.opening() <= 40 && state.opening() == state.ply());
    }
    // Openings are the same in both games of a pair, and differ between pairs.
    let pairs = super::table::game("opening_plies=6 games=6 ply_cap=8");
    for seed in 0..20 {
        let mut rng = Seed::master(seed).rng();
        let mut state = pairs.deal(&mut rng);
        let mut openings = vec![state.actions().to_vec()];
        while let Status::ToMove(_) = pairs.status(&state) {
            let action = pairs.sample_action(&state, &mut rng, &mut Vec::new());
            let before = state.game();
            pairs.apply(&mut state, action);
            if state.game() != before {
                openings.push(state.actions().to_vec());
            }
        }
        assert_eq!(openings.len(), 6);
        assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[4] == openings[5]);
        assert!(openings[0] != openings[2] && openings[2] != openings[4]);
    }
}

/// RULES.md G-EI16: `games=4`, `starter=rotate`, `starter=fixed`, `starter=random`, `first_player=black`.
#[test]
fn g_ei16_starters_and_colours() {
    let starters = |options: &str, seed| {
        let rounds = random_match(&game(options), seed);
        rounds.iter().map(|round| (round.starter.number(), round.white.number())).collect::<Vec<_>>()
    };
    assert_eq!(starters("games=4 ply_cap=20", 1), [(1, 1), (2, 2), (1, 1), (2, 2)]);
    assert_eq!(starters("games=3 ply_cap=20 starter=fixed first_player=black", 1), [(1, 2), (1, 2), (1, 2)]);
    let drawn: Vec<u32> = (0..300).map(|seed| starters("ply_cap=1 starter=random", seed)[0].0 as u32 - 1).collect();
    let second = drawn.iter().sum::<u32>();
    assert!(looks_uniform(&[second, 300 - second]), "{second}");
}

/// RULES.md G-EI16: points, `target=3`, the winners.
#[test]
fn g_ei16_points_and_the_end_of_a_match() {
    let game = game("games=5 target=3 starter=fixed");
    let mut state = at(&game, "start");
    let win = "Pa1 Pa9 Pb1 Pc9 Pc1 Pe9 Pd1 Pg9 Pe1";
    let first = play(&game, &mut state, win).unwrap();
    let row = |column| column_of(&first, column);
    assert_eq!(
        (row("points_1"), row("points_2"), row("score_1"), row("winner")),
        ("2".into(), "0".into(), "2".into(), String::new())
    );
    assert!(matches!(game.status(&state), Status::ToMove(seat) if seat == Seat::new(0)));
    assert_eq!((state.game(), state.ply(), game.stages_completed(&state)), (2, 0, 1));
    let second = play(&game, &mut state, "Pa1 Pj9 a1b1 j9i9 b1a1 i9j9 a1b1 j9i9 b1a1 i9j9").unwrap();
    assert_eq!((column_of(&second, "points_2"), column_of(&second, "winner")), ("1".to_owned(), "1".to_owned()));
    let outcome = outcome(&game, &state);
    assert_eq!(outcome.scores.iter().copied().collect::<Vec<_>>(), [3, 1]);
    assert_eq!(outcome.winners.iter().copied().collect::<Vec<_>>(), [true, false]);
    let drawn = random_match(&super::table::game("ply_cap=1"), 1);
    assert_eq!(column_of(&drawn[0], "winner"), "1+2");
}

/// The rows of a game with every kind of action, computed by hand.
#[test]
fn rows_count_actions() {
    let position = "9l/10/10/10/10/6L3/10/1H8/lL8 w 2+1 -";
    // Step in the arena, slide, promotion, placements.
    let (_, round) = after("ply_cap=8", position, "g4g5 j9j8 b1c1 Pe5 b2b1 e5e6 Pa5 a1a2");
    let round = round.unwrap();
    let row = |column| column_of(&round, column);
    let counts = ["turns", "plies", "opening", "placements", "moves", "passes", "promotions"].map(row);
    assert_eq!(counts, ["8", "8", "0", "2", "6", "0", "1"].map(str::to_owned));
    let seat = |seat, columns: &[&str]| {
        columns.iter().map(|column| column_at(&round, seat, column)).collect::<Vec<_>>().join(" ")
    };
    let kinds =
        ["turns", "placed_edge", "placed_arena", "hollow_moves", "lion_steps", "slides", "passes", "promotions"];
    assert_eq!(seat(1, &kinds), "4 1 0 1 1 1 0 1");
    assert_eq!(seat(2, &kinds), "4 0 1 1 0 2 0 0");
    assert_eq!(seat(1, &["colour", "reserve", "lions", "points", "score", "fault"]), "white 1 4 1 1 ");
    assert_eq!(seat(2, &["colour", "reserve", "lions", "points", "score", "fault"]), "black 0 2 1 1 ");
    // Legal actions are those of the positions in which seats chose.
    let game = game("ply_cap=8");
    let mut state = at(&game, position);
    let mut all = 0;
    for action in ["g4g5", "j9j8", "b1c1", "Pe5", "b2b1", "e5e6", "Pa5", "a1a2"] {
        all += legal(&game, &state).split(' ').count();
        play(&game, &mut state, action);
    }
    assert_eq!(row("legal_actions"), all.to_string());
    // A step across a corner counts as a slide if the ring leads there, too.
    for (board, kind) in
        [("9l/10/10/10/10/10/10/10/1L8 w 0+0 -", "slides"), ("9l/10/10/10/10/10/10/10/lLl7 w 0+0 -", "lion_steps")]
    {
        let (_, round) = after("corner_cut=true ply_cap=1", board, "b1a2");
        assert_eq!(column_at(&round.unwrap(), 1, kind), "1", "{board}");
    }
}

/// Random opening actions are not in the row of a seat.
#[test]
fn rows_exclude_the_opening() {
    for seed in 0..20 {
        for round in random_match(&game("opening_plies=7 ply_cap=30 games=2"), seed) {
            let turns: u32 = round.tallies.iter().map(|tally| tally.turns()).sum();
            assert_eq!((round.opening, turns), (7, RoundRecord::turns(&round)));
            assert_eq!(round.plies, 7 + turns);
        }
    }
}

/// A fault ends the match without points; the other seat wins.
#[test]
fn faults_are_recorded() {
    let game = game("-");
    let mut state = at(&game, "start");
    play(&game, &mut state, "Pa1 Pj9 Pe5");
    let round = game.abandon(&state, Seat::new(1), "illegal").unwrap();
    let row = ["ended_by", "victor", "points_1", "points_2", "winner", "turns"].map(|column| column_of(&round, column));
    assert_eq!(row, ["fault", "", "0", "0", "1", "3"].map(str::to_owned));
    assert_eq!([1, 2].map(|seat| column_at(&round, seat, "fault")), ["".to_owned(), "illegal".to_owned()]);
}
