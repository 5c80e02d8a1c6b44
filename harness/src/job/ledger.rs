//! The ledger: work in a results folder, begun, continued and finished.

use std::path::{Component, Path};
use std::time::{Duration, Instant};

use ergo_engine::rng::RNG_VERSION;

use super::claim::{Claim, other_slice};
use super::options::{Mode, RunOptions};
use super::parts::Parts;
use super::progress::{Played, Progress};
use crate::folder::{Folder, FolderError, PROGRESS};
use crate::manifest::{self, FileEntry, Manifest, REVISION, VERSION, program};

/// How often it is written down how far work has come.
const CHECKPOINT: Duration = if cfg!(test) { Duration::ZERO } else { Duration::from_millis(100) };
/// Writing it down takes at most one part in so many of the time: syncing can be slow.
const SHARE: u32 = 100;

/// What is to be done in a folder.
pub enum Opened {
    /// Nothing: the same work is finished.
    Finished(Folder),
    /// Tasks, or what follows from them.
    Begun(Box<Ledger>),
}

/// Work in a folder, begun and not finished.
pub struct Ledger {
    folder: Folder,
    progress: Progress,
    parts: Parts,
    /// What the manifest says of the files that are written whole: what was asked, and what follows from the rows.
    asked: Vec<FileEntry>,
    added: Vec<FileEntry>,
    /// See [`Claim`].
    asked_stays: bool,
    seal: &'static str,
    inner: &'static [&'static str],
    start: Instant,
    seconds_before: f64,
    /// When it was last written down how far the work has come, and how long that took.
    written: Instant,
    writing: Duration,
}

impl Ledger {
    /// Begins the work of `claim` in `folder`, or goes on with it, as `mode` says.
    pub fn open(folder: Folder, claim: &Claim<'_>, mode: Mode) -> Result<Opened, FolderError> {
        Self::open_at(folder, claim, 0, mode)
    }

    /// The same for the tasks from `first` on, as a slice of all. Only the slice that begins with task 0 has the first lines of
    /// the files of rows, so that slices one after the other are the whole.
    pub fn open_at(folder: Folder, claim: &Claim<'_>, first: u64, mode: Mode) -> Result<Opened, FolderError> {
        let what = claim.what;
        if mode != Mode::Begin {
            folder.sweep(claim.inner)?;
        }
        let progress = Progress::read(&folder)?;
        if mode == Mode::Fresh {
            // Files of two results must not lie under one seal, whatever happens next.
            if let Some(before) = progress.filter(|before| before.finishing.is_some())
                && finish(&folder, &before).is_err()
            {
                folder.remove(claim.seal)?;
            }
            return Self::begin(folder, claim, first);
        }
        if !claim.unfinished(&folder) {
            let (sealed, asked) = (folder.holds(claim.seal), claim.is_asked(|name| folder.read(name))?);
            let empty = !sealed && (claim.replaces || asked.is_none());
            let all_there = claim.asked.iter().all(|(name, _)| folder.holds(name));
            let same = all_there && asked == Some(true);
            // What was asked here before may be asked again; what is another's stays.
            if empty || (same && mode == Mode::Begin && claim.replaces) {
                return Self::begin(folder, claim, first);
            }
            return match same {
                false => Err(claim.other(folder.path())),
                true if mode == Mode::Begin => Err(FolderError::There { path: folder.path().to_owned(), what }),
                true if sealed => Ok(Opened::Finished(folder)),
                true => Self::begin(folder, claim, first),
            };
        }
        if mode == Mode::Begin {
            return Err(FolderError::Unfinished { path: folder.path().to_owned(), what });
        }
        match progress {
            Some(before) if before.asked != claim.digest() => Err(claim.other(folder.path())),
            Some(before) if before.first != first => Err(other_slice(folder.path(), before.first, first)),
            Some(before) if before.finishing.is_some() => {
                finish(&folder, &before)?;
                Ok(Opened::Finished(folder))
            }
            Some(before) if before.program != program() => Err(claim.other_program(folder.path())),
            Some(mut before) => {
                claim.has_parts(folder.path(), &before)?;
                // A part that is shorter than it was leads back to where it was not.
                loop {
                    if let Some(parts) = Parts::reopen(&folder, &before.parts)? {
                        return Ok(Self::of(folder, claim, before, parts));
                    }
                    if !before.step_back() {
                        return Self::begin(folder, claim, first);
                    }
                }
            }
            // Killed before the first word about its progress, or that word is lost: the same tasks from the first.
            None => {
                let begun = claim.is_asked(|name| folder.read_part(name))?;
                let asked = match begun {
                    None => claim.is_asked(|name| folder.read(name))?,
                    begun => begun,
                };
                if asked == Some(false) { Err(claim.other(folder.path())) } else { Self::begin(folder, claim, first) }
            }
        }
    }

