//! The ledger: work in a results folder, begun, continued and finished.

use std::path::Path;
use std::time::{Duration, Instant};

use ergo_engine::rng::RNG_VERSION;

use super::claim::{Claim, other_slice};
use super::options::{Mode, RunOptions};
use super::ours::{discard_rows, is_word, trust, trust_asked};
use super::parts::Parts;
use super::progress::{Played, Progress, Written};
use crate::job::manifest::{self, FileEntry, Manifest, REVISION, VERSION, program};
use crate::job::programs::command_files::{CommandFile, unchanged};
use crate::job::programs::logs;
use crate::storage::digest;
use crate::storage::folder::disk::{NEW, is_inside, observed};
use crate::storage::folder::{Folder, FolderError, PART, PROGRESS, part_name};

/// The interval between two writes of the progress file.
const CHECKPOINT: Duration = Duration::from_millis(100);
/// Writing it down takes at most one part in so many of the time: syncing can be slow.
const SHARE: u32 = 100;

/// The work to be done in a folder.
pub enum Opened {
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
    /// The manifest's entries for the files that are written whole: what was asked, and what follows from the rows.
    asked: Vec<FileEntry>,
    added: Vec<FileEntry>,
    /// See [`Claim`].
    asked_stays: bool,
    seal: &'static str,
    inner: &'static [&'static str],
    start: Instant,
    seconds_before: f64,
    /// The time of the last write of the progress file, and how long it took.
    written: Instant,
    writing: Duration,
}

impl Checkpoint {
    /// Begins the work of `claim` in `folder`, or goes on with it, as `mode` says.
    pub fn open(folder: Folder, claim: &Claim<'_>, mode: Mode) -> Result<Opened, FolderError> {
        Self::open_at(folder, claim, 0, mode)
    }

