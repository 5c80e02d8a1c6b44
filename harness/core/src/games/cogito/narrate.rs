//! A match of Cogito told action by action, with the fields as they lie.

use std::fmt::Write;

use ergo_engine::cogito::Cogito;
use ergo_engine::transcript::ReplayError;
use serde_json::Value;

use super::expanded::{Match, RoundView, expand};
use crate::arena::narrate::{MatchRecord, Narration, won_by};

/// The expanded transcript, and the same in words.
pub(super) fn narrate(game: &Cogito, record: &MatchRecord<'_>) -> Result<Narration, ReplayError> {
    let expanded = expand(game, record)?;
    let json = serde_json::to_string(&expanded).expect("texts and numbers are JSON");
    Ok(Narration { json, words: in_words(&expanded).expect("a String takes every text") })
}

fn in_words(game: &Match<'_>) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let seats: Vec<String> = game.seats.iter().map(|at| format!("{} {}", at.seat, at.entrant)).collect();
    writeln!(text, "Match {}: {}", game.number, seats.join(", "))?;
    writeln!(text, "Diagram {} and copies {}: {}", game.rules["diagram"], game.rules["copies"], game.provenance)?;
    for (round, number) in game.rounds.iter().zip(1..) {
        write_round(&mut text, number, round)?;
    }
    if let Some((seat, fault)) = &game.fault {
        writeln!(text, "\nSeat {seat} forfeits: {fault}")?;
    }
    let winners: Vec<String> = game.winners.iter().map(ToString::to_string).collect();
    writeln!(text, "\n{}\n", won_by(&winners))?;
    Ok(text)
}

fn write_round(text: &mut String, number: usize, round: &RoundView) -> std::fmt::Result {
    let cards = |cards: &[_]| cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    writeln!(text, "\nGame {number}, started by seat {}", round.starter)?;
    for (seat, (own, hand)) in (1..).zip(round.deal.selves.iter().zip(&round.deal.hands)) {
        writeln!(text, "  seat {seat} is {own} and holds {}", cards(hand))?;
    }
    let (mut lap, mut window) = (Value::Null, Vec::new());
    for action in &round.actions {
        let state = serde_json::to_value(&action.state).expect("texts and numbers are JSON");
        let open = state["committed"].as_array().is_some_and(|all| all.iter().any(|answer| !answer.is_null()));
        let said = format!("{} {}", action.seat, action.action);
        if action.action.starts_with("play:") {
            if state["lap"] != lap {
                lap = state["lap"].clone();
                writeln!(text, "  Lap {lap}")?;
            }
            writeln!(text, "  seat {:<24}{}", said, table(&state))?;
            continue;
        }
        window.push(said);
        if !open {
            write_answers(text, &std::mem::take(&mut window), &state)?;
        }
    }
    if round.ended_by.is_empty() {
        return writeln!(text, "  not finished");
    }
    let victor = round.victor.map_or(String::new(), |seat| format!(" of seat {seat}"));
    let list = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    writeln!(text, "  {}{victor}; points {}; scores {}", round.ended_by, list(&round.points), list(&round.scores))
}

/// Answers opened together; windows in which all pass are left out.
fn write_answers(text: &mut String, answers: &[String], state: &Value) -> std::fmt::Result {
    if answers.iter().all(|answer| answer.ends_with("pass")) {
        return Ok(());
    }
    writeln!(text, "  {:<27}  {}", answers.join(", "), table(state))
}

/// The fields, a `|` between seats; who is lost lies face down.
fn table(state: &Value) -> String {
    let (fields, lost) = (state["fields"].as_array(), state["lost"].as_array());
    let all = fields.into_iter().flatten().zip(lost.into_iter().flatten());
    let field = |(field, lost): (&Value, &Value)| match (lost.as_str(), field.as_array()) {
        (Some(how), _) => format!("lost by {how}"),
        (None, Some(cards)) if !cards.is_empty() => {
            cards.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
        }
        _ => "-".to_owned(),
    };
    all.map(field).collect::<Vec<_>>().join("  |  ")
}
