//! One table of an experiment file, read key by key; every complaint says where it is.

use std::ops::RangeInclusive;

use ergo_engine::options::nearest;
use toml::{Table, Value};

use super::problem::Problem;

/// A table with the path that leads to it.
pub(super) struct Section<'d> {
    path: String,
    table: &'d Table,
}

impl<'d> Section<'d> {
    /// The whole file.
    pub(super) fn root(table: &'d Table) -> Self {
        Section { path: String::new(), table }
    }

    /// `value` as the table at `path`.
    pub(super) fn of(path: String, value: &'d Value) -> Result<Self, Problem> {
        match value {
            Value::Table(table) => Ok(Section { path, table }),
            other => Err(Problem::new(path, format!("{} instead of keys, expected a table", describe(other)))),
        }
    }

    /// The path of a key of this table.
    pub(super) fn at(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_owned(),
            path if path.contains(' ') => format!("{path}, {key}"),
            path => format!("{path}.{key}"),
        }
    }

    /// Refuses keys that are not among `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Problem> {
        match self.table.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => {
                let near = nearest(key, known.iter().copied()).unwrap_or_default();
                Err(Problem::new(
                    self.at(key),
                    format!("unknown key \"{key}\", expected \"{near}\" or another known key"),
                ))
            }
        }
    }

    /// The value of `key`, which must be there.
    pub(super) fn required(&self, key: &str, expected: &str) -> Result<&'d Value, Problem> {
        self.table.get(key).ok_or_else(|| Problem::new(self.at(key), format!("missing, expected {expected}")))
    }

    /// The value of `key`, if it is there.
    pub(super) fn get(&self, key: &str) -> Option<&'d Value> {
        self.table.get(key)
    }

    /// The text at `key`, which must be there and say something.
    pub(super) fn text(&self, key: &str, expected: &str) -> Result<&'d str, Problem> {
        match self.required(key, expected)? {
            Value::String(text) if !text.trim().is_empty() => Ok(text),
            other => Err(self.wrong(key, other, expected)),
        }
    }

    /// The whole number at `key`, within `range`.
    pub(super) fn whole(&self, key: &str, range: RangeInclusive<i64>) -> Result<i64, Problem> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        match self.required(key, &expected)? {
            Value::Integer(number) if range.contains(number) => Ok(*number),
            other => Err(self.wrong(key, other, &expected)),
        }
    }

    /// Yes or no at `key`; no if it is absent.
    pub(super) fn flag(&self, key: &str) -> Result<bool, Problem> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Boolean(flag)) => Ok(*flag),
            Some(other) => Err(self.wrong(key, other, "true or false")),
        }
    }

    /// What the word at `key` stands for; that of the first word if the key is absent.
    pub(super) fn one_of<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<T, Problem> {
        let Some(value) = self.get(key) else { return Ok(words[0].1) };
        let known = words.iter().find(|(word, _)| value.as_str() == Some(word));
        known.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let quoted: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            let (last, others) = quoted.split_last().expect("there is a first word");
            self.wrong(key, value, &format!("{} or {last}", others.join(", ")))
        })
    }

    /// The list at `key`, which must be there and not be empty.
    pub(super) fn list(&self, key: &str, expected: &str) -> Result<&'d [Value], Problem> {
        match self.required(key, expected)? {
            Value::Array(list) if !list.is_empty() => Ok(list),
            Value::Array(_) => Err(Problem::new(self.at(key), format!("an empty list, expected {expected}"))),
            other => Err(self.wrong(key, other, expected)),
        }
    }

    /// The tables written as `[[key]]`; none if the key is absent. Each is called by the key and its number.
    pub(super) fn sections(&self, key: &str) -> Result<Vec<Section<'d>>, Problem> {
        let list = match self.get(key) {
            None => return Ok(Vec::new()),
            Some(Value::Array(list)) => list,
            Some(other) => return Err(self.wrong(key, other, &format!("[[{key}]] tables"))),
        };
        list.iter().enumerate().map(|(i, value)| Section::of(format!("{key} {}", i + 1), value)).collect()
    }

    /// All keys and values.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&'d String, &'d Value)> + use<'d> {
        self.table.iter()
    }

    /// The complaint that `value` stands at `key`.
    pub(super) fn wrong(&self, key: &str, value: &Value, expected: &str) -> Problem {
        Problem::new(self.at(key), format!("{} will not do, expected {expected}", describe(value)))
    }
}

/// A value in a few words.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
        Value::String(text) if text.chars().count() > 60 => "a long text".to_owned(),
        other => other.to_string(),
    }
}
