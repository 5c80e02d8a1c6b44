//! Entries of a folder.

use std::io;

/// The kind of an entry in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// The metadata of an entry in a folder.
#[derive(Clone, Copy, Debug)]
pub struct EntryInfo {
    /// The kind.
    pub kind: EntryKind,
    /// The length in bytes.
    pub length: u64,
    /// The number of hard links.
    pub names: u64,
}

impl EntryKind {
    /// Returns the kind in words.
    pub fn words(self) -> &'static str {
        match self {
            EntryKind::File => "a file",
            EntryKind::Folder => "a folder",
            EntryKind::Link => "a link",
            EntryKind::Other => "a pipe, a socket or a device",
        }
    }
}

/// Creates the error for an entry of an unexpected kind.
pub(super) fn odd(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what.to_owned())
}
