//! What stands before the first section.

use super::facts::Facts;
use crate::report::lineup::LineUp;
use crate::report::page::Piece;
use crate::report::words::counted;

/// How much was played, and what a value is.
pub(crate) fn lead(facts: &Facts<'_>) -> Vec<Piece> {
    let sum = |of: fn(&LineUp) -> u64| facts.lineups.iter().map(of).sum::<u64>();
    let mut lead = changed(&facts.asked.changed);
    lead.push(Piece::Text(format!(
        "{}, {}, {}. Values per round and shares of rounds are over all rounds; win shares and values per match are means over \
         deals. After ± stands half the width of the 95 % interval, clustered by deal: for one question asked beforehand. – \
         means that none can be given.",
        counted(sum(|lineup| lineup.matches), "match"),
        counted(sum(|lineup| lineup.rounds), "round"),
        counted(sum(|lineup| lineup.turns), "turn"),
    )));
    lead
}

/// That these files of rows are not those of the run, if there are any.
pub(crate) fn changed(files: &[String]) -> Vec<Piece> {
    if files.is_empty() {
        return Vec::new();
    }
    let text = format!("Made of rows that were changed after the run: {}.", files.join(", "));
    vec![Piece::Text(text)]
}
