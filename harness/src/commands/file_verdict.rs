//! The result of `ergo verify` for each file.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_harness::verify::Verification;
use serde::Serialize;
use serde_json::{Value, json};

use super::json::{Fields, print_document, to_fields};
use super::shared::{CheckFailed, print};

/// The result of verifying one file.
#[derive(Serialize)]
pub(super) struct FileVerdict {
    pub name: String,
    /// `same`, `differs`, `recorded` (the digest is right, but the file is not repeatable), or `absent` (the digest is right, but the
    /// file is missing here).
    pub verdict: &'static str,
    pub why: Option<String>,
}

impl FileVerdict {
    /// Creates the result of a file that differs for the reason `why`.
    pub(super) fn differing(name: &str, why: &str) -> Self {
        FileVerdict { name: name.to_owned(), verdict: "differs", why: Some(why.to_owned()) }
    }
}

/// Output after the results of the files: lines of text, or fields of a JSON document.
#[derive(Default)]
pub(super) struct Closing {
    pub lines: Vec<String>,
    pub fields: Fields,
}

impl Closing {
    /// Creates the output with a closing sentence.
    pub(super) fn from_conclusion(conclusion: &str) -> Self {
        Closing { lines: vec![conclusion.to_owned()], fields: to_fields(json!({ "conclusion": conclusion })) }
    }

    /// Creates the output that says what was verified and what was taken from the record.
    pub(super) fn new(verification: &Verification) -> Self {
        let conclusion = verification.conclusion();
        let fields = json!({
            "conclusion": conclusion,
            "asked_again": counts(&verification.asked_again),
            "from_record": counts(&verification.from_record),
        });
        Closing { lines: vec![conclusion], fields: to_fields(fields) }
    }
}

fn counts(all: &BTreeMap<String, u64>) -> Vec<Value> {
    all.iter().map(|(entrant, decisions)| json!({ "entrant": entrant, "decisions": decisions })).collect()
}

/// Prints the result for each file, then `closing` if no file differs, as a JSON document if `json`.
///
/// # Errors
///
/// Returns [`CheckFailed`] if a file differs; `what` replaces the usual reason.
pub(super) fn print_verdicts(
    folder: &Path,
    json: bool,
    verdicts: &[FileVerdict],
    what: Option<&str>,
    closing: &Closing,
) -> anyhow::Result<()> {
    let differing = verdicts.iter().filter(|file| file.why.is_some()).count();
    let failed = (differing > 0).then(|| {
        let what = what.map_or_else(|| format!("{differing} of {} files differ", verdicts.len()), str::to_owned);
        CheckFailed(format!("{}: {what}, expected identical files", folder.display()))
    });
    if json {
        let fields = json!({ "folder": folder.display().to_string(), "differing": differing, "files": verdicts });
        let mut fields = to_fields(fields);
        if failed.is_none() {
            fields.extend(closing.fields.clone());
        }
        return print_document("verify", failed, fields);
    }
    let line = |file: &FileVerdict| match (&file.why, file.verdict) {
        (Some(why), _) => format!("DIFFERS  {}: {why}\n", file.name),
        (None, "absent") => format!("same     {} (by digest; the file is missing here)\n", file.name),
        (None, "recorded") => format!("recorded {} (by digest; another run would write another file)\n", file.name),
        (None, _) => format!("same     {}\n", file.name),
    };
    print(&verdicts.iter().map(line).collect::<String>())?;
    match failed {
        Some(failed) => Err(failed.into()),
        None => print(&closing.lines.iter().map(|line| format!("{line}\n")).collect::<String>()),
    }
}
