//! `summary.csv`: every measure of every table in every arm, one a row.

use super::lineup::{LineUp, Measured};
use super::luck::LessLuck;
use super::pairing::{self, Pair};
use super::words::decimal;
use crate::stats::paired::PairedTest;

/// The text of the file and the number of its rows. Measures of their own are differences to the first arm,
/// `<measure>_difference`; means with luck taken out, `<measure>_less_luck`, and what was taken out,
/// `<measure>_luck`; and the difference of two entrants in the same
/// place, `<measure>_paired`. `<…>_variance_ratio` says what that is worth: the variance of a block by what it would be.
pub fn summary(lineups: &[LineUp], pairs: &[Pair]) -> (String, u64) {
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
        for LessLuck { measured, ratio, correction } in lineup.luck.measures() {
            write(&measured, "_less_luck");
            let taken = Measured { value: correction.mean, interval: correction.interval, ..measured.clone() };
            write(&taken, "_luck");
            write(&Measured { value: ratio, interval: None, ..measured }, "_less_luck_variance_ratio");
        }
    }
    for pair in pairs {
        let table = pair.against.as_ref().map_or("all".to_owned(), |others| format!("{} v {others}", pair.one));
        let (subject, seats) = (format!("{} - {}", pair.one, pair.other), pair.seats.to_string());
        for (paired, measure) in pair.measures.iter().zip(pairing::MEASURES) {
            let PairedTest { blocks, mean, interval, .. } = paired.test();
            let end = |end: Option<f64>| end.map(decimal).unwrap_or_default();
            let (low, high) = (interval.map(|interval| interval.low), interval.map(|interval| interval.high));
            let mut write = |name: &str, value: f64, low: Option<f64>, high: Option<f64>| {
                let name = format!("{measure}_{name}");
                let (value, blocks) = (decimal(value), blocks.to_string());
                row([&pair.arm, &table, &seats, &subject, &name, &value, &end(low), &end(high), &blocks]);
            };
            write("paired", mean, low, high);
            if let Some(ratio) = paired.ratio() {
                write("paired_variance_ratio", ratio, None, None);
            }
        }
    }
    let bytes = writer.into_inner().expect("a Vec takes every row");
    (String::from_utf8(bytes).expect("rows are made of texts"), count - 1)
}
