//! The result of `ergo verify` for each file.

use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::json::{print_document, to_fields};
use super::shared::{CheckFailed, print};

/// The result of verifying one file.
#[derive(Serialize)]
pub(super) struct FileVerdict {
    pub name: String,
    /// `same`, `differs`, or `absent`: the digest is the same, but the file is missing here.
    pub verdict: &'static str,
    pub why: Option<String>,
}

impl FileVerdict {
    /// A file that differs for the reason `why`.
    pub(super) fn differing(name: &str, why: &str) -> Self {
        FileVerdict { name: name.to_owned(), verdict: "differs", why: Some(why.to_owned()) }
    }
}

/// Prints the result for each file, as a JSON document if `json`.
///
/// # Errors
///
/// Returns [`CheckFailed`] if a file differs; `what` replaces the usual reason.
pub(super) fn print_verdicts(
    folder: &Path,
    json: bool,
    found: &[FileVerdict],
    what: Option<&str>,
) -> anyhow::Result<()> {
    let differing = found.iter().filter(|file| file.why.is_some()).count();
    let failed = (differing > 0).then(|| {
        let what = what.map_or_else(|| format!("{differing} of {} files differ", found.len()), str::to_owned);
        CheckFailed(format!("{}: {what}, expected identical files", folder.display()))
    });
    if json {
        let fields = json!({ "folder": folder.display().to_string(), "differing": differing, "files": found });
        return print_document("verify", failed, to_fields(fields));
    }
    let line = |file: &FileVerdict| match (&file.why, file.verdict) {
        (Some(why), _) => format!("DIFFERS  {}: {why}\n", file.name),
        (None, "absent") => format!("same     {} (by digest; the file is missing here)\n", file.name),
        (None, _) => format!("same     {}\n", file.name),
    };
    print(&found.iter().map(line).collect::<String>())?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}
