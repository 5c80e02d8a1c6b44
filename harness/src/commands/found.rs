//! Tells what `ergo verify` found of each file.

use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::json::{ended, fields_of};
use super::shared::{CheckFailed, print};

/// A file, and what was found of it.
#[derive(Serialize)]
pub(super) struct Found {
    pub name: String,
    /// `same`; `absent`: the same by its digest, the file is not here; or `differs`.
    pub verdict: &'static str,
    pub why: Option<String>,
}

impl Found {
    pub(super) fn differing(name: &str, why: &str) -> Self {
        Found { name: name.to_owned(), verdict: "differs", why: Some(why.to_owned()) }
    }
}

/// Says of each file what was found, as a document if `json`: a failed check where one differs, told as `what` if that is given.
pub(super) fn conclude(folder: &Path, json: bool, found: &[Found], what: Option<&str>) -> anyhow::Result<()> {
    let differing = found.iter().filter(|file| file.why.is_some()).count();
    let failed = (differing > 0).then(|| {
        let what = what.map_or_else(|| format!("{differing} of {} files differ", found.len()), str::to_owned);
        CheckFailed(format!("{}: {what}, expected the same bytes again", folder.display()))
    });
    if json {
        let fields = json!({ "folder": folder.display().to_string(), "differing": differing, "files": found });
        return ended("verify", failed, fields_of(fields));
    }
    let line = |file: &Found| match (&file.why, file.verdict) {
        (Some(why), _) => format!("DIFFERS  {}: {why}\n", file.name),
        (None, "absent") => format!("same     {} (by its digest; the file is not here)\n", file.name),
        (None, _) => format!("same     {}\n", file.name),
    };
    print(&found.iter().map(line).collect::<String>())?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}
