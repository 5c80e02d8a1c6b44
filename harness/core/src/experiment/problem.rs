//! Errors of an experiment file: the place, the message, and the repair with which checking can continue.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use ergo_engine::options::{OptionError, is_near, nearest, unknown};
use toml::Value;

/// An error in an experiment file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line in the file; `None` if the experiment was not read from text.
    pub line: Option<usize>,
    /// The key in the form that `--set` uses. It is preceded by the flag or table that set it, unless the file itself
    /// did.
    pub key: String,
    /// The error and the expected value.
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
    /// Creates a list of errors without a file name.
    pub fn new(all: Vec<Problem>) -> Self {
        Problems { file: None, all }
    }

    /// Sets the path of the file.
    pub fn in_file(self, file: &Path) -> Self {
        Problems { file: Some(file.to_owned()), ..self }
    }

    /// Returns one line per error: `FILE:LINE: key: what is wrong`.
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

/// An error at the path of a value: keys and positions in lists, counted from 0, separated by dots.
#[derive(Debug)]
pub(super) struct Mistake {
    pub path: String,
    pub what: String,
    pub repair: Repair,
    /// True if the check compares several keys, so that the repair of another mistake may have caused this one.
    pub is_cross: bool,
}

/// The change with which checking can continue after a mistake.
#[derive(Debug)]
pub(super) enum Repair {
    /// Remove the value.
    Remove,
    /// Remove the table that contains the value.
    RemoveTable,
    /// Replace the value.
    Put(Value),
    /// Rename the key.
    Rename(String),
    /// Stop checking.
    Stop,
}

impl Mistake {
    pub(super) fn new(path: impl Into<String>, what: impl Display) -> Self {
        Mistake { path: path.into(), what: what.to_string(), repair: Repair::Remove, is_cross: false }
    }

    /// Creates the mistake of an unexpected value.
    pub(super) fn value(path: impl Into<String>, got: &Value, expected: impl Display) -> Self {
        Mistake::new(path, wrong(got, expected))
    }

    /// Creates the mistake of an unknown key in the table at `path`.
    pub(super) fn unknown_key<'k>(path: &str, key: &str, known: impl Iterator<Item = &'k str> + Clone) -> Self {
        let mut mistake = Mistake::new(below(path, key), unknown("key", key, known.clone()));
        if let Some(near) = nearest(key, known).filter(|near| is_near(key, near)) {
            mistake.repair = Repair::Rename(near.to_owned());
        }
        mistake
    }

    /// Creates the mistake of an unknown name at `path`.
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

    /// Converts an error in the settings at `path`.
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
            // The settings of another kind of agent are unrelated to this one.
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

/// Returns the message about an unexpected value.
pub(super) fn wrong(got: &Value, expected: impl Display) -> String {
    let got = match got {
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
        Value::String(text) if text.chars().count() > 60 => "a long text".to_owned(),
        other => other.to_string(),
    };
    format!("wrong value (got {got}, expected {expected})")
}

/// Returns the path of `key` in the table at `path`.
pub(super) fn below(path: &str, key: impl Display) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}
