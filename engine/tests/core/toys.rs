//! The toys match known numbers through the trait alone.

use std::collections::HashSet;

use ergo_engine::game::{Game, RoundRecord, Status};
use ergo_engine::laws::looks_uniform;
use ergo_engine::options::{Configurable, OptionError, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::toys::kuhn::{Choice, Hand, HandSeen, Kuhn};
use ergo_engine::toys::tic_tac_toe::{Board, TicTacToe};

const FIRST: Seat = Seat::new(0);
const SECOND: Seat = Seat::new(1);

/// Returns every state one action after `state`.
fn next<G: Game>(game: &G, state: &G::State) -> Vec<(G::Action, G::State)> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    let after = |action| {
        let mut state = state.clone();
        game.apply(&mut state, action);
        (action, state)
    };
    legal.into_iter().map(after).collect()
}

/// Returns the states on all paths from `state` to an end, both included, and the ends alone.
fn count_histories<G: Game>(game: &G, state: &G::State) -> (usize, usize) {
    match game.status(state) {
        Status::Over(_) => (1, 1),
        Status::ToMove(_) => next(game, state)
            .iter()
            .map(|(_, after)| count_histories(game, after))
            .fold((1, 0), |(all, ends), (more, more_ends)| (all + more, ends + more_ends)),
    }
}

fn play<G: Game>(game: &G, state: &mut G::State, actions: &str) -> Option<G::Round> {
    let mut round = None;
    for text in actions.split(' ') {
        let action = text.parse().ok().filter(|&action| game.is_legal(state, action));
        round = game.apply_recorded(state, action.unwrap_or_else(|| panic!("{text} is not legal here")));
    }
    round
}

fn rows<R: RoundRecord>(round: &R) -> (String, [String; 2]) {
    let mut row = Vec::new();
    round.write_round(&mut |value| row.push(value.to_string()));
    let seats = [FIRST, SECOND].map(|seat| {
        let mut row = Vec::new();
        round.write_seat(seat, &mut |value| row.push(value.to_string()));
        row.join(",")
    });
    (row.join(","), seats)
}

fn empty_board() -> Board {
    TicTacToe.deal(&mut Seed::master(0).rng())
}

fn collect_boards(board: &Board, found: &mut HashSet<Board>) {
    if found.insert(TicTacToe.observe(board, FIRST)) {
        for (_, after) in next(&TicTacToe, board) {
            collect_boards(&after, found);
        }
    }
}

#[test]
fn tic_tac_toe_has_known_counts() {
    let mut boards = HashSet::new();
    collect_boards(&empty_board(), &mut boards);
    assert_eq!(boards.len(), 5_478);
    assert_eq!(count_histories(&TicTacToe, &empty_board()), (549_946, 255_168));
}

#[test]
fn tic_tac_toe_records() {
    for (actions, row) in [
        ("1 4 2 5 3", "1,5,line,1,0,1,0,1"),
        ("1 3 2 5 9 7", "1,6,line,0,1,0,1,2"),
        ("1 2 3 5 4 6 8 7 9", "1,9,full board,0,0,0,0,1+2"),
    ] {
        let round = play(&TicTacToe, &mut empty_board(), actions).expect("a finished round");
        assert_eq!(rows(&round).0, row, "{actions}");
    }
    let round = play(&TicTacToe, &mut empty_board(), "1 4 2 5 3").expect("a finished round");
    assert_eq!(rows(&round).1, ["x,1,1,", "o,0,0,"]);
}

#[test]
fn only_printed_texts_parse() {
    for text in ["", "0", "10", "05", "+5", " 5", "5 ", "a", "५"] {
        assert!(text.parse::<<TicTacToe as Game>::Action>().is_err(), "{text:?}");
    }
    for text in ["", "Check", "bet ", "raise"] {
        assert!(text.parse::<Choice>().is_err(), "{text:?}");
    }
}

/// One hand for each of the six deals: every own card with every card of the other seat.
fn kuhn_deals() -> Vec<Hand> {
    let mut rng = Seed::master(0).rng();
    let mut deals: Vec<Hand> = Vec::new();
    let both = |hand: &Hand| (Kuhn.observe(hand, FIRST), Kuhn.observe(hand, SECOND));
    for _ in 0..200 {
        let hand = Kuhn.deal(&mut rng);
        if deals.iter().all(|known| both(known) != both(&hand)) {
            deals.push(hand);
        }
    }
    deals
}

