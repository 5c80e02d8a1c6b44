//! `skill.csv`: who won every match, and who when it was played again.

use std::path::Path;

use crate::rows::read::{RowsError, Source};

/// A row of it.
pub(super) struct SkillRow {
    /// The arm.
    pub arm: String,
    /// Number of the match.
    pub number: u64,
    /// Number of the deal.
    pub deal: u64,
    /// Who sat there.
    pub entrant: String,
    /// Its share of the win in both.
    pub shares: [f64; 2],
}

/// Shows the rows of every match of the file at `path` to `see`, in order: a row for each seat.
pub(super) fn each_match(path: &Path, mut see: impl FnMut(&[SkillRow])) -> Result<(), RowsError> {
    let mut source = Source::open(path)?;
    let mut places = [0; 6];
    for (place, name) in places.iter_mut().zip(["arm", "match", "deal", "entrant", "share", "again"]) {
        *place = source.required(name)?;
    }
    let [arm, number, deal, entrant, share, again] = places;
    let mut seats: Vec<SkillRow> = Vec::new();
    while source.more {
        let row = SkillRow {
            arm: source.text(arm)?.to_owned(),
            number: source.number(number)?,
            deal: source.number(deal)?,
            entrant: source.text(entrant)?.to_owned(),
            shares: [source.share(share)?, source.share(again)?],
        };
        if seats.first().is_some_and(|first| first.number != row.number) {
            see(&seats);
            seats.clear();
        }
        seats.push(row);
        source.advance()?;
    }
    if !seats.is_empty() {
        see(&seats);
    }
    Ok(())
}
