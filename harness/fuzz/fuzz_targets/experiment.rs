//! Any text is read as an experiment without a panic: it is refused in one line, or filled in to a text that stays.

#![no_main]

use ergo_lab::experiment::{Document, Experiment};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Document::parse(text).and_then(|document| Experiment::read(&document)) {
        Err(problem) => assert!(!problem.to_string().trim().is_empty()),
        Ok(experiment) => {
            let again = Document::parse(&experiment.text).and_then(|document| Experiment::read(&document));
            assert!(again.is_ok_and(|again| again.text == experiment.text), "{text}");
        }
    }
});
