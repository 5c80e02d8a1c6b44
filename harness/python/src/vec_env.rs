//! Batches of matches that are stepped by ids and fill arrays in place.

use std::process;
use std::sync::{Arc, Mutex};

use ergo_engine::rng::Seed;
use ergo_lab::arena::DynRules;
use numpy::ndarray::{Ix1, Ix2};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::interrupt::{PERIOD, Stop, detached};
use crate::lane::{Afterstates, Batch, Lane, Opponents, Row};
use crate::values::{self, array, num_actions, num_features, writable};

/// The maximum number of matches of a batch.
const MOST: i64 = 1 << 20;
/// Arrays that a caller may provide.
const ARRAYS: [&str; 9] =
    ["to_move", "done", "truncated", "returns", "scores", "offsets", "mask", "features", "last_features"];

/// A batch of `n` matches that are stepped together. A new match follows each one that ends.
///
/// All arrays are filled in place by `step` and `reset` and stay the same objects, except `legal`, which is replaced if it must grow. The
/// matches derive from `seed`; without one the operating system draws it. `mask` and `features` select optional arrays, `threads` is the
/// number of worker threads (default 1), and `out` contains arrays of the caller that are filled instead of new ones.
///
/// `against` names built-in bots for all other seats. Then only the learner's decisions are stepped: `to_move` is always the learner's seat,
/// which is `seat` (from 0), or each seat in turn if `seat` is `None`. `returns[i]` of an ended match belongs to the seat `to_move[i]` before
/// that step. A match that ends before the learner's first decision is skipped. Ctrl-C stops a step; call `reset` afterwards.
///
/// Raises:
///     ErgoError: An argument is not valid.
#[pyclass(module = "ergo_lab")]
pub(crate) struct VecEnv {
    game: Game,
    rules: Arc<dyn DynRules>,
    master: Seed,
    opponents: Option<Opponents>,
    n: usize,
    threads: usize,
    /// In a mutex because the class must be shareable between threads.
    lanes: Mutex<Vec<Lane>>,
    /// The thread pool and the id of the process that owns it.
    pool: Option<(ThreadPool, u32)>,
    /// True if a step was interrupted, so that lanes are inconsistent.
    broken: bool,
    to_move: Py<PyArray1<i32>>,
    done: Py<PyArray1<u8>>,
    truncated: Py<PyArray1<u8>>,
    returns: Py<PyArray2<f32>>,
    scores: Py<PyArray2<i32>>,
    offsets: Py<PyArray1<i64>>,
    legal: Py<PyArray1<u32>>,
    mask: Option<Py<PyArray2<i8>>>,
    features: Option<Py<PyArray2<f32>>>,
    last_features: Option<Py<PyArray2<f32>>>,
}

/// For pickles: the number of the present match of each lane and the ids played in it.
type Lanes = Vec<(u64, Vec<u32>)>;
/// The output of the last step: ended and truncated matches, returns and scores.
type Output<'py> =
    (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<i32>>);

