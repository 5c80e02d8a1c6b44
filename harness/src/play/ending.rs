//! The end of a match, in words.

use ergo_engine::seat::{Seat, SeatMap};
use ergo_harness::arena::Ending;
use ergo_harness::arena::presentation::Names;

/// The seats that won.
pub(super) fn winners(winners: &SeatMap<bool>) -> impl Iterator<Item = Seat> + '_ {
    winners.entries().filter(|(_, won)| **won).map(|(seat, _)| seat)
}

/// How the match ended, in one sentence or two.
pub(super) fn end_text(ending: &Ending, names: &Names<'_>) -> String {
    let won: Vec<String> = winners(&ending.winners).map(|seat| names.seat_name(seat)).collect();
    let scores = names.each(ending.scores.iter());
    let forfeit =
        ending.fault.map_or(String::new(), |(seat, fault)| format!(" {} forfeits: {fault}.", names.seat_name(seat)));
    let how = if ending.adjudicated { ", judged as it stands" } else { "" };
    let verb = if won.len() == 1 && won[0] != "you" { "wins" } else { "win" };
    let who = match won.as_slice() {
        [] => "Nobody wins".to_owned(),
        won => format!("{} {verb}", capital(&won.join(" and "))),
    };
    format!("{who}{how}: {scores}.{forfeit}")
}

/// `text` with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
