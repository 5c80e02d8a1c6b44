//! Results of a stage.

/// The points of one won match: every share of it among up to six is a whole number, so sums are exact.
pub const WHOLE: u64 = 60;

/// A stage that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its tables.
    pub tables: Vec<Vec<usize>>,
    /// For each place of each table the shares of all matches, in sixtieths.
    pub points: Vec<Vec<u64>>,
    /// How many matches each table played.
    pub matches: u64,
}