#[pymethods]
impl VecEnv {
    /// Checks the arguments, which the class documents, and begins the matches.
    #[new]
    #[pyo3(signature = (game, n, seed=None, mask=true, features=false, threads=None, out=None, against=None, seat=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: &Bound<'_, PyAny>,
        seed: Option<&Bound<'_, PyAny>>,
        mask: bool,
        features: bool,
        threads: Option<&Bound<'_, PyAny>>,
        out: Option<&Bound<'_, PyDict>>,
        against: Option<Vec<String>>,
        seat: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let n = values::whole_number("n", n, 1, MOST)? as usize;
        let threads = threads.map_or(Ok(1), |threads| values::whole_number("threads", threads, 1, 1024))? as usize;
        for key in out.iter().flat_map(|out| out.keys()) {
            if !key.extract::<String>().is_ok_and(|key| ARRAYS.contains(&key.as_str())) {
                let key = values::describe(&key);
                return Err(wrong(format!("out: {key}, expected arrays called {}", ARRAYS.join(", "))));
            }
        }
        let out = |name: &str| out.map_or(Ok(None), |out| out.get_item(name));
        let (rules, master) = (Arc::clone(&game.rules), values::seed_or_fresh(seed)?);
        let seats = rules.seats().get();
        let (ids, inputs) =
            (if mask { num_actions(&*rules)? } else { 0 }, if features { num_features(&*rules)? } else { 0 });
        let seat = seat.map(|seat| values::seat(seat, game.seat_count())).transpose()?;
        let opponents = Opponents::new(game, against, seat)?;
        let batch = Batch { rules: &*rules, master: &master, opponents: opponents.as_ref() };
        let lanes: PyResult<Vec<Lane>> = (0..n as u64).map(|number| Lane::new(number, 1, &[], batch)).collect();
        let table = |name: &str| array(name, py, out(name)?.as_ref(), Ix2(n, inputs)).map(Bound::unbind);
        let mut env = VecEnv {
            to_move: array("to_move", py, out("to_move")?.as_ref(), Ix1(n))?.unbind(),
            done: array("done", py, out("done")?.as_ref(), Ix1(n))?.unbind(),
            truncated: array("truncated", py, out("truncated")?.as_ref(), Ix1(n))?.unbind(),
            returns: array("returns", py, out("returns")?.as_ref(), Ix2(n, seats))?.unbind(),
            scores: array("scores", py, out("scores")?.as_ref(), Ix2(n, seats))?.unbind(),
            offsets: array("offsets", py, out("offsets")?.as_ref(), Ix1(n + 1))?.unbind(),
            legal: PyArray1::zeros(py, 64 * n, false).unbind(),
            mask: if mask { Some(array("mask", py, out("mask")?.as_ref(), Ix2(n, ids))?.unbind()) } else { None },
            features: if features { Some(table("features")?) } else { None },
            last_features: if features { Some(table("last_features")?) } else { None },
            pool: pool(threads)?,
            lanes: Mutex::new(lanes?),
            broken: false,
            game: game.clone(),
            rules,
            master,
            opponents,
            n,
            threads,
        };
        if let Some(mask) = &env.mask {
            writable(mask.bind(py), "mask")?.as_slice_mut().map_err(wrong)?.fill(0);
        }
        env.go(py, None)?;
        Ok(env)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The seed of all matches, 64 hexadecimal digits.
    #[getter]
    fn seed(&self) -> String {
        self.master.to_string()
    }

    /// The number of matches.
    #[getter]
    fn n(&self) -> usize {
        self.n
    }

