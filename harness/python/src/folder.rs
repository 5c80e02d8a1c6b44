//! Runs, verifications and reports of results folders, with the same bytes as the program `ergo`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use ergo_lab::experiment::{Document, Experiment, Problems};
use ergo_lab::findings::judged::{judge_findings, outcome_lines};
use ergo_lab::finished::{FileStatus, Finished};
use ergo_lab::folder::regular;
use ergo_lab::job::default_threads;
use ergo_lab::run::{Mode, OnProgress, RunOptions, run_while};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::wrong;
use crate::game_registry::registry;
use crate::interrupt::{PERIOD, lock};
use crate::matches::{Raised, call};
use crate::values;

/// Does `work` on another thread without the GIL. This thread checks for signals and calls `progress` with the number of matches. An
/// exception from either stops the work.
fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(OnProgress<'_>) -> T + Send,
) -> PyResult<T> {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let (sends, arrives) = channel();
    // Only the thread in the scope sends, and only this one receives. The mutex makes the receiver shareable.
    let arrives = std::sync::Mutex::new(arrives);
    thread::scope(|scope| {
        let (stop, done) = (&stop, &done);
        scope.spawn(move || {
            let result = work(&mut |matches| {
                done.store(matches, Relaxed);
                if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let _ = sends.send(result);
        });
        let (mut status, mut reported) = (Ok(()), 0);
        loop {
            let next = py.detach(|| arrives.lock().expect("only this thread receives").recv_timeout(PERIOD));
            match next {
                Ok(result) => return status.map(|()| result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(wrong("the run failed because of an internal error"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if status.is_ok() {
                status = py.check_signals();
                let now = done.load(Relaxed);
                if let Some(progress) = progress.filter(|_| status.is_ok() && now != reported) {
                    reported = now;
                    status = progress.call1((now,)).map(drop);
                }
                stop.store(status.is_err(), Relaxed);
            }
        }
    })
}

fn in_file(path: &Path, problems: Problems) -> PyErr {
    wrong(problems.in_file(path).to_string())
}

fn threads_or_all(threads: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    match threads {
        Some(threads) => values::whole_number("threads", threads, 1, 1024).map(|threads| threads as usize),
        None => Ok(default_threads()),
    }
}

/// Plays an experiment into a results folder; see `ergo_lab.run`.
///
/// Raises:
///     ErgoError: The experiment is not valid, or the run fails.
#[pyfunction]
#[pyo3(signature = (path, out, threads=None, set=None, resume=false, fresh=false, quick=false, progress=None, entrants=None, run_programs=true))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn run<'py>(
    py: Python<'py>,
    path: PathBuf,
    out: PathBuf,
    threads: Option<&Bound<'py, PyAny>>,
    set: Option<Vec<(String, String)>>,
    resume: bool,
    fresh: bool,
    quick: bool,
    progress: Option<&Bound<'py, PyAny>>,
    entrants: Option<Vec<(String, Py<PyAny>)>>,
    run_programs: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let text = regular::read_text(&path).map_err(|error| {
        wrong(format!("{}: cannot be read: {error}, expected an experiment in TOML", path.display()))
    })?;
    let mut document = Document::parse(&text).map_err(|problems| in_file(&path, problems))?;
    if quick {
        document.apply_quick().map_err(|problems| in_file(&path, problems))?;
    }
    let mut command = format!("ergo run {} --out {}", path.display(), out.display());
    for (key, value) in set.unwrap_or_default() {
        document.set(&key, &value);
        command += &format!(" --set {key}={value}");
    }
    let mut experiment =
        Experiment::read_with_registry(&document, registry()).map_err(|problems| in_file(&path, problems))?;
    let mut raised = Vec::new();
    for (name, callable) in entrants.unwrap_or_default() {
        let programs = experiment.programs().map(|(name, _)| name).collect::<BTreeSet<_>>();
        if !programs.contains(name.as_str()) {
            let what = format!(
                "{}: no [[entrant]] with name = \"{name}\" and agent = {{ kind = \"process\", … }}",
                path.display()
            );
            return Err(wrong(format!("{what}, expected an entrant for the callable")));
        }
        let errors = Raised::default();
        experiment.callers.insert(name.clone(), call(callable, Arc::clone(&errors)));
        raised.push((name, errors));
    }
    if let Some((name, _)) =
        experiment.programs().find(|(name, _)| !run_programs && !experiment.callers.contains_key(*name))
    {
        let what = format!("{}: entrant \"{name}\" is a program", path.display());
        return Err(wrong(format!("{what}, expected built-in bots only, because run_programs is false")));
    }
    let mode = match (resume, fresh) {
        (true, true) => return Err(wrong("resume and fresh: expected one of them")),
        (true, false) => Mode::Resume,
        (false, true) => Mode::Fresh,
        (false, false) => Mode::Begin,
    };
    let options = RunOptions { threads: threads_or_all(threads)?, mode, command };
    let ran = interruptible(py, progress, |watch| run_while(&experiment, &out, &options, watch))?;
    let errors: Vec<_> = raised.iter().filter_map(|(name, error)| Some((name, lock(error).take()?))).collect();
    let ran = ran.map_err(|what| match errors.first() {
        Some((name, error)) => wrong(format!("{what}; {name} raised {}", values::describe(error.value(py)))),
        None => wrong(what),
    })?;
    let dict = PyDict::new(py);
    dict.set_item("answer", ran.answer)?;
    dict.set_item("matches", ran.manifest.matches)?;
    dict.set_item("rounds", ran.manifest.rounds)?;
    dict.set_item("turns", ran.manifest.turns)?;
    dict.set_item("faults", ran.manifest.faults)?;
    dict.set_item("complete", ran.manifest.complete)?;
    dict.set_item("seconds", ran.seconds)?;
    dict.set_item("errors", errors)?;
    Ok(dict)
}

/// Plays the experiment of a results folder again and compares every file; see `ergo_lab.verify`.
///
/// Raises:
///     ErgoError: The folder is not a results folder, or its experiment cannot be repeated.
#[pyfunction]
#[pyo3(signature = (folder, threads=None, run_programs=false, progress=None))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    folder: PathBuf,
    threads: Option<&Bound<'py, PyAny>>,
    run_programs: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let finished = Finished::open(&folder, registry()).map_err(wrong)?;
    let threads = threads_or_all(threads)?;
    let found = interruptible(py, progress, |watch| finished.verify(threads, run_programs, watch))?.map_err(wrong)?;
    let dict = PyDict::new(py);
    for comparison in found.files {
        let verdict = match comparison.verdict {
            FileStatus::Same => "same".to_owned(),
            FileStatus::Recorded => "recorded".to_owned(),
            FileStatus::Absent => "absent".to_owned(),
            FileStatus::Differs(why) => why,
        };
        dict.set_item(comparison.name, verdict)?;
    }
    Ok(dict)
}

/// Returns the findings of a results folder with the outcomes of their claims, as JSON, and a line for each claim that the data contradict;
/// see `ergo_lab.Results.findings`.
#[pyfunction]
pub(crate) fn findings(folder: PathBuf) -> PyResult<(String, Vec<String>)> {
    let found = judge_findings(&folder).map_err(wrong)?;
    let json = serde_json::to_string(&found).map_err(wrong)?;
    let lines = outcome_lines(&found).into_iter().filter(|line| line.starts_with("CONTRADICTED")).collect();
    Ok((json, lines))
}

/// Writes the reports of a results folder again from its rows; see `ergo_lab.report`.
///
/// Raises:
///     ErgoError: The folder is not a results folder, or its rows were changed.
#[pyfunction]
#[pyo3(signature = (folder, rows_changed=false))]
pub(crate) fn report(py: Python<'_>, folder: PathBuf, rows_changed: bool) -> PyResult<String> {
    py.detach(|| Finished::open(&folder, registry()).and_then(|finished| finished.report(rows_changed))).map_err(wrong)
}