fn collect_decisions(hand: &Hand, found: &mut HashSet<HandSeen>) {
    if let Status::ToMove(seat) = Kuhn.status(hand) {
        found.insert(Kuhn.observe(hand, seat));
        for (_, after) in next(&Kuhn, hand) {
            collect_decisions(&after, found);
        }
    }
}

#[test]
fn kuhn_poker_has_known_counts() {
    let deals = kuhn_deals();
    assert_eq!(deals.len(), 6);
    // After each deal: no action, check, bet, check bet; and five ends.
    assert!(deals.iter().all(|hand| count_histories(&Kuhn, hand) == (9, 5)));
    let mut decisions = HashSet::new();
    deals.iter().for_each(|hand| collect_decisions(hand, &mut decisions));
    assert_eq!(decisions.len(), 12);
}

#[test]
fn kuhn_poker_records() {
    for hand in kuhn_deals() {
        let first_is_higher = Kuhn.observe(&hand, FIRST).card > Kuhn.observe(&hand, SECOND).card;
        for (actions, first_is_higher_row, second_is_higher_row) in [
            ("check check", "1,2,showdown,1,-1,1,-1,1", "1,2,showdown,-1,1,-1,1,2"),
            ("bet call", "1,2,showdown,2,-2,2,-2,1", "1,2,showdown,-2,2,-2,2,2"),
            ("check bet call", "1,3,showdown,2,-2,2,-2,1", "1,3,showdown,-2,2,-2,2,2"),
            ("bet fold", "1,2,fold,1,-1,1,-1,1", "1,2,fold,1,-1,1,-1,1"),
            ("check bet fold", "1,3,fold,-1,1,-1,1,2", "1,3,fold,-1,1,-1,1,2"),
        ] {
            let round = play(&Kuhn, &mut hand.clone(), actions).expect("a finished round");
            let row = if first_is_higher { first_is_higher_row } else { second_is_higher_row };
            assert_eq!(rows(&round).0, row, "{actions}");
        }
    }
}

#[test]
fn only_showdowns_reveal_cards() {
    for hand in kuhn_deals() {
        let shown_after = |actions| {
            let mut hand = hand.clone();
            play(&Kuhn, &mut hand, actions);
            Kuhn.observe(&hand, FIRST).shown
        };
        let other = Some(Kuhn.observe(&hand, SECOND).card);
        for actions in ["check check", "bet call", "check bet call"] {
            assert_eq!(shown_after(actions), other, "{actions}");
        }
        for actions in ["check", "bet", "check bet", "bet fold", "check bet fold"] {
            assert_eq!(shown_after(actions), None, "{actions}");
        }
    }
}

#[test]
fn determinization_of_kuhn_is_uniform() {
    let mut rng = Seed::master(1).rng();
    for hand in kuhn_deals() {
        for seat in [FIRST, SECOND] {
            let seen = Kuhn.observe(&hand, seat);
            let mut counts = [0; 3];
            for _ in 0..3_000 {
                let guess = Kuhn.determinize(&seen, &mut rng);
                counts[Kuhn.observe(&guess, Kuhn.seats().after(seat)).card as usize] += 1;
            }
            assert_eq!(counts[seen.card as usize], 0);
            let unseen: Vec<u32> = counts.into_iter().filter(|&count| count > 0).collect();
            assert!(unseen.len() == 2 && looks_uniform(&unseen), "{seen:?}: {counts:?}");
        }
    }
}

#[test]
fn toys_have_no_options() {
    let given = Settings([("size".to_owned(), Value::Int(4))].into());
    let error = OptionError::NoOptions { key: "size".to_owned() };
    let two = SeatCount::new(2);
    assert_eq!(TicTacToe::configure(two, &given).err(), Some(error.clone()));
    assert_eq!(Kuhn::configure(two, &given).err(), Some(error));
    assert!(Kuhn::configure(two, &Settings::default()).is_ok());
    assert_eq!((TicTacToe::NAME, Kuhn::NAME), ("tic-tac-toe", "kuhn-poker"));
}
