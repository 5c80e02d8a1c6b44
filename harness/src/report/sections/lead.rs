//! What stands before the first section.

use super::Facts;
use crate::report::lineup::LineUp;
use crate::report::page::Piece;
use crate::report::words::counted;

/// How much was played, and what a value is.
pub fn lead(facts: &Facts<'_>) -> Vec<Piece> {
    let sum = |of: fn(&LineUp) -> u64| facts.lineups.iter().map(of).sum::<u64>();
    vec![Piece::Text(format!(
        "{}, {}, {}. A value is a mean over deals, all seatings of a deal taken together; after ± stands half the width of its \
         95 % interval over deals, – where there is only one deal.",
        counted(sum(|lineup| lineup.matches), "match"),
        counted(sum(|lineup| lineup.rounds), "round"),
        counted(sum(|lineup| lineup.turns), "turn"),
    ))]
}
