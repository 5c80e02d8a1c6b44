//! The columns that files of rows have in every game.

use super::quoted::CsvLine;

/// The columns every game's `rounds.csv` begins with.
pub(crate) const ROUND_PREFIX: &str = "arm,match,deal,rotation,round";
/// The columns every game's `seats.csv` begins with.
pub(crate) const SEAT_PREFIX: &str = "arm,match,round,seat,entrant";
/// The columns of `matches.csv`.
pub(crate) const MATCH_COLUMNS: &str =
    "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault,table,decisions,adjudicated";

/// The first line of a file: columns that every game has, then the game's own.
pub(crate) fn line(prefix: &str, columns: &[&str]) -> String {
    let mut bytes = prefix.as_bytes().to_vec();
    let mut line = CsvLine::new(&mut bytes);
    columns.iter().for_each(|column| line.field(*column));
    line.end();
    String::from_utf8(bytes).expect("made of texts")
}

/// All of these columns by name.
pub(crate) fn names(prefix: &str, columns: &[&str]) -> Vec<String> {
    prefix.split(',').chain(columns.iter().copied()).map(str::to_owned).collect()
}