    /// The seat to move in each match, from 0: `int32`, shape `(n,)`.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.to_move.bind(py).clone()
    }

    /// 1 if the last step ended a match, so that a new one has begun: `uint8`, shape `(n,)`.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.done.bind(py).clone()
    }

    /// 1 if a limit of the rules stopped the match that the last step ended: `uint8`, shape `(n,)`.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.truncated.bind(py).clone()
    }

    /// The returns of each seat in the match that the last step ended, otherwise 0: `float32`, shape `(n, seats)`.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.returns.bind(py).clone()
    }

    /// The points of each seat; after a match has ended, its final points: `int32`, shape `(n, seats)`.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        self.scores.bind(py).clone()
    }

    /// The start of the legal ids of each match in `legal`, and the end of the last: `int64`, shape `(n + 1,)`.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.offsets.bind(py).clone()
    }

    /// The legal ids of all matches: those of match `i` are `legal[offsets[i]:offsets[i + 1]]`. Values after the last offset are undefined:
    /// `uint32`.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.legal.bind(py).clone()
    }

    /// 1 if an id is legal: `int8`, shape `(n, Game.num_actions)`. Do not write to it, because only changes are updated.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<i8>>> {
        self.mask.as_ref().map(|mask| mask.bind(py).clone())
    }

    /// The knowledge of the seat to move as numbers: `float32`, shape `(n, Game.num_features)`.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f32>>> {
        self.features.as_ref().map(|features| features.bind(py).clone())
    }

    /// The final knowledge of the seat that moved last, if the last step ended a match: `float32`, shape `(n, Game.num_features)`. Rows of
    /// other matches are undefined.
    #[getter]
    fn last_features<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f32>>> {
        self.last_features.as_ref().map(|features| features.bind(py).clone())
    }

    /// Plays one action in every match. `ids` are `n` whole numbers of any type.
    ///
    /// Raises:
    ///     IllegalAction: An id is not legal. No action is played.
    ///     ErgoError: `ids` has another shape or type, or an interrupted step was not followed by `reset`.
    fn step(&mut self, py: Python<'_>, ids: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.broken {
            return Err(wrong("a step was interrupted, expected reset() before the next"));
        }
        if let Ok(ids) = ids.extract::<PyReadonlyArray1<'_, u32>>()
            && let Ok(view) = ids.as_slice()
        {
            return self.go(py, Some(view));
        }
        let numpy = py.import("numpy")?;
        let refused = |what: &str| wrong(format!("ids: {what}, expected {} whole numbers", self.n));
        let given = numpy.call_method1("asarray", (ids,)).map_err(|_| refused(&values::describe(ids)))?;
        let (kind, shape) = (given.getattr("dtype")?.getattr("kind")?.extract::<String>()?, given.getattr("shape")?);
        if !["i", "u"].contains(&kind.as_str()) || !given.getattr("ndim")?.eq(1)? {
            return Err(refused(&format!("an array of {} of shape {shape}", given.getattr("dtype")?)));
        }
        let ids: PyReadonlyArray1<'_, i64> = numpy.call_method1("ascontiguousarray", (given, "int64"))?.extract()?;
        let ids: Vec<u32> = ids.as_slice()?.iter().map(|id| u32::try_from(*id).unwrap_or(u32::MAX)).collect();
        self.go(py, Some(&ids))
    }

    /// Begins a new match in every lane: the first ones of `seed` if given, otherwise the next ones.
    ///
    /// Raises:
    ///     ErgoError: The seed is not valid.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let fresh = seed.map(values::seed).transpose()?;
        self.master = fresh.unwrap_or(self.master);
        let VecEnv { lanes, rules, master, opponents, .. } = self;
        let batch = Batch { rules: &**rules, master, opponents: opponents.as_ref() };
        for lane in lanes.get_mut().map_err(|_| poisoned())?.iter_mut() {
            let begun = if fresh.is_some() { 1 } else { lane.begun + 1 };
            lane.begin(begun, batch)?;
        }
        self.broken = false;
        self.go(py, None)
    }

    /// Returns the outcomes of all legal actions, in rows like `legal`, as a dict of arrays.
    ///
    /// `features` (`float32`) is what the seat to move would know next, `scores` (`int32`, shape `(rows, seats)`), `returns` (`float32`, shape
    /// `(rows, seats)`, 0 unless the match is over) and `over` (`uint8`). The actions are played in a random state that agrees with the
    /// knowledge of the seat, so that they reveal nothing hidden.
    ///
    /// Raises:
    ///     ErgoError: The game has no features.
    fn afterstates<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (width, seats) = (num_features(&*self.rules)?, self.rules.seats().get());
        self.renew_pool()?;
        let VecEnv { lanes, rules, master, pool, .. } = self;
        let batch = Batch { rules: &**rules, master, opponents: None };
        let lanes = lanes.get_mut().map_err(|_| poisoned())?;
        let after = |lane: &mut Lane| lane.after(width, batch);
        let parts: Vec<Afterstates> = match pool {
            None => detached(py, || lanes.iter_mut().map(after).collect())?,
            Some((pool, _)) => py.detach(|| pool.install(|| lanes.par_iter_mut().map(after).collect())),
        };
        Afterstates::arrays(py, &parts, (width, seats))
    }

    /// The arguments of the constructor, for copies and pickles.
    fn __getnewargs__(&self) -> NewArguments {
        let (against, seat) = match &self.opponents {
            Some(opponents) => (Some(opponents.names.clone()), opponents.seat.map(|seat| seat.index())),
            None => (None, None),
        };
        let filled = (self.mask.is_some(), self.features.is_some());
        (self.game.clone(), self.n, self.seed(), filled.0, filled.1, self.threads, None, against, seat)
    }

    /// The present matches and the output of the last step.
    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<(Lanes, Output<'py>)> {
        let lanes = self.lanes.lock().map_err(|_| poisoned())?;
        let lanes = lanes.iter().map(|lane| (lane.begun, lane.played.clone())).collect();
        let output = (self.done.bind(py), self.truncated.bind(py), self.returns.bind(py), self.scores.bind(py));
        Ok((lanes, (output.0.clone(), output.1.clone(), output.2.clone(), output.3.clone())))
    }

    /// Replays the matches of a pickle.
    fn __setstate__(&mut self, py: Python<'_>, state: (Lanes, Output<'_>)) -> PyResult<()> {
        let (found, output) = state;
        let batch = Batch { rules: &*self.rules, master: &self.master, opponents: self.opponents.as_ref() };
        let lanes = (0..).zip(&found).map(|(number, (begun, played))| Lane::new(number, *begun, played, batch));
        let lanes = lanes.collect::<PyResult<Vec<Lane>>>()?;
        if lanes.len() != self.n {
            return Err(wrong(format!("{} matches, expected {}", lanes.len(), self.n)));
        }
        *self.lanes.get_mut().map_err(|_| poisoned())? = lanes;
        if let Some(mask) = &self.mask {
            writable(mask.bind(py), "mask")?.as_slice_mut().map_err(wrong)?.fill(0);
        }
        self.go(py, None)?;
        output.0.copy_to(self.done.bind(py))?;
        output.1.copy_to(self.truncated.bind(py))?;
        output.2.copy_to(self.returns.bind(py))?;
        output.3.copy_to(self.scores.bind(py))
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("VecEnv({:?}, n={})", self.rules.name(), self.n)
    }
}

