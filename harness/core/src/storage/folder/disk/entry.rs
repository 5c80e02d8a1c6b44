//! The kind of thing that lies under a name in a folder.

use std::io;

/// The kind of an entry in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A file of bytes.
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
    /// Its kind.
    pub kind: EntryKind,
    /// Its length in bytes.
    pub length: u64,
    /// How many names it has.
    pub names: u64,
}

impl EntryKind {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            EntryKind::File => "a file",
            EntryKind::Folder => "a folder",
            EntryKind::Link => "a link",
            EntryKind::Other => "a pipe, a socket or a device",
        }
    }
}

/// The error that something is not of the kind that it should be.
pub(super) fn odd(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what.to_owned())
}
