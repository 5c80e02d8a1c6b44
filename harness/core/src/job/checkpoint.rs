//! Checkpoints: starts, resumes and finishes work in a results folder.

use std::path::Path;
use std::time::{Duration, Instant};

use ergo_engine::rng::RNG_VERSION;

use super::claim::{FolderClaim, other_slice};
use super::finish::finish;
use super::options::{Mode, RunOptions};
use super::ownership::{discard_rows, discard_temporary, discard_torn, is_word, trust, trust_asked};
use super::parts::Parts;
use super::progress::{PlayedCounts, Progress, WrittenFile};
use crate::job::manifest::{self, FileEntry, Manifest, REVISION, VERSION, program};
use crate::job::programs::command_files::{CommandFile, unchanged};
use crate::job::programs::logs;
use crate::storage::digest;
use crate::storage::folder::disk::{NEW, is_inside, is_observed};
use crate::storage::folder::{Folder, FolderError, PART, PROGRESS, part_name};

/// The interval between two writes of the progress file.
const CHECKPOINT: Duration = Duration::from_millis(100);
/// Checkpoints take at most this fraction (1 / `SHARE`) of the run time, because syncing can be slow.
const SHARE: u32 = 100;

/// The state of the work in an opened folder.
pub enum OpenedWork {
    /// The same work is already finished.
    Finished(Folder),
    /// Tasks or their reports remain.
    Begun(Box<Checkpoint>),
}

/// The saved state of unfinished work in a results folder.
pub struct Checkpoint {
    folder: Folder,
    progress: Progress,
    parts: Parts,
    asked: Vec<FileEntry>,
    added: Vec<FileEntry>,
    asked_stays: bool,
    completion_file: &'static str,
    inner: &'static [&'static str],
    start: Instant,
    seconds_before: f64,
    written: Instant,
    writing: Duration,
}

impl Checkpoint {
    /// Starts or resumes the work of `claim` in `folder`, depending on `mode`.
    ///
    /// # Errors
    ///
    /// Returns an error for other work or foreign files in the folder, changed bytes, or a failed file operation.
    pub fn open(folder: Folder, claim: &FolderClaim<'_>, mode: Mode) -> Result<OpenedWork, FolderError> {
        Self::open_at(folder, claim, 0, mode)
    }

    /// Opens a slice that begins with task `first`. Only the slice of task 0 has the headers of the row files.
    ///
    /// # Errors
    ///
    /// As for [`Checkpoint::open`]; also if the folder has a slice that begins elsewhere.
    pub fn open_at(folder: Folder, claim: &FolderClaim<'_>, first: u64, mode: Mode) -> Result<OpenedWork, FolderError> {
        let what = claim.what;
        folder.check(&claim.names(), claim.inner)?;
        let sealed = trust(&folder)?;
        let progress = Progress::read(&folder)?;
        if !sealed && progress.is_none() {
            if mode != Mode::Fresh && claim.completion_file == manifest::NAME {
                Manifest::read(folder.path())?;
            }
            claim.refuse_foreign(&folder)?;
        }
        let beside = format!("{PROGRESS}{NEW}");
        if mode != Mode::Begin && is_word(&folder, &beside)? {
            folder.discard(&beside)?;
        }
        if let Some(before) = progress.as_ref().filter(|_| mode != Mode::Begin) {
            discard_temporary(&folder, before)?;
        }
        if mode == Mode::Fresh {
            // Files of two results must never share a manifest, even if the program is interrupted here.
            if let Some(before) = progress.as_ref().filter(|before| before.finishing.is_some())
                && finish(&folder, before).is_err()
            {
                folder.remove(claim.completion_file)?;
                folder.set_aside(claim.completion_file)?;
            }
            trust(&folder)?;
            return Self::begin(folder, claim, first, progress);
        }
        if !claim.unfinished(&folder) {
            let (sealed, asked) = (folder.holds(claim.completion_file), claim.is_asked(|name| folder.read(name))?);
            let empty = !sealed && (claim.replaces || asked.is_none());
            let all_there = claim.asked.iter().all(|(name, _)| folder.holds(name));
            let same = all_there && asked == Some(true);
            // Files of the same claim may be reused; files of another claim stay.
            if empty || (same && mode == Mode::Begin && claim.replaces) {
                return Self::begin(folder, claim, first, progress);
            }
            return match same {
                false => Err(claim.other(folder.path())),
                true if mode == Mode::Begin => Err(FolderError::There { path: folder.path().to_owned(), what }),
                true if sealed => claim.as_sealed(&folder).map(|()| OpenedWork::Finished(folder)),
                true => Self::begin(folder, claim, first, progress),
            };
        }
        if mode == Mode::Begin {
            return Err(FolderError::Unfinished { path: folder.path().to_owned(), what });
        }
        match progress {
            Some(before) if before.asked != claim.digest() => Err(claim.other(folder.path())),
            Some(before) if before.first != first => Err(other_slice(folder.path(), before.first, first)),
            Some(before) if before.finishing.is_some() => {
                before.unchanged(&folder)?;
                claim.as_asked(&folder)?;
                finish(&folder, &before)?;
                Ok(OpenedWork::Finished(folder))
            }
            Some(before) if before.program != program() => Err(claim.other_program(folder.path())),
            Some(mut before) => {
                before.unchanged(&folder)?;
                claim.as_asked(&folder)?;
                claim.has_parts(folder.path(), &before)?;
                let given_up = Some(before.clone());
                // A part that is too short is resumed from an earlier checkpoint at which it was long enough.
                loop {
                    if let Some(parts) = Parts::reopen(&folder, &before.parts)? {
                        return Ok(OpenedWork::Begun(Box::new(Self::of(folder, claim, before, parts))));
                    }
                    if !before.step_back() {
                        return Self::begin(folder, claim, first, given_up);
                    }
                }
            }
            // The program was killed before the first progress file, or that file is lost: start with the first task.
            None => {
                let begun = claim.is_asked(|name| folder.read_part(name))?;
                let asked = match begun {
                    None => claim.is_asked(|name| folder.read(name))?,
                    begun => begun,
                };
                if asked == Some(false) {
                    Err(claim.other(folder.path()))
                } else {
                    Self::begin(folder, claim, first, None)
                }
            }
        }
    }

