//! A match of ERGO of 1977 told action by action, with the board as a drawing of letters.

use std::fmt::Write;

use ergo_engine::ergo_invicta::ErgoInvicta;
use ergo_engine::ergo_invicta::board::{FILES, RANKS, Square};
use ergo_engine::ergo_invicta::position::Position;
use ergo_engine::transcript::ReplayError;

use super::expanded::{Match, RoundView, expand};
use crate::arena::narrate::{MatchRecord, Narration, won_by};

/// The board is drawn after so many actions.
const EVERY: usize = 10;

/// The expanded transcript, and the same in words.
pub(super) fn narrate(game: &ErgoInvicta, record: &MatchRecord<'_>) -> Result<Narration, ReplayError> {
    let expanded = expand(game, record.number, record.seats, record.transcript, record.fault)?;
    let json = serde_json::to_string(&expanded).expect("texts and numbers are JSON");
    Ok(Narration { json, words: in_words(&expanded).expect("a String takes every text") })
}

fn in_words(game: &Match) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let seats = game.seats.iter().map(|at| format!("{} {}", at.seat, at.entrant));
    writeln!(text, "Match {}: {}", game.number, seats.collect::<Vec<_>>().join(", "))?;
    writeln!(text, "L and H are White's lions and hollow pieces, l and h Black's")?;
    for (i, round) in game.rounds.iter().enumerate() {
        writeln!(text, "\nGame {}: seat {} is White, seat {} begins", i + 1, round.white, round.starter)?;
        write_round(&mut text, round)?;
    }
    if let Some((seat, fault)) = &game.fault {
        writeln!(text, "\nSeat {seat} forfeits: {fault}")?;
    }
    let winners: Vec<String> = game.winners.iter().map(ToString::to_string).collect();
    writeln!(text, "\n{}\n", won_by(&winners))?;
    Ok(text)
}

fn write_round(text: &mut String, round: &RoundView) -> std::fmt::Result {
    if !round.deal.opening.is_empty() {
        writeln!(text, "Chance opens: {}", round.deal.opening.join(" "))?;
        write!(text, "{}", drawn(&round.deal.position))?;
    }
    for (number, action) in round.actions.iter().enumerate() {
        let state = &action.state;
        let colour = if action.seat == round.white { "White" } else { "Black" };
        let again = if state.count > 1 { format!("  position {} times", state.count) } else { String::new() };
        writeln!(text, "{:>4}  seat {} {colour}  {:<5}{again}", state.ply, action.seat, action.action)?;
        if (number + 1) % EVERY == 0 || number + 1 == round.actions.len() {
            write!(text, "{}", drawn(&state.position))?;
        }
    }
    if round.ended_by.is_empty() {
        return writeln!(text, "Not finished");
    }
    let by = round.ended_by.replace('_', " ");
    match (round.victor, &round.line) {
        (Some(seat), Some(line)) => write!(text, "Seat {seat} wins by {by}, {line}")?,
        (Some(seat), None) => write!(text, "Seat {seat} wins by {by}")?,
        _ if round.ended_by == "fault" => write!(text, "Cut short")?,
        _ => write!(text, "Drawn by {by}")?,
    }
    writeln!(text, "; scores {} {}", round.scores[0], round.scores[1])
}

/// The board of a position, rank by rank, with the reserves.
pub(super) fn drawn(position: &str) -> String {
    let position: Position = position.parse().expect("it was printed");
    let mut text = String::new();
    for rank in (0..RANKS).rev() {
        let row = (0..FILES).map(|file| position.letter(Square::new(rank * FILES + file)).unwrap_or('.'));
        let row = row.map(|letter| format!(" {letter}")).collect::<String>();
        let reserve = match rank {
            8 => format!("   Black has {} to place", position.reserve[1]),
            0 => format!("   White has {} to place", position.reserve[0]),
            _ => String::new(),
        };
        text += &format!("       {}{row}{reserve}\n", rank + 1);
    }
    text + "         a b c d e f g h i j\n"
}
