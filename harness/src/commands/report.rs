//! `ergo report`: writes the reports of a results folder again from its rows.

use std::path::Path;

use super::shared::{in_file, print, read_document};
use crate::cli::ReportArgs;
use crate::compare;
use crate::compare::record::QUESTION;
use crate::experiment::Experiment;
use crate::folder::{EXPERIMENT, Folder};
use crate::job::trust;
use crate::manifest::{self, FileEntry, Manifest};
use crate::recorded::{as_asked, believed};
use crate::report::{self, Asked, PLOTS, build, is_report};
use crate::rows::FILES;
use crate::shelf::Shelf;
use crate::verify::manifest_of;

/// Reports on the folder named on the command line, and prints the answer.
pub(super) fn report(args: &ReportArgs, shelf: &Shelf) -> anyhow::Result<()> {
    let path = args.folder.as_path();
    let manifest = manifest_of(path)?;
    as_asked(path, &manifest, &[EXPERIMENT, QUESTION])?;
    let file = path.join(EXPERIMENT);
    let document = read_document(&file)?;
    let experiment = Experiment::read_on(&document, shelf).map_err(|problem| in_file(&file, &problem))?;
    let answer = if compare::folder::is_comparison(&manifest) {
        compare::folder::report(&experiment, path, &manifest, args.rows_changed)?.answer
    } else {
        of_rows(path, &experiment, manifest, args.rows_changed)?
    };
    print(&format!("{answer}\n"))
}

/// Reports on rows.
fn of_rows(path: &Path, experiment: &Experiment, mut manifest: Manifest, rows_changed: bool) -> anyhow::Result<String> {
    let folder = Folder::open(path)?;
    let names: Vec<&str> =
        FILES.into_iter().chain(experiment.watched.iter().filter_map(|one| one.probe.file())).collect();
    let own = report::FILES.into_iter().chain(names.iter().copied()).chain([EXPERIMENT, manifest::NAME]);
    folder.check(&own.map(str::to_owned).collect::<Vec<_>>(), &[PLOTS])?;
    trust(&folder)?;
    let changed = believed(path, &manifest, &names, rows_changed)?;
    let mut rows: Vec<FileEntry> =
        manifest.files.iter().filter(|file| names.contains(&file.name.as_str())).cloned().collect();
    for (name, digest) in &changed {
        rows.iter_mut().filter(|file| file.name == *name).for_each(|file| file.sha256.clone_from(digest));
    }
    let asked = Asked { changed: changed.into_iter().map(|(name, _)| name).collect(), ..experiment.asked_of_report() };
    let report = build(path, false, (&asked, &experiment.watched), &rows)?;
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
