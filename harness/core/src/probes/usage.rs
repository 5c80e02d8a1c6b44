//! The probe that writes `usage.csv`, the time and the tokens of the answers of each entrant.
//!
//! The totals are sums of the rows of `usage_matches.csv`, so that an interrupted and resumed run counts each match once.

use std::collections::BTreeMap;

use ergo_engine::field::Field;
use ergo_engine::seat::Seat;

use super::answers::{Remark, milliseconds};
use crate::probes::probe::{FilePaths, MatchObserver, Probe, RowWriter, WatchedMatch};
use crate::registry::arena::{Answer, Ending, Records};
use crate::rows::quoted::CsvLine;
use crate::rows::read::{CsvSource, RowsError};

/// The probe of answers, attempts, tokens and times.
pub(super) struct Usage;

const FILE: &str = "usage_matches.csv";
const HEADER: &str =
    "arm,match,deal,rotation,seat,entrant,answers,first_legal,attempts,retries,fallbacks,tokens_in,tokens_out,ms\n";
const TOTALS: &str = "usage.csv";
const TOTALS_HEADER: &str =
    "entrant,answers,first_legal,attempts,retries,fallbacks,tokens_in,tokens_out,ms_median,ms_p95\n";

impl Probe for Usage {
    fn name(&self) -> &'static str {
        "usage"
    }

    fn file(&self) -> Option<&'static str> {
        Some(FILE)
    }

    fn header(&self, _: &Records) -> String {
        HEADER.to_owned()
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn watch(&self, _: u32, _: &Records) -> Option<Box<dyn MatchObserver>> {
        Some(Box::<Counter>::default())
    }

    fn totals_file(&self) -> Option<&'static str> {
        Some(TOTALS)
    }

    fn totals(&self, files: &FilePaths<'_>) -> Result<String, RowsError> {
        let mut all = BTreeMap::<String, Counts>::new();
        let mut source = CsvSource::open(&files(FILE))?;
        let [entrant, ms] = [source.required("entrant")?, source.required("ms")?];
        let mut numbers = [0; NUMBERS.len()];
        for (column, name) in numbers.iter_mut().zip(NUMBERS) {
            *column = source.required(name)?;
        }
        while source.more {
            let counts = all.entry(source.text(entrant)?.to_owned()).or_default();
            for (sum, column) in counts.numbers.iter_mut().zip(numbers) {
                if !source.text(column)?.is_empty() {
                    *sum = Some(sum.unwrap_or(0) + source.number::<u64>(column)?);
                }
            }
            for pair in source.text(ms)?.split_whitespace() {
                let read = pair
                    .split_once(':')
                    .and_then(|(time, times)| Some((nanoseconds(time)?, times.parse::<u64>().ok()?)));
                let (time, times) = read.ok_or_else(|| source.wrong(format!("ms: \"{pair}\" is no time:count")))?;
                *counts.times.entry(time).or_default() += times;
            }
            source.advance()?;
        }
        let mut out = TOTALS_HEADER.as_bytes().to_vec();
        for (entrant, counts) in &all {
            counts.write_total(entrant, &mut out);
        }
        Ok(String::from_utf8(out).expect("texts and numbers"))
    }
}

/// Parses a time in milliseconds and converts it to nanoseconds; `None` if it is not a time.
fn nanoseconds(milliseconds: &str) -> Option<u64> {
    milliseconds.parse::<f64>().ok().filter(|time| *time >= 0.0).map(|time| (time * 1e6).round() as u64)
}

/// The columns of counts, in the order of [`Counts::numbers`].
const NUMBERS: [&str; 7] = ["answers", "first_legal", "attempts", "retries", "fallbacks", "tokens_in", "tokens_out"];

/// Sums over a set of answers.
#[derive(Clone, Default)]
struct Counts {
    /// Sums in the order of [`NUMBERS`]; `None` if no answer has the number.
    numbers: [Option<u64>; NUMBERS.len()],
    /// Number of answers by time in nanoseconds, with three significant digits.
    times: BTreeMap<u64, u64>,
}

impl Counts {
    /// Adds one answer.
    fn add(&mut self, answer: &Answer<'_>) {
        let remark = Remark::read(answer.info);
        let first_legal = u64::from(remark.first_legal(answer));
        let (attempts, fallbacks) = (remark.attempts.unwrap_or(1), u64::from(remark.fallback));
        let known = [Some(1), Some(first_legal), Some(attempts), remark.retries, Some(fallbacks)];
        let numbers = known.into_iter().chain([remark.tokens_in, remark.tokens_out]);
        for (sum, number) in self.numbers.iter_mut().zip(numbers) {
            *sum = number.map_or(*sum, |number| Some(sum.unwrap_or(0) + number));
        }
        *self.times.entry((milliseconds(answer.time) * 1e6).round() as u64).or_default() += 1;
    }

    /// Returns the quantile of the times in milliseconds by the nearest rank, for a `share` from 0 to 1.
    fn quantile(&self, share: f64) -> Option<f64> {
        let rank = (share * self.times.values().sum::<u64>() as f64).ceil().max(1.0) as u64;
        let mut seen = 0;
        let reached = |(_, times): &(&u64, &u64)| {
            seen += **times;
            seen >= rank
        };
        self.times.iter().find(reached).map(|(time, _)| *time as f64 / 1e6)
    }

    /// Writes the row of `entrant` in `usage.csv`.
    fn write_total(&self, entrant: &str, out: &mut Vec<u8>) {
        let mut line = CsvLine::new(out);
        line.value(entrant);
        for (name, number) in NUMBERS.iter().zip(self.numbers) {
            match (*name, number, self.numbers[0]) {
                ("first_legal", Some(first), Some(answers)) => line.field(&(first as f64 / answers as f64)),
                _ => line.field(number),
            }
        }
        [0.5, 0.95].iter().for_each(|share| line.field(self.quantile(*share).as_ref()));
        line.end();
    }
}

/// The counts of each seat of the current match.
#[derive(Default)]
struct Counter(Vec<Counts>);

impl MatchObserver for Counter {
    fn begin(&mut self, played: &WatchedMatch<'_>) {
        self.0.clear();
        self.0.resize(played.entrants.len(), Counts::default());
    }

    fn sees_answers(&self) -> bool {
        true
    }

    fn answer(&mut self, answer: &Answer<'_>) {
        self.0[answer.seat.index()].add(answer);
    }

    fn end(&mut self, played: &WatchedMatch<'_>, _: &Ending, out: &mut RowWriter<'_>) {
        for (seat, (counts, entrant)) in self.0.iter().zip(played.entrants).enumerate() {
            if counts.times.is_empty() {
                continue;
            }
            let mut line = out.begin(played.heading);
            line.value(Seat::new(seat));
            line.field(*entrant);
            counts.numbers.iter().for_each(|number| line.field(*number));
            let times = counts.times.iter().map(|(time, times)| format!("{}:{times}", *time as f64 / 1e6));
            let times: Vec<String> = times.collect();
            line.field(Field::Text(&times.join(" ")));
            line.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_nearest_rank() {
        let counts = Counts { times: [(1_000_000, 10), (2_000_000, 9), (3_000_000, 1)].into(), ..Counts::default() };
        assert_eq!([0.5, 0.95, 1.0].map(|share| counts.quantile(share)), [Some(1.0), Some(2.0), Some(3.0)]);
        assert_eq!(Counts::default().quantile(0.5), None);
    }
}
