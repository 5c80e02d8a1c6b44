//! The outcome of a match in words.

use ergo_engine::seat::{Seat, SeatMap};
use ergo_harness::arena::Ending;
use ergo_harness::arena::presentation::Names;

/// Returns the seats that won.
pub(super) fn winners(winners: &SeatMap<bool>) -> impl Iterator<Item = Seat> + '_ {
    winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat)
}

/// Describes how the match ended; with the scores if the game counts points.
pub(super) fn outcome_text(ending: &Ending, names: &Names<'_>, counts_points: bool) -> String {
    let won: Vec<String> = winners(&ending.winners).map(|seat| names.seat_name(seat)).collect();
    let scores = if counts_points { format!(": {}", names.each(ending.scores.iter())) } else { String::new() };
    let forfeit =
        ending.fault.map_or(String::new(), |(seat, fault)| format!(" {} forfeits: {fault}.", names.seat_name(seat)));
    let how = if ending.adjudicated { ", stopped at the limit of its length and judged by its position" } else { "" };
    let verb = if won.len() == 1 && won[0] != "you" { "wins" } else { "win" };
    let who = match won.as_slice() {
        [] => "There is no winner".to_owned(),
        won => format!("{} {verb}", capitalized(&won.join(" and "))),
    };
    format!("{who}{how}{scores}.{forfeit}")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
