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
    /// `same`, `differs`, `recorded` (the digest is the same, but another run would write another file), or `absent` (the
    /// digest is the same, but the file is missing here).
    pub verdict: &'static str,
    pub why: Option<String>,
}

impl FileVerdict {
    /// A file that differs for the reason `why`.
    pub(super) fn differing(name: &str, why: &str) -> Self {
        FileVerdict { name: name.to_owned(), verdict: "differs", why: Some(why.to_owned()) }
    }
}

/// Sentences and fields of the document that follow the files.
#[derive(Default)]
pub(super) struct Closing {
    pub lines: Vec<String>,
    pub fields: Fields,
}

impl Closing {
    /// Returns the closing of `shown`: what it shows and what it takes from the record.
    pub(super) fn new(shown: &Verification) -> Self {
        let conclusion = shown.conclusion();
        let fields = json!({
            "conclusion": conclusion,
            "asked_again": counts(&shown.asked_again),
            "from_record": counts(&shown.from_record),
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
    found: &[FileVerdict],
    what: Option<&str>,
    closing: &Closing,
) -> anyhow::Result<()> {
    let differing = found.iter().filter(|file| file.why.is_some()).count();
    let failed = (differing > 0).then(|| {
        let what = what.map_or_else(|| format!("{differing} of {} files differ", found.len()), str::to_owned);
        CheckFailed(format!("{}: {what}, expected identical files", folder.display()))
    });
    if json {
        let fields = json!({ "folder": folder.display().to_string(), "differing": differing, "files": found });
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
    print(&found.iter().map(line).collect::<String>())?;
    match failed {
        Some(failed) => Err(failed.into()),
        None => print(&closing.lines.iter().map(|line| format!("{line}\n")).collect::<String>()),
    }
}
