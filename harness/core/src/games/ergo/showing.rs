//! How ERGO is shown to a person who plays it.

use std::collections::BTreeMap;

use ergo_agents::news::RoundNews;
use ergo_engine::ergo::Ergo;
use ergo_engine::ergo::action::Action;
use ergo_engine::ergo::card::{Card, Symbol, Tile};
use ergo_engine::ergo::event::Event;
use ergo_engine::ergo::observe::Observation;
use ergo_engine::ergo::proof::Proof;
use ergo_engine::ergo::round::verdict_word;
use ergo_engine::ergo::state::Before;
use ergo_engine::ergo::truth::judge;
use ergo_engine::ergo::turn::{Outcome, each_way};
use ergo_engine::seat::Seat;

use super::deeds::{deed, places, says};
use super::line::line;
use super::names::{letter, named, word};
use crate::arena::scene::{After, Names, Piece, Scene, Showing, Turn};

/// How it is shown.
pub(super) fn showing() -> Showing<Ergo> {
    Showing {
        seat: |_, seat| letter(seat).to_string(),
        scene,
        turns,
        after,
        says,
        places,
        since: |game, seen, names| Some(since(game, seen, names)),
        ended,
    }
}

/// A seat with its variable, which others have in their names.
fn who(names: &Names<'_>, seat: Seat) -> String {
    let name = names.of(seat);
    if seat == names.own { format!("{name} ({})", letter(seat)) } else { name }
}

fn scene(game: &Ergo, seen: &Observation, names: &Names<'_>) -> Scene {
    let plays = match seen.plays_left {
        0 => String::new(),
        1 => ", 1 card to play".to_owned(),
        more => format!(", {more} cards to play"),
    };
    let last = if seen.last_turn { ", the last of the round" } else { "" };
    let premise = |(start, length): (usize, usize)| {
        (start..start + length).map(|place| of_tile(seen.proof.tile(place), place)).collect()
    };
    let mut facts = vec![("You prove".to_owned(), letter(seen.seat).to_string())];
    facts.push(("Scores".to_owned(), names.each(seen.scores.iter())));
    let pile = format!("{} cards", seen.pile);
    let under: String = seen.pile_known.iter().map(|card| card.letter()).collect();
    facts.push(("Pile".to_owned(), if under.is_empty() { pile } else { format!("{pile}, the last are {under}") }));
    let discards: String = seen.discards.cards().map(Card::letter).collect();
    if !discards.is_empty() {
        facts.push(("Discarded".to_owned(), discards));
    }
    for (seat, before) in seen.before.entries() {
        let mut notes = Vec::new();
        if seat != seen.seat {
            notes.push(format!("{} cards", seen.hand_sizes[seat]));
            let shown = seen.shown[seat];
            if !shown.is_empty() {
                notes.push(format!("{shown} among them"));
            }
        }
        match before.fallacy {
            Some(0) => notes.push("under a Fallacy that ends before the next turn".to_owned()),
            Some(turns) => notes.push(format!("under a Fallacy, {turns} more of the own turns")),
            None if before.immune => notes.push("immune to Fallacies".to_owned()),
            None => {}
        }
        if !notes.is_empty() {
            facts.push((who(names, seat), notes.join(", ")));
        }
    }
    Scene {
        drawing: Vec::new(),
        heading: format!("Round {}, turn {}{plays}{last}", seen.round, seen.turn),
        table: seen.proof.spans().map(premise).collect(),
        table_name: "Proof",
        hand: seen.hand.cards().map(of_card).collect(),
        facts,
        standing: standing(game, &seen.proof),
    }
}

/// The result if the round ended now: who is proven, and for how much.
fn standing(game: &Ergo, proof: &Proof) -> String {
    let verdict = judge(proof, game.0.reading);
    if verdict.is_paradox() {
        return "a paradox: nobody would score".to_owned();
    }
    let counts = Symbol::VARIABLES.iter().enumerate().map(|(i, symbol)| {
        let word = verdict_word(verdict, i);
        if verdict.proves(i) {
            format!("{} {word} for {}", symbol.letter(), proof.len())
        } else {
            format!("{} {word}", symbol.letter())
        }
    });
    counts.collect::<Vec<_>>().join(", ")
}

fn of_tile(tile: Tile, place: usize) -> Piece {
    let symbol = tile.symbol();
    let kind = if symbol.is_variable() { 0 } else { 1 };
    Piece { sign: tile.to_string(), name: word(symbol), kind, place: Some(place + 1) }
}

fn of_card(card: Card) -> Piece {
    let (name, kind) = named(card);
    Piece { sign: card.letter().to_string(), name, kind, place: None }
}

/// Every distinct outcome of the turn, in the order of `ergo moves`.
fn turns(game: &Ergo, seen: &Observation, _: &[Action]) -> Vec<Turn<Action>> {
    let mut ways: BTreeMap<Outcome, Vec<Action>> = BTreeMap::new();
    each_way(&seen.mover(&game.0), &mut |actions, outcome| {
        ways.entry(*outcome).or_insert_with(|| actions.to_vec());
    });
    let turn = |(outcome, actions): (Outcome, Vec<Action>)| {
        let used = seen.hand.without(outcome.hand);
        Turn {
            line: line(&outcome),
            effect: effect(game, seen.seat, &outcome),
            cards: used.cards().map(|card| card.letter().to_string()).collect(),
            group: format!("With {}", used.cards().map(|card| named(card).0).collect::<Vec<_>>().join(" and ")),
            actions,
        }
    };
    ways.into_iter().map(turn).collect()
}

