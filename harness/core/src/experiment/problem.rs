//! Errors of an experiment file: where each is, what is wrong, and how checking can go on to the next one.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use ergo_engine::options::{OptionError, is_near, nearest, unknown};
use toml::Value;

/// An error of an experiment file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line of the file; none where the experiment was not read from a text.
    pub line: Option<usize>,
    /// The key as `--set` spells it, after the flag or table that set it if it was not the file itself.
    pub key: String,
    /// The error and what is expected.
    pub what: String,
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.key.as_str() {
            "" => f.write_str(&self.what),
            key => write!(f, "{key}: {}", self.what),
        }
    }
}

/// All errors of an experiment file, in the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.lines().join("\n"))]
pub struct Problems {
    file: Option<PathBuf>,
    /// The errors; one or more.
    pub all: Vec<Problem>,
}

impl Problems {
    /// These errors of a file that is not known.
    pub fn new(all: Vec<Problem>) -> Self {
        Problems { file: None, all }
    }

    /// The same errors, of the file at this path.
    pub fn in_file(self, file: &Path) -> Self {
        Problems { file: Some(file.to_owned()), ..self }
    }

    /// A line for each error: `FILE:LINE: key: what is wrong`.
    pub fn lines(&self) -> Vec<String> {
        let line = |problem: &Problem| match (&self.file, problem.line) {
            (Some(file), Some(line)) => format!("{}:{line}: {problem}", file.display()),
            (Some(file), None) => format!("{}: {problem}", file.display()),
            (None, Some(line)) => format!("line {line}: {problem}"),
            (None, None) => problem.to_string(),
        };
        self.all.iter().map(line).collect()
    }
}

/// An error at the path of a value: keys and, counted from 0, places in lists, with dots between them.
#[derive(Debug)]
pub(super) struct Mistake {
    pub path: String,
    pub what: String,
    pub repair: Repair,
    /// Whether it compares several keys, so that the repair of another mistake may have caused it.
    pub is_cross: bool,
}

/// The change that lets checking go on after a mistake.
#[derive(Debug)]
pub(super) enum Repair {
    /// Leave the value out.
    Remove,
    /// Leave out the table that holds the value.
    RemoveTable,
    /// Set this value in its place.
    Put(Value),
    /// Call the key this.
    Rename(String),
    /// Check no further.
    Stop,
}

impl Mistake {
    pub(super) fn new(path: impl Into<String>, what: impl Display) -> Self {
        Mistake { path: path.into(), what: what.to_string(), repair: Repair::Remove, is_cross: false }
    }

    /// The mistake of a value that is not what is expected.
    pub(super) fn value(path: impl Into<String>, got: &Value, expected: impl Display) -> Self {
        Mistake::new(path, wrong(got, expected))
    }

    /// The mistake of a key that is not among `known`, which stands in the table at `path`.
    pub(super) fn unknown_key<'k>(path: &str, key: &str, known: impl Iterator<Item = &'k str> + Clone) -> Self {
        let mut mistake = Mistake::new(below(path, key), unknown("key", key, known.clone()));
        if let Some(near) = nearest(key, known).filter(|near| is_near(key, near)) {
            mistake.repair = Repair::Rename(near.to_owned());
        }
        mistake
    }

    /// The mistake of a name at `path` that is not among `known`.
    pub(super) fn unknown_name<'k>(
        path: &str,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) -> Self {
        let mistake = Mistake::new(path, unknown(what, name, known.clone()));
        match nearest(name, known).filter(|near| is_near(name, near)) {
            Some(near) => mistake.put(near),
            None => mistake,
        }
    }

    /// The mistake in one of the settings at `path`, or in several together.
    pub(super) fn setting(path: &str, error: &OptionError) -> Self {
        let at = |key: &str| below(path, key);
        match error {
            OptionError::Unknown { key, nearest } => {
                let mistake = Mistake::unknown_key(path, key, std::iter::once(nearest.as_str()));
                Mistake { what: error.to_string(), ..mistake }
            }
            OptionError::UnknownKind { kind, nearest, .. } if is_near(kind, nearest) => {
                Mistake::new(at("kind"), error).put(*nearest)
            }
            // What another kind takes says nothing about this one.
            OptionError::UnknownKind { .. } => {
                Mistake { repair: Repair::RemoveTable, ..Mistake::new(at("kind"), error) }
            }
            OptionError::NoOptions { key } => Mistake::new(at(key), error),
            OptionError::Range { key, value, expected } => {
                Mistake::new(at(key), format!("wrong value (got {value}, expected {expected})"))
            }
            OptionError::Together(_) => Mistake::new(path, error).cross(),
        }
    }

    pub(super) fn put(mut self, value: impl Into<Value>) -> Self {
        self.repair = Repair::Put(value.into());
        self
    }

    pub(super) fn stop(mut self) -> Self {
        self.repair = Repair::Stop;
        self
    }

    pub(super) fn cross(mut self) -> Self {
        self.is_cross = true;
        self
    }
}

/// Returns the message about a value that is not what is expected.
pub(super) fn wrong(got: &Value, expected: impl Display) -> String {
    let got = match got {
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
        Value::String(text) if text.chars().count() > 60 => "a long text".to_owned(),
        other => other.to_string(),
    };
    format!("wrong value (got {got}, expected {expected})")
}

/// The path of `key` in the table at `path`.
pub(super) fn below(path: &str, key: impl Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}