type NewArguments = (Game, usize, String, bool, bool, usize, Option<Py<PyDict>>, Option<Vec<String>>, Option<usize>);

fn poisoned() -> PyErr {
    wrong("a step failed, expected a new VecEnv")
}

/// Returns a pool of `threads` threads, or `None` for one thread.
fn pool(threads: usize) -> PyResult<Option<(ThreadPool, u32)>> {
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(wrong)?;
    Ok(Some((pool, process::id())))
}

/// Copies `parts` into `row`, one after the other.
fn fill<'a, T: Copy + 'a>(mut row: &mut [T], parts: impl Iterator<Item = &'a [T]>) {
    for part in parts {
        let (here, after) = row.split_at_mut(part.len());
        here.copy_from_slice(part);
        row = after;
    }
}

impl VecEnv {
    /// Starts new threads in a forked process, which lacks those of its parent. The old pool is not dropped, because that would wait for
    /// its threads.
    fn renew_pool(&mut self) -> PyResult<()> {
        if self.pool.as_ref().is_some_and(|(_, owner)| *owner != process::id()) {
            std::mem::forget(std::mem::replace(&mut self.pool, pool(self.threads)?));
        }
        Ok(())
    }

    /// Plays `ids`, if given, and fills all arrays.
    fn go(&mut self, py: Python<'_>, ids: Option<&[u32]>) -> PyResult<()> {
        let (n, seats) = (self.n, self.rules.seats().get());
        if let Some(count) = ids.map(<[u32]>::len).filter(|count| *count != n) {
            return Err(wrong(format!("ids: {count} of them, expected one for each of {n} matches")));
        }
        self.renew_pool()?;
        let mut to_move = writable(self.to_move.bind(py), "to_move")?;
        let mut done = writable(self.done.bind(py), "done")?;
        let mut truncated = writable(self.truncated.bind(py), "truncated")?;
        let mut returns = writable(self.returns.bind(py), "returns")?;
        let mut scores = writable(self.scores.bind(py), "scores")?;
        let mut offsets = writable(self.offsets.bind(py), "offsets")?;
        let mut mask = self.mask.as_ref().map(|mask| writable(mask.bind(py), "mask")).transpose()?;
        let mut features = self.features.as_ref().map(|array| writable(array.bind(py), "features")).transpose()?;
        let mut last =
            self.last_features.as_ref().map(|array| writable(array.bind(py), "last_features")).transpose()?;
        let mask = mask.as_mut().map_or(Ok(&mut [][..]), |mask| mask.as_slice_mut()).map_err(wrong)?;
        let features = features.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut()).map_err(wrong)?;
        let last = last.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut()).map_err(wrong)?;
        let widths = (mask.len() / n, features.len() / n);
        let (to_move, done) = (to_move.as_slice_mut().map_err(wrong)?, done.as_slice_mut().map_err(wrong)?);
        let (truncated, offsets) = (truncated.as_slice_mut().map_err(wrong)?, offsets.as_slice_mut().map_err(wrong)?);
        let (returns, scores) = (returns.as_slice_mut().map_err(wrong)?, scores.as_slice_mut().map_err(wrong)?);
        let VecEnv { lanes, pool, master, rules, opponents, .. } = self;
        let batch = Batch { rules: &**rules, master, opponents: opponents.as_ref() };
        let lanes = lanes.get_mut().map_err(|_| poisoned())?;
        if let Some(ids) = ids
            && let Some((lane, id)) = lanes.iter().zip(ids).find(|(lane, id)| !lane.legal.contains(id))
        {
            let (number, count) = (lane.number, lane.legal.len());
            return Err(illegal(format!(
                "ids[{number}] = {id}: not legal there, expected one of its {count} legal ids"
            )));
        }
        let mut wide = Wide { mask, features, last, widths };
        let rows =
            to_move.iter_mut().zip(done).zip(truncated).zip(returns.chunks_mut(seats)).zip(scores.chunks_mut(seats));
        let rows = rows.map(|((((to_move, done), truncated), returns), scores)| {
            let (mask, features, last_features) = wide.next();
            Row { to_move, done, truncated, returns, scores, mask, features, last_features }
        });
        let work = |((number, lane), mut row): ((usize, &mut Lane), Row<'_>)| {
            lane.step(ids.map(|ids| ids[number]), batch, &mut row)
        };
        let stepped = match pool {
            None => {
                let rows: Vec<Row<'_>> = rows.collect();
                detached(py, || lanes.iter_mut().enumerate().zip(rows).try_for_each(work))
            }
            Some((pool, _)) => {
                let rows: Vec<Row<'_>> = rows.collect();
                pooled(py, pool, |stop| {
                    let work = |item: ((usize, &mut Lane), Row<'_>)| stop.observed(|| work(item));
                    lanes.par_iter_mut().enumerate().zip(rows).with_min_len(16).try_for_each(work)
                })
            }
        };
        self.broken = !matches!(stepped, Ok(Ok(())));
        stepped??;
        offsets[0] = 0;
        for (at, lane) in lanes.iter().enumerate() {
            offsets[at + 1] = offsets[at] + lane.legal.len() as i64;
        }
        let needed = offsets[n] as usize;
        if needed > self.legal.bind(py).len() {
            self.legal = PyArray1::zeros(py, needed * 2, false).unbind();
        }
        let mut legal = writable(self.legal.bind(py), "legal")?;
        fill(legal.as_slice_mut().map_err(wrong)?, lanes.iter().map(|lane| &lane.legal[..]));
        Ok(())
    }
}

