//! Means with the luck of the draw taken out.

use super::table::TableLuck;
use crate::report::facts::{Facts, Part};
use crate::report::lineup::LineUp;
use crate::report::page::{Piece, Table};
use crate::report::words::{self, probability};

/// The most tables; further ones stand in the summary only.
const MOST: usize = 60;

/// Every table of which there is luck written down.
pub(super) fn section(tables: &[TableLuck], facts: &Facts<'_>) -> Option<Part> {
    let lucky = facts.lineups.iter().zip(tables).filter(|(_, luck)| luck.blocks() > 0);
    let lucky: Vec<(&LineUp, &TableLuck)> = lucky.collect();
    if lucky.is_empty() {
        return None;
    }
    let mut pieces = vec![Piece::Text(
        "How often each kind of card came to somebody, beyond what could be expected when it was drawn, explains some of what \
         happened. What it explains of odd deals is taken off even ones and the reverse, so that means stay without bias. The \
         variance is that of a deal with control variates by that of the deal as played: so much smaller is the number of matches \
         that shows the same, so many times fewer they are. p tests that what was taken off is 0 on average, as it must be \
         unless somebody sees cards that lie face down."
            .to_owned(),
    )];
    let has_arms = facts.has_arms();
    for (lineup, luck) in lucky.iter().take(MOST) {
        let arm = if has_arms { format!(", {}", lineup.arm) } else { String::new() };
        pieces.push(Piece::Fold(format!("{}{arm}", lineup.name()), vec![one_table(lineup, luck)]));
    }
    if lucky.len() > MOST {
        let more = words::counted((lucky.len() - MOST) as u64, "more table");
        pieces.push(Piece::Text(format!("summary.csv holds {more}.")));
    }
    Some(Part::new("Control variates: the luck of the draw", pieces))
}

fn one_table(lineup: &LineUp, luck: &TableLuck) -> Piece {
    let heads = ["who", "measure", "as played", "adjusted", "p", "variance", "fewer matches"];
    let mut table = Table::new(2, heads);
    for less_luck in luck.measures() {
        let measured = &less_luck.measured;
        let named = |name| lineup.measure(&measured.key.subject, name);
        // Where a match is one round, the points of an entrant are its score.
        let Some(played) = named(&measured.key.measure.name).or_else(|| named("score")) else { continue };
        let (variance, fewer) = words::gain(Some(less_luck.ratio));
        table.row([
            measured.key.subject.clone(),
            played.key.measure.said.clone(),
            words::with_interval(&played),
            words::with_interval(measured),
            probability(Some(less_luck.correction.p)),
            variance,
            fewer,
        ]);
    }
    if table.rows.is_empty() {
        return Piece::Text("Too few deals to say what luck explains.".to_owned());
    }
    Piece::Table(table)
}
