//! The bodies of the fuzz targets: each takes a text and checks what must hold; run on a small corpus by the tests, too.

use std::fs;
use std::path::Path;

use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::games;
use ergo_lab::manifest::Manifest;
use ergo_lab::report::{ReportSpec, build};
use ergo_lab::transcripts::RecordedMatch;

/// Any text is read as a line of transcripts: it is refused in words, or told as one line of JSON and in words.
pub fn transcript(text: &str) {
    let registry = games::standard();
    for line in text.lines() {
        match RecordedMatch::parse(line).and_then(|line| line.narrated(&registry)) {
            Err(problem) => assert!(!problem.trim().is_empty()),
            Ok(told) => {
                assert!(!told.json.contains('\n') && !told.words.is_empty(), "{text}");
                serde_json::from_str::<serde_json::Value>(&told.json).expect("it is JSON");
            }
        }
    }
}

/// Any text is read as a manifest: it is refused, or the manifest that it is comes back from its own text.
pub fn manifest(text: &str) {
    if let Ok(manifest) = serde_json::from_str::<Manifest>(text) {
        let again: Manifest = serde_json::from_str(&manifest.text()).expect("a manifest reads itself");
        assert_eq!(again.text(), manifest.text());
    }
}

/// The separator between the files of a text of rows.
pub const NEXT: &str = "\n%%\n";

/// The files of rows that a text holds, in this order.
pub const ROWS: [&str; 3] = ["rounds.csv", "seats.csv", "matches.csv"];

/// Any texts are read as rows: they are refused in words, or make a report with an answer. They are written into `folder`.
pub fn rows(text: &str, folder: &Path) {
    let mut files = text.split(NEXT);
    for name in ROWS {
        fs::write(folder.join(name), files.next().unwrap_or_default()).expect("a folder to write in");
    }
    match build(folder, false, &asked(), Vec::new(), &[]) {
        Err(problem) => assert!(!problem.to_string().trim().is_empty()),
        Ok(report) => assert!(!report.answer.trim().is_empty(), "{text}"),
    }
}

/// The question of a report on rows of a toy, and all else it needs.
fn asked() -> ReportSpec {
    let text = "question = \"q\"\nseed = 1\n[game]\nname = \"kuhn-poker\"\n[[entrant]]\nname = \"one\"\n\
                agent = { kind = \"random\" }\n[[entrant]]\nname = \"two\"\nagent = { kind = \"random\" }\n\
                [schedule]\ntables = [[\"one\", \"two\"]]\ndeals = 3\n";
    let document = Document::parse(text).expect("it is TOML");
    Experiment::read(&document).expect("it is an experiment").report_spec()
}