    fn begin(
        folder: Folder,
        claim: &FolderClaim<'_>,
        first: u64,
        before: Option<Progress>,
    ) -> Result<OpenedWork, FolderError> {
        let headless: Vec<(&str, &[u8])> = claim.rows.iter().map(|(name, _)| (*name, &[][..])).collect();
        let rows = if first == 0 { claim.rows } else { &headless };
        let unfinished = claim.is_asked(|name| folder.read_part(name))? == Some(true);
        let finished = folder.known().clone().into_iter().filter(|(name, _)| name != PROGRESS && !name.ends_with(PART));
        let stale = finished.map(|(name, sha256)| WrittenFile { name, sha256 }).collect();
        for (name, head) in rows {
            discard_rows(&folder, name, before.as_ref(), unfinished.then_some(*head))?;
        }
        if let Some(before) = &before {
            trust_asked(&folder, claim, before)?;
            for part in before.parts.iter().filter(|part| is_inside(&part.name)) {
                discard_rows(&folder, &part.name, Some(before), None)?;
            }
            for WrittenFile { name, .. } in before.added.iter().filter(|file| is_inside(&file.name)) {
                folder.remove(name)?;
                folder.remove(&format!("{name}{NEW}"))?;
            }
            for name in before.logs.iter().filter(|name| is_log(name)) {
                folder.discard(&part_name(name))?;
            }
        }
        if before.is_some() || is_word(&folder, PROGRESS)? {
            folder.discard(PROGRESS)?;
        }
        for name in claim.logs {
            folder.set_aside(&part_name(name))?;
        }
        for (name, text) in claim.asked {
            discard_torn(&folder, name, text)?;
            folder.write_part(name, text)?;
        }
        let parts = Parts::create(&folder, rows)?;
        folder.sync(&[])?;
        let (asked, logs) = (claim.digest(), claim.logs.to_vec());
        let written =
            |(name, text): &(&str, &str)| WrittenFile { name: part_name(name), sha256: digest::of_text(text) };
        let added = claim.asked.iter().map(written).collect();
        let progress = Progress { asked, program: program(), first, stale, added, logs, ..Progress::default() };
        let mut checkpoint = Self::of(folder, claim, progress, parts);
        checkpoint.write()?;
        // The duration of this first write is not representative, because nothing else had to be synced.
        checkpoint.writing = Duration::ZERO;
        Ok(OpenedWork::Begun(Box::new(checkpoint)))
    }

