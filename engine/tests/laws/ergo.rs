//! ERGO under the laws of every game, with the rules that people read differently.

use ergo_engine::cards::CardGame;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::ids::Ids;
use ergo_engine::game::Game;
use ergo_engine::laws::{check_cards, check_laws, check_no_duplicates, check_numbers, check_sampling, random_match};
use ergo_engine::numbering::Numbering;
use ergo_engine::options::{Configurable, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::SeatCount;

/// Longest random match seen is far shorter; one with `discards = "bottom"` is cut by `max_turns`.
const MOST_ACTIONS: usize = 60_000;

fn ergo(seats: usize, options: &[(&str, Value)]) -> Ergo {
    let given = Settings(options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect());
    Ergo::configure(SeatCount::new(seats), &given).unwrap()
}

fn word(word: &str) -> Value {
    Value::Text(word.to_owned())
}

/// Every option at a value other than its default, together with crowded decks that bring rare plays about.
fn variants() -> Vec<Ergo> {
    vec![
        ergo(2, &[("target", Value::Int(20))]),
        ergo(3, &[("target", Value::Int(20)), ("deck", word("2015")), ("starter", word("rotate"))]),
        ergo(4, &[("target", Value::Int(20)), ("starter", word("random")), ("ties", word("share"))]),
        ergo(3, &[("target", Value::Int(20)), ("discards", word("bottom")), ("max_turns", Value::Int(40))]),
        ergo(2, &[("target", Value::Int(20)), ("discards", word("reshuffle_once")), ("fallacy_turns", Value::Int(1))]),
        ergo(
            4,
            &[("target", Value::Int(20)), ("discards", word("reshuffle_once")), ("cards.tabula_rasa", Value::Int(4))],
        ),
        ergo(3, &[("target", Value::Int(10)), ("draw", Value::Int(1)), ("fallacy_bars", word("changes"))]),
        ergo(2, &[("target", Value::Int(20)), ("draw", Value::Int(3)), ("fallacy_bars", word("all"))]),
        ergo(
            2,
            &[
                ("target", Value::Int(20)),
                ("cards.tabula_rasa", Value::Int(8)),
                ("cards.revolution", Value::Int(4)),
                ("cards.variable_wild", Value::Int(6)),
                ("cards.operator_wild", Value::Int(6)),
                ("cards.fallacy", Value::Int(8)),
                ("cards.justification", Value::Int(6)),
            ],
        ),
        ergo(2, &[("target", Value::Int(5)), ("hand_size", Value::Int(1)), ("premises", Value::Int(1))]),
        ergo(
            4,
            &[
                ("target", Value::Int(20)),
                ("wild_as_ergo", Value::Bool(false)),
                ("wild_as_justification", Value::Bool(false)),
            ],
        ),
        ergo(3, &[("target", Value::Int(20)), ("then_chain", word("right")), ("precedence", word("standard"))]),
        ergo(2, &[("max_rounds", Value::Int(2)), ("then_chain", word("chain"))]),
        ergo(3, &[("target", Value::Int(20)), ("cards.inert", Value::Int(20)), ("discards", word("reshuffle_once"))]),
    ]
}

#[test]
fn laws_hold() {
    for (i, game) in variants().into_iter().enumerate() {
        check_laws(&game, i as u64, 2, MOST_ACTIONS);
    }
}

/// No two legal actions have the same effect.
#[test]
fn no_two_actions_are_one() {
    for (i, game) in variants().into_iter().enumerate() {
        check_no_duplicates(&game, i as u64, 1, MOST_ACTIONS);
    }
}

/// RULES.md, "random": each legal action is drawn equally often.
#[test]
fn draws_are_fair() {
    let game = ergo(3, &[("cards.tabula_rasa", Value::Int(4)), ("target", Value::Int(10))]);
    let states = random_match(&game, Seed::master(7), MOST_ACTIONS);
    let some: Vec<_> = states.into_iter().step_by(37).take(12).collect();
    check_sampling(&game, &some, 3, 60);
}

#[test]
fn cards_are_exchanged_and_barred_by_the_laws() {
    for (i, game) in variants().iter().enumerate() {
        assert!(check_cards(game, i as u64, 1, 150) > 100, "variant {i}");
    }
}

/// The card that was asked for is drawn, and only then do hands differ.
#[test]
fn the_card_that_was_asked_for_is_drawn() {
    let game = ergo(3, &[]);
    let (mut counts, mut drawn) = ([0; 14], 0);
    for seed in 0..40 {
        let states = random_match(&game, Seed::master(seed), 60);
        for state in states.iter().filter(|state| !state.is_over()) {
            let Some(seat) = game.next_draw(state, &mut counts) else { continue };
            let mut rng = Seed::master(seed).rng();
            let mut legal = Vec::new();
            game.legal_actions(state, &mut legal);
            let Some(last) = legal.iter().find(|action| matches!(action, Action::Discard { .. })) else { continue };
            for (kind, name) in Ergo::CARD_KINDS.iter().enumerate().filter(|(kind, _)| counts[*kind] > 0) {
                let mut other = state.clone();
                game.exchange_next(&mut other, kind, &mut rng);
                game.apply(&mut other, *last);
                if other.to_move() != seat || other.turn() != state.turn() + 1 {
                    continue;
                }
                let card = other.drawn()[0];
                let expected = match *name {
                    "own_variable" => card as usize == seat.index(),
                    "rival_variables" => (card as usize) < 3 && card as usize != seat.index(),
                    "idle_variables" => card == Card::D,
                    "wilds" => matches!(card, Card::VariableWild | Card::OperatorWild),
                    name => format!("{card:?}").to_lowercase() == name.replace('_', ""),
                };
                assert!(expected, "{name}: {card:?}");
                drawn += 1;
            }
        }
    }
    assert!(drawn > 1_000, "{drawn}");
}

#[test]
fn every_action_has_a_number_of_its_own() {
    let ids = |game: &Ergo| Ids::of(&game.0);
    assert_eq!(ids(&ergo(2, &[])).ids(), 7_986);
    assert_eq!(ids(&ergo(4, &[("deck", word("2015"))])).ids(), 7_986);
    assert_eq!(ids(&ergo(2, &[("cards.inert", Value::Int(1))])).ids(), 7_987);
    let mut actions = 0;
    for (seed, seats) in (1..).zip(2..=4) {
        let game = ergo(seats, &[]);
        actions += check_numbers(&game, &ids(&game), seed, 100_000 / 3 + 1);
    }
    assert!(actions > 1_000_000, "{actions}");
    for (game, seed) in variants().into_iter().zip(1..) {
        check_numbers(&game, &ids(&game), seed, 3_000);
    }
}
