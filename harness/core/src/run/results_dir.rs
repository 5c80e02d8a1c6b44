//! Finished results folders. All commands that read results open them here, so that changed files are detected. A file
//! is checked when it is needed.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use crate::experiment::{Document, Experiment, Problems};
use crate::games::game_registry::GameRegistry;
use crate::job::manifest::{FileEntry, Manifest};
use crate::report::findings::{self, TEXTS};
use crate::report::pages::estimates::Sheet;
use crate::rows::TRANSCRIPTS;
use crate::storage::digest;
use crate::storage::folder::{EXPERIMENT, FolderError, regular, unfinished};

/// An error in a results folder.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ResultsError {
    #[error("{}: its digest is not the one in manifest.json, expected the file as it was written, or {way}", path.display())]
    Changed { path: PathBuf, way: &'static str },
    #[error(
        "{}: its digest is not the one in manifest.json, expected the file as it was written; play a changed experiment \
         into a folder of its own",
        .0.display()
    )]
    Edited(PathBuf),
    #[error("{}: no manifest.json there, expected a results folder", .0.display())]
    NoManifest(PathBuf),
    #[error(transparent)]
    Problem(#[from] Problems),
    #[error("{path}: {1}", path = .0.display())]
    Findings(PathBuf, String),
    #[error("{}: not kept in this record, expected the rows of the run", .0.display())]
    NotKept(PathBuf),
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Advice for rows that were changed and can be accepted.
pub(crate) const ROWS_CHANGED: &str = "--rows-changed if it was changed on purpose";

/// The file with the outcomes of findings on fresh seeds.
pub const SEEDS: &str = "seeds.csv";

/// A finished results folder.
pub struct ResultsDir {
    /// The path of the folder.
    pub path: PathBuf,
    /// The manifest of the folder.
    pub manifest: Manifest,
}

impl ResultsDir {
    /// Opens the finished results in the folder at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the run is not finished, or if the manifest is missing or damaged.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        if unfinished(path) {
            return Err(FolderError::Unfinished { path: path.to_owned(), what: "run" }.into());
        }
        let manifest = Manifest::read(path)?.ok_or_else(|| ResultsError::NoManifest(path.to_owned()))?;
        Ok(ResultsDir { path: path.to_owned(), manifest })
    }

    /// Returns the results folder of the file at `path`, if a manifest beside the file names it.
    ///
    /// # Errors
    ///
    /// Returns an error if the manifest cannot be read or is damaged.
    pub fn beside(path: &Path) -> Result<Option<Self>, ResultsError> {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let Some(manifest) = Manifest::read(folder)? else { return Ok(None) };
        let named = manifest.files.iter().any(|file| path.ends_with(&file.name));
        Ok(named.then(|| ResultsDir { path: folder.to_owned(), manifest }))
    }

    /// Returns the text of the file `name` that defines or answers the experiment.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or was changed.
    pub fn text(&self, name: &str) -> Result<String, ResultsError> {
        let path = self.path.join(name);
        let bytes = regular::read(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
        let known = self.entry(name).map(|file| &file.sha256);
        let known = known.or((name == EXPERIMENT).then_some(&self.manifest.experiment));
        // The digest of a file that an earlier version did not list is unknown.
        if known.is_some_and(|known| digest::of_bytes(&bytes) != *known) {
            return Err(ResultsError::Edited(path));
        }
        let not_text = |error: std::string::FromUtf8Error| error.utf8_error().to_string();
        Ok(String::from_utf8(bytes).map_err(|error| FolderError::NotReadable { path, error: not_text(error) })?)
    }

    /// Returns the document of the experiment.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or was changed.
    pub fn document(&self) -> Result<Document, ResultsError> {
        Document::parse(&self.text(EXPERIMENT)?).map_err(|problem| self.problem(problem))
    }

    /// Returns the experiment, whose game must be in `registry`.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, was changed, or is not a valid experiment.
    pub fn experiment(&self, registry: &GameRegistry) -> Result<Experiment, ResultsError> {
        let read = Experiment::read_with_registry(&self.document()?, registry).map_err(|problem| self.problem(problem));
        let mut experiment = read?;
        let wrong = |name: &str, what: String| ResultsError::Findings(self.path.join(name), what);
        if let Some(text) = self.optional(TEXTS)? {
            let findings = findings::finding::from_toml(&text);
            experiment.findings = findings.map_err(|error| wrong(TEXTS, error.to_string()))?;
        }
        if let Some(text) = self.optional(SEEDS)? {
            experiment.seeds = Some(Sheet::read(&text).map_err(|what| wrong(SEEDS, what))?);
        }
        Ok(experiment)
    }

    /// Returns the text of an optional file.
    fn optional(&self, name: &str) -> Result<Option<String>, ResultsError> {
        match regular::read_text(&self.path.join(name)) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(ResultsError::Findings(self.path.join(name), error.to_string())),
        }
    }

    fn problem(&self, problem: Problems) -> ResultsError {
        problem.in_file(&self.path.join(EXPERIMENT)).into()
    }

    fn entry(&self, name: &str) -> Option<&FileEntry> {
        self.manifest.files.iter().find(|file| file.name == name)
    }

    /// Checks that the files `names` are unchanged, if they exist. `way` is the advice in the error.
    ///
    /// # Errors
    ///
    /// Returns the first file that was changed.
    pub fn believe(&self, names: &[&str], way: &'static str) -> Result<(), ResultsError> {
        match self.changed(names)?.first() {
            Some((name, _)) => Err(ResultsError::Changed { path: self.path.join(name), way }),
            None => Ok(()),
        }
    }

    /// Checks the row files `names` and returns the changed ones with their digests.
    ///
    /// # Errors
    ///
    /// Returns an error if a file is missing, or if one was changed and `allowed` is false.
    pub fn rows(&self, names: &[&str], allowed: bool) -> Result<Vec<(String, String)>, ResultsError> {
        // Transcripts are large, and no figure is based on them.
        let needed = names.iter().filter(|name| **name != TRANSCRIPTS && self.entry(name).is_some());
        if let Some(name) = needed.into_iter().find(|name| !self.path.join(name).exists()) {
            return Err(ResultsError::NotKept(self.path.join(name)));
        }
        if allowed { Ok(self.changed(names)?) } else { self.believe(names, ROWS_CHANGED).map(|()| Vec::new()) }
    }

    /// Missing files are reported by their readers. Files are large and are read in parallel.
    fn changed(&self, names: &[&str]) -> Result<Vec<(String, String)>, FolderError> {
        let known: Vec<&FileEntry> = names.iter().filter_map(|name| self.entry(name)).collect();
        let found = known.into_par_iter().map(|file| {
            let path = self.path.join(&file.name);
            if !path.is_file() {
                return Ok(None);
            }
            let digest = digest::of_file(&path).map_err(|error| FolderError::io(&path, "cannot be read", error))?;
            Ok((digest != file.sha256).then(|| (file.name.clone(), digest)))
        });
        let found: Vec<Result<_, FolderError>> = found.collect();
        found.into_iter().filter_map(Result::transpose).collect()
    }
}