    fn of(folder: Folder, claim: &FolderClaim<'_>, progress: Progress, parts: Parts) -> Checkpoint {
        let now = Instant::now();
        let asked = claim.asked.iter().map(|(name, text)| FileEntry::of_text(name, None, text));
        Checkpoint {
            seconds_before: progress.seconds,
            asked: asked.collect(),
            added: Vec::new(),
            asked_stays: claim.asked_stays,
            completion_file: claim.completion_file,
            inner: claim.inner,
            start: now,
            written: now,
            writing: Duration::ZERO,
            folder,
            progress,
            parts,
        }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Returns the progress so far.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Returns the number of the next task.
    pub fn next(&self) -> u64 {
        self.progress.first + self.progress.tasks
    }

    /// Checks that the progress file counts `tasks` tasks.
    ///
    /// # Errors
    ///
    /// Returns an error if it counts another number.
    pub fn holds(&self, tasks: u64) -> Result<(), FolderError> {
        if tasks == self.progress.tasks {
            return Ok(());
        }
        let error = format!("it counts {} tasks, the rows have {tasks}", self.progress.tasks);
        Err(FolderError::NotReadable { path: self.folder.file(PROGRESS), error })
    }

    /// Records the files of external programs, or checks that they equal those of earlier tasks.
    pub(crate) fn play_with(&mut self, files: &[CommandFile], at: &Path) -> Result<(), FolderError> {
        if self.progress.tasks > 0 {
            return unchanged(at, &self.progress.programs, files);
        }
        self.progress.programs = files.to_vec();
        Ok(())
    }

    pub(super) fn parts(&mut self) -> &mut Parts {
        &mut self.parts
    }

    pub(crate) fn add_seconds(&mut self, seconds: f64) {
        self.seconds_before += seconds;
    }

    /// Appends the rows of the next `tasks` tasks, for each file bytes and number of rows, and saves if it is time.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be written.
    pub fn append(&mut self, tasks: u64, rows: &[(&[u8], u64)], played: PlayedCounts) -> Result<(), FolderError> {
        self.parts.append(rows)?;
        self.count(tasks, played);
        let least = if is_observed() { Duration::ZERO } else { CHECKPOINT };
        if self.written.elapsed() >= least.max(self.writing * SHARE) { self.write() } else { Ok(()) }
    }

    /// Counts tasks whose rows, if any, were written.
    pub fn count(&mut self, tasks: u64, played: PlayedCounts) {
        self.progress.tasks += tasks;
        self.progress.played += played;
    }

    /// Sets the number of finished tasks, for work whose results are summed up in one file.
    pub fn set(&mut self, tasks: u64) {
        self.progress.tasks = tasks;
    }

    /// Marks the job as finished after the tasks so far.
    pub fn stop(&mut self) {
        self.progress.stopped = true;
    }

    /// Writes the progress file. Rows are synced first, so that they survive a power failure once they count.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be synced or written.
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

    /// Returns the rows of the file `name` so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not UTF-8.
    pub fn rows(&self, name: &str) -> Result<String, FolderError> {
        let bytes = self.folder.read_part(name)?.unwrap_or_default();
        let not_text = |error: std::string::FromUtf8Error| FolderError::NotReadable {
            path: self.folder.part(name),
            error: error.to_string(),
        };
        String::from_utf8(bytes).map_err(not_text)
    }

    /// Returns the manifest entries of the row files.
    pub fn row_entries(&self) -> Vec<FileEntry> {
        self.parts.entries()
    }

    /// Returns the manifest entries of all files so far.
    pub fn entries(&self) -> Vec<FileEntry> {
        [self.asked.clone(), self.parts.entries(), self.added.clone()].concat()
    }

    /// Adds a whole file to the result. `rows` is its number of rows, if it has rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn add(
        &mut self,
        name: &str,
        rows: Option<u64>,
        bytes: &(impl AsRef<[u8]> + ?Sized),
    ) -> Result<(), FolderError> {
        let entry = FileEntry::of_bytes(name, rows, bytes.as_ref());
        self.announce([(part_name(name), entry.sha256.clone())])?;
        self.folder.write_part(name, bytes)?;
        self.added.push(entry);
        Ok(())
    }

