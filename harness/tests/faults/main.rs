//! Disk faults at every file operation of every writing verb.

mod every_verb;
mod injector;
#[path = "../common/tempdir.rs"]
mod tempdir;
