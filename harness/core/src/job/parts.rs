//! The files of rows while they are being written.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::progress::PartLength;
use crate::job::manifest::FileEntry;
use crate::storage::digest::{Hasher, read_into};
use crate::storage::folder::disk::{Growing, Root};
use crate::storage::folder::{Folder, FolderError, part, part_name};

/// The files of rows of a job, all up to the same task.
pub(super) struct Parts(Vec<Part>);

struct Part {
    name: String,
    bytes: u64,
    rows: u64,
    path: PathBuf,
    file: Growing,
    hasher: Hasher,
}

impl Parts {
    /// New files of these names, each with its first line.
    pub(super) fn create(folder: &Folder, heads: &[(&str, &[u8])]) -> Result<Self, FolderError> {
        let create = |(name, head): &(&str, &[u8])| {
            let path = folder.part(name);
            let file = folder.create_part(name)?;
            let mut part = Part { name: (*name).to_owned(), bytes: 0, rows: 0, path, file, hasher: Hasher::default() };
            part.add(head, 0)?;
            Ok(part)
        };
        heads.iter().map(create).collect::<Result<_, _>>().map(Parts)
    }

    /// The files of interrupted work, cut to the lengths that count; nothing where one is shorter. Bytes that are not those that
    /// were written are refused.
    pub(super) fn reopen(folder: &Folder, lengths: &[PartLength]) -> Result<Option<Self>, FolderError> {
        for length in lengths {
            if folder.length_of_part(&length.name)?.is_none_or(|found| found < length.bytes) {
                return Ok(None);
            }
        }
        lengths.iter().map(|length| Part::reopen(folder, length)).collect::<Result<_, _>>().map(Parts).map(Some)
    }

    /// Has all rows so far outlive a power cut.
    pub(super) fn sync(&mut self) -> Result<(), FolderError> {
        let failed = |path: &Path, error| FolderError::io(path, "cannot be synced", error);
        self.0.iter_mut().try_for_each(|part| part.file.sync().map_err(|error| failed(&part.path, error)))
    }

    /// Adds to each file its bytes, which are so many rows.
    pub(super) fn append(&mut self, rows: &[(&[u8], u64)]) -> Result<(), FolderError> {
        self.0.iter_mut().zip(rows).try_for_each(|(part, (bytes, rows))| part.add(bytes, *rows))
    }

    /// Adds to the file in this place what the part of `folder` that `length` speaks of holds up to there, after its first `skipped` bytes.
    pub(super) fn copy(
        &mut self,
        place: usize,
        (folder, length): (&Path, &PartLength),
        skipped: u64,
    ) -> Result<(), FolderError> {
        let (path, name) = (&part(folder, &length.name), part_name(&length.name));
        let failed = |error: io::Error| FolderError::io(path, "cannot be read", error);
        let file = Root::open(folder).and_then(|root| root.reader(&name)).map_err(failed)?;
        let file = file.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        enough(path, file.metadata().map_err(failed)?.len(), length)?;
        let mut source = file.take(length.bytes);
        let (mut hasher, mut buffer, mut left) = (Hasher::default(), vec![0; 1 << 16], skipped);
        loop {
            let read = source.read(&mut buffer).map_err(failed)?;
            if read == 0 {
                break;
            }
            hasher.update(&buffer[..read]);
            let first = left.min(read as u64);
            left -= first;
            self.0[place].add(&buffer[first as usize..read], 0)?;
        }
        same(path, hasher, length)?;
        self.0[place].rows += length.rows;
        Ok(())
    }

    /// How much of each file is written, and its digest.
    pub(super) fn lengths(&self) -> Vec<PartLength> {
        let length = |part: &Part| PartLength {
            name: part.name.clone(),
            bytes: part.bytes,
            rows: part.rows,
            sha256: part.hasher.clone().finish(),
        };
        self.0.iter().map(length).collect()
    }

    /// The manifest's entry for each file.
    pub(super) fn entries(&self) -> Vec<FileEntry> {
        let entry = |PartLength { name, bytes, rows, sha256 }| FileEntry { name, rows: Some(rows), bytes, sha256 };
        self.lengths().into_iter().map(entry).collect()
    }
}

impl Part {
    fn add(&mut self, bytes: &[u8], rows: u64) -> Result<(), FolderError> {
        self.file.add(bytes).map_err(|error| FolderError::io(&self.path, "cannot be written", error))?;
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
        self.rows += rows;
        Ok(())
    }

    fn reopen(folder: &Folder, length: &PartLength) -> Result<Self, FolderError> {
        let path = folder.part(&length.name);
        let failed = |error: io::Error| FolderError::io(&path, "cannot be continued", error);
        let (mut file, _) = folder.grow_part(&length.name)?;
        file.cut(length.bytes).map_err(failed)?;
        let mut hasher = Hasher::default();
        read_into(&mut hasher, &mut file).map_err(failed)?;
        same(&path, hasher.clone(), length)?;
        file.to_end().map_err(failed)?;
        let PartLength { name, bytes, rows, .. } = length.clone();
        Ok(Part { name, bytes, rows, path, file, hasher })
    }
}

/// Refuses a part that is shorter than it was.
fn enough(path: &Path, found: u64, length: &PartLength) -> Result<(), FolderError> {
    let error = || format!("{found} bytes of {}", length.bytes);
    if found < length.bytes { Err(FolderError::NotReadable { path: path.to_owned(), error: error() }) } else { Ok(()) }
}

/// Refuses a part with other bytes than were written.
fn same(path: &Path, found: Hasher, length: &PartLength) -> Result<(), FolderError> {
    if found.finish() == length.sha256 {
        return Ok(());
    }
    let error = "its digest is not the one that was written down".to_owned();
    Err(FolderError::NotReadable { path: path.to_owned(), error })
}
