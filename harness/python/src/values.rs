//! Conversions between Python and Rust: settings, seeds, seats, JSON, arrays.

use ergo_agents::spec::{AgentSpec, split_settings};
use ergo_engine::options::{OptionSpec, Settings, Value};
use ergo_engine::rng::Seed;
use ergo_engine::seat::{Seat, SeatCount};
use ergo_lab::arena::{DynGame, DynRules};
use ergo_lab::settings::value_of;
use numpy::ndarray::{Dimension, Ix1};
use numpy::{Element, PyArray, PyArray1, PyArrayMethods, PyReadwriteArray, PyUntypedArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString};
use serde_json::Value as Json;

use crate::error::wrong;

/// Converts JSON to Python objects.
pub(crate) fn python<'py>(py: Python<'py>, value: &Json) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Json::Null => Ok(py.None().into_bound(py)),
        Json::Bool(value) => value.into_bound_py_any(py),
        Json::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(whole), _) => whole.into_bound_py_any(py),
            (None, Some(whole)) => whole.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Json::String(text) => text.into_bound_py_any(py),
        Json::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(python(py, item)?))?;
            Ok(list.into_any())
        }
        Json::Object(fields) => {
            let dict = PyDict::new(py);
            fields.iter().try_for_each(|(key, value)| dict.set_item(key, python(py, value)?))?;
            Ok(dict.into_any())
        }
    }
}

/// Converts a setting to a Python object.
pub(crate) fn setting<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Int(value) => value.into_bound_py_any(py),
        Value::Real(value) => value.into_bound_py_any(py),
        Value::Text(value) => value.into_bound_py_any(py),
    }
}

/// Returns options as dicts with `key`, `default`, `range` and `meaning`.
pub(crate) fn options<'py>(py: Python<'py>, options: &[OptionSpec]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for option in options {
        let dict = PyDict::new(py);
        dict.set_item("key", option.key)?;
        dict.set_item("default", setting(py, &option.default)?)?;
        dict.set_item("range", option.range.to_string())?;
        dict.set_item("meaning", option.meaning)?;
        list.append(dict)?;
    }
    Ok(list)
}

/// Reads settings from a dict. The keys of nested dicts are joined by dots.
pub(crate) fn settings(given: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    if let Some(given) = given {
        flatten("", given, &mut settings)?;
    }
    Ok(settings)
}

fn flatten(before: &str, given: &Bound<'_, PyDict>, into: &mut Settings) -> PyResult<()> {
    for (key, value) in given.iter() {
        let key: String =
            key.extract().map_err(|_| wrong(format!("{key}: expected a text as the key of an option")))?;
        let key = if before.is_empty() { key } else { format!("{before}.{key}") };
        if let Ok(inner) = value.cast::<PyDict>() {
            flatten(&key, inner, into)?;
            continue;
        }
        into.0.insert(key.clone(), setting_value(&key, &value)?);
    }
    Ok(())
}

fn setting_value(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let unfit = || wrong(format!("{key} = {value}: expected true, false, a number or a word"));
    if value.is_instance_of::<PyBool>() {
        return Ok(Value::Bool(value.extract()?));
    }
    if value.is_instance_of::<PyInt>() {
        return value.extract().map(Value::Int).map_err(|_| unfit());
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Value::Text(value.extract()?));
    }
    value.extract().map(Value::Real).map_err(|_| unfit())
}

/// Reads an agent as `ergo compare` does: a kind, or `kind:key=value,key=value`.
pub(crate) fn agent(game: &dyn DynGame, text: &str) -> PyResult<AgentSpec> {
    let (kind, given) = split_settings(text).map_err(|what| wrong(format!("agent \"{text}\": {what}")))?;
    let given: Settings = given.into_iter().map(|(key, value)| (key.to_owned(), value_of(value))).collect();
    let spec = game.checked(kind, &given).map_err(|error| wrong(format!("agent \"{text}\": {error}")))?;
    if spec.kind == ergo_agents::process::KIND {
        let what = "programs from outside play in run(), expected an agent of Game.agents or a callable";
        return Err(wrong(format!("agent \"{text}\": {what}")));
    }
    Ok(spec)
}

/// Refuses a search with `milliseconds`, because its choices depend on the clock.
pub(crate) fn without_clock(text: &str, spec: AgentSpec) -> PyResult<AgentSpec> {
    match spec.milliseconds() {
        Some(time) => Err(wrong(format!(
            "agent \"{text}\": milliseconds = {time} does not follow from the seed, expected iterations or evaluations"
        ))),
        None => Ok(spec),
    }
}

/// Returns the `repr` of a value for a message: in one line, at most 60 characters.
pub(crate) fn describe(value: &Bound<'_, PyAny>) -> String {
    let text = value.repr().map_or_else(|_| "a value".to_owned(), |text| text.to_string_lossy().into_owned());
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > 60 { text.chars().take(60).chain("…".chars()).collect() } else { text }
}

