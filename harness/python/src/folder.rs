//! Runs into results folders, and what is done with them: the same bytes as the binary writes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use ergo_lab::experiment::{Document, Experiment, Problems};
use ergo_lab::finished::{Finished, Verdict};
use ergo_lab::run::{Mode, RunOptions, Watch, run_while};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::wrong;
use crate::shelf::shelf;

/// How often the interpreter is asked whether somebody wants to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Does `work` on another thread, without the interpreter, which is asked meanwhile whether Ctrl-C was pressed; `progress` is told how
/// far it is. Both can stop it.
fn interruptible<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(Watch<'_>) -> T + Send,
) -> PyResult<T> {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let (sends, arrives) = channel();
    // Only the thread in the scope sends, and only this one receives; what it receives crosses no thread.
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
        let (mut wanted, mut told) = (Ok(()), 0);
        loop {
            let next = py.detach(|| arrives.lock().expect("nobody else has it").recv_timeout(LOOK));
            match next {
                Ok(result) => return wanted.map(|()| result),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(wrong("the run broke off by a fault of the program"));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if wanted.is_ok() {
                wanted = py.check_signals();
                let now = done.load(Relaxed);
                if let Some(progress) = progress.filter(|_| wanted.is_ok() && now != told) {
                    told = now;
                    wanted = progress.call1((now,)).map(drop);
                }
                stop.store(wanted.is_err(), Relaxed);
            }
        }
    })
}

fn in_file(path: &Path, problems: Problems) -> PyErr {
    wrong(problems.in_file(path).to_string())
}

fn threads_or_all(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        Some(0) => Err(wrong("threads = 0: expected 1 or more")),
        Some(threads) => Ok(threads),
        None => Ok(thread::available_parallelism().map_or(1, Into::into)),
    }
}

/// Plays an experiment into a results folder; see `ergo_lab.run`.
#[pyfunction]
#[pyo3(signature = (path, out, threads=None, set=None, resume=false, fresh=false, quick=false, progress=None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn run<'py>(
    py: Python<'py>,
    path: PathBuf,
    out: PathBuf,
    threads: Option<usize>,
    set: Option<Vec<(String, String)>>,
    resume: bool,
    fresh: bool,
    quick: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let text = std::fs::read_to_string(&path).map_err(|error| {
        wrong(format!("{}: cannot be read: {error}, expected an experiment in TOML", path.display()))
    })?;
    let mut document = Document::parse(&text).map_err(|problems| in_file(&path, problems))?;
    if quick {
        document.quicken().map_err(|problems| in_file(&path, problems))?;
    }
    let mut command = format!("ergo run {} --out {}", path.display(), out.display());
    for (key, value) in set.unwrap_or_default() {
        document.set(&key, &value);
        command += &format!(" --set {key}={value}");
    }
    let experiment = Experiment::read_on(&document, shelf()).map_err(|problems| in_file(&path, problems))?;
    let mode = match (resume, fresh) {
        (true, true) => return Err(wrong("resume and fresh: expected one of them")),
        (true, false) => Mode::Resume,
        (false, true) => Mode::Fresh,
        (false, false) => Mode::Begin,
    };
    let options = RunOptions { threads: threads_or_all(threads)?, mode, command };
    let ran = interruptible(py, progress, |watch| run_while(&experiment, &out, &options, watch))?.map_err(wrong)?;
    let dict = PyDict::new(py);
    dict.set_item("answer", ran.answer)?;
    dict.set_item("matches", ran.manifest.matches)?;
    dict.set_item("rounds", ran.manifest.rounds)?;
    dict.set_item("turns", ran.manifest.turns)?;
    dict.set_item("faults", ran.manifest.faults)?;
    dict.set_item("complete", ran.manifest.complete)?;
    dict.set_item("seconds", ran.seconds)?;
    Ok(dict)
}

/// Plays the experiment of a results folder again and compares every file; see `ergo_lab.verify`.
#[pyfunction]
#[pyo3(signature = (folder, threads=None, run_programs=false, progress=None))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    folder: PathBuf,
    threads: Option<usize>,
    run_programs: bool,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let finished = Finished::open(&folder, shelf()).map_err(wrong)?;
    let threads = threads_or_all(threads)?;
    let found = interruptible(py, progress, |watch| finished.verify(threads, run_programs, watch))?.map_err(wrong)?;
    let dict = PyDict::new(py);
    for comparison in found {
        let verdict = match comparison.verdict {
            Verdict::Same => "same",
            Verdict::Absent => "absent",
            Verdict::Differs(why) => why,
        };
        dict.set_item(comparison.name, verdict)?;
    }
    Ok(dict)
}

/// Writes the reports of a results folder again from its rows; see `ergo_lab.report`.
#[pyfunction]
#[pyo3(signature = (folder, rows_changed=false))]
pub(crate) fn report(py: Python<'_>, folder: PathBuf, rows_changed: bool) -> PyResult<String> {
    py.detach(|| Finished::open(&folder, shelf()).and_then(|finished| finished.report(rows_changed))).map_err(wrong)
}
