//! Operations on files that fail where a test wants them to, and what a power cut leaves of a folder.
//!
//! A [`Watch`] counts the operations on what lies in one folder. At one of them it lets a fault happen. It keeps what would be on
//! the disk after a power cut: of a file the bytes that were synced, of a folder the names that were.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use ergo_lab::folder::disk::{FileOperation, observe};

/// A fault that strikes at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The process is killed: of what it was writing one half is there.
    Kill,
    /// The disk is full, this once.
    Full,
    /// The disk answers with an error, this once.
    Broken,
    /// Power is cut, and only what was synced is left.
    Cut,
    /// Power is cut: all names are as they were, files have the bytes that were synced.
    CutKeepsNames,
    /// Power is cut: names are those that were synced, files have all their bytes.
    CutKeepsBytes,
}

/// Those that make a difference at an operation that changes something. What only reads can fail; what only syncs can fail, or be
/// what power is cut before.
const CHANGING: &[Fault] =
    &[Fault::Kill, Fault::Full, Fault::Broken, Fault::Cut, Fault::CutKeepsNames, Fault::CutKeepsBytes];
const READING: &[Fault] = &[Fault::Broken];
const SYNCING: &[Fault] = &[Fault::Broken, Fault::Cut, Fault::CutKeepsNames, Fault::CutKeepsBytes];

/// A file, by whatever names.
#[derive(Clone, Default)]
struct Bytes {
    now: Vec<u8>,
    synced: Vec<u8>,
}

/// Names as they are and as they were synced; no file stands for a folder.
#[derive(Default)]
struct Names {
    now: BTreeMap<PathBuf, Option<usize>>,
    synced: BTreeMap<PathBuf, Option<usize>>,
}

struct Watched {
    root: PathBuf,
    at: Option<(u64, Fault)>,
    /// Of each operation so far, the faults that make a difference there.
    steps: Vec<&'static [Fault]>,
    dead: bool,
    files: Vec<Bytes>,
    names: Names,
    /// Folders that were renamed, and the names not synced since.
    moved: Vec<(PathBuf, PathBuf)>,
}

/// Counts the operations in a folder, until it is dropped.
pub struct Watch(Arc<Mutex<Watched>>);

static ALL: Mutex<Vec<Arc<Mutex<Watched>>>> = Mutex::new(Vec::new());

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Tells whoever watches the folder of `step` that it is about to happen: whether anybody does, or the error it fails with.
fn before(step: &FileOperation<'_>) -> io::Result<bool> {
    let watched = held(&ALL).iter().find(|watched| path(step).starts_with(&held(watched).root)).cloned();
    match watched {
        Some(watched) => held(&watched).before(step).map(|()| true),
        None => Ok(false),
    }
}

impl Watch {
    /// Watches what lies in the folder at `root`, all of it synced by now. Operation number `at.0`, counted from 0, meets a fault.
    pub fn new(root: &Path, at: Option<(u64, Fault)>) -> Self {
        observe(before);
        let mut watched = Watched {
            root: root.to_owned(),
            at,
            steps: Vec::new(),
            dead: false,
            files: Vec::new(),
            names: Names::default(),
            moved: Vec::new(),
        };
        watched.take_in(root);
        watched.names.synced = watched.names.now.clone();
        let watched = Arc::new(Mutex::new(watched));
        held(&ALL).push(watched.clone());
        Watch(watched)
    }

