//! ERGO on a page: the proof, the hands, what lies before each.

use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::card::{Card, Symbol};
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::hand::Hand;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::round::verdict_word;
use ergo_engine::ergo::state::{Before, State};
use ergo_engine::ergo::truth::judge;
use ergo_engine::game::Game;
use ergo_engine::seat::Seat;
use serde_json::{Value, json};

use crate::arena::drawn::Drawn;

/// How it is drawn.
pub(super) fn drawn() -> Drawn<Ergo> {
    Drawn {
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        table: |_| Value::Null,
        state,
        seen,
        example,
    }
}

fn letters(cards: impl Iterator<Item = Card>) -> String {
    cards.map(Card::letter).collect()
}

/// A seat: its cards as far as they are known, how many they are, what lies before it, its score.
fn seat(
    seat: Seat,
    cards: (Option<Hand>, usize, Hand),
    before: Before,
    score: i32,
    proof: &Proof,
    game: &Ergo,
) -> Value {
    let (hand, count, shown) = cards;
    json!({
        "variable": Symbol::VARIABLES[seat.index()].letter().to_string(),
        "hand": hand.map(|hand| letters(hand.cards())),
        "cards": count,
        "shown": letters(shown.cards()),
        "fallacy": before.fallacy,
        "immune": before.immune,
        "score": score,
        "verdict": verdict_word(judge(proof, game.0.reading), seat.index()),
    })
}

fn of_proof(game: &Ergo, proof: &Proof) -> Value {
    let verdict = judge(proof, game.0.reading);
    let word = |(index, symbol): (usize, &Symbol)| (symbol.letter().to_string(), verdict_word(verdict, index));
    json!({
        "proof": proof.to_string(),
        "paradox": verdict.is_paradox(),
        "verdicts": Symbol::VARIABLES.iter().enumerate().map(word).collect::<Vec<_>>(),
        "worth": proof.len(),
    })
}

fn state(game: &Ergo, state: &State) -> Value {
    let proof = state.proof();
    let one = |at: Seat| {
        let hand = state.hand(at);
        let cards = (Some(hand), hand.len(), Hand::default());
        seat(at, cards, state.before(at), state.score(at), proof, game)
    };
    let seen = game.observe(state, state.to_move());
    let mut drawn = json!({
        "round": state.round(),
        "turn": state.turn(),
        "left": seen.plays_left,
        "last_turn": state.is_last_turn(),
        "to_move": (!state.is_over()).then(|| state.to_move().number()),
        "pile": state.pile_len(),
        "under": letters(seen.pile_known.iter().copied()),
        "discards": letters(state.discards().cards()),
        "seats": game.0.seats.iter().map(one).collect::<Vec<_>>(),
    });
    join(&mut drawn, of_proof(game, proof));
    drawn
}

fn seen(game: &Ergo, seen: &Observation) -> Value {
    let one = |at: Seat| {
        let hand = (at == seen.seat).then_some(seen.hand);
        let shown = if at == seen.seat { Hand::default() } else { seen.shown[at] };
        let cards = (hand, seen.hand_sizes[at].into(), shown);
        seat(at, cards, seen.before[at], seen.scores[at], &seen.proof, game)
    };
    let mut drawn = json!({
        "round": seen.round,
        "turn": seen.turn,
        "left": seen.plays_left,
        "last_turn": seen.last_turn,
        "to_move": seen.to_move.number(),
        "pile": seen.pile,
        "under": letters(seen.pile_known.iter().copied()),
        "discards": letters(seen.discards.cards()),
        "seats": game.0.seats.iter().map(one).collect::<Vec<_>>(),
        "was": before_the_others(seen).to_string(),
    });
    join(&mut drawn, of_proof(game, &seen.proof));
    drawn
}

/// The proof as it lay after the seat's own last play.
fn before_the_others(seen: &Observation) -> Proof {
    let (mut proof, mut then) = (Proof::default(), Proof::default());
    for event in &seen.events {
        if let Event::Played(seat, action) = *event {
            proof.play(action);
            if seat == seen.seat {
                then = proof;
            }
        }
    }
    then
}

fn join(into: &mut Value, more: Value) {
    if let (Some(into), Value::Object(more)) = (into.as_object_mut(), more) {
        into.extend(more);
    }
}

/// Two premises that prove B: A, and of A follows B.
fn example(game: &Ergo) -> Value {
    let Ok(proof) = "A>B / A / C|~D".parse::<Proof>() else { return Value::Null };
    let hand = Hand::default();
    let cards = |at: Seat| if at.index() == 0 { (Some(hand), 0, hand) } else { (None, 5, hand) };
    let mut drawn = json!({
        "round": 1, "turn": 5, "left": 2, "last_turn": false, "to_move": 1, "pile": 35, "under": "", "discards": "F", "was": "",
        "seats": game.0.seats.iter().map(|at| seat(at, cards(at), Before::default(), 0, &proof, game)).collect::<Vec<_>>(),
    });
    drawn["seats"][0]["hand"] = json!("B&~T(FE");
    join(&mut drawn, of_proof(game, &proof));
    drawn
}
