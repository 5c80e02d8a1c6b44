//! The files of rows while they are being written.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::progress::PartLength;
use super::{Folder, FolderError, PROGRESS};
use crate::digest::{Hasher, read_into};
use crate::manifest::FileEntry;
use crate::rows::{FILES, Rows};

/// The files of rows of a run, all of the same length in matches.
pub struct Parts(Vec<Part>);

struct Part {
    /// Its place in [`FILES`].
    place: usize,
    length: PartLength,
    path: PathBuf,
    file: File,
    hasher: Hasher,
}

impl Parts {
    /// New files called `names`, with the first lines in `headers`.
    pub fn create(folder: &Folder, names: &[&str], headers: &Rows) -> Result<Self, FolderError> {
        let create = |name: &&str| {
            let path = folder.part(name);
            let file = File::create(&path).map_err(|error| FolderError::io(&path, "cannot be made", error))?;
            let length = PartLength { name: (*name).to_owned(), ..PartLength::default() };
            Ok(Part { place: place(&folder.path, name)?, length, path, file, hasher: Hasher::default() })
        };
        let mut parts = Parts(names.iter().map(create).collect::<Result<_, _>>()?);
        parts.append(headers)?;
        Ok(parts)
    }

    /// The files of an interrupted run, cut to the lengths that count.
    pub fn reopen(folder: &Folder, lengths: &[PartLength]) -> Result<Self, FolderError> {
        lengths.iter().map(|length| Part::reopen(folder, length)).collect::<Result<_, _>>().map(Parts)
    }

    /// Adds rows to each file.
    pub fn append(&mut self, rows: &Rows) -> Result<(), FolderError> {
        for part in &mut self.0 {
            let (bytes, count) = (&rows.bytes[part.place], rows.counts[part.place]);
            let written = part.file.write_all(bytes);
            written.map_err(|error| FolderError::io(&part.path, "cannot be written", error))?;
            part.hasher.update(bytes);
            part.length.bytes += bytes.len() as u64;
            part.length.rows += count;
        }
        Ok(())
    }

    /// How much of each file is written.
    pub fn lengths(&self) -> Vec<PartLength> {
        self.0.iter().map(|part| part.length.clone()).collect()
    }

    /// What the manifest says of each file.
    pub fn entries(&self) -> Vec<FileEntry> {
        let entry = |part: &Part| FileEntry {
            name: part.length.name.clone(),
            rows: Some(part.length.rows),
            bytes: part.length.bytes,
            sha256: part.hasher.clone().finish(),
        };
        self.0.iter().map(entry).collect()
    }
}

/// The place of `name` in [`FILES`]; another name can come only from a damaged `progress.json`.
fn place(folder: &Path, name: &str) -> Result<usize, FolderError> {
    let found = FILES.iter().position(|known| *known == name);
    let error = || format!("{name:?} is no file of rows");
    found.ok_or_else(|| FolderError::NotReadable { path: folder.join(PROGRESS), error: error() })
}

impl Part {
    fn reopen(folder: &Folder, length: &PartLength) -> Result<Self, FolderError> {
        let path = folder.part(&length.name);
        let failed = |error: io::Error| FolderError::io(&path, "cannot be continued", error);
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(failed)?;
        let found = file.metadata().map_err(failed)?.len();
        if found < length.bytes {
            let error = format!("{found} bytes of {}", length.bytes);
            return Err(FolderError::NotReadable { path, error });
        }
        file.set_len(length.bytes).map_err(failed)?;
        let mut hasher = Hasher::default();
        read_into(&mut hasher, &mut file).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Part { place: place(&folder.path, &length.name)?, length: length.clone(), path, file, hasher })
    }
}
