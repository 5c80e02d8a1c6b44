//! Any text as a line of transcripts: told or refused, without a panic.

#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code)]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::transcript(text));
