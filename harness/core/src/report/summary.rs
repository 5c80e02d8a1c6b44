//! `summary.csv`: one row per measure of every table in every arm.

use std::io::{self, Write};

use super::measure_estimate::MeasureEstimate;
use super::row::SummaryRow;
use super::table_stats::{TableStats, base_place};
use super::words::decimal;
use crate::measure::Measures;
use crate::report::analysis::Analysis;
use ergo_stats::Law;

/// The columns.
const COLUMNS: [&str; 12] =
    ["arm", "table", "seats", "subject", "measure", "value", "low", "high", "blocks", "estimand", "p", "law"];

/// Writes the file and returns the number of its rows. Measures of their own are differences to the first arm,
/// `<measure>_difference`; the difference of a substitution pair, `<measure>_paired`; and whether all seats are alike, `win_share`
/// of `all seats`. There `value` is the largest share less an equal one. `<…>_variance_ratio` is the variance of a block by what it would be.
/// `estimand` says what a value is over ([`MeasureKey::estimand`](crate::measure::Key::estimand)); `p` is that of "no difference".
///
/// # Errors
///
/// Returns an error if `out` cannot be written.
pub(super) fn write_summary(
    out: &mut dyn Write,
    lineups: &[TableStats],
    analyses: &[Box<dyn Analysis>],
) -> io::Result<u64> {
    let mut writer = csv::Writer::from_writer(out);
    let (mut count, mut written) = (0, writer.write_record(COLUMNS));
    let mut row = |row: &SummaryRow<'_>| {
        let end = |end: Option<f64>| end.map(decimal).unwrap_or_default();
        let fields = [
            row.arm,
            row.table,
            &row.seats.to_string(),
            row.subject,
            row.measure,
            &decimal(row.value),
            &end(row.interval.map(|interval| interval.low)),
            &end(row.interval.map(|interval| interval.high)),
            &row.blocks.to_string(),
            row.estimand,
            &end(row.p),
            row.interval.map_or("", |_| row.law.name()),
        ];
        if written.is_ok() {
            written = writer.write_record(fields);
        }
        count += 1;
    };
    for (place, lineup) in lineups.iter().enumerate() {
        let table = lineup.name();
        let mut write = |measured: &MeasureEstimate, suffix: &str| {
            row(&SummaryRow {
                arm: &lineup.arm,
                table: &table,
                seats: lineup.table.len(),
                subject: &measured.key.subject,
                measure: &format!("{}{suffix}", measured.key.measure.name),
                value: measured.value,
                interval: measured.interval,
                law: measured.law,
                blocks: measured.blocks,
                estimand: measured.key.estimand(),
                p: measured.p,
            });
        };
        lineup.measures().iter().for_each(|measured| write(measured, ""));
        seats_alike(lineup).iter().for_each(|measured| write(measured, ""));
        if let Some(base) = base_place(lineups, place) {
            lineup.differences(&lineups[base]).iter().for_each(|measured| write(measured, "_difference"));
        }
    }
    analyses.iter().for_each(|one| one.summary_rows(&mut row));
    written?;
    writer.flush()?;
    Ok(count)
}

/// How far the best seat is from an equal share, and whether all are alike.
fn seats_alike(lineup: &TableStats) -> Option<MeasureEstimate> {
    let p = lineup.seats_alike()?;
    let shares =
        (1..=lineup.table.len()).filter_map(|seat| lineup.measure(&format!("seat {seat}"), lineup.outcome_of_seats()));
    let most = shares.map(|share| share.value).fold(0.0, f64::max);
    let equal = if lineup.pays_points { 0.0 } else { 1.0 / lineup.table.len() as f64 };
    let value = most - equal;
    Some(MeasureEstimate {
        key: Measures::default().key("all seats", lineup.outcome_of_seats()),
        value,
        interval: None,
        law: Law::T,
        blocks: lineup.blocks,
        p: Some(p),
    })
}
