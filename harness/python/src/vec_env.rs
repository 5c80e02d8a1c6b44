//! Many matches at once, stepped by ids into arrays that stay where they are.

use std::sync::{Arc, Mutex, PoisonError};

use ergo_engine::rng::Seed;
use ergo_lab::arena::DynRules;
use numpy::{Element, PyArray1, PyArray2, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::lane::{House, Lane, Row};
use crate::values::{self, num_actions, num_features, writable};

/// The most matches that are stepped at once.
const MOST: usize = 1 << 20;

/// `n` matches of a game that are stepped together; one that ends is followed by a fresh one. All arrays are filled in place by
/// `step` and `reset` and stay the same objects, but for `legal`, which is a larger one where it must be.
#[pyclass(module = "ergo_lab")]
pub(crate) struct VecEnv {
    rules: Arc<dyn DynRules>,
    master: Seed,
    house: Option<House>,
    n: usize,
    // Behind a lock only because it must be shareable; whoever has the environment to change it need not wait.
    lanes: Mutex<Vec<Lane>>,
    pool: Option<ThreadPool>,
    to_move: Py<PyArray1<i32>>,
    done: Py<PyArray1<u8>>,
    returns: Py<PyArray2<f32>>,
    scores: Py<PyArray2<i32>>,
    offsets: Py<PyArray1<i64>>,
    legal: Py<PyArray1<u32>>,
    mask: Option<Py<PyArray2<u8>>>,
    features: Option<Py<PyArray2<f32>>>,
}

/// The array that the caller gave under `name`, if it has this shape, or a new one.
macro_rules! array {
    ($py:expr, $out:expr, $name:literal, $kind:ty, $shape:expr) => {{
        let given = match $out {
            Some(out) => out.get_item($name)?,
            None => None,
        };
        match given {
            Some(given) => {
                let wanted = format!("{:?} of {}", $shape, <$kind as Named>::NAME);
                let array =
                    given.cast_into::<$kind>().map_err(|_| wrong(format!("{}: expected an array {wanted}", $name)))?;
                if array.shape() != &$shape[..] || !array.is_c_contiguous() {
                    return Err(wrong(format!("{}: shape {:?}, expected {wanted} in one piece", $name, array.shape())));
                }
                array.unbind()
            }
            None => <$kind>::zeros($py, $shape, false).unbind(),
        }
    }};
}

/// An array with a name for its numbers.
trait Named {
    const NAME: &'static str;
}

impl Named for PyArray1<i32> {
    const NAME: &'static str = "int32";
}
impl Named for PyArray2<i32> {
    const NAME: &'static str = "int32";
}
impl Named for PyArray1<u8> {
    const NAME: &'static str = "uint8";
}
impl Named for PyArray2<u8> {
    const NAME: &'static str = "uint8";
}
impl Named for PyArray1<i64> {
    const NAME: &'static str = "int64";
}
impl Named for PyArray2<f32> {
    const NAME: &'static str = "float32";
}

#[pymethods]
impl VecEnv {
    /// `n` matches of `game` that follow from `seed`, stepped by so many threads. Without a seed the operating system draws one. `mask`
    /// and `features` say whether those arrays are filled. `out` may name arrays of the caller's to be filled in the place of new ones.
    /// With bots of the house `against` the learner, as many as there are other seats, only the learner's decisions are stepped:
    /// `to_move` is always its seat, which is `seat` (from 0) or each seat in turn, beginning with one drawn from `seed`. `returns[i]` of
    /// a match that ended belongs to the seat `to_move[i]` before that step. A match that ends before the learner's first decision is skipped.
    #[new]
    #[pyo3(signature = (game, n, seed=None, mask=true, features=false, threads=1, out=None, against=None, seat=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: &Game,
        n: usize,
        seed: Option<&Bound<'_, PyAny>>,
        mask: bool,
        features: bool,
        threads: usize,
        out: Option<&Bound<'_, PyDict>>,
        against: Option<Vec<String>>,
        seat: Option<i64>,
    ) -> PyResult<Self> {
        if n == 0 || n > MOST {
            return Err(wrong(format!("n = {n}: expected 1 to {MOST}")));
        }
        if threads == 0 || threads > 1 << 10 {
            return Err(wrong(format!("threads = {threads}: expected 1 to 1024")));
        }
        let known = ["to_move", "done", "returns", "scores", "offsets", "mask", "features"];
        for key in out.iter().flat_map(|out| out.keys()) {
            let key: String = key.extract()?;
            if !known.contains(&key.as_str()) {
                return Err(wrong(format!("out: \"{key}\", expected arrays called {}", known.join(", "))));
            }
        }
        let rules = Arc::clone(&game.rules);
        let master = values::seed_or_fresh(seed)?;
        let seats = rules.seats().get();
        let (ids, inputs) =
            (if mask { num_actions(&*rules)? } else { 0 }, if features { num_features(&*rules)? } else { 0 });
        let pool = match threads {
            1 => None,
            _ => Some(ThreadPoolBuilder::new().num_threads(threads).build().map_err(wrong)?),
        };
        let house = House::new(game, against, seat)?;
        let lanes: PyResult<Vec<Lane>> =
            (0..n as u64).map(|number| Lane::new(number, &*rules, &master, house.as_ref())).collect();
        let mut env = VecEnv {
            n,
            lanes: Mutex::new(lanes?),
            master,
            house,
            pool,
            to_move: array!(py, out, "to_move", PyArray1<i32>, [n]),
            done: array!(py, out, "done", PyArray1<u8>, [n]),
            returns: array!(py, out, "returns", PyArray2<f32>, [n, seats]),
            scores: array!(py, out, "scores", PyArray2<i32>, [n, seats]),
            offsets: array!(py, out, "offsets", PyArray1<i64>, [n + 1]),
            legal: PyArray1::zeros(py, 64 * n, false).unbind(),
            mask: if mask { Some(array!(py, out, "mask", PyArray2<u8>, [n, ids])) } else { None },
            features: if features { Some(array!(py, out, "features", PyArray2<f32>, [n, inputs])) } else { None },
            rules,
        };
        if let Some(mask) = &env.mask {
            writable(mask.bind(py), "mask")?.as_slice_mut().map_err(wrong)?.fill(0);
        }
        env.go(py, None)?;
        Ok(env)
    }

    /// The seed that all matches follow from, 64 hexadecimal digits: the one given, or one that the operating system drew.
    #[getter]
    fn seed(&self) -> String {
        self.master.to_string()
    }

    /// How many matches.
    #[getter]
    fn n(&self) -> usize {
        self.n
    }

    /// The seat to choose in each match, from 0: `int32` of shape `(n,)`.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i32>> {
        self.to_move.bind(py).clone()
    }

    /// Whether the last step ended the match that was played there, and a fresh one stands there now: `uint8` of shape `(n,)`.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.done.bind(py).clone()
    }

    /// The worth to each seat, by the rules, of the match that the last step ended; 0 where none ended: `float32`, `(n, seats)`.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.returns.bind(py).clone()
    }

    /// Points of each seat, after a match that has just ended its last: `int32` of shape `(n, seats)`.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        self.scores.bind(py).clone()
    }

    /// Where the legal ids of each match begin in `legal`, and where the last ends: `int64` of shape `(n + 1,)`.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.offsets.bind(py).clone()
    }

    /// The legal ids of all matches one after the other, `uint32`: those of match `i` are `legal[offsets[i]:offsets[i + 1]]`. What
    /// lies behind the last offset means nothing.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.legal.bind(py).clone()
    }

    /// 1 where an id is legal: `uint8` of shape `(n, Game.num_actions)`. Only what changed is written, so nobody else may.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<u8>>> {
        self.mask.as_ref().map(|mask| mask.bind(py).clone())
    }

    /// The knowledge of the seat to move as numbers: `float32` of shape `(n, Game.num_features)`.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray2<f32>>> {
        self.features.as_ref().map(|features| features.bind(py).clone())
    }

    /// Plays one action in every match: `ids`, `uint32` of shape `(n,)`. If one is not legal nothing is played.
    fn step(&mut self, py: Python<'_>, ids: PyReadonlyArray1<'_, u32>) -> PyResult<()> {
        let view = ids.as_slice().map_err(|_| wrong("ids: expected an array in one piece"))?;
        if view.len() != self.n {
            return Err(wrong(format!("ids: {} of them, expected one for each of {} matches", view.len(), self.n)));
        }
        self.go(py, Some(view))
    }

    /// Begins fresh matches everywhere: those of `seed` if one is given, else the next ones.
    #[pyo3(signature = (seed=None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let fresh = seed.map(values::seed).transpose()?;
        self.master = fresh.unwrap_or(self.master);
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        for lane in lanes.iter_mut() {
            let begun = if fresh.is_some() { 1 } else { lane.begun + 1 };
            lane.begin(begun, &*self.rules, &self.master, self.house.as_ref())?;
        }
        self.go(py, None)
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!("VecEnv({:?}, n={})", self.rules.name(), self.n)
    }
}

