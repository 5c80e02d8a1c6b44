//! Tells what `ergo verify` found of each file.

use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::json::{print_document, to_fields};
use super::shared::{CheckFailed, print};

/// A file, and what was found of it.
#[derive(Serialize)]
pub(super) struct FileVerdict {
    pub name: String,
    /// `same`; `absent`: the same by its digest, the file is not here; or `differs`.
    pub verdict: &'static str,
    pub why: Option<String>,
}

impl FileVerdict {
    pub(super) fn differing(name: &str, why: &str) -> Self {
        FileVerdict { name: name.to_owned(), verdict: "differs", why: Some(why.to_owned()) }
    }
}

/// Says of each file what was found, as a document if `json`: a failed check where one differs, told as `what` if that is given.
pub(super) fn print_verdicts(
    folder: &Path,
    json: bool,
    found: &[FileVerdict],
    what: Option<&str>,
) -> anyhow::Result<()> {
    let differing = found.iter().filter(|file| file.why.is_some()).count();
    let failed = (differing > 0).then(|| {
        let what = what.map_or_else(|| format!("{differing} of {} files differ", found.len()), str::to_owned);
        CheckFailed(format!("{}: {what}, expected the same bytes again", folder.display()))
    });
    if json {
        let fields = json!({ "folder": folder.display().to_string(), "differing": differing, "files": found });
        return print_document("verify", failed, to_fields(fields));
    }
    let line = |file: &FileVerdict| match (&file.why, file.verdict) {
        (Some(why), _) => format!("DIFFERS  {}: {why}\n", file.name),
        (None, "absent") => format!("same     {} (by its digest; the file is not here)\n", file.name),
        (None, _) => format!("same     {}\n", file.name),
    };
    print(&found.iter().map(line).collect::<String>())?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}
