//! The toys, and Cogito, obey the laws.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::ids::Ids;
use ergo_engine::deals::Deals;
use ergo_engine::game::{Game, Status};
use ergo_engine::laws::{
    check_laws, check_no_duplicates, check_numbers, check_perfect_information, check_sampling, random_match,
};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_engine::toys::goofspiel::Goofspiel;
use ergo_engine::toys::kuhn::{Card, Kuhn};
use ergo_engine::toys::leduc::Leduc;
use ergo_engine::toys::pig::Pig;
use ergo_engine::toys::tic_tac_toe::TicTacToe;

#[test]
fn tic_tac_toe_obeys() {
    check_laws(&TicTacToe, 1, 1_000, 9);
    check_no_duplicates(&TicTacToe, 2, 200, 9);
    check_perfect_information(&TicTacToe, 3, 200, 9);
    check_sampling(&TicTacToe, &random_match(&TicTacToe, Seed::master(4), 9), 4, 1_000);
    assert!(check_numbers(&TicTacToe, &TicTacToe, 5, 10_000) > 10_000 && TicTacToe.ids() == 9);
}

#[test]
fn kuhn_poker_obeys() {
    check_laws(&Kuhn, 1, 1_000, 3);
    check_no_duplicates(&Kuhn, 2, 200, 3);
    check_sampling(&Kuhn, &random_match(&Kuhn, Seed::master(4), 3), 4, 1_000);
    assert!(check_numbers(&Kuhn, &Kuhn, 5, 10_000) == 20_000 && Kuhn.ids() == 4);
}

#[test]
fn leduc_poker_obeys() {
    check_laws(&Leduc, 1, 1_000, 8);
    check_no_duplicates(&Leduc, 2, 200, 8);
    check_sampling(&Leduc, &random_match(&Leduc, Seed::master(4), 8), 4, 1_000);
    assert!(check_numbers(&Leduc, &Leduc, 5, 10_000) > 10_000 && Leduc.ids() == 5);
}

/// The chips of seat 1 where it holds `cards[0]`, seat 2 `cards[1]`, and the third is turned up, after `betting`.
fn leduc(cards: [Card; 3], betting: &str) -> Option<i32> {
    let holds = |hand: &_| {
        let seen = [0, 1].map(|seat| Leduc.observe(hand, Seat::new(seat)));
        [seen[0].card, seen[1].card] == cards[..2] && seen[0].public.is_none_or(|card| card == cards[2])
    };
    let played = |mut hand| {
        betting.split(' ').for_each(|choice| Leduc.apply(&mut hand, choice.parse().unwrap()));
        hand
    };
    let hand = Leduc.deals(120).unwrap().into_iter().map(played).find(holds).unwrap();
    matches!(Leduc.status(&hand), Status::Over(_)).then(|| Leduc.scores(&hand)[Seat::new(0)])
}

#[test]
fn leduc_poker_pays_what_was_put_in() {
    use Card::{Jack, King, Queen};
    // The ante, where nobody bets; the higher card, unless the other is paired; alike they share.
    assert_eq!(leduc([King, Queen, Jack], "check check check check"), Some(1));
    assert_eq!(leduc([King, Queen, Queen], "check check check check"), Some(-1));
    assert_eq!(leduc([King, King, Jack], "bet raise call bet raise call"), Some(0));
    // Two chips a bet in the first round, four in the second, and as many for a raise.
    assert_eq!(leduc([Queen, Jack, King], "bet call check check"), Some(3));
    assert_eq!(leduc([Jack, Queen, Jack], "check bet raise call bet raise call"), Some(13));
    assert_eq!(leduc([Queen, Jack, King], "bet raise fold"), Some(-3));
    assert_eq!(leduc([Queen, Jack, King], "check check check bet fold"), Some(-1));
    // A call ends the first round only.
    assert_eq!(leduc([Queen, Jack, King], "bet call"), None);
    assert_eq!(leduc([Queen, Jack, King], "bet call check bet call"), Some(7));
}

/// Goofspiel with so many cards.
fn goofspiel(seats: usize, cards: i64, order: &str) -> Goofspiel {
    let given = [("cards", Value::Int(cards)), ("order", Value::Text(order.to_owned()))];
    let given = Settings(given.into_iter().map(|(key, value)| (key.to_owned(), value)).collect());
    Goofspiel::configure(SeatCount::new(seats), &given).unwrap()
}

#[test]
fn goofspiel_obeys() {
    for (seats, cards, order) in
        [(2, 3, "random"), (2, 4, "descending"), (3, 4, "random"), (4, 3, "ascending"), (6, 5, "random")]
    {
        let game = goofspiel(seats, cards, order);
        check_laws(&game, 1, 60, seats * cards as usize);
        check_no_duplicates(&game, 2, 20, seats * cards as usize);
        check_sampling(&game, &random_match(&game, Seed::master(4), 4), 4, 500);
        assert!(check_numbers(&game, &game, 5, 10_000) > 10_000 && game.ids() == cards as usize);
    }
}

#[test]
fn pig_obeys() {
    let game = Pig { target: 12, turns: 3 };
    check_laws(&game, 1, 500, 21);
    check_no_duplicates(&game, 2, 100, 21);
    assert!(check_numbers(&game, &game, 5, 10_000) > 10_000 && game.ids() == 2);
}

/// Cogito with these options.
fn cogito(seats: usize, options: &[(&str, Value)]) -> Cogito {
    let given = Settings(options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect());
    Cogito::configure(SeatCount::new(seats), &given).unwrap()
}

/// Every option at a value other than its default, with the most and the fewest cards. At random few games get far:
/// `laws_cogito.rs` has longer ones.
#[test]
fn cogito_obeys() {
    let word = |word: &str| Value::Text(word.to_owned());
    let variants = [
        cogito(2, &[]),
        cogito(3, &[("round_starter", word("rotate")), ("games", Value::Int(4)), ("target", Value::Int(1))]),
        cogito(4, &[("diagram", word("venn")), ("games", Value::Int(3)), ("starter", word("random"))]),
        cogito(4, &[("copies.i", Value::Int(4)), ("copies.ii", Value::Int(4)), ("copies.dream", Value::Int(5))]),
        cogito(4, &[("copies.i", Value::Int(0)), ("copies.ii", Value::Int(0)), ("copies.dream", Value::Int(3))]),
        cogito(2, &[("games", Value::Int(20)), ("target", Value::Int(2)), ("starter", word("fixed"))]),
    ];
    for (i, game) in variants.iter().enumerate() {
        check_laws(game, i as u64, 60, 3_000);
        check_no_duplicates(game, i as u64, 30, 3_000);
        check_sampling(game, &random_match(game, Seed::master(i as u64), 3_000)[..1], 4, 500);
        assert!(check_numbers(game, &Ids, i as u64, 10_000) > 50_000 && Ids.ids() == 48);
    }
}

#[test]
#[should_panic(expected = "a match ends within 2 actions")]
fn a_match_that_takes_too_long_is_noticed() {
    check_laws(&Kuhn, 1, 100, 2);
}