    /// Adds files that are already written as parts.
    pub fn add_entries(&mut self, files: Vec<FileEntry>) {
        self.added.extend(files);
    }

    /// Records the names and digests of files that are about to be written.
    ///
    /// # Errors
    ///
    /// Returns an error if the progress file cannot be written.
    pub fn announce(&mut self, files: impl IntoIterator<Item = (String, String)>) -> Result<(), FolderError> {
        self.progress.temporary.clear();
        for (name, sha256) in files {
            self.progress.temporary.push(self.folder.temporary(&name)?);
            self.progress.added.push(WrittenFile { name, sha256 });
        }
        self.progress.added.sort();
        self.progress.added.dedup();
        self.write()
    }

    /// Writes the file `name`, which is needed until the work is finished, replacing an earlier version.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn keep(&mut self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let sha256 = digest::of_bytes(bytes);
        self.announce([(name.to_owned(), sha256.clone())])?;
        self.folder.write_whole(name, bytes)?;
        self.progress.added.retain(|file| file.name != name || file.sha256 == sha256);
        Ok(())
    }

    /// Accepts an existing file `name` as part of this work, after its content was checked.
    ///
    /// # Errors
    ///
    /// Returns an error if the progress file cannot be written.
    pub fn adopt(&mut self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let sha256 = digest::of_bytes(bytes);
        self.folder.trust(name, &sha256);
        self.announce([(name.to_owned(), sha256)])
    }

    /// Writes the digests of log files; returns the names of those files and of the digest file.
    fn sum_logs(&mut self) -> Result<Vec<String>, FolderError> {
        let (mut names, mut sums) = (Vec::new(), String::new());
        for name in &self.progress.logs {
            if let Some(bytes) = self.folder.read_part(name)? {
                self.folder.sync_part(name)?;
                let word = name.strip_prefix(logs::FOLDER).unwrap_or(name).trim_start_matches('/');
                sums += &format!("{}  {word}\n", digest::of_bytes(&bytes));
                names.push(name.clone());
            }
        }
        if !names.is_empty() {
            self.announce([(part_name(logs::SUMS), digest::of_text(&sums))])?;
            self.folder.write_part(logs::SUMS, &sums)?;
            names.push(logs::SUMS.to_owned());
        }
        Ok(names)
    }

    /// Returns the manifest of all files so far.
    pub fn manifest(
        &self,
        game: &str,
        seed: u64,
        complete: bool,
        (timed, unrepeatable): (Vec<String>, Vec<String>),
        options: &RunOptions,
    ) -> Manifest {
        let PlayedCounts { matches, rounds, turns, faults } = self.progress.played;
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
            not_repeatable: Vec::new(),
            unrepeatable,
            programs: self.progress.programs.clone(),
            files: self.entries(),
            seconds: self.progress.seconds,
            threads: options.threads,
            machine: manifest::machine(),
        }
    }

    /// Finishes the work: removes stale files and renames all parts, the completion file with `text` last.
    ///
    /// # Errors
    ///
    /// Returns an error if a file operation fails.
    pub fn complete(mut self, text: &str) -> Result<Folder, FolderError> {
        let mut names = self.sum_logs()?;
        let stays = |name: &String| self.asked_stays || !self.asked.iter().any(|asked| asked.name == *name);
        names.extend(self.entries().into_iter().map(|entry| entry.name).filter(stays));
        names.push(self.completion_file.to_owned());
        self.announce([(part_name(self.completion_file), digest::of_text(text))])?;
        self.folder.write_part(self.completion_file, text)?;

        let asked = |asked: &FileEntry| WrittenFile { name: part_name(&asked.name), sha256: asked.sha256.clone() };
        if !self.asked_stays {
            self.progress.stale.extend(self.asked.iter().map(asked));
        }
        let kept = self.progress.added.iter().filter(|file| !file.name.ends_with(PART)).cloned();
        self.progress.stale.extend(kept.collect::<Vec<_>>());
        self.progress.finishing = Some(names);
        self.folder.sync(self.inner)?;
        self.write()?;
        finish(&self.folder, &self.progress)?;
        Ok(self.folder)
    }
}

fn is_log(name: &str) -> bool {
    let inner = name.strip_prefix(logs::FOLDER).and_then(|name| name.strip_prefix('/'));
    is_inside(name) && inner.is_some_and(|name| name.ends_with(".log"))
}
