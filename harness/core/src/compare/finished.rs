//! A finished results folder: its play repeated and compared, its reports written again.

use std::path::{Path, PathBuf};

use crate::compare;
use crate::compare::record::RecordError;
use crate::design::ARMS;
use crate::experiment::Experiment;
use crate::games::game_registry::GameRegistry;
use crate::job::manifest::{self, FileEntry};
use crate::job::programs::Programs;
use crate::job::trust;
use crate::probes::probe::analyses;
use crate::report::findings::table::Checked;
use crate::report::findings::{self, FINDINGS};
use crate::report::pages::estimates::Estimates;
use crate::report::pages::{Input, Notes, Page};
use crate::report::{self, PLOTS, ReportSpec, build, is_report};
use crate::rows::FILES;
use crate::rows::read::RowsError;
use crate::run::Watch;
pub use crate::run::recorded::SEEDS;
use crate::run::recorded::{NotRecorded, Recorded};
use crate::run::verify::{Verification, VerifyError, verify};
use crate::storage::folder::{EXPERIMENT, Folder, FolderError};

pub use crate::run::verify::{Comparison, Verdict};

/// Why nothing could be done with a folder.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FinishedError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Recorded(#[from] NotRecorded),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error(transparent)]
    Compared(#[from] RecordError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error("{path}: {1}", path = .0.display())]
    Findings(PathBuf, String),
    #[error("{}: would start programs from outside, expected to be told that they may run here", .0.display())]
    Programs(PathBuf),
}

/// Results that are whole.
pub struct Finished {
    recorded: Recorded,
    experiment: Experiment,
}

impl Finished {
    /// The results in the folder at `path`, of a game that is on `registry`, if what was asked stands there as it was asked.
    pub fn open(path: &Path, registry: &GameRegistry) -> Result<Self, FinishedError> {
        let recorded = Recorded::open(path)?;
        let experiment = recorded.experiment(registry)?;
        Ok(Finished { recorded, experiment })
    }

    /// The same with the findings of the file at `path`: an experiment, or the `findings.toml` of a results folder.
    ///
    /// # Errors
    ///
    /// Returns why the file cannot be read, or its first finding that is wrong.
    pub fn with_findings(mut self, path: &Path) -> Result<Self, FinishedError> {
        let wrong = |what: String| FinishedError::Findings(path.to_owned(), what);
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        self.experiment.findings = findings::finding::from_toml(&text).map_err(|error| wrong(error.to_string()))?;
        Ok(self)
    }

    /// Plays it again with so many threads and compares every file; programs from outside are started only if they `may_run`.
    /// `watch` is told how far it is and may stop it, but for a comparison.
    ///
    /// # Errors
    ///
    /// Returns why nothing could be compared.
    pub fn verify(&self, threads: usize, may_run: bool, watch: Watch<'_>) -> Result<Verification, FinishedError> {
        let needs_programs = self.experiment.unrepeatable().is_empty() && self.experiment.programs().next().is_some();
        if !may_run && needs_programs {
            return Err(FinishedError::Programs(self.recorded.path.clone()));
        }
        let Finished { recorded, experiment } = self;
        let Recorded { path, manifest } = recorded;
        if compare::folder::is_comparison(manifest) {
            let matches = u64::from(compare::Contest::new(experiment, Programs::new(None)).matches());
            let mut watching = |now: &compare::Comparison| {
                let _ = watch(now.blocks() * matches);
            };
            return Ok(compare::folder::verify(experiment, recorded, threads, &mut watching)?);
        }
        Ok(verify(experiment, path, manifest, (threads, may_run), watch)?)
    }

    /// Writes its reports again from its rows, which may have been changed on purpose if `rows_changed`; plays nothing. Gives the
    /// answer.
    pub fn report(self, rows_changed: bool) -> Result<String, FinishedError> {
        let Finished { recorded, experiment } = self;
        if compare::folder::is_comparison(&recorded.manifest) {
            return Ok(compare::folder::report(&experiment, &recorded, rows_changed)?.answer);
        }
        of_rows(&experiment, recorded, rows_changed)
    }
}

