//! `--json`: one document on standard output instead of sentences. `harness/core/src/measure/columns/documents.txt` lists the keys of each.

use std::path::Path;

use clap::Args;
use ergo_harness::arena::position::object;
use ergo_harness::manifest::Manifest;
use ergo_harness::report::{PAGE, REPORT};
use serde_json::{Map, Value, json};

use super::shared::{CheckFailed, print};

/// Whether a program reads what is printed.
#[derive(Args)]
pub(super) struct JsonFlag {
    /// Print one JSON document instead; results/COLUMNS.md lists its keys
    #[arg(long)]
    pub json: bool,
}

/// The members of a document.
pub(super) type Fields = Map<String, Value>;

/// Prints the document of `verb`, and gives the end that it tells of.
pub(super) fn print_document(verb: &str, failed: Option<CheckFailed>, fields: Fields) -> anyhow::Result<()> {
    let (status, means) = if failed.is_some() { (1, "a check failed") } else { (0, "done") };
    let mut document = to_fields(json!({ "verb": verb, "status": status, "means": means }));
    document.extend(failed.iter().map(|failed| ("why".to_owned(), failed.0.as_str().into())));
    document.extend(fields);
    print(&format!("{:#}\n", Value::Object(document)))?;
    failed.map_or(Ok(()), |failed| Err(failed.into()))
}

/// The members of an object.
pub(super) fn to_fields(value: Value) -> Fields {
    match value {
        Value::Object(fields) => fields,
        other => object([("value".to_owned(), other)]),
    }
}

/// The members that tell of finished work in the folder at `out`.
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

/// The members that tell of the folder at `out` where nothing was answered.
pub(super) fn unanswered_fields(out: &Path) -> Fields {
    to_fields(json!({ "folder": out.display().to_string() }))
}
