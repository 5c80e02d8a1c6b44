//! The laws of every game for ERGO, under all disputed rules.

use ergo_engine::cards::CardGame;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::Card;
use ergo_engine::ergo::ids::Ids;
use ergo_engine::game::Game;
use ergo_engine::laws::{check_cards, check_laws, check_no_duplicates, check_numbering, check_sampling, random_match};
use ergo_engine::numbering::Numbering;
use ergo_engine::rng::Seed;

use crate::common::ergo;

/// The longest random match is far shorter; one with `discards = "bottom"` ends by `max_turns`.
const MOST_ACTIONS: usize = 60_000;

/// Every option at a value other than its default, and crowded decks that make rare plays frequent.
fn variants() -> Vec<Ergo> {
    let all = [
        (2, "target=20"),
        (3, "target=20 deck=2015 starter=rotate"),
        (4, "target=20 starter=random ties=share"),
        (3, "target=20 discards=bottom max_turns=40"),
        (2, "target=20 discards=reshuffle_once fallacy_turns=1"),
        (4, "target=20 discards=reshuffle_once cards.tabula_rasa=4"),
        (3, "target=10 draw=1 fallacy_bars=changes"),
        (2, "target=20 draw=3 fallacy_bars=all"),
        (
            2,
            "target=20 cards.tabula_rasa=8 cards.revolution=4 cards.variable_wild=6 cards.operator_wild=6 cards.fallacy=8 \
             cards.justification=6",
        ),
        (2, "target=5 hand_size=1 premises=1"),
        (4, "target=20 wild_as_ergo=false wild_as_justification=false"),
        (3, "target=20 then_chain=right precedence=standard"),
        (2, "max_rounds=2 then_chain=chain"),
        (3, "target=20 cards.inert=20 discards=reshuffle_once"),
    ];
    all.map(|(seats, options)| ergo(seats, options)).into()
}

#[test]
fn laws_hold() {
    for (i, game) in variants().into_iter().enumerate() {
        check_laws(&game, i as u64, 2, MOST_ACTIONS);
    }
}

#[test]
fn actions_are_distinct() {
    for (i, game) in variants().into_iter().enumerate() {
        check_no_duplicates(&game, i as u64, 1, MOST_ACTIONS);
    }
}

/// RULES.md, "random": each legal action is drawn equally often.
#[test]
fn random_actions_are_uniform() {
    let game = ergo(3, "cards.tabula_rasa=4 target=10");
    let states = random_match(&game, Seed::master(7), MOST_ACTIONS);
    let some: Vec<_> = states.into_iter().step_by(37).take(12).collect();
    check_sampling(&game, &some, 3, 60);
}

#[test]
fn card_laws_hold() {
    for (i, game) in variants().iter().enumerate() {
        assert!(check_cards(game, i as u64, 1, 150) > 100, "variant {i}");
    }
}

/// The forced card is drawn, and hands differ only from then on.
#[test]
fn forced_card_is_drawn() {
    let game = ergo(3, "-");
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
fn action_numbers_are_distinct() {
    let ids = |game: &Ergo| Ids::new(&game.0);
    assert_eq!(ids(&ergo(2, "-")).ids(), 7_986);
    assert_eq!(ids(&ergo(4, "deck=2015")).ids(), 7_986);
    assert_eq!(ids(&ergo(2, "cards.inert=1")).ids(), 7_987);
    let mut actions = 0;
    for (seed, seats) in (1..).zip(2..=4) {
        let game = ergo(seats, "-");
        actions += check_numbering(&game, &ids(&game), seed, 100_000 / 3 + 1);
    }
    assert!(actions > 1_000_000, "{actions}");
    for (game, seed) in variants().into_iter().zip(1..) {
        check_numbering(&game, &ids(&game), seed, 3_000);
    }
}
