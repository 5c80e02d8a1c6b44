//! The worked positions of `cases/ergo-invicta.txt`. Mates of more than two own actions are tested by the solver (`ergo
//! cases`).

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::action::Action;
use ergo_engine::ergo_invicta::round::Round;
use ergo_engine::ergo_invicta::state::State;
use ergo_engine::game::{Game, RoundRecord};
use ergo_engine::options::Configurable;
use ergo_engine::rng::Seed;

use crate::common::perft;

const CASES: &str = include_str!("../cases/ergo-invicta.txt");

/// Returns the parts of every line of a kind, with the game and its starting state.
fn each(kind: &str, mut see: impl FnMut(&ErgoInvicta, State, &[&str])) -> usize {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    let mut seen = 0;
    for parts in lines.map(|line| line.split(" ; ").collect::<Vec<_>>()).filter(|parts| parts[1] == kind) {
        let game = ErgoInvicta::from_text(2, parts[2]).unwrap();
        let state = match parts[3] {
            "start" => game.deal(&mut Seed::master(1).rng()),
            text => game.from_position(text.parse().unwrap()),
        };
        see(&game, state, &parts);
        seen += 1;
    }
    seen
}

fn legal(game: &ErgoInvicta, state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal
}

fn play(game: &ErgoInvicta, state: &mut State, actions: &str, id: &str) -> Option<Round> {
    let mut last = None;
    for text in actions.split_whitespace().filter(|text| *text != "-") {
        let action: Action = text.parse().unwrap();
        assert!(game.is_legal(state, action), "{id}: {text}");
        last = game.apply_recorded(state, action);
    }
    last
}

#[test]
fn moves() {
    let seen = each("moves", |game, state, parts| {
        let mut all: Vec<String> = legal(game, &state).iter().map(ToString::to_string).collect();
        all.sort();
        assert_eq!(all.len().to_string(), parts[4], "{}", parts[0]);
        if parts[5] != "-" {
            assert_eq!(all.join(" "), parts[5], "{}", parts[0]);
        }
    });
    assert_eq!(seen, 91);
}

#[test]
fn apply() {
    let seen = each("apply", |game, mut state, parts| {
        let round = play(game, &mut state, parts[4], parts[0]);
        assert_eq!(state.position().to_string(), parts[5], "{}", parts[0]);
        let mut found = vec!["-".to_owned(); 3];
        if let Some(round) = round {
            let mut row = Vec::new();
            round.write_round(&mut |field| row.push(field.to_string()));
            let of =
                |column: &str| row[Round::ROUND_COLUMNS.iter().position(|known| *known == column).unwrap()].clone();
            let colour = |seat: String| {
                if seat.is_empty() {
                    seat
                } else if seat == of("white") {
                    "w".to_owned()
                } else {
                    "b".to_owned()
                }
            };
            let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
            found = vec![of("ended_by"), dash(colour(of("victor"))), dash(of("line"))];
        }
        assert_eq!(found, parts[6..], "{}", parts[0]);
    });
    assert_eq!(seen, 62);
}

#[test]
fn illegal() {
    let seen = each("illegal", |game, mut state, parts| {
        play(game, &mut state, parts[4], parts[0]);
        let action: Action = parts[5].parse().unwrap();
        assert!(!game.is_legal(&state, action) && !legal(game, &state).contains(&action), "{}", parts[0]);
    });
    assert_eq!(seen, 12);
}

#[test]
fn perfts() {
    let seen = each("perft", |game, state, parts| {
        let depth = parts[4].parse().unwrap();
        let count = perft(game, &state, depth);
        assert_eq!(count.to_string(), parts[5], "{}", parts[0]);
    });
    assert_eq!(seen, 16);
}

/// The whole table of the rules, up to four actions; some seconds each with `--release`.
#[test]
#[ignore = "eighty-five million positions, twice"]
fn perft_to_four_actions() {
    for (options, count) in [("-", 84_932_016), ("corner_cut=true", 84_932_512)] {
        let game = ErgoInvicta::from_text(2, options).unwrap();
        let state = game.deal(&mut Seed::master(1).rng());
        assert_eq!(perft(&game, &state, 4), count, "{options}");
    }
}

/// Returns the first actions after which the side to move has a five with at most `n` own actions, including this one,
/// by exhaustive search.
fn firsts(game: &ErgoInvicta, state: &State, n: u32) -> Vec<Action> {
    legal(game, state).into_iter().filter(|&action| wins(game, state, action, n)).collect()
}

/// Returns true if the other side has a five with `n` own actions after every reply.
fn replies_lose(game: &ErgoInvicta, state: &State, n: u32) -> bool {
    legal(game, state).iter().all(|&reply| {
        let mut next = state.clone();
        game.play_in_game(&mut next, reply).is_none() && has_mate(game, &next, n)
    })
}

fn has_mate(game: &ErgoInvicta, state: &State, n: u32) -> bool {
    legal(game, state).iter().any(|&action| wins(game, state, action, n))
}

fn wins(game: &ErgoInvicta, state: &State, action: Action, n: u32) -> bool {
    let mut next = state.clone();
    match game.play_in_game(&mut next, action) {
        Some(end) => end.ended_by.word() == "five",
        None => n > 1 && replies_lose(game, &next, n - 1),
    }
}

#[test]
fn mates_in_one_and_two() {
    let mut tried = 0;
    each("mate", |game, state, parts| {
        let n: u32 = parts[4].parse().unwrap();
        assert!(!has_mate(game, &state, (n - 1).clamp(1, 2)) || n == 1, "{}", parts[0]);
        if n <= 2 {
            let mut found: Vec<String> = firsts(game, &state, n).iter().map(ToString::to_string).collect();
            found.sort();
            assert_eq!(found.join(" "), parts[5], "{}", parts[0]);
            tried += 1;
        }
    });
    assert_eq!(tried, 16);
    let seen = each("nomate", |game, state, parts| {
        assert!(!has_mate(game, &state, parts[4].parse::<u32>().unwrap().min(2)), "{}", parts[0]);
    });
    assert_eq!(seen, 4);
}
