//! Compares `answers.jsonl` and `usage.csv` with the transcripts.
//!
//! These files contain times and texts, so another run does not write the same bytes.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::record::DecisionCounts;
use crate::rows::transcript_line::has_valid_digest;
use crate::storage::folder::{FolderError, regular};

/// Name of the file with a line of JSON for each answer of a program.
pub const ANSWERS: &str = "answers.jsonl";
/// Name of the file with a row of totals for each entrant.
pub const USAGE: &str = "usage.csv";

/// The fields of an answer that are compared with the transcripts.
#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "match")]
    number: u64,
    seat: u64,
    decision: u64,
}

/// The columns of the totals of an entrant that are compared with the transcripts.
#[derive(Deserialize)]
struct Usage {
    entrant: String,
    answers: u64,
}

/// Describes the first line of the file `name` in `folder` that does not agree with the `counts` of the transcripts, or whose own
/// digest is wrong. `None` if all lines agree, or if `name` is neither [`ANSWERS`] nor [`USAGE`].
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub(super) fn disagreement(folder: &Path, name: &str, counts: &DecisionCounts) -> Result<Option<String>, FolderError> {
    if ![ANSWERS, USAGE].contains(&name) {
        return Ok(None);
    }
    let path = folder.join(name);
    let text = regular::read_text(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
    Ok(if name == ANSWERS { check_answers(&text, counts) } else { check_usage(&text, counts) })
}

/// Describes the first line of [`ANSWERS`] that does not agree with `transcripts`.
fn check_answers(text: &str, transcripts: &DecisionCounts) -> Option<String> {
    // By match and seat: the number of answers, and the line and the decision of the last.
    let mut counts: BTreeMap<(u64, u64), (u64, u64, u64)> = BTreeMap::new();
    let decisions = |key: &(u64, u64)| transcripts.decisions.get(key).copied().unwrap_or(0);
    let describe = |key: (u64, u64), count: u64| {
        let expected = decisions(&key);
        format!("match {}, seat {}: {count} answers, expected {expected} as in the transcripts", key.0, key.1)
    };
    for (line, number) in text.lines().zip(1..) {
        let wrong = |what: String| Some(format!("line {number}: {what}"));
        let answer: Answer = match serde_json::from_str(line) {
            Ok(answer) => answer,
            Err(error) => return wrong(error.to_string()),
        };
        if has_valid_digest(line) == Some(false) {
            return wrong("its sha256 is not that of its text".to_owned());
        }
        let key = (answer.number, answer.seat);
        let (count, last, decision) = counts.entry(key).or_default();
        if answer.decision <= *decision {
            return wrong(format!("decision {}, expected one after {decision}", answer.decision));
        }
        (*count, *last, *decision) = (*count + 1, number, answer.decision);
        if *count > decisions(&key) {
            return wrong(describe(key, *count));
        }
    }
    let short = counts.iter().find(|(key, (count, ..))| *count < decisions(key));
    short.map(|(key, (count, last, _))| format!("after line {last}: {}", describe(*key, *count)))
}

/// Describes the first line of [`USAGE`] that does not agree with `transcripts`.
fn check_usage(text: &str, transcripts: &DecisionCounts) -> Option<String> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize::<Usage>().zip(2..).find_map(|(row, number)| {
        let wrong = |what: String| Some(format!("line {number}: {what}"));
        let row = match row {
            Ok(row) => row,
            Err(error) => return wrong(error.to_string()),
        };
        let number = |counts: &BTreeMap<String, u64>| counts.get(&row.entrant).copied().unwrap_or(0);
        let most = number(&transcripts.asked_again) + number(&transcripts.from_record);
        // A decision that ended in a fault may have had an answer.
        let least = most - number(&transcripts.faults);
        let what =
            || format!("{} answers of {}, expected {least} to {most} as in the transcripts", row.answers, row.entrant);
        if (least..=most).contains(&row.answers) { None } else { wrong(what()) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::transcript_line::add_digest;

    fn counts() -> DecisionCounts {
        let mut counts = DecisionCounts::default();
        counts.decisions.extend([((1, 1), 2), ((1, 2), 1)]);
        counts.from_record.insert("model".to_owned(), 2);
        counts.asked_again.insert("td".to_owned(), 1);
        counts.faults.insert("model".to_owned(), 1);
        counts
    }

    #[test]
    fn answers_agree_with_transcripts() {
        let line = |seat: u64, decision: u64, text: &str| {
            add_digest(&format!("{{\"match\":1,\"seat\":{seat},\"decision\":{decision},\"text\":\"{text}\"}}")) + "\n"
        };
        let good = [line(1, 1, "I bet"), line(2, 2, "hm"), line(1, 3, "I fold")].concat();
        assert_eq!(check_answers(&good, &counts()), None);
        let changed = check_answers(&good.replace("fold", "call"), &counts()).unwrap();
        assert_eq!(changed, "line 3: its sha256 is not that of its text");
        let more = check_answers(&(good.clone() + &line(2, 4, "again")), &counts()).unwrap();
        assert_eq!(more, "line 4: match 1, seat 2: 2 answers, expected 1 as in the transcripts");
        let fewer = check_answers(&[line(1, 1, "I bet"), line(2, 2, "hm")].concat(), &counts()).unwrap();
        assert_eq!(fewer, "after line 1: match 1, seat 1: 1 answers, expected 2 as in the transcripts");
        let again = check_answers(&(good.clone() + &line(1, 3, "I fold")), &counts()).unwrap();
        assert_eq!(again, "line 4: decision 3, expected one after 3");
        assert!(check_answers(&(good + "{}\n"), &counts()).unwrap().starts_with("line 4: missing field"));
    }

    #[test]
    fn totals_agree_with_transcripts() {
        let usage = |model: u64| format!("entrant,answers,tokens_in\ntd,1,0\nmodel,{model},9\n");
        assert_eq!([1, 2].map(|answers| check_usage(&usage(answers), &counts())), [None, None]);
        let wrong = check_usage(&usage(3), &counts()).unwrap();
        assert_eq!(wrong, "line 3: 3 answers of model, expected 1 to 2 as in the transcripts");
    }
}