    fn begin(folder: Folder, claim: &Claim<'_>, first: u64) -> Result<Opened, FolderError> {
        folder.remove(PROGRESS)?;
        for inner in claim.inner {
            folder.parts_in(inner)?.iter().try_for_each(|name| folder.remove_part(name))?;
        }
        claim.asked.iter().try_for_each(|(name, text)| folder.write_part(name, text))?;
        let headless: Vec<(&str, &[u8])> = claim.rows.iter().map(|(name, _)| (*name, &[][..])).collect();
        let parts = Parts::create(&folder, if first == 0 { claim.rows } else { &headless })?;
        folder.sync(&[])?;
        let progress = Progress { asked: claim.digest(), program: program(), first, ..Progress::default() };
        Ok(Self::of(folder, claim, progress, parts))
    }

    fn of(folder: Folder, claim: &Claim<'_>, progress: Progress, parts: Parts) -> Opened {
        let now = Instant::now();
        let asked = claim.asked.iter().map(|(name, text)| FileEntry::of_text(name, None, text));
        Opened::Begun(Box::new(Ledger {
            seconds_before: progress.seconds,
            asked: asked.collect(),
            added: Vec::new(),
            asked_stays: claim.asked_stays,
            seal: claim.seal,
            inner: claim.inner,
            start: now,
            written: now,
            writing: Duration::ZERO,
            folder,
            progress,
            parts,
        }))
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// How far the work has come.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The number of the next task.
    pub fn next(&self) -> u64 {
        self.progress.first + self.progress.tasks
    }

    /// The files of rows.
    pub(super) fn parts(&mut self) -> &mut Parts {
        &mut self.parts
    }

    /// Counts seconds that others spent on it.
    pub(crate) fn add_seconds(&mut self, seconds: f64) {
        self.seconds_before += seconds;
    }

    /// Adds what the next `tasks` tasks came to: for each file of rows its bytes, and how many rows they are. Writes down how far
    /// the work has come if that was a while ago.
    pub fn append(&mut self, tasks: u64, rows: &[(&[u8], u64)], played: Played) -> Result<(), FolderError> {
        self.parts.append(rows)?;
        self.count(tasks, played);
        if self.written.elapsed() >= CHECKPOINT.max(self.writing * SHARE) { self.write() } else { Ok(()) }
    }

    /// Counts tasks whose rows, if they have any, are written.
    pub fn count(&mut self, tasks: u64, played: Played) {
        self.progress.tasks += tasks;
        self.progress.played += played;
    }

    /// So many tasks are whole, as a file says in which all of them are summed up.
    pub fn set(&mut self, tasks: u64) {
        self.progress.tasks = tasks;
    }

    /// The job ends with the tasks so far.
    pub fn stop(&mut self) {
        self.progress.stopped = true;
    }

    /// Writes down how far the work has come. Rows outlive a power cut before anything says that they count.
    pub fn write(&mut self) -> Result<(), FolderError> {
        let begun = Instant::now();
        self.parts.sync()?;
        self.progress.seconds = self.seconds_before + self.start.elapsed().as_millis() as f64 / 1000.0;
        self.progress.parts = self.parts.lengths();
        self.progress.write(&self.folder)?;
        self.progress.remember();
        self.written = Instant::now();
        self.writing = self.written - begun;
        Ok(())
    }

    /// The rows so far of the file `name`.
    pub fn rows(&self, name: &str) -> Result<String, FolderError> {
        let bytes = self.folder.read_part(name)?.unwrap_or_default();
        let not_text = |error: std::string::FromUtf8Error| FolderError::NotReadable {
            path: self.folder.part(name),
            error: error.to_string(),
        };
        String::from_utf8(bytes).map_err(not_text)
    }

    /// What the manifest says of the files of rows.
    pub fn row_entries(&self) -> Vec<FileEntry> {
        self.parts.entries()
    }

    /// What the manifest says of all files so far.
    pub fn entries(&self) -> Vec<FileEntry> {
        [self.asked.clone(), self.parts.entries(), self.added.clone()].concat()
    }

    /// Adds a whole file to the result, of so many rows if it is made of rows.
    pub fn add(
        &mut self,
        name: &str,
        rows: Option<u64>,
        bytes: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(), FolderError> {
        self.folder.write_part(name, bytes)?;
        self.added.push(FileEntry::of_bytes(name, rows, bytes.as_ref()));
        Ok(())
    }

    /// Adds whole files to the result that were written as parts.
    pub fn added(&mut self, files: Vec<FileEntry>) {
        self.added.extend(files);
    }

    /// The manifest of all files so far.
    pub fn manifest(
        &self,
        game: &str,
        seed: u64,
        complete: bool,
        timed: Vec<String>,
        options: &RunOptions,
    ) -> Manifest {
        let Played { matches, rounds, turns, faults } = self.progress.played;
        Manifest {
            game: game.to_owned(),
            version: VERSION.to_owned(),
            revision: REVISION.to_owned(),
            rng_version: RNG_VERSION,
            command: options.command.clone(),
            seed,
            experiment: self.asked.first().map(|asked| asked.sha256.clone()).unwrap_or_default(),
            complete,
            matches,
            rounds,
            turns,
            faults,
            timed,
            files: self.entries(),
            seconds: self.progress.seconds,
            threads: options.threads,
            machine: manifest::machine(),
        }
    }

    /// Finishes the work: gives every file its name, that of the seal, which says this, last. What the folder held of earlier
    /// work goes, files called `stale` among it.
    pub fn seal(mut self, text: &str, stale: &[&str]) -> Result<Folder, FolderError> {
        let mut names: Vec<String> = Vec::new();
        let mut before: Vec<String> = stale.iter().map(|name| (*name).to_owned()).collect();
        for inner in self.inner {
            names.extend(self.folder.parts_in(inner)?);
            before.extend(self.folder.files_in(inner)?);
        }
        let entries = self.entries();
        names.retain(|name| !entries.iter().any(|entry| entry.name == *name));
        names.iter().try_for_each(|name| self.folder.sync_part(name))?;
        let stays = |name: &String| self.asked_stays || !self.asked.iter().any(|asked| asked.name == *name);
        names.extend(entries.into_iter().map(|entry| entry.name).filter(stays));
        names.push(self.seal.to_owned());
        self.folder.write_part(self.seal, text)?;

        if self.seal == manifest::NAME {
            let earlier = Manifest::read(self.folder.path()).ok().flatten();
            let files = earlier.into_iter().flat_map(|earlier| earlier.files).map(|file| file.name);
            before.extend(files.filter(|name| is_inside(name)));
        }
        if !self.asked_stays {
            before.extend(self.asked.iter().map(|asked| format!("{}.part", asked.name)));
        }
        before.retain(|name| !names.iter().any(|new| new == name.trim_end_matches(".part")));
        before.sort();
        before.dedup();
        self.progress.stale = before;
        self.progress.finishing = Some(names);
        self.folder.sync(self.inner)?;
        self.write()?;
        finish(&self.folder, &self.progress)?;
        Ok(self.folder)
    }
}

/// Removes what is stale, and gives the parts that `progress` promises their names, the seal last.
fn finish(folder: &Folder, progress: &Progress) -> Result<(), FolderError> {
    if let Some(name) = names_of(progress).find(|name| !is_inside(name)) {
        let error = format!("{name:?} is no file of this folder");
        return Err(FolderError::NotReadable { path: folder.file(PROGRESS), error });
    }
    for name in &progress.stale {
        folder.remove(name)?;
        folder.remove_part(name)?;
    }
    progress.finishing.iter().flatten().try_for_each(|name| folder.promote(name))?;
    let mut inner: Vec<&str> =
        names_of(progress).filter_map(|name| name.split_once('/')).map(|(inner, _)| inner).collect();
    inner.sort_unstable();
    inner.dedup();
    inner.iter().for_each(|inner| folder.remove_empty(inner));
    folder.sync(&inner)?;
    folder.remove(PROGRESS)?;
    folder.sync(&[])
}

/// What is stale, and what gets its name.
fn names_of(progress: &Progress) -> impl Iterator<Item = &String> {
    progress.stale.iter().chain(progress.finishing.iter().flatten())
}

/// Whether a file of this name lies in the folder, whoever wrote the name down.
fn is_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