/// Renders the pages of the results in the folder at `path` from its estimates, without any rows: names and texts.
///
/// # Errors
///
/// Returns the file that is missing or cannot be read.
pub fn pages(path: &Path, registry: &GameRegistry) -> Result<Vec<(String, String)>, FinishedError> {
    let Finished { recorded, experiment } = Finished::open(path, registry)?;
    let manifest = &recorded.manifest;
    let is_there = |name: &str| manifest.files.iter().any(|file| file.name == name);
    let read = |name: &str| {
        let wrong = |error: std::io::Error| FinishedError::Findings(path.join(name), error.to_string());
        if is_there(name) { std::fs::read_to_string(path.join(name)).map_err(wrong) } else { Ok(String::new()) }
    };
    let names = manifest.files.iter().map(|file| file.name.as_str());
    let sheets = names.filter(|name| name.ends_with(".csv") && Path::new(name).starts_with(PLOTS) || *name == ARMS);
    let sheets = sheets.map(|name| Ok((name, read(name)?))).collect::<Result<Vec<_>, FinishedError>>()?;
    let wrong = |what: String| FinishedError::Findings(path.to_owned(), what);
    let texts = sheets.iter().map(|(name, text)| (*name, text.as_str()));
    let estimates = Estimates::read(&read(report::SUMMARY)?, texts).map_err(wrong)?;
    let mut checked = findings::table::read(&read(FINDINGS)?).map_err(wrong)?;
    checked.resize(experiment.findings.len(), Checked::default());
    let notes = read(report::NOTES)?;
    let notes = if notes.is_empty() { Ok(Notes::default()) } else { serde_json::from_str(&notes) };
    let notes = notes.map_err(|error| wrong(format!("{}: {error}", report::NOTES)))?;
    let names = row_files(&experiment);
    let rows: Vec<FileEntry> =
        manifest.files.iter().filter(|file| names.contains(&file.name.as_str())).cloned().collect();
    let page = Page::new(&Input {
        asked: &experiment.report_spec(),
        findings: &experiment.findings,
        checked: &checked,
        estimates: &estimates,
        rows: &rows,
        played: [manifest.matches, manifest.rounds, manifest.turns],
        notes: &notes,
        seeds: experiment.seeds.as_ref(),
    });
    Ok(page.files())
}

/// The files of rows that a run of `experiment` writes and that follow from the seed: no report is made of others.
fn row_files(experiment: &Experiment) -> Vec<&'static str> {
    let probes = experiment.watched.iter().filter(|one| one.probe.is_repeatable());
    FILES.into_iter().chain(probes.filter_map(|one| one.probe.file())).collect()
}

/// Reports on rows.
fn of_rows(experiment: &Experiment, recorded: Recorded, rows_changed: bool) -> Result<String, FinishedError> {
    let path = recorded.path.as_path();
    let folder = Folder::open(path)?;
    let names = row_files(experiment);
    let probes = experiment.watched.iter().map(|one| &one.probe);
    let of_probes = probes.flat_map(|probe| probe.file().into_iter().chain(probe.totals_file()));
    let own = report::FILES.into_iter().chain(FILES).chain(of_probes).chain([EXPERIMENT, manifest::NAME, SEEDS]);
    folder.check(&own.map(str::to_owned).collect::<Vec<_>>(), &[PLOTS])?;
    trust(&folder)?;
    let changed = recorded.rows(&names, rows_changed)?;
    let mut manifest = recorded.manifest.clone();
    let mut rows: Vec<FileEntry> =
        manifest.files.iter().filter(|file| names.contains(&file.name.as_str())).cloned().collect();
    for (name, digest) in &changed {
        rows.iter_mut().filter(|file| file.name == *name).for_each(|file| file.sha256.clone_from(digest));
    }
    let asked = ReportSpec { changed: changed.into_iter().map(|(name, _)| name).collect(), ..experiment.report_spec() };
    let report = build(path, false, &asked, analyses(&experiment.watched, path, false, &rows)?, &rows)?;
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
