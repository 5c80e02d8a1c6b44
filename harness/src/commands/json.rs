//! The flag `--json`: one JSON document on standard output. `harness/core/src/measure/columns/documents.txt` lists the keys of each.

use std::path::Path;

use clap::Args;
use ergo_harness::arena::position::object;
use ergo_harness::manifest::Manifest;
use ergo_harness::printable::printable_json;
use ergo_harness::report::{PAGE, REPORT};
use serde_json::{Map, Value, json};

use super::shared::{CheckFailed, print};

/// The flag `--json`.
#[derive(Args)]
pub(super) struct JsonFlag {
    /// Print one JSON document; results/COLUMNS.md lists its keys
    #[arg(long)]
    pub json: bool,
}

/// The members of a document.
pub(super) type Fields = Map<String, Value>;

/// Prints the document of `verb`.
///
/// # Errors
///
/// Returns `failed` after printing, if there is one, and an error if standard output cannot be written.
pub(super) fn print_document(verb: &str, failed: Option<CheckFailed>, fields: Fields) -> anyhow::Result<()> {
    let (status, means) = if failed.is_some() { (1, "a check failed") } else { (0, "done") };
    let mut document = to_fields(json!({ "verb": verb, "status": status, "means": means }));
    document.extend(failed.iter().map(|failed| ("why".to_owned(), failed.0.as_str().into())));
    document.extend(fields);
    print(&printable_json(&format!("{:#}\n", Value::Object(document))))?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

/// The members of a JSON object.
pub(super) fn to_fields(value: Value) -> Fields {
    match value {
        Value::Object(fields) => fields,
        other => object([("value".to_owned(), other)]),
    }
}

/// The members that describe the finished results folder `out`.
pub(super) fn folder_fields(out: &Path, answer: &str, manifest: &Manifest) -> Fields {
    let path = |name: &str| {
        let is_there = manifest.files.iter().any(|file| file.name == name);
        is_there.then(|| out.join(name).display().to_string())
    };
    to_fields(json!({
        "answer": answer,
        "folder": out.display().to_string(),
        "report": path(REPORT),
        "page": path(PAGE),
        "game": manifest.game,
        "seed": manifest.seed,
        "complete": manifest.complete,
        "matches": manifest.matches,
        "rounds": manifest.rounds,
        "turns": manifest.turns,
        "faults": manifest.faults,
        "seconds": manifest.seconds,
        "files": manifest.files,
    }))
}

/// The members for a results folder `out` whose run failed because a program never answered.
pub(super) fn unanswered_fields(out: &Path) -> Fields {
    to_fields(json!({ "folder": out.display().to_string() }))
}
