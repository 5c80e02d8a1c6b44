//! Any texts as files of rows: reported on or refused, without a panic.

#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code)]
mod bodies;

thread_local! {
    static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("room for files of rows");
}

libfuzzer_sys::fuzz_target!(|text: &str| FOLDER.with(|folder| bodies::rows(text, folder.path())));
