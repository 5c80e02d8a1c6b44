//! A match of ERGO told turn by turn.

use std::fmt::Write;

use ergo_engine::ergo::Ergo;
use ergo_engine::transcript::ReplayError;

use super::expanded::{Match, RoundView, TurnView, VerdictView, expand};
use crate::arena::narrate::{MatchRecord, Narration, won_by};

/// The expanded transcript, and the same in words.
pub(super) fn narrate(game: &Ergo, record: &MatchRecord<'_>) -> Result<Narration, ReplayError> {
    let expanded = expand(game, record.number, record.seats, record.transcript, record.fault)?;
    let json = serde_json::to_string(&expanded).expect("texts and numbers are JSON");
    Ok(Narration { json, words: in_words(&expanded).expect("a String takes every text") })
}

fn in_words(game: &Match) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let seats = game.seats.iter().map(|at| format!("{} {} ({})", at.seat, at.entrant, at.variable));
    writeln!(text, "Match {}: {}", game.number, seats.collect::<Vec<_>>().join(", "))?;
    writeln!(text, "Left: the turn of the round, and its first decision in the match, as --decision takes it.")?;
    for (i, round) in game.rounds.iter().enumerate() {
        writeln!(text, "\nRound {}, hands {}", i + 1, round.hands.join(" "))?;
        for (turn, number) in round.turns.iter().zip(1..) {
            write_turn(&mut text, number, turn)?;
        }
        write_end(&mut text, round)?;
    }
    if let Some((seat, fault)) = &game.fault {
        writeln!(text, "\nSeat {seat} forfeits: {fault}")?;
    }
    let winners: Vec<String> = game.winners.iter().map(ToString::to_string).collect();
    writeln!(text, "\n{}\n", won_by(&winners))?;
    Ok(text)
}

fn write_turn(text: &mut String, number: usize, turn: &TurnView) -> std::fmt::Result {
    let plays = turn.plays.iter().map(|play| {
        let mut words = format!("{} {}", play.card, play.purpose.replace('_', " "));
        if let Some(symbol) = play.symbol {
            words += &format!(" as {symbol}");
        }
        if let Some(target) = play.target {
            words += &format!(" on {target}");
        }
        if let Some(removed) = &play.removed {
            words += &format!(" takes {removed}");
        }
        words
    });
    let plays: Vec<String> = plays.collect();
    let bound: String =
        turn.under_fallacy.iter().zip("ABCD".chars()).filter(|(bound, _)| **bound).map(|(_, c)| c).collect();
    let bound = if bound.is_empty() { bound } else { format!("  [under a Fallacy: {bound}]") };
    writeln!(
        text,
        "{number:>4} {:>4}  seat {}  draws {:<3}  {:<40}  {}{bound}",
        turn.decision,
        turn.seat,
        turn.drawn,
        plays.join(", "),
        turn.proof.join(" / ")
    )
}

fn write_end(text: &mut String, round: &RoundView) -> std::fmt::Result {
    if round.ended_by.is_empty() {
        return writeln!(text, "           not finished");
    }
    let verdict = match &round.verdict {
        VerdictView::Paradox(word) => format!("a {word}"),
        VerdictView::Letters(letters) => {
            letters.iter().map(|(letter, word)| format!("{letter} {word}")).collect::<Vec<_>>().join(", ")
        }
    };
    let list = |values: &[i32]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    writeln!(
        text,
        "           {}: {verdict}; points {}; scores {}",
        round.ended_by,
        list(&round.points),
        list(&round.scores)
    )
}
