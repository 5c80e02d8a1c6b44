//! The columns that row files have in every game.

use super::quoted::CsvLine;

/// The first columns of `rounds.csv` in every game.
pub(crate) const ROUND_PREFIX: &str = "arm,match,deal,rotation,round";
/// The first columns of `seats.csv` in every game.
pub(crate) const SEAT_PREFIX: &str = "arm,match,round,seat,entrant";
/// The columns of `matches.csv`.
pub(crate) const MATCH_COLUMNS: &str =
    "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault,table,decisions,adjudicated";

/// Returns the header of a file: common columns, then the game's own.
pub(crate) fn line(prefix: &str, columns: &[&str]) -> String {
    let mut bytes = prefix.as_bytes().to_vec();
    let mut line = CsvLine::new(&mut bytes);
    columns.iter().for_each(|column| line.field(*column));
    line.end();
    String::from_utf8(bytes).expect("made of texts")
}

/// Returns the names of all these columns.
pub(crate) fn names(prefix: &str, columns: &[&str]) -> Vec<String> {
    prefix.split(',').chain(columns.iter().copied()).map(str::to_owned).collect()
}
