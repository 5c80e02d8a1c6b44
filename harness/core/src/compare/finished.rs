//! Finished results folders: repeats their matches to verify them, and writes their reports again.

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
use crate::report::findings::table::CheckedFinding;
use crate::report::findings::{self, FINDINGS};
use crate::report::pages::estimates::Estimates;
use crate::report::pages::{Page, PageInput, PageNotes};
use crate::report::{self, PLOTS, ReportSpec, build, is_report};
use crate::rows::FILES;
use crate::rows::read::RowsError;
use crate::run::OnProgress;
pub use crate::run::results_dir::SEEDS;
use crate::run::results_dir::{ResultsDir, ResultsError};
use crate::run::verify::{Verification, VerifyError, verify};
use crate::storage::folder::{EXPERIMENT, Folder, FolderError, regular};

pub use crate::run::verify::{FileComparison, FileStatus};

/// An error while verifying or reporting on a results folder.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum FinishedError {
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Recorded(#[from] ResultsError),
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error(transparent)]
    Compared(#[from] RecordError),
    #[error(transparent)]
    Verify(#[from] VerifyError),
    #[error("{path}: {1}", path = .0.display())]
    Findings(PathBuf, String),
    #[error("{}: starts external programs, expected permission to run them here", .0.display())]
    Programs(PathBuf),
}

/// The results of a finished run.
pub struct Finished {
    recorded: ResultsDir,
    experiment: Experiment,
}

impl Finished {
    /// Opens the results folder at `path`, whose game must be registered in `registry`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is not a finished results folder, if its experiment was changed after the run, or
    /// if the game is unknown.
    pub fn open(path: &Path, registry: &GameRegistry) -> Result<Self, FinishedError> {
        let recorded = ResultsDir::open(path)?;
        let experiment = recorded.experiment(registry)?;
        Ok(Finished { recorded, experiment })
    }

    /// Replaces the findings by those in the file at `path`: an experiment, or the `findings.toml` of a results folder.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or its first invalid finding.
    pub fn with_findings(mut self, path: &Path) -> Result<Self, FinishedError> {
        let wrong = |what: String| FinishedError::Findings(path.to_owned(), what);
        let expected = "expected an experiment or a findings.toml";
        let text = regular::read_text(path).map_err(|error| wrong(format!("{error}, {expected}")))?;
        self.experiment.findings = findings::finding::from_toml(&text).map_err(|error| wrong(error.to_string()))?;
        Ok(self)
    }

    /// Repeats all matches with `threads` worker threads and compares every file. External programs are started only if
    /// `may_run` is true. `watch` receives the progress and may stop the run; it is not used for a comparison.
    ///
    /// # Errors
    ///
    /// Returns an error if the matches cannot be repeated, or if external programs are needed and `may_run` is false.
    pub fn verify(&self, threads: usize, may_run: bool, watch: OnProgress<'_>) -> Result<Verification, FinishedError> {
        let needs_programs = self.experiment.unrepeatable().is_empty() && self.experiment.programs().next().is_some();
        if !may_run && needs_programs {
            return Err(FinishedError::Programs(self.recorded.path.clone()));
        }
        let Finished { recorded, experiment } = self;
        let ResultsDir { path, manifest } = recorded;
        if compare::folder::is_comparison(manifest) {
            let matches = u64::from(compare::Contest::new(experiment, Programs::new(None)).matches());
            let mut watching = |now: &compare::Comparison| {
                let _ = watch(now.blocks() * matches);
            };
            return Ok(compare::folder::verify(experiment, recorded, threads, &mut watching)?);
        }
        Ok(verify(experiment, path, manifest, (threads, may_run), watch)?)
    }

    /// Writes the reports again from the recorded rows and returns the answer. No match is played. Set `rows_changed`
    /// to accept rows that were changed after the run.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be read, or if they were changed and `rows_changed` is false.
    pub fn report(self, rows_changed: bool) -> Result<String, FinishedError> {
        let Finished { recorded, experiment } = self;
        if compare::folder::is_comparison(&recorded.manifest) {
            return Ok(compare::folder::report(&experiment, &recorded, rows_changed)?.answer);
        }
        of_rows(&experiment, recorded, rows_changed)
    }
}

/// Renders the pages of the results in the folder at `path` from its stored estimates. Returns pairs of file name and
/// text.
///
/// # Errors
///
/// Returns an error with the file that is missing or cannot be read.
pub fn render_pages(path: &Path, registry: &GameRegistry) -> Result<Vec<(String, String)>, FinishedError> {
    let Finished { recorded, experiment } = Finished::open(path, registry)?;
    let manifest = &recorded.manifest;
    let is_there = |name: &str| manifest.files.iter().any(|file| file.name == name);
    let read = |name: &str| {
        let wrong = |error: std::io::Error| FinishedError::Findings(path.join(name), error.to_string());
        if is_there(name) { regular::read_text(&path.join(name)).map_err(wrong) } else { Ok(String::new()) }
    };
    let names = manifest.files.iter().map(|file| file.name.as_str());
    let sheets = names.filter(|name| name.ends_with(".csv") && Path::new(name).starts_with(PLOTS) || *name == ARMS);
    let sheets = sheets.map(|name| Ok((name, read(name)?))).collect::<Result<Vec<_>, FinishedError>>()?;
    let wrong = |what: String| FinishedError::Findings(path.to_owned(), what);
    let texts = sheets.iter().map(|(name, text)| (*name, text.as_str()));
    let estimates = Estimates::read(&read(report::SUMMARY)?, texts).map_err(wrong)?;
    let mut checked = findings::table::read(&read(FINDINGS)?).map_err(wrong)?;
    checked.resize(experiment.findings.len(), CheckedFinding::default());
    let notes = read(report::NOTES)?;
    let notes = if notes.is_empty() { Ok(PageNotes::default()) } else { serde_json::from_str(&notes) };
    let notes = notes.map_err(|error| wrong(format!("{}: {error}", report::NOTES)))?;
    let names = row_files(&experiment);
    let rows: Vec<FileEntry> =
        manifest.files.iter().filter(|file| names.contains(&file.name.as_str())).cloned().collect();
    let page = Page::new(&PageInput {
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

/// Returns the names of the row files that a run of `experiment` writes and that follow from the seed. The report is made from
/// these.
fn row_files(experiment: &Experiment) -> Vec<&'static str> {
    let probes = experiment.watched.iter().filter(|one| one.probe.is_repeatable());
    FILES.into_iter().chain(probes.filter_map(|one| one.probe.file())).collect()
}

/// Writes the reports of an experiment again from its rows.
fn of_rows(experiment: &Experiment, recorded: ResultsDir, rows_changed: bool) -> Result<String, FinishedError> {
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
