//! `ergo report`: writes the reports of a results folder again from its rows.

use anyhow::anyhow;

use super::{in_file, print, read_document};
use crate::cli::ReportArgs;
use crate::digest;
use crate::folder::{EXPERIMENT, Folder};
use crate::manifest::{self, FileEntry};
use crate::report::{Asked, PLOTS, build, is_report};
use crate::rows;
use crate::verify::manifest_of;

/// Reports on the folder named on the command line, and prints the answer.
pub fn report(args: &ReportArgs) -> anyhow::Result<()> {
    let path = args.folder.as_path();
    let mut manifest = manifest_of(path)?;
    let document = read_document(&path.join(EXPERIMENT))?;
    let folder = Folder::open(path)?;
    // The rows as they are, whatever the manifest says of them.
    let mut rows: Vec<FileEntry> =
        manifest.files.iter().filter(|file| rows::FILES.contains(&file.name.as_str())).cloned().collect();
    for file in &mut rows {
        let path = folder.file(&file.name);
        if path.exists() {
            file.sha256 = digest::of_file(&path).map_err(|error| anyhow!("{}: {error}", path.display()))?;
        }
    }
    let asked = document.asked().map_err(|problem| in_file(&path.join(EXPERIMENT), &problem))?;
    let asked = Asked { question: &asked.0, measure: asked.1.as_ref(), seed: manifest.seed };
    let report = build(path, false, &asked, &rows)?;
    manifest.files.retain(|file| !is_report(&file.name));
    for file in &report.files {
        folder.write_whole(file.name, &file.text)?;
        manifest.files.push(FileEntry::of_text(file.name, file.rows, &file.text));
    }
    for stale in folder.files_in(PLOTS)? {
        if !report.files.iter().any(|file| file.name == stale) {
            folder.remove(&stale)?;
        }
    }
    folder.write_whole(manifest::NAME, &manifest.text())?;
    print(&format!("{}\n", report.answer))
}
