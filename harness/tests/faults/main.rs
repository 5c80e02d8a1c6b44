//! Every fault of a disk at every operation of every verb that writes.

mod every_verb;
mod injector;
#[path = "../common/tempdir.rs"]
mod tempdir;