/// Reads a whole number of any Python or numpy type.
pub(crate) fn whole_number(name: &str, given: &Bound<'_, PyAny>, least: i64, most: i64) -> PyResult<i64> {
    let number = if given.is_instance_of::<PyBool>() { None } else { given.extract::<i64>().ok() };
    number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        let most = if most > 1 << 40 { "on".to_owned() } else { format!("to {most}") };
        wrong(format!("{name} = {}: expected a whole number from {least} {most}", describe(given)))
    })
}

/// Reads a seed: a whole number from 0 to 2^64 - 1, or 64 hexadecimal digits.
pub(crate) fn seed(given: &Bound<'_, PyAny>) -> PyResult<Seed> {
    if !given.is_instance_of::<PyBool>()
        && let Ok(number) = given.extract::<u64>()
    {
        return Ok(Seed::master(number));
    }
    let text = given.extract::<String>().ok().and_then(|text| text.parse().ok());
    text.ok_or_else(|| {
        let given = describe(given);
        wrong(format!("seed {given}: expected a whole number from 0 to 2^64 - 1 or 64 hexadecimal digits"))
    })
}

/// Reads a seed, or draws one from the operating system if none is given.
pub(crate) fn seed_or_fresh(given: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    match given {
        Some(given) => seed(given),
        None => getrandom::u64().map(Seed::master).map_err(|error| wrong(format!("cannot draw a seed: {error}"))),
    }
}

/// Reads a seat, counted from 0.
pub(crate) fn seat(given: &Bound<'_, PyAny>, seats: SeatCount) -> PyResult<Seat> {
    whole_number("seat", given, 0, seats.get() as i64 - 1).map(|index| Seat::new(index as usize))
}

/// Checks a seat, counted from 0.
pub(crate) fn checked_seat(index: i64, seats: SeatCount) -> PyResult<Seat> {
    match usize::try_from(index) {
        Ok(index) if index < seats.get() => Ok(Seat::new(index)),
        _ => Err(wrong(format!("seat = {index}: expected a whole number from 0 to {}", seats.get() - 1))),
    }
}

/// Returns the number of action ids of a game.
pub(crate) fn num_actions(rules: &dyn DynRules) -> PyResult<usize> {
    let families = rules.facts().families.as_ref().ok_or_else(|| {
        wrong(format!("{} does not number its actions and has no mask, expected the list of legal ids", rules.name()))
    })?;
    Ok(families.iter().map(|(_, count)| count).sum())
}

/// Returns the number of features of a game.
pub(crate) fn num_features(rules: &dyn DynRules) -> PyResult<usize> {
    let none = || wrong(format!("{} has no features, expected observe()", rules.name()));
    rules.facts().features.ok_or_else(none)
}

/// Returns the array `given` as `name`, which must be contiguous and have this type and shape, or a new array of zeros.
pub(crate) fn array<'py, T: NumpyType, D: Dimension>(
    name: &str,
    py: Python<'py>,
    given: Option<&Bound<'py, PyAny>>,
    shape: D,
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let Some(given) = given else { return Ok(PyArray::zeros(py, shape, false)) };
    let expected = || format!("expected an array of {} of shape {:?} contiguous in memory", T::NAME, shape.slice());
    let array = given.cast::<PyArray<T, D>>().map_err(|_| {
        let dtype = given.getattr("dtype").and_then(|dtype| dtype.str()).map(|dtype| format!(" of {dtype}"));
        let kind = given.get_type().name().map_or_else(|_| "value".to_owned(), |kind| kind.to_string());
        wrong(format!("{name}: a {kind}{}, {}", dtype.unwrap_or_default(), expected()))
    })?;
    if array.shape() != shape.slice() || !array.is_c_contiguous() {
        return Err(wrong(format!("{name}: an array of shape {:?}, {}", array.shape(), expected())));
    }
    Ok(array.clone())
}

/// Fills the array `given` as `name`, or a new one, with `count` numbers.
pub(crate) fn row<'py, T: NumpyType>(
    name: &str,
    py: Python<'py>,
    given: Option<&Bound<'py, PyAny>>,
    count: usize,
    fill: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyArray1<T>>> {
    let array = array(name, py, given, Ix1(count))?;
    fill(writable(&array, name)?.as_slice_mut().map_err(wrong)?);
    Ok(array)
}

/// Element types of arrays with their numpy names.
pub(crate) trait NumpyType: Element {
    const NAME: &'static str;
}

macro_rules! named {
    ($($kind:ty: $name:literal),+) => {
        $(impl NumpyType for $kind {
            const NAME: &'static str = $name;
        })+
    };
}
named!(i8: "int8", u8: "uint8", i32: "int32", i64: "int64", f32: "float32");

/// Borrows an array for writing.
pub(crate) fn writable<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
    name: &str,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.try_readwrite().map_err(|what| wrong(format!("{name}: {what}, expected an array to write into")))
}
