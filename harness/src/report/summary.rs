//! `summary.csv`: every measure of every table in every arm, one a row.

use super::lineup::{LineUp, Measured};
use super::words::decimal;

/// The text of the file and the number of its rows. Differences to the first arm are measures of their own,
/// `<measure>_difference`.
pub fn summary(lineups: &[LineUp]) -> (String, u64) {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut count = 0;
    let mut row = |fields: [&str; 9]| {
        writer.write_record(fields).expect("a Vec takes every row of nine fields");
        count += 1;
    };
    row(["arm", "table", "seats", "subject", "measure", "value", "low", "high", "blocks"]);
    for lineup in lineups {
        let (table, seats) = (lineup.name(), lineup.table.len().to_string());
        let mut write = |measured: &Measured, suffix: &str| {
            let end = |end: Option<f64>| end.map(decimal).unwrap_or_default();
            row([
                &lineup.arm,
                &table,
                &seats,
                &measured.key.subject,
                &format!("{}{suffix}", measured.key.measure),
                &decimal(measured.value),
                &end(measured.interval.map(|interval| interval.low)),
                &end(measured.interval.map(|interval| interval.high)),
                &measured.blocks.to_string(),
            ]);
        };
        lineup.measures().iter().for_each(|measured| write(measured, ""));
        lineup.differences().iter().for_each(|measured| write(measured, "_difference"));
    }
    let bytes = writer.into_inner().expect("a Vec takes every row");
    (String::from_utf8(bytes).expect("rows are made of texts"), count - 1)
}
