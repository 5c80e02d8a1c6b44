//! Snapshots of whole reports. Each experiment in `tests/reference/reports` is run. The file `.md` next to it holds its
//! `report.md`, the table of the terminal and the digest of `report.html`. `UPDATE_SNAPSHOTS=1` writes them.

use std::fs;

use crate::common::{difference, root, tempdir};
use ergo_lab::digest;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::run::{Mode, RunOptions, run};

#[test]
fn reports_are_as_recorded() {
    let mut files: Vec<_> = fs::read_dir(root().join("harness/tests/reference/reports")).unwrap().collect();
    files.retain(|file| file.as_ref().unwrap().path().extension().is_some_and(|kind| kind == "toml"));
    assert!(files.len() > 10);
    let mut differing = Vec::new();
    for file in files {
        let file = file.unwrap().path();
        let experiment = Experiment::read(&Document::parse(&fs::read_to_string(&file).unwrap()).unwrap()).unwrap();
        let folder = tempdir().unwrap();
        let options = RunOptions { threads: 2, mode: Mode::Begin, command: String::new() };
        let ran = run(&experiment, folder.path(), &options, |_| ()).unwrap();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let html = digest::of_text(&read("report.html"));
        let text = format!("{}\n---\n\n{}\nreport.html: {html}\n", read("report.md"), ran.glance);
        differing.extend(difference(&file.with_extension("md"), &text));
    }
    assert!(differing.is_empty(), "{}", differing.join("\n\n"));
}
