//! `summary.csv`: every measure of every table in every arm, one a row.

use super::lineup::{LineUp, base_of};
use super::measured::Measured;
use super::pairing::{self, Pair};
use super::words::decimal;
use crate::measure::Measures;
use crate::probe::Findings;
use ergo_stats::Tested;

/// The columns.
const COLUMNS: [&str; 11] =
    ["arm", "table", "seats", "subject", "measure", "value", "low", "high", "blocks", "estimand", "p"];

/// The text of the file and the number of its rows. Measures of their own are differences to the first arm,
/// `<measure>_difference`; values by control variates, `<measure>_less_luck`, and what they took off, `<measure>_luck`; the
/// difference of a substitution pair, `<measure>_paired`; and whether all seats are alike, `win_share` of `all seats`. There
/// `value` is the largest share less an equal one. `<…>_variance_ratio` is the variance of a block by what it would be.
/// `estimand` says what a value is over ([`Key::estimand`](crate::measure::Key::estimand)); `p` is that of "no difference".
pub(super) fn summary(lineups: &[LineUp], pairs: &[Pair], found: &[Box<dyn Findings>]) -> (String, u64) {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut count = 0;
    let mut row = |fields: [&str; COLUMNS.len()]| {
        writer.write_record(fields).expect("a Vec takes every row");
        count += 1;
    };
    row(COLUMNS);
    let end = |end: Option<f64>| end.map(decimal).unwrap_or_default();
    for (place, lineup) in lineups.iter().enumerate() {
        let (table, seats) = (lineup.name(), lineup.table.len().to_string());
        let mut write = |measured: &Measured, suffix: &str| {
            row([
                &lineup.arm,
                &table,
                &seats,
                &measured.key.subject,
                &format!("{}{suffix}", measured.key.measure.name),
                &decimal(measured.value),
                &end(measured.interval.map(|interval| interval.low)),
                &end(measured.interval.map(|interval| interval.high)),
                &measured.blocks.to_string(),
                measured.key.estimand(),
                &end(measured.p),
            ]);
        };
        lineup.measures().iter().for_each(|measured| write(measured, ""));
        seats_alike(lineup).iter().for_each(|measured| write(measured, ""));
        if let Some(base) = base_of(lineups, lineup) {
            lineup.differences(base).iter().for_each(|measured| write(measured, "_difference"));
        }
        found.iter().for_each(|one| one.summary(place, &mut write));
    }
    for pair in pairs {
        let table = pair.against.as_ref().map_or("all".to_owned(), |others| format!("{} v {others}", pair.one));
        let (subject, seats) = (format!("{} - {}", pair.one, pair.other), pair.seats.to_string());
        for (contrast, measure) in pair.measures.iter().zip(pairing::MEASURES) {
            let key = Measures::default().key("all", measure);
            let Tested { difference, interval, p, deals } = contrast.test(key.range());
            let (low, high) = (interval.map(|interval| interval.low), interval.map(|interval| interval.high));
            let mut write = |name: &str, value: f64, [low, high, p]: [Option<f64>; 3]| {
                let (name, value, deals) = (format!("{measure}_{name}"), decimal(value), deals.to_string());
                let [low, high, p] = [low, high, p].map(end);
                let estimand = key.estimand();
                row([&pair.arm, &table, &seats, &subject, &name, &value, &low, &high, &deals, estimand, &p]);
            };
            write("paired", difference, [low, high, Some(p)]);
            if let Some(ratio) = contrast.variance_ratio() {
                write("paired_variance_ratio", ratio, [None; 3]);
            }
        }
    }
    let bytes = writer.into_inner().expect("a Vec takes every row");
    (String::from_utf8(bytes).expect("rows are made of texts"), count - 1)
}

/// How far the best seat is from an equal share, and whether all are alike.
fn seats_alike(lineup: &LineUp) -> Option<Measured> {
    let p = lineup.seats_alike()?;
    let shares = (1..=lineup.table.len()).filter_map(|seat| lineup.measure(&format!("seat {seat}"), "win_share"));
    let most = shares.map(|share| share.value).fold(0.0, f64::max);
    let value = most - 1.0 / lineup.table.len() as f64;
    Some(Measured {
        key: Measures::default().key("all seats", "win_share"),
        value,
        interval: None,
        blocks: lineup.blocks,
        p: Some(p),
    })
}
