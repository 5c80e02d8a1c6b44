//! A match of Philosophia told turn by turn.

use std::fmt::Write;

use ergo_engine::philosophia::Philosophia;
use ergo_engine::transcript::ReplayError;
use serde_json::Value;

use super::expanded::{Match, expand};
use crate::arena::narrate::{MatchRecord, Narration};

/// The expanded transcript, and the same in words.
pub(super) fn narrate(game: &Philosophia, record: &MatchRecord<'_>) -> Result<Narration, ReplayError> {
    let expanded = expand(game, record)?;
    let json = serde_json::to_string(&expanded).expect("texts and numbers are JSON");
    Ok(Narration { json, words: in_words(game, &expanded).expect("a String takes every text") })
}

fn in_words(game: &Philosophia, record: &Match<'_>) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let seats: Vec<String> =
        record.seats.iter().map(|at| format!("{} {} as {}", at.seat, at.entrant, at.philosopher)).collect();
    writeln!(text, "Match {}: {}", record.number, seats.join(", "))?;
    writeln!(text, "Reconstructed tables:")?;
    for (name, provenance) in &game.0.data.provenance {
        writeln!(text, "  {name}: {provenance}")?;
    }
    let mut before = serde_json::to_value(&record.start).expect("texts and numbers are JSON");
    let mut turn = Turn::default();
    for step in &record.steps {
        if turn.words.is_empty() {
            turn.begin(&before);
        }
        let after = serde_json::to_value(&step.state).expect("texts and numbers are JSON");
        // The others answer within the turn of one.
        let by = if before["turn_of"] == before["to_move"] { String::new() } else { format!("seat {} ", step.seat) };
        turn.words.push(format!("{by}{}", step.action));
        if after["turn"] != before["turn"] || after["node"] == "over" {
            turn.end(&mut text, &after)?;
        }
        before = after;
    }
    if !turn.words.is_empty() {
        turn.end(&mut text, &before)?;
    }
    if let Some((seat, fault)) = &record.fault {
        writeln!(text, "\nSeat {seat} forfeits: {fault}")?;
    }
    if let Some(result) = &record.result {
        let winners: Vec<String> = result.winners.iter().map(|seat| format!("seat {seat}")).collect();
        let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(" and ") };
        writeln!(text, "\nEnded by {}, won by {winners}; scores {}\n", result.ended_by, list(&result.scores))?;
    }
    Ok(text)
}

fn list(values: &[i32]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// One turn, as it is told.
#[derive(Default)]
struct Turn {
    round: u64,
    at: String,
    of: u64,
    words: Vec<String>,
}

impl Turn {
    fn begin(&mut self, state: &Value) {
        let round = state["round"].as_u64().unwrap_or(0);
        self.at = if round == self.round { String::new() } else { format!("Round {round}\n") };
        self.round = round;
        self.of = state["turn_of"].as_u64().unwrap_or(0);
    }

    /// Writes the actions of the turn, and the holdings of the player after them.
    fn end(&mut self, text: &mut String, state: &Value) -> std::fmt::Result {
        let player = &state["players"][self.of as usize - 1];
        let number = |key: &str| player[key].as_u64().unwrap_or(0);
        let many = |key: &str| player[key].as_array().map_or(0, Vec::len);
        let tokens = player["tokens"].as_object().map_or(0, serde_json::Map::len);
        writeln!(
            text,
            "{}  seat {} {:<44} coins {}, followings {}, schools {}, tokens {tokens}, arguments {}, labyrinth {}; scores {}",
            self.at,
            self.of,
            self.words.join(", "),
            number("coins"),
            many("followings"),
            many("schools"),
            many("arguments"),
            number("labyrinth"),
            state["scores"],
        )?;
        self.words.clear();
        Ok(())
    }
}
