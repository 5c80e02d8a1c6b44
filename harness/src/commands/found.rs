//! Tells what `ergo verify` found of each file.

use std::collections::BTreeMap;
use std::path::Path;

use ergo_harness::verify::Verification;
use serde::Serialize;
use serde_json::{Value, json};

use super::json::{Fields, ended, fields_of};
use super::shared::{CheckFailed, print};

/// A file, and what was found of it.
#[derive(Serialize)]
pub(super) struct Found {
    pub name: String,
    /// `same`; `recorded`: as the manifest says, another run would write another; `absent`: the same by its digest, the file is not
    /// here; or `differs`.
    pub verdict: &'static str,
    pub why: Option<String>,
}

impl Found {
    pub(super) fn differing(name: &str, why: &str) -> Self {
        Found { name: name.to_owned(), verdict: "differs", why: Some(why.to_owned()) }
    }
}

/// Sentences and members of the document that follow the files.
#[derive(Default)]
pub(super) struct Closing {
    pub lines: Vec<String>,
    pub fields: Fields,
}

impl Closing {
    /// What `shown` shows, and what it takes from the record.
    pub(super) fn of(shown: &Verification) -> Self {
        let conclusion = shown.conclusion();
        let fields = json!({
            "conclusion": conclusion,
            "asked_again": counts(&shown.asked_again),
            "from_record": counts(&shown.from_record),
        });
        Closing { lines: vec![conclusion], fields: fields_of(fields) }
    }
}

fn counts(all: &BTreeMap<String, u64>) -> Vec<Value> {
    all.iter().map(|(entrant, decisions)| json!({ "entrant": entrant, "decisions": decisions })).collect()
}

/// Says of each file what was found, and `closing` where nothing differs, as a document if `json`: a failed check where a file differs, told
/// as `what` if that is given.
pub(super) fn conclude(
    folder: &Path,
    json: bool,
    found: &[Found],
    what: Option<&str>,
    closing: &Closing,
) -> anyhow::Result<()> {
    let differing = found.iter().filter(|file| file.why.is_some()).count();
    let failed = (differing > 0).then(|| {
        let what = what.map_or_else(|| format!("{differing} of {} files differ", found.len()), str::to_owned);
        CheckFailed(format!("{}: {what}, expected the same bytes again", folder.display()))
    });
    if json {
        let fields = json!({ "folder": folder.display().to_string(), "differing": differing, "files": found });
        let mut fields = fields_of(fields);
        if failed.is_none() {
            fields.extend(closing.fields.clone());
        }
        return ended("verify", failed, fields);
    }
    let line = |file: &Found| match (&file.why, file.verdict) {
        (Some(why), _) => format!("DIFFERS  {}: {why}\n", file.name),
        (None, "absent") => format!("same     {} (by its digest; the file is not here)\n", file.name),
        (None, "recorded") => format!("recorded {} (by its digest; another run would write another)\n", file.name),
        (None, _) => format!("same     {}\n", file.name),
    };
    print(&found.iter().map(line).collect::<String>())?;
    match failed {
        Some(failed) => Err(failed.into()),
        None => print(&closing.lines.iter().map(|line| format!("{line}\n")).collect::<String>()),
    }
}