/// Who would be paid if the round ended with this turn, and how much.
fn effect(game: &Ergo, own: Seat, outcome: &Outcome) -> String {
    let verdict = judge(&outcome.proof, game.0.reading);
    if verdict.is_paradox() {
        return "paradox".to_owned();
    }
    let seats = game.0.seats.iter().filter(|seat| verdict.proves(seat.index()));
    let paid = seats.map(|seat| if seat == own { "you".to_owned() } else { letter(seat).to_string() });
    match paid.collect::<Vec<_>>().join(" and ") {
        nobody if nobody.is_empty() => nobody,
        paid => format!("{} for {paid}", outcome.proof.len()),
    }
}

/// Up to the end of its turn a seat sees nothing new: what it leaves is what it laid.
fn after(game: &Ergo, seen: &Observation, action: Action) -> After<Ergo> {
    let mut seen = seen.clone();
    for card in action.cards() {
        seen.hand.remove(card);
        seen.hand_sizes[seen.seat] -= 1;
        let shown = &mut seen.shown[seen.seat];
        if shown.has(card) {
            shown.remove(card);
        }
    }
    seen.proof.play(action);
    match action {
        Action::Fallacy { target } => seen.before[target].fallacy = Some(game.0.fallacy_turns),
        Action::Justification { .. } => seen.before[seen.seat] = Before { fallacy: None, immune: true },
        _ => {}
    }
    seen.plays_left -= action.plays();
    let mut legal = Vec::new();
    if matches!(action, Action::Ergo { .. }) {
        seen.plays_left = 0;
    }
    if seen.plays_left > 0 {
        seen.mover(&game.0).list(&mut legal);
    }
    After { seen, legal }
}

/// The public events since the seat's own last play, with the proof as each turn left it.
fn since(_: &Ergo, seen: &Observation, names: &Names<'_>) -> Vec<String> {
    let own = |event: &Event| matches!(event, Event::Played(seat, _) if *seat == seen.seat);
    let begin = seen.events.iter().rposition(own).map_or(0, |last| last + 1);
    let mut lines = Vec::new();
    let mut proof = Proof::default();
    // A turn of another, while it is told: who, and what was done.
    let mut turn: Option<(Seat, Vec<String>, bool)> = None;
    for (index, event) in seen.events.iter().enumerate() {
        let old = index < begin;
        match *event {
            Event::Played(seat, action) => {
                let before = proof;
                proof.play(action);
                if old {
                    continue;
                }
                if turn.as_ref().is_none_or(|(at, ..)| *at != seat) {
                    close(&mut turn, &before, names, &mut lines);
                }
                let (_, deeds, changed) = turn.get_or_insert((seat, Vec::new(), false));
                deeds.push(deed(&before, action));
                *changed |= proof != before;
            }
            _ if old => {}
            Event::Reshuffled => {
                close(&mut turn, &proof, names, &mut lines);
                lines.push("The discards are shuffled into a new pile.".to_owned());
            }
            Event::Expired(seat) => {
                close(&mut turn, &proof, names, &mut lines);
                lines.push(format!("The Fallacy before {} is gone.", who(names, seat)));
            }
            Event::Drew(seat, card) => {
                close(&mut turn, &proof, names, &mut lines);
                if let Some(card) = card.filter(|_| seat != seen.seat) {
                    lines.push(format!("{} draws {card}, as all could know.", who(names, seat)));
                }
            }
        }
    }
    close(&mut turn, &proof, names, &mut lines);
    lines
}

/// Tells the turn that is over, if there is one, and with what proof it ended, if it changed that.
fn close(turn: &mut Option<(Seat, Vec<String>, bool)>, proof: &Proof, names: &Names<'_>, lines: &mut Vec<String>) {
    if let Some((seat, deeds, changed)) = turn.take() {
        let left = if changed { format!(" → {}", shown(proof)) } else { String::new() };
        lines.push(format!("{} {}{left}", who(names, seat), deeds.join(", ")));
    }
}

/// A proof, or that there is none.
fn shown(proof: &Proof) -> String {
    if proof.is_empty() { "no proof".to_owned() } else { proof.to_string() }
}

fn ended(game: &Ergo, news: &RoundNews<'_, Ergo>, names: &Names<'_>) -> Vec<String> {
    let mut seen = news.observation();
    let (mover, action) = news.last;
    let mut proof = seen.proof;
    proof.play(action);
    seen.events.push(Event::Played(mover, action));
    let mut lines = if mover == seen.seat { Vec::new() } else { since(game, &seen, names) };
    let mut how = String::new();
    news.columns(&mut |name: &'static str, value: &dyn std::fmt::Display| {
        if name == "ended_by" {
            how = value.to_string().replace('_', " ");
        }
    });
    lines.push(format!("Round {} ends ({how}): {}", news.number, shown(&proof)));
    let verdict = judge(&proof, game.0.reading);
    let paid: Vec<String> =
        news.points().entries().filter(|(_, points)| **points > 0).map(|(seat, _)| who(names, seat)).collect();
    lines.push(match (verdict.is_paradox(), paid.as_slice()) {
        (true, _) => "A paradox: nobody scores.".to_owned(),
        (_, []) => "Nobody is proven: nobody scores.".to_owned(),
        (_, paid) => format!("Proven: {} points for {}.", proof.len(), paid.join(" and ")),
    });
    lines.push(format!("Scores: {}.", names.each(news.scores().iter())));
    lines
}