    /// The same for the tasks from `first` on, as a slice of all. Only the slice that begins with task 0 has the first lines of
    /// the files of rows, so that slices one after the other are the whole.
    pub fn open_at(folder: Folder, claim: &Claim<'_>, first: u64, mode: Mode) -> Result<Opened, FolderError> {
        let what = claim.what;
        folder.check(&claim.names(), claim.inner)?;
        let sealed = trust(&folder)?;
        let progress = Progress::read(&folder)?;
        if !sealed && progress.is_none() {
            if mode != Mode::Fresh && claim.seal == manifest::NAME {
                Manifest::read(folder.path())?;
            }
            claim.refuse_foreign(&folder)?;
        }
        let beside = format!("{PROGRESS}{NEW}");
        if mode != Mode::Begin && is_word(&folder, &beside)? {
            folder.discard(&beside)?;
        }
        if mode == Mode::Fresh {
            // Files of two results must not lie under one seal, whatever happens next.
            if let Some(before) = progress.as_ref().filter(|before| before.finishing.is_some())
                && finish(&folder, before).is_err()
            {
                folder.remove(claim.seal)?;
                folder.set_aside(claim.seal)?;
            }
            trust(&folder)?;
            return Self::begin(folder, claim, first, progress);
        }
        if !claim.unfinished(&folder) {
            let (sealed, asked) = (folder.holds(claim.seal), claim.is_asked(|name| folder.read(name))?);
            let empty = !sealed && (claim.replaces || asked.is_none());
            let all_there = claim.asked.iter().all(|(name, _)| folder.holds(name));
            let same = all_there && asked == Some(true);
            // What was asked here before may be asked again; what is another's stays.
            if empty || (same && mode == Mode::Begin && claim.replaces) {
                return Self::begin(folder, claim, first, progress);
            }
            return match same {
                false => Err(claim.other(folder.path())),
                true if mode == Mode::Begin => Err(FolderError::There { path: folder.path().to_owned(), what }),
                true if sealed => claim.as_sealed(&folder).map(|()| Opened::Finished(folder)),
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
                Ok(Opened::Finished(folder))
            }
            Some(before) if before.program != program() => Err(claim.other_program(folder.path())),
            Some(mut before) => {
                before.unchanged(&folder)?;
                claim.as_asked(&folder)?;
                claim.has_parts(folder.path(), &before)?;
                let given_up = Some(before.clone());
                // A part that is shorter than it was leads back to where it was not.
                loop {
                    if let Some(parts) = Parts::reopen(&folder, &before.parts)? {
                        return Ok(Opened::Begun(Box::new(Self::of(folder, claim, before, parts))));
                    }
                    if !before.step_back() {
                        return Self::begin(folder, claim, first, given_up);
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
                if asked == Some(false) {
                    Err(claim.other(folder.path()))
                } else {
                    Self::begin(folder, claim, first, None)
                }
            }
        }
    }

    /// Begins the work. `before` is what is known of the work that is given up.
    fn begin(folder: Folder, claim: &Claim<'_>, first: u64, before: Option<Progress>) -> Result<Opened, FolderError> {
        let headless: Vec<(&str, &[u8])> = claim.rows.iter().map(|(name, _)| (*name, &[][..])).collect();
        let rows = if first == 0 { claim.rows } else { &headless };
        let unfinished = claim.is_asked(|name| folder.read_part(name))? == Some(true);
        // What is known by now, but for parts, is that of finished work.
        let finished = folder.known().clone().into_iter().filter(|(name, _)| name != PROGRESS && !name.ends_with(PART));
        let stale = finished.map(|(name, sha256)| Written { name, sha256 }).collect();
        for (name, head) in rows {
            discard_rows(&folder, name, before.as_ref(), unfinished.then_some(*head))?;
        }
        if let Some(before) = &before {
            trust_asked(&folder, claim, before)?;
            for part in before.parts.iter().filter(|part| is_inside(&part.name)) {
                discard_rows(&folder, &part.name, Some(before), None)?;
            }
            for Written { name, .. } in before.added.iter().filter(|file| is_inside(&file.name)) {
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
        claim.asked.iter().try_for_each(|(name, text)| folder.write_part(name, text))?;
        let parts = Parts::create(&folder, rows)?;
        folder.sync(&[])?;
        let (asked, logs) = (claim.digest(), claim.logs.to_vec());
        let written = |(name, text): &(&str, &str)| Written { name: part_name(name), sha256: digest::of_text(text) };
        let added = claim.asked.iter().map(written).collect();
        let progress = Progress { asked, program: program(), first, stale, added, logs, ..Progress::default() };
        let mut checkpoint = Self::of(folder, claim, progress, parts);
        checkpoint.write()?;
        // How long that took, with nothing else to be synced, says little.
        checkpoint.writing = Duration::ZERO;
        Ok(Opened::Begun(Box::new(checkpoint)))
    }

    fn of(folder: Folder, claim: &Claim<'_>, progress: Progress, parts: Parts) -> Checkpoint {
        let now = Instant::now();
        let asked = claim.asked.iter().map(|(name, text)| FileEntry::of_text(name, None, text));
        Checkpoint {
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
        }
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

    /// Refuses a word about progress that counts other than so many tasks.
    pub fn holds(&self, tasks: u64) -> Result<(), FolderError> {
        if tasks == self.progress.tasks {
            return Ok(());
        }
        let error = format!("it counts {} tasks, the rows {tasks}", self.progress.tasks);
        Err(FolderError::NotReadable { path: self.folder.file(PROGRESS), error })
    }

    /// The next tasks are done with these `files` of programs from outside, or were in the folder `at`. Refuses others than those of
    /// the tasks before.
    pub(crate) fn play_with(&mut self, files: &[CommandFile], at: &Path) -> Result<(), FolderError> {
        if self.progress.tasks > 0 {
            return unchanged(at, &self.progress.programs, files);
        }
        self.progress.programs = files.to_vec();
        Ok(())
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
        let least = if observed() { Duration::ZERO } else { CHECKPOINT };
        if self.written.elapsed() >= least.max(self.writing * SHARE) { self.write() } else { Ok(()) }
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

    /// The manifest's entries for the files of rows.
    pub fn row_entries(&self) -> Vec<FileEntry> {
        self.parts.entries()
    }

    /// The manifest's entries for all files so far.
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
        let entry = FileEntry::of_bytes(name, rows, bytes.as_ref());
        self.announce([(part_name(name), entry.sha256.clone())])?;
        self.folder.write_part(name, bytes)?;
        self.added.push(entry);
        Ok(())
    }

    /// Adds whole files to the result that were written as parts.
    pub fn added(&mut self, files: Vec<FileEntry>) {
        self.added.extend(files);
    }

    /// Writes down that files of these names, as they are while work goes on, and with these digests are about to be written.
    pub fn announce(&mut self, files: impl IntoIterator<Item = (String, String)>) -> Result<(), FolderError> {
        self.progress.added.extend(files.into_iter().map(|(name, sha256)| Written { name, sha256 }));
        self.progress.added.sort();
        self.progress.added.dedup();
        self.write()
    }

    /// Writes the file `name` whole that is needed as long as the work goes on, in place of an earlier one.
    pub fn keep(&mut self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let sha256 = digest::of_bytes(bytes);
        self.announce([(name.to_owned(), sha256.clone())])?;
        self.folder.write_whole(name, bytes)?;
        self.progress.added.retain(|file| file.name != name || file.sha256 == sha256);
        Ok(())
    }

    /// The file `name`, which is needed as long as the work goes on, was found to be this work's own.
    pub fn adopt(&mut self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        let sha256 = digest::of_bytes(bytes);
        self.folder.trust(name, &sha256);
        self.announce([(name.to_owned(), sha256)])
    }

    /// Writes down the digests of the files in which programs from outside were heard: the names of these files and of that.
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

    /// The manifest of all files so far.
    pub fn manifest(
        &self,
        game: &str,
        seed: u64,
        complete: bool,
        (timed, unrepeatable): (Vec<String>, Vec<String>),
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
            not_repeatable: Vec::new(),
            unrepeatable,
            programs: self.progress.programs.clone(),
            files: self.entries(),
            seconds: self.progress.seconds,
            threads: options.threads,
            machine: manifest::machine(),
        }
    }

    /// Finishes the work: gives every file its name, that of the seal, which says this, last. What the folder held of earlier
    /// work goes.
    pub fn seal(mut self, text: &str) -> Result<Folder, FolderError> {
        let mut names = self.sum_logs()?;
        let stays = |name: &String| self.asked_stays || !self.asked.iter().any(|asked| asked.name == *name);
        names.extend(self.entries().into_iter().map(|entry| entry.name).filter(stays));
        names.push(self.seal.to_owned());
        self.announce([(part_name(self.seal), digest::of_text(text))])?;
        self.folder.write_part(self.seal, text)?;

        let asked = |asked: &FileEntry| Written { name: part_name(&asked.name), sha256: asked.sha256.clone() };
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

/// Removes what is stale, and gives the parts that `progress` promises their names, the seal last.
fn finish(folder: &Folder, progress: &Progress) -> Result<(), FolderError> {
    if let Some(name) = names_of(progress).find(|name| !is_inside(name)) {
        let error = format!("{name:?} is no file of this folder");
        return Err(FolderError::NotReadable { path: folder.file(PROGRESS), error });
    }
    let named = progress.finishing.as_deref().unwrap_or_default();
    for Written { name, sha256 } in &progress.stale {
        folder.trust(name, sha256);
        if !named.contains(name) {
            folder.remove(name)?;
        }
    }
    named.iter().try_for_each(|name| folder.promote(name))?;
    let mut inner: Vec<&str> =
        names_of(progress).filter_map(|name| name.rsplit_once('/')).map(|(inner, _)| inner).collect();
    inner.sort_unstable();
    inner.dedup();
    inner.retain(|inner| folder.holds_folder(inner));
    inner.iter().for_each(|inner| folder.remove_empty(inner));
    folder.sync(&inner)?;
    folder.remove(PROGRESS)?;
    folder.sync(&[])
}

/// The names of the stale files, and those that finished parts get.
fn names_of(progress: &Progress) -> impl Iterator<Item = &String> {
    progress.stale.iter().map(|stale| &stale.name).chain(progress.finishing.iter().flatten())
}

/// Whether `name` is that of a file in which a program is heard.
fn is_log(name: &str) -> bool {
    let inner = name.strip_prefix(logs::FOLDER).and_then(|name| name.strip_prefix('/'));
    is_inside(name) && inner.is_some_and(|name| name.ends_with(".log"))
}
