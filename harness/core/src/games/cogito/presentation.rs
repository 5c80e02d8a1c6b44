//! The presentation of Cogito in transcripts and on pages.

use ergo_engine::cogito::Cogito;
use ergo_engine::cogito::action::Action;
use ergo_engine::cogito::candidates::candidates;
use ergo_engine::cogito::card::Card;
use ergo_engine::cogito::event::Event;
use ergo_engine::cogito::notation::Deal;
use ergo_engine::cogito::observe::Observation;
use ergo_engine::cogito::phase::Phase;
use ergo_engine::options::Configurable;
use ergo_engine::seat::{Seat, SeatCount};
use serde_json::{Value, json};

use super::position::begin;
use crate::registry::arena::position::Position;
use crate::registry::arena::presentation::{ActionDescription, Presentation};

pub(super) fn presentation() -> Presentation<Cogito> {
    Presentation {
        view,
        fields: &[
            ("fields", "Fields"),
            ("may", "You may be"),
            ("selves", "Selves"),
            ("hands", "Hands"),
            ("lost", "Lost"),
            ("answers", "Answers"),
            ("pile", "Pile"),
            ("scores", "Scores"),
        ],
        describe,
        style: include_str!("drawn.css"),
        script: include_str!("drawn.js"),
        table,
        example,
        ..Presentation::default()
    }
}

/// Returns every Self with its categories.
fn table(game: &Cogito) -> Value {
    let diagram = &game.0.diagram;
    let categories = |own: Card| {
        let all = diagram.strata.iter().flat_map(|stratum| stratum.iter());
        all.filter(|category| diagram.members(*category).contains(own)).collect::<Vec<_>>()
    };
    let selves: Vec<_> = diagram.selves.iter().map(|own| (own, categories(own))).collect();
    json!({ "selves": selves, "provenance": diagram.provenance })
}

fn view(game: &Cogito, seen: &Observation) -> Value {
    let observation = json!(seen);
    let each = |value: &dyn Fn(Seat) -> Value| game.0.seats.iter().map(value).collect::<Vec<_>>();
    let hand = |seat: Seat| match seat == seen.seat {
        _ if seen.lost[seat].is_some() => json!(0),
        true => json!(seen.hand.cards()),
        false => json!(seen.hand_sizes[seat]),
    };
    let played = seen.events.iter().rev().find_map(|event| match event {
        Event::Played { seat, .. } => Some(format!("last:{}", seat.number())),
        _ => None,
    });
    let may = candidates(&game.0, seen);
    let number = if game.0.games > 1 { format!("Game {}, lap", seen.game) } else { "Lap".to_owned() };
    let mut view = json!({
        "heading": format!("{number} {}", seen.lap),
        "hands": each(&hand),
        "answers": observation["committed"],
        "may": (seen.phase != Phase::Over).then(|| may.iter().collect::<Vec<_>>()),
        "last": played.into_iter().collect::<Vec<_>>(),
        "turn": seen.turn,
    });
    for key in [
        "game", "lap", "phase", "window", "to_move", "selves", "fields", "lost", "pile", "scores", "ended_by", "victor",
    ] {
        view[key] = observation[key].clone();
    }
    view
}

/// Returns an example position after a few cards, as the first of two players sees it.
fn example(game: &Cogito) -> Value {
    let deal = json!({
        "selves": ["cherry", "owl"], "hands": [["animal", "flower"], ["plant", "bird"]],
        "pile": ["tree", "casablanca", "vertebrate", "animal", "tree", "dream", "rose", "bird", "pine", "human", "cat", "crow", "ego", "flower"],
    });
    let shown = || {
        let game = Cogito::configure(SeatCount::new(2), &game.settings()).ok()?;
        let state = begin(&game, 1, &serde_json::from_value::<Deal>(deal).ok()?).ok()?;
        let mut at = Position::new(game, state);
        at.play("pass pass play:animal pass pass play:bird pass pass".split(' ')).ok()?;
        Some(view(&at.game, &ergo_engine::game::Game::observe(&*at.game, &at.state, Seat::new(0))))
    };
    shown().unwrap_or_default()
}

fn describe(_: &Cogito, _: &Observation, action: Action) -> ActionDescription {
    let title = |card: Card| card.name()[..1].to_uppercase() + &card.name()[1..];
    let (words, place) = match action {
        Action::Pass => ("says nothing".to_owned(), "pass".to_owned()),
        Action::Cogito(card) => (format!("declares: Cogito! I am {}", title(card)), format!("self:{card}")),
        Action::Play(Card::Dream) => ("plays Dream: life is but a dream".to_owned(), "hand:dream".to_owned()),
        Action::Play(card) => (format!("plays {0}: I am not {0}", title(card)), format!("hand:{card}")),
        Action::Give(card) => (format!("gives {} to the left neighbour", title(card)), format!("hand:{card}")),
    };
    ActionDescription { words, places: vec![place] }
}