/// Does `work` on the threads of `pool` while this thread checks for signals.
fn pooled<T: Send>(py: Python<'_>, pool: &ThreadPool, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let (stop, mut raised) = (Stop::default(), Ok(()));
    let (sends, arrives) = std::sync::mpsc::channel();
    let arrives = Mutex::new(arrives);
    let mut result = None;
    let (stop_of_work, slot) = (stop.clone(), &mut result);
    py.detach(|| {
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                *slot = Some(work(&stop_of_work));
                let _ = sends.send(());
            });
            let arrives = arrives.lock().expect("only this thread receives");
            while arrives.recv_timeout(PERIOD) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                if raised.is_ok() {
                    raised = Python::attach(|py| py.check_signals());
                }
                if raised.is_err() {
                    stop.set();
                }
            }
        });
    });
    raised?;
    result.ok_or_else(poisoned)
}

/// Arrays with one row per match; a row may be empty.
struct Wide<'a> {
    mask: &'a mut [i8],
    features: &'a mut [f32],
    last: &'a mut [f32],
    widths: (usize, usize),
}

impl<'a> Wide<'a> {
    fn next(&mut self) -> (&'a mut [i8], &'a mut [f32], &'a mut [f32]) {
        let (mask, features) = self.widths;
        (first(&mut self.mask, mask), first(&mut self.features, features), first(&mut self.last, features))
    }
}

/// Splits off the first `count` elements of `rest`.
fn first<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, after) = std::mem::take(rest).split_at_mut(count);
    *rest = after;
    first
}
