//! File operations that fail where a test wants it, and the state of a folder after a power cut.
//!
//! A [`Watch`] counts the operations in one folder and injects a fault at one of them. It tracks what would be on the disk
//! after a power cut: the synced bytes of files and the synced names of folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use ergo_lab::folder::disk::{FileOperation, observe};

/// A fault injected at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The process is killed; half of the current write is done.
    Kill,
    /// The disk is full once.
    Full,
    /// The disk returns an error once.
    Broken,
    /// Power is cut; only synced data are left.
    Cut,
    /// Power is cut; all names are left, and the synced bytes of files.
    CutKeepsNames,
    /// Power is cut; the synced names are left, and all bytes of files.
    CutKeepsBytes,
}

/// Faults that matter at an operation that changes files. Reads can only fail; syncs can fail or come right after a power
/// cut.
const CHANGING: &[Fault] =
    &[Fault::Kill, Fault::Full, Fault::Broken, Fault::Cut, Fault::CutKeepsNames, Fault::CutKeepsBytes];
const READING: &[Fault] = &[Fault::Broken];
const SYNCING: &[Fault] = &[Fault::Broken, Fault::Cut, Fault::CutKeepsNames, Fault::CutKeepsBytes];

/// The bytes of a file, shared by its names.
#[derive(Clone, Default)]
struct Bytes {
    now: Vec<u8>,
    synced: Vec<u8>,
}

/// Current and synced names. `None` stands for a folder.
#[derive(Default)]
struct Names {
    now: BTreeMap<PathBuf, Option<usize>>,
    synced: BTreeMap<PathBuf, Option<usize>>,
}

struct Watched {
    root: PathBuf,
    at: Option<(u64, Fault)>,
    /// The faults that matter at each operation so far.
    steps: Vec<&'static [Fault]>,
    dead: bool,
    files: Vec<Bytes>,
    names: Names,
    /// Renamed folders, with names that are not synced since.
    moved: Vec<(PathBuf, PathBuf)>,
}

/// Counts the operations in a folder until it is dropped.
pub struct Watch(Arc<Mutex<Watched>>);

static ALL: Mutex<Vec<Arc<Mutex<Watched>>>> = Mutex::new(Vec::new());

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Reports an operation to the injector of its folder. Returns whether there is one, or the injected error.
fn before(step: &FileOperation<'_>) -> io::Result<bool> {
    let watched = held(&ALL).iter().find(|watched| path(step).starts_with(&held(watched).root)).cloned();
    match watched {
        Some(watched) => held(&watched).before(step).map(|()| true),
        None => Ok(false),
    }
}

impl Watch {
    /// Tracks the folder `root`, whose contents count as synced. Operation number `at.0` (from 0) gets the fault `at.1`.
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

    /// Returns for each operation the faults that matter there.
    pub fn steps(&self) -> Vec<&'static [Fault]> {
        held(&self.0).steps.clone()
    }

    /// Returns true if the operation with the fault was reached.
    pub fn met(&self) -> bool {
        let watched = held(&self.0);
        watched.at.is_some_and(|(at, _)| watched.steps.len() as u64 > at)
    }

    /// Recreates in the empty folder `to` what is left after the fault.
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
                // Folders sort before their contents.
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

/// Renames a file, or a folder with its contents.
fn rename(names: &mut BTreeMap<PathBuf, Option<usize>>, from: &Path, to: &Path) {
    let moved: Vec<PathBuf> = names.keys().filter(|name| name.starts_with(from)).cloned().collect();
    for name in moved {
        let file = names.remove(&name).flatten();
        let inner = name.strip_prefix(from).unwrap();
        names.insert(if name == from { to.to_owned() } else { to.join(inner) }, file);
    }
}

/// Copies the contents of a folder into another.
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
            // A full disk still allows reading, deleting and syncing.
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
                // The contents of a folder move with it.
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

/// The path of an operation.
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

/// Returns true if an operation fails on a full disk.
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
