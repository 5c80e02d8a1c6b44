//! `ergo report`: writes the reports of a results folder again from its rows.

use std::path::Path;

use anyhow::anyhow;
use ergo_agents::roster::Roster;
use ergo_engine::options::Configurable;

use super::shared::{in_file, print, read_document};
use crate::cli::ReportArgs;
use crate::compare;
use crate::digest;
use crate::experiment::{Document, Experiment};
use crate::folder::{EXPERIMENT, Folder};
use crate::games::{GameVisitor, with_game};
use crate::manifest::{self, FileEntry, Manifest};
use crate::report::{Asked, PLOTS, build, is_report};
use crate::rows;
use crate::verify::manifest_of;

/// Reports on the folder named on the command line, and prints the answer.
pub fn report(args: &ReportArgs) -> anyhow::Result<()> {
    let path = args.folder.as_path();
    let mut manifest = manifest_of(path)?;
    let document = read_document(&path.join(EXPERIMENT))?;
    if compare::folder::is_comparison(&manifest) {
        let name = document.game().map_err(|problem| in_file(&path.join(EXPERIMENT), &problem))?;
        let visitor = OfComparison { path, document: &document, manifest };
        return with_game(&name, visitor).map_err(|error| anyhow!("{}: {error}", path.join(EXPERIMENT).display()))?;
    }
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
    let in_experiment = |problem| in_file(&path.join(EXPERIMENT), &problem);
    let asked = document.asked().map_err(in_experiment)?;
    let scheme = document.scheme().map_err(in_experiment)?;
    let asked = Asked { question: &asked.0, measure: asked.1.as_ref(), seed: manifest.seed, scheme: Some(&scheme) };
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

/// Reports on a comparison from its blocks.
struct OfComparison<'a> {
    path: &'a Path,
    document: &'a Document,
    manifest: Manifest,
}

impl GameVisitor for OfComparison<'_> {
    type Out = anyhow::Result<()>;

    fn visit<G: Configurable + Roster>(self) -> anyhow::Result<()> {
        let file = self.path.join(EXPERIMENT);
        let experiment = Experiment::<G>::read(self.document).map_err(|problem| in_file(&file, &problem))?;
        let compared = compare::folder::report(&experiment, self.path, &self.manifest)?;
        print(&format!("{}\n", compared.answer))
    }
}
