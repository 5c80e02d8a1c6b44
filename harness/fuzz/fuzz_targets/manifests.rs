//! Any text as a manifest: read or refused, without a panic.

#![no_main]

#[path = "../bodies.rs"]
#[allow(dead_code)]
mod bodies;

libfuzzer_sys::fuzz_target!(|text: &str| bodies::manifest(text));
