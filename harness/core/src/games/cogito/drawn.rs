//! Cogito on a page: the diagram of Selves, the stands, fields and hands.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::card::{Card, Cards};
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::notation::Deal;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::phase::{EndedBy, Phase};
use ergo_engine::cogito::state::State;
use ergo_engine::game::Game;
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatCount};
use serde_json::{Value, json};

use super::position::begin;
use super::showing::may_be;
use crate::arena::drawn::Drawn;

/// How it is drawn.
pub(super) fn drawn() -> Drawn<Cogito> {
    Drawn { style: include_str!("drawn.css"), script: include_str!("drawn.js"), table, state, seen, example }
}

/// Every Self with the categories that it belongs to.
fn table(game: &Cogito) -> Value {
    let diagram = &game.0.diagram;
    let categories = |own: Card| {
        let all = diagram.strata.iter().flat_map(|stratum| stratum.iter());
        all.filter(|category| diagram.members(*category).contains(own)).collect::<Vec<_>>()
    };
    let selves: Vec<_> = diagram.selves.iter().map(|own| (own, categories(own))).collect();
    json!({ "selves": selves, "provenance": diagram.provenance })
}

fn phase(phase: Phase) -> (&'static str, Option<&'static str>) {
    match phase {
        Phase::Play => ("play", None),
        Phase::Window(window) => ("window", Some(window.word())),
        Phase::Trade => ("trade", None),
        Phase::Over => ("over", None),
    }
}

/// The place of the card that was played last.
fn last(events: &[Event]) -> Vec<String> {
    let played = events.iter().rev().find_map(|event| match event {
        Event::Played { seat, .. } => Some(format!("last:{}", seat.number())),
        _ => None,
    });
    played.into_iter().collect()
}

fn over(ended: Option<EndedBy>) -> (Option<&'static str>, Option<Seat>) {
    (ended.map(EndedBy::word), ended.and_then(EndedBy::victor))
}

fn state(game: &Cogito, state: &State) -> Value {
    let each = || game.0.seats.iter();
    let (phase, window) = phase(state.phase());
    let (ended_by, victor) = over(state.ended());
    let may = |seat: Seat| may_be(game, &game.observe(state, seat));
    json!({
        "game": state.game(), "lap": state.lap(), "phase": phase, "window": window, "turn": state.turn(), "to_move": state.to_move(),
        "selves": each().map(|seat| state.own(seat)).collect::<Vec<_>>(),
        "hands": each().map(|seat| json!(state.hand(seat))).collect::<Vec<_>>(),
        "fields": each().map(|seat| state.field(seat).to_vec()).collect::<Vec<_>>(),
        "lost": each().map(|seat| state.lost(seat).map(|lost| lost.word())).collect::<Vec<_>>(),
        "answers": each().map(|seat| state.committed(seat).map(|answer| answer.to_string())).collect::<Vec<_>>(),
        "pile": state.pile().len(),
        "may": state.to_move().map(|seat| names(may(seat))),
        "last": last(state.events()),
        "scores": game.scores(state), "ended_by": ended_by, "victor": victor,
    })
}

fn seen(game: &Cogito, seen: &Observation) -> Value {
    let each = || game.0.seats.iter();
    let (phase, window) = phase(seen.phase);
    let (ended_by, victor) = over(seen.ended);
    let is_active = |seat: Seat| seen.lost[seat].is_none();
    let hand = |seat: Seat| match seat == seen.seat {
        _ if !is_active(seat) => json!(0),
        true => json!(seen.hand.cards()),
        false => json!(seen.hand_sizes[seat]),
    };
    let answer = |seat: Seat| match seat == seen.seat {
        true => seen.answer.map(|answer| answer.to_string()),
        false => (seen.answered >> seat.index() & 1 == 1).then(|| "?".to_owned()),
    };
    json!({
        "game": seen.game, "lap": seen.lap, "phase": phase, "window": window, "turn": seen.turn, "to_move": seen.to_move,
        "selves": seen.selves,
        "hands": each().map(hand).collect::<Vec<_>>(),
        "fields": each().map(|seat| if is_active(seat) { seen.fields[seat].to_vec() } else { Vec::new() }).collect::<Vec<_>>(),
        "lost": each().map(|seat| seen.lost[seat].map(|(lost, _)| lost.word())).collect::<Vec<_>>(),
        "answers": each().map(answer).collect::<Vec<_>>(),
        "pile": seen.pile,
        "may": names(may_be(game, seen)),
        "last": last(&seen.events),
        "scores": seen.scores, "ended_by": ended_by, "victor": victor,
    })
}

fn names(cards: Cards) -> Vec<Card> {
    cards.iter().collect()
}

/// Some cards played between two, as the first of them sees it.
fn example(game: &Cogito) -> Value {
    let Ok(game) = Cogito::configure(SeatCount::new(2), &game.settings()) else { return Value::Null };
    let deal = json!({
        "selves": ["cherry", "owl"], "hands": [["animal", "flower"], ["plant", "bird"]],
        "pile": ["tree", "casablanca", "vertebrate", "animal", "tree", "dream", "rose", "bird", "pine", "human", "cat", "crow", "ego", "flower"],
    });
    let plays = ["pass", "pass", "play:animal", "pass", "pass", "play:bird", "pass", "pass"];
    let began = serde_json::from_value::<Deal>(deal).map_err(|error| error.to_string());
    let began = began.and_then(|deal| begin(&game, 1, &deal));
    let Ok(mut state) = began else { return Value::Null };
    for action in plays {
        let mut legal = Vec::new();
        game.legal_actions(&state, &mut legal);
        match action.parse().ok().filter(|action| legal.contains(action)) {
            Some(action) => game.apply(&mut state, action),
            None => return Value::Null,
        }
    }
    seen(&game, &game.observe(&state, Seat::new(0)))
}