    /// For each operation there was, the faults that make a difference there.
    pub fn steps(&self) -> Vec<&'static [Fault]> {
        held(&self.0).steps.clone()
    }

    /// Whether the operation that was to meet a fault came.
    pub fn met(&self) -> bool {
        let watched = held(&self.0);
        watched.at.is_some_and(|(at, _)| watched.steps.len() as u64 > at)
    }

    /// Makes of the empty folder at `to` what is left after the fault.
    pub fn leave(&self, to: &Path) {
        let watched = held(&self.0);
        let fault = watched.at.map(|(_, fault)| fault);
        let names = match fault {
            Some(Fault::Cut | Fault::CutKeepsBytes) => &watched.names.synced,
            Some(Fault::CutKeepsNames) => &watched.names.now,
            _ => return copy(&watched.root, to),
        };
        for (name, file) in names {
            let to = to.join(name);
            match file {
                // A folder comes before what is in it.
                None => fs::create_dir_all(to).unwrap(),
                Some(file) if to.parent().is_some_and(Path::is_dir) => {
                    let Bytes { now, synced } = &watched.files[*file];
                    fs::write(to, if fault == Some(Fault::CutKeepsBytes) { now } else { synced }).unwrap();
                }
                Some(_) => {}
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        held(&ALL).retain(|watched| !Arc::ptr_eq(watched, &self.0));
    }
}

/// Gives a file, or a folder with all in it, another name.
fn rename(names: &mut BTreeMap<PathBuf, Option<usize>>, from: &Path, to: &Path) {
    let moved: Vec<PathBuf> = names.keys().filter(|name| name.starts_with(from)).cloned().collect();
    for name in moved {
        let file = names.remove(&name).flatten();
        let inner = name.strip_prefix(from).unwrap();
        names.insert(if name == from { to.to_owned() } else { to.join(inner) }, file);
    }
}

/// Copies what is in one folder into another.
pub fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir_all(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

impl Watched {
    fn take_in(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = self.name(&path);
            if path.is_dir() {
                self.names.now.insert(name, None);
                self.take_in(&path);
            } else {
                let bytes = fs::read(&path).unwrap();
                self.names.now.insert(name, Some(self.files.len()));
                self.files.push(Bytes { now: bytes.clone(), synced: bytes });
            }
        }
    }

    fn name(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.root).unwrap().to_owned()
    }

    fn before(&mut self, step: &FileOperation<'_>) -> io::Result<()> {
        if self.dead {
            return Err(io::Error::other("dead"));
        }
        let number = self.steps.len() as u64;
        self.steps.push(match step {
            FileOperation::Read(_) => READING,
            FileOperation::Sync(_) | FileOperation::SyncFolder(_) => SYNCING,
            _ => CHANGING,
        });
        let fault = self.at.filter(|(at, _)| *at == number).map(|(_, fault)| fault);
        if matches!(fault, Some(Fault::Kill | Fault::Full | Fault::Broken))
            && let FileOperation::Add(path, bytes) = step
        {
            let half = &bytes[..bytes.len() / 2];
            OpenOptions::new().append(true).open(path)?.write_all(half)?;
            self.note(&FileOperation::Add(path, half));
        }
        match fault {
            None => {
                self.note(step);
                Ok(())
            }
            // A full disk can be read and emptied, and what is written on it can be synced.
            Some(Fault::Full) if !needs_room(step) => {
                self.note(step);
                Ok(())
            }
            Some(Fault::Full) => Err(io::Error::from_raw_os_error(28)),
            Some(Fault::Broken) => Err(io::Error::from_raw_os_error(5)),
            Some(Fault::Kill | Fault::Cut | Fault::CutKeepsNames | Fault::CutKeepsBytes) => {
                self.dead = true;
                Err(io::Error::other("dead"))
            }
        }
    }

    fn note(&mut self, step: &FileOperation<'_>) {
        let name = self.name(path(step));
        let file = self.names.now.get(&name).copied().flatten();
        match step {
            FileOperation::Read(_) => {}
            FileOperation::MakeFolder(_) => {
                self.names.now.insert(name, None);
            }
            FileOperation::Create(_) => match file {
                Some(file) => self.files[file].now.clear(),
                None => {
                    self.names.now.insert(name, Some(self.files.len()));
                    self.files.push(Bytes::default());
                }
            },
            FileOperation::Add(_, bytes) => self.files[file.unwrap()].now.extend_from_slice(bytes),
            FileOperation::Cut(_, length) => self.files[file.unwrap()].now.truncate(*length as usize),
            FileOperation::Sync(_) => {
                let file = &mut self.files[file.unwrap()];
                file.synced = file.now.clone();
            }
            FileOperation::SyncFolder(_) => {
                let inside = |other: &Path| other.parent() == Some(&name);
                // What lies in a folder goes with it.
                for (from, to) in self.moved.extract_if(.., |(_, to)| inside(to)) {
                    rename(&mut self.names.synced, &from, &to);
                }
                self.names.synced.retain(|other, _| !inside(other));
                let new = self.names.now.iter().filter(|(other, _)| inside(other));
                self.names.synced.extend(new.map(|(other, file)| (other.clone(), *file)));
                let left: BTreeSet<PathBuf> = self.names.synced.keys().cloned().collect();
                let lost = |other: &Path| other.ancestors().skip(1).any(|up| up != Path::new("") && !left.contains(up));
                self.names.synced.retain(|other, _| !lost(other));
            }
            FileOperation::Rename(_, to) => {
                let to = self.name(to);
                rename(&mut self.names.now, &name, &to);
                if file.is_none() {
                    self.moved.push((name, to));
                }
            }
            FileOperation::Remove(_) | FileOperation::RemoveFolder(_) => {
                let holds = self.names.now.keys().any(|other| other.parent() == Some(&name));
                if !holds {
                    self.names.now.remove(&name);
                }
            }
        }
    }
}

/// The path that an operation acts on.
fn path<'a>(step: &FileOperation<'a>) -> &'a Path {
    match step {
        FileOperation::Read(path)
        | FileOperation::MakeFolder(path)
        | FileOperation::Create(path)
        | FileOperation::Add(path, _)
        | FileOperation::Cut(path, _)
        | FileOperation::Sync(path)
        | FileOperation::SyncFolder(path)
        | FileOperation::Rename(path, _)
        | FileOperation::Remove(path)
        | FileOperation::RemoveFolder(path) => path,
    }
}

/// Whether a full disk refuses it.
fn needs_room(step: &FileOperation<'_>) -> bool {
    matches!(
        step,
        FileOperation::MakeFolder(_)
            | FileOperation::Create(_)
            | FileOperation::Add(..)
            | FileOperation::Sync(_)
            | FileOperation::Rename(..)
    )
}
