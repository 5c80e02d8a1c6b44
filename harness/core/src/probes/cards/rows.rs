//! `cards.csv`: what cards turned out to be worth, match by match.

use std::path::Path;

use super::asked::Asked;
use crate::rows::read::{RowsError, Source};

/// A row of it.
pub(super) struct CardRow {
    /// The arm.
    pub arm: String,
    /// The entrants of the table.
    pub table: String,
    /// Whose seat it is of.
    pub entrant: String,
    /// The question asked.
    pub asked: Asked,
    /// Of which card, or group.
    pub card: String,
    /// How many turns the seat had had.
    pub lap: u32,
    /// Number of the deal.
    pub deal: u64,
    /// The sum of values.
    pub value: f64,
    /// How many they are.
    pub weight: f64,
}

/// Shows every row of the file at `path` to `see`, in order.
pub(super) fn each_card(path: &Path, mut see: impl FnMut(CardRow)) -> Result<(), RowsError> {
    let mut source = Source::open(path)?;
    let mut places = [0; 9];
    for (place, name) in
        places.iter_mut().zip(["arm", "table", "entrant", "asked", "card", "lap", "deal", "value", "weight"])
    {
        *place = source.required(name)?;
    }
    let [arm, table, entrant, asked, card, lap, deal, value, weight] = places;
    while source.more {
        let word = source.text(asked)?;
        let Some(asked) = Asked::ALL.into_iter().find(|asked| asked.word() == word) else {
            return Err(source.wrong(format!("asked = {word:?} is no question of cards")));
        };
        let text = |column| source.text(column).map(str::to_owned);
        see(CardRow {
            arm: text(arm)?,
            table: text(table)?,
            entrant: text(entrant)?,
            asked,
            card: text(card)?,
            lap: source.number(lap)?,
            deal: source.number(deal)?,
            value: source.number(value)?,
            weight: source.number(weight)?,
        });
        source.advance()?;
    }
    Ok(())
}
