//! The probe that writes `answers.jsonl`, with a line for each answer of a program and its remark in `info`.

use std::time::Duration;

use ergo_agents::process;
use ergo_engine::seat::Seat;
use serde::{Deserialize, Serialize};

use crate::probes::probe::{MatchObserver, Probe, RowWriter, WatchedMatch};
use crate::registry::arena::{Answer, Ending, Records, SeatPlayer};
use crate::rows::transcript_line::add_digest;

/// The probe of the answers of programs.
pub(super) struct Answers;

impl Probe for Answers {
    fn name(&self) -> &'static str {
        "answers"
    }

    fn file(&self) -> Option<&'static str> {
        Some("answers.jsonl")
    }

    fn is_repeatable(&self) -> bool {
        false
    }

    fn watch(&self, _: u32, _: &Records) -> Option<Box<dyn MatchObserver>> {
        Some(Box::<Recorder>::default())
    }
}

/// The remark of a program about its answer: the known keys of an object in `info`. Any other `info` is recorded as `text`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Remark {
    pub(super) attempts: Option<u64>,
    pub(super) retries: Option<u64>,
    first_legal: Option<bool>,
    pub(super) fallback: bool,
    pub(super) tokens_in: Option<u64>,
    pub(super) tokens_out: Option<u64>,
    text: Option<String>,
}

impl Remark {
    /// Parses the `info` of an answer.
    pub(super) fn read(info: Option<&str>) -> Self {
        let text = || Remark { text: info.map(str::to_owned), ..Remark::default() };
        // An array would otherwise be read as a struct by position.
        let object = info.filter(|info| info.trim_start().starts_with('{'));
        object.and_then(|info| serde_json::from_str(info).ok()).unwrap_or_else(text)
    }

    /// Returns true if the first attempt was a legal action. If the program does not say, returns true if the answer was.
    pub(super) fn first_legal(&self, answer: &Answer<'_>) -> bool {
        answer.fault.is_none() && self.first_legal.unwrap_or(true)
    }
}

/// Converts a time to milliseconds with three significant digits.
pub(super) fn milliseconds(time: Duration) -> f64 {
    let (nanoseconds, mut unit) = (u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), 1);
    while nanoseconds / unit >= 1_000 {
        unit *= 10;
    }
    (nanoseconds / unit * unit) as f64 / 1e6
}

#[derive(Serialize)]
struct Line {
    #[serde(rename = "match")]
    number: u64,
    seat: Seat,
    decision: u64,
    attempts: u64,
    first_legal: bool,
    fallback: bool,
    tokens_in: Option<u64>,
    tokens_out: Option<u64>,
    ms: f64,
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retries: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
}

/// Collects the lines of the current match.
#[derive(Default)]
struct Recorder {
    number: u64,
    is_program: Vec<bool>,
    lines: Vec<Line>,
}

impl MatchObserver for Recorder {
    fn begin(&mut self, played: &WatchedMatch<'_>) {
        let is_program = |player: &SeatPlayer<'_>| match player {
            SeatPlayer::Agent(spec) => spec.kind == process::KIND,
            SeatPlayer::Linked(..) | SeatPlayer::Caller(_) => true,
            _ => false,
        };
        self.number = played.slot.number;
        self.is_program = played.table.chairs.iter().map(|chair| is_program(&chair.seated)).collect();
        self.lines.clear();
    }

    fn sees_answers(&self) -> bool {
        true
    }

    fn answer(&mut self, answer: &Answer<'_>) {
        if !self.is_program[answer.seat.index()] {
            return;
        }
        let remark = Remark::read(answer.info);
        self.lines.push(Line {
            number: self.number,
            seat: answer.seat,
            decision: answer.decision,
            attempts: remark.attempts.unwrap_or(1),
            first_legal: remark.first_legal(answer),
            fallback: remark.fallback,
            tokens_in: remark.tokens_in,
            tokens_out: remark.tokens_out,
            ms: milliseconds(answer.time),
            text: remark.text,
            retries: remark.retries,
            fault: answer.fault.map(|fault| fault.word()),
        });
    }

    fn end(&mut self, _: &WatchedMatch<'_>, _: &Ending, out: &mut RowWriter<'_>) {
        for line in &self.lines {
            let text = serde_json::to_string(line).expect("texts and numbers are JSON");
            out.bytes.extend_from_slice(add_digest(&text).as_bytes());
            out.bytes.push(b'\n');
            *out.count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remark_reads_known_keys_and_keeps_other_info_as_text() {
        let full = Remark::read(Some(r#"{"attempts":2,"first_legal":false,"tokens_in":9,"text":"a","more":1}"#));
        assert_eq!(
            (full.attempts, full.first_legal, full.tokens_in, full.fallback),
            (Some(2), Some(false), Some(9), false)
        );
        assert_eq!(full.text.as_deref(), Some("a"));
        for other in ["C may pay later", r#"{"attempts":"many"}"#, "[1,2]"] {
            assert_eq!(Remark::read(Some(other)).text.as_deref(), Some(other));
        }
        assert_eq!(Remark::read(None).text, None);
    }

    #[test]
    fn milliseconds_have_three_significant_digits() {
        let convert = |nanoseconds| milliseconds(Duration::from_nanos(nanoseconds));
        assert_eq!(
            [convert(7), convert(123_456), convert(1_999_999), convert(200_123_456)],
            [0.000007, 0.123, 1.99, 200.0]
        );
    }
}
