//! `ergo report`: writes the reports of a results folder again from its rows.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use ergo_engine::options::Configurable;

use super::shared::{in_file, print, read_document};
use crate::cli::ReportArgs;
use crate::compare;
use crate::experiment::{Document, Experiment};
use crate::folder::{EXPERIMENT, Folder};
use crate::job::trust;
use crate::manifest::{self, FileEntry, Manifest};
use crate::recorded::believed;
use crate::report::{self, Asked, PLOTS, build, is_report};
use crate::rows;
use crate::shelf::{GameVisitor, Shelf, Shelved};
use crate::verify::manifest_of;

/// Reports on the folder named on the command line, and prints the answer.
pub(super) fn report(args: &ReportArgs, shelf: &impl Shelf) -> anyhow::Result<()> {
    let path = args.folder.as_path();
    let manifest = manifest_of(path)?;
    let file = path.join(EXPERIMENT);
    let document = read_document(&file)?;
    let name = document.game().map_err(|problem| in_file(&file, &problem))?;
    let visitor = Again { path, document: &document, manifest, rows_changed: args.rows_changed };
    let answer = shelf.with_game(&name, visitor).map_err(|error| anyhow!("{}: {error}", file.display()))??;
    print(&format!("{answer}\n"))
}

/// Reports on a folder; gives the answer.
struct Again<'a> {
    path: &'a Path,
    document: &'a Document,
    manifest: Manifest,
    rows_changed: bool,
}

impl GameVisitor for Again<'_> {
    type Out = anyhow::Result<String>;

    fn visit<G: Configurable>(self, shelved: &Arc<Shelved<G>>) -> anyhow::Result<String> {
        let file = self.path.join(EXPERIMENT);
        let experiment = Experiment::read_on(self.document, shelved).map_err(|problem| in_file(&file, &problem))?;
        if compare::folder::is_comparison(&self.manifest) {
            return Ok(compare::folder::report(&experiment, self.path, &self.manifest, self.rows_changed)?.answer);
        }
        of_rows(self.path, Asked::of(&experiment), self.manifest, self.rows_changed)
    }
}

/// Reports on rows.
fn of_rows(path: &Path, asked: Asked, mut manifest: Manifest, rows_changed: bool) -> anyhow::Result<String> {
    let folder = Folder::open(path)?;
    let names = report::FILES.into_iter().chain(rows::FILES).chain([EXPERIMENT, manifest::NAME]).map(str::to_owned);
    folder.check(&names.collect::<Vec<_>>(), &[PLOTS])?;
    trust(&folder)?;
    let changed = believed(path, &manifest, &rows::FILES, rows_changed)?;
    let mut rows: Vec<FileEntry> =
        manifest.files.iter().filter(|file| rows::FILES.contains(&file.name.as_str())).cloned().collect();
    for (name, digest) in &changed {
        rows.iter_mut().filter(|file| file.name == *name).for_each(|file| file.sha256.clone_from(digest));
    }
    let asked = Asked { changed: changed.into_iter().map(|(name, _)| name).collect(), ..asked };
    let report = build(path, false, &asked, &rows)?;
    let answer = report.answer.clone();
    let stale: Vec<String> =
        manifest.files.extract_if(.., |file| is_report(&file.name)).map(|file| file.name).collect();
    let written = report.save(&folder, false)?;
    stale
        .iter()
        .filter(|name| !written.iter().any(|file| file.name == **name))
        .try_for_each(|name| folder.remove(name))?;
    manifest.files.extend(written);
    folder.write_whole(manifest::NAME, &manifest.text())?;
    Ok(answer)
}