impl VecEnv {
    /// Plays `ids`, if there are any, and fills all arrays.
    fn go(&mut self, py: Python<'_>, ids: Option<&[u32]>) -> PyResult<()> {
        let n = self.n;
        let seats = self.rules.seats().get();
        let mut to_move = writable(self.to_move.bind(py), "to_move")?;
        let mut done = writable(self.done.bind(py), "done")?;
        let mut returns = writable(self.returns.bind(py), "returns")?;
        let mut scores = writable(self.scores.bind(py), "scores")?;
        let mut offsets = writable(self.offsets.bind(py), "offsets")?;
        let mut mask = self.mask.as_ref().map(|mask| writable(mask.bind(py), "mask")).transpose()?;
        let mut features = self.features.as_ref().map(|array| writable(array.bind(py), "features")).transpose()?;
        let width = |len: usize| len / n;
        let mask = mask.as_mut().map_or(Ok(&mut [][..]), |mask| mask.as_slice_mut()).map_err(wrong)?;
        let features = features.as_mut().map_or(Ok(&mut [][..]), |array| array.as_slice_mut()).map_err(wrong)?;
        let (mask_width, features_width) = (width(mask.len()), width(features.len()));
        let to_move = to_move.as_slice_mut().map_err(wrong)?;
        let done = done.as_slice_mut().map_err(wrong)?;
        let returns = returns.as_slice_mut().map_err(wrong)?;
        let scores = scores.as_slice_mut().map_err(wrong)?;
        let offsets = offsets.as_slice_mut().map_err(wrong)?;
        let VecEnv { lanes, pool, master, rules, house, .. } = self;
        let (master, rules, house) = (&*master, &**rules, house.as_ref());
        let lanes = lanes.get_mut().unwrap_or_else(PoisonError::into_inner);

        py.detach(|| {
            if let Some(ids) = ids
                && let Some((lane, id)) = lanes.iter().zip(ids).find(|(lane, id)| !lane.legal.contains(id))
            {
                return Err(illegal(format!(
                    "ids[{}] = {id}: not legal there, expected one of its {} legal ids",
                    lane.number,
                    lane.legal.len()
                )));
            }
            let mut rows = Rows { mask, features, mask_width, features_width };
            let rows = to_move.iter_mut().zip(done).zip(returns.chunks_mut(seats)).zip(scores.chunks_mut(seats)).map(
                |(((to_move, done), returns), scores)| {
                    let (mask, features) = rows.next();
                    Row { to_move, done, returns, scores, mask, features }
                },
            );
            let work = |((number, lane), mut row): ((usize, &mut Lane), Row<'_>)| {
                lane.step(ids.map(|ids| ids[number]), (rules, master, house), &mut row)
            };
            match pool {
                None => lanes.iter_mut().enumerate().zip(rows).try_for_each(work),
                Some(pool) => {
                    let rows: Vec<Row<'_>> = rows.collect();
                    pool.install(|| lanes.par_iter_mut().enumerate().zip(rows).with_min_len(16).try_for_each(work))
                }
            }?;
            offsets[0] = 0;
            for (at, lane) in lanes.iter().enumerate() {
                offsets[at + 1] = offsets[at] + lane.legal.len() as i64;
            }
            Ok(())
        })?;

        let needed = offsets[n] as usize;
        if needed > self.legal.bind(py).len() {
            self.legal = PyArray1::zeros(py, needed * 2, false).unbind();
        }
        let mut legal = writable(self.legal.bind(py), "legal")?;
        let mut rest = legal.as_slice_mut().map_err(wrong)?;
        for lane in lanes {
            let (here, after) = rest.split_at_mut(lane.legal.len());
            here.copy_from_slice(&lane.legal);
            rest = after;
        }
        Ok(())
    }
}

/// Rows of two arrays, which may have no width.
struct Rows<'a> {
    mask: &'a mut [u8],
    features: &'a mut [f32],
    mask_width: usize,
    features_width: usize,
}

impl<'a> Rows<'a> {
    fn next(&mut self) -> (&'a mut [u8], &'a mut [f32]) {
        (first(&mut self.mask, self.mask_width), first(&mut self.features, self.features_width))
    }
}

/// Takes the first `count` places of `rest`.
fn first<'a, T: Element>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, after) = std::mem::take(rest).split_at_mut(count);
    *rest = after;
    first
}
