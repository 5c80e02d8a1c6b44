//! A run that its observer stops, and library functions on the finished folder.

use std::fs;
use std::ops::ControlFlow;

use crate::common::tempdir;
use ergo_lab::experiment::{Document, Experiment};
use ergo_lab::finished::{FileStatus, Finished};
use ergo_lab::games::standard;
use ergo_lab::run::{Mode, RunError, RunOptions, run, run_while};

#[test]
fn stopped_run_resumes_to_the_same_bytes() {
    let text = "question = \"Who?\"\nseed = 1\n[game]\nname = \"ergo\"\n[[entrant]]\nname = \"a\"\nagent = { kind = \"random\" }\n\
                [schedule]\ntables = [[\"a\", \"a\"]]\ndeals = 1000\n";
    let registry = standard();
    let experiment = Experiment::read_with_registry(&Document::parse(text).unwrap(), &registry).unwrap();
    let (cut, whole) = (tempdir().unwrap(), tempdir().unwrap());
    let options = |mode| RunOptions { threads: 2, mode, command: String::new() };
    let mut told = Vec::new();
    let mut stop = |matches| {
        told.push(matches);
        if matches < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let stopped = run_while(&experiment, cut.path(), &options(Mode::Begin), &mut stop);
    assert!(matches!(stopped, Err(RunError::Stopped)), "{stopped:?}");
    assert!(told.last().is_some_and(|last| (100..2_000).contains(last)), "{told:?}");
    let ran = run(&experiment, cut.path(), &options(Mode::Resume), |_| ()).unwrap();
    assert!(ran.manifest.complete && ran.played < 2_000);
    run(&experiment, whole.path(), &options(Mode::Begin), |_| ()).unwrap();
    for file in &ran.manifest.files {
        let bytes = |folder: &tempfile::TempDir| fs::read(folder.path().join(&file.name)).unwrap();
        assert!(bytes(&cut) == bytes(&whole), "{}", file.name);
    }

    let finished = Finished::open(cut.path(), &registry).unwrap();
    let compared = finished.verify(2, false, &mut |_| ControlFlow::Continue(())).unwrap().files;
    assert!(compared.len() > 5 && compared.iter().all(|file| file.verdict == FileStatus::Same), "{compared:?}");
    let never = finished.verify(2, false, &mut |_| ControlFlow::Break(()));
    assert!(never.is_err_and(|error| error.to_string().starts_with("stopped")));
    assert_eq!(finished.report(false).unwrap(), ran.answer);
    fs::write(cut.path().join("experiment.toml"), text.replace("Who?", "Why?")).unwrap();
    assert!(Finished::open(cut.path(), &registry).is_err_and(|error| error.to_string().contains("experiment.toml")));
}
