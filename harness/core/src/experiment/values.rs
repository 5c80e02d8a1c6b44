//! The values of an experiment file: texts, names, numbers and settings, each with its expected form.

use std::collections::BTreeMap;

use ergo_engine::options::{Settings, Value};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::problem::wrong;
use super::reading::one_of;

/// One key and its value.
pub(super) type Change = (String, Value);

/// Reads a value with `take`; if that returns `None`, the error says what is `expected`.
pub(super) fn read_value<'d, D: Deserializer<'d>, T>(
    from: D,
    expected: &str,
    take: impl FnOnce(&toml::Value) -> Option<T>,
) -> Result<T, D::Error> {
    let value = toml::Value::deserialize(from)?;
    take(&value).ok_or_else(|| D::Error::custom(wrong(&value, expected)))
}

/// Reads a text that is not blank.
pub(super) fn text<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    match toml::Value::deserialize(from)? {
        toml::Value::String(text) if !text.trim().is_empty() => Ok(text),
        other => Err(D::Error::custom(wrong(&other, "a text"))),
    }
}

/// Reads an optional text.
pub(super) fn some_text<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    text(from).map(Some)
}

/// Reads one of `words`.
pub(super) fn word<'d, D: Deserializer<'d>>(from: D, words: &'static [&'static str]) -> Result<String, D::Error> {
    let value = toml::Value::deserialize(from)?;
    match value.as_str() {
        Some(word) if words.contains(&word) => Ok(word.to_owned()),
        Some(word) => Err(D::Error::unknown_variant(word, words)),
        None => Err(D::Error::custom(wrong(&value, one_of(words)))),
    }
}

/// Reads a list that is not empty.
pub(super) fn some<'d, D: Deserializer<'d>, T: Deserialize<'d>>(from: D) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(from)?;
    if list.is_empty() {
        Err(D::Error::custom("wrong value (got an empty list, expected one or more)"))
    } else {
        Ok(list)
    }
}

/// A whole number from `LEAST` to `MOST`.
#[derive(Clone, Copy, Serialize)]
#[serde(transparent)]
pub(super) struct BoundedInt<const LEAST: i64, const MOST: i64>(pub i64);

impl<const LEAST: i64, const MOST: i64> BoundedInt<LEAST, MOST> {
    pub(super) fn expected() -> String {
        format!("a whole number from {LEAST} to {MOST}")
    }
}

impl<'d, const LEAST: i64, const MOST: i64> Deserialize<'d> for BoundedInt<LEAST, MOST> {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let within = |number: &i64| (LEAST..=MOST).contains(number);
        read_value(from, &Self::expected(), |value| value.as_integer().filter(within)).map(BoundedInt)
    }
}

/// Reads a text for rows and labels: at most `most` characters, all of which are `good`.
pub(super) fn read_label<'d, D: Deserializer<'d>>(
    from: D,
    most: usize,
    good: impl Fn(char) -> bool,
    expected: &str,
) -> Result<String, D::Error> {
    let name = text(from)?;
    if !name.chars().all(good) || name.chars().count() > most {
        return Err(D::Error::custom(format!("wrong value (got {name:?}, expected up to {most} {expected})")));
    }
    Ok(name)
}

/// The name of an entrant or of a tier.
#[derive(PartialEq)]
pub(super) struct Name(pub String);

impl<'d> Deserialize<'d> for Name {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let sensible = |c: char| c.is_alphanumeric() || "-_.+@".contains(c);
        read_label(from, 40, sensible, "letters, digits or any of - _ . + @").map(Name)
    }
}

/// A value of the rules or of an agent.
pub(super) struct Setting(pub Value);

impl<'d> Deserialize<'d> for Setting {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        read_value(from, "a setting: a number, a word, true or false", |value| match value {
            toml::Value::Boolean(value) => Some(Setting(Value::Bool(*value))),
            toml::Value::Integer(value) => Some(Setting(Value::Int(*value))),
            toml::Value::Float(value) => Some(Setting(Value::Real(*value))),
            toml::Value::String(value) => Some(Setting(Value::Text(value.clone()))),
            _ => None,
        })
    }
}

/// Reads settings by their dotted keys.
pub(super) fn settings<'d, D: Deserializer<'d>>(from: D) -> Result<Settings, D::Error> {
    let given = BTreeMap::<String, Setting>::deserialize(from)?;
    Ok(given.into_iter().map(|(key, Setting(value))| (key, value)).collect())
}

/// Reads one or more values of a setting.
pub(super) fn levels<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Value>, D::Error> {
    some(from).map(|levels| levels.into_iter().map(|Setting(value)| value).collect())
}

/// Converts a setting to TOML.
pub(super) fn toml_value(value: &Value) -> toml::Value {
    toml::Value::try_from(value).expect("a setting is a value of TOML")
}

/// Flattens nested tables to dotted keys. A value that is not a table is left as it is.
///
/// # Errors
///
/// Returns the key that is set twice.
pub(super) fn flatten(settings: &mut toml::Value) -> Result<(), String> {
    let toml::Value::Table(table) = settings else { return Ok(()) };
    let mut flat = toml::Table::new();
    let mut open = vec![(String::new(), std::mem::take(table))];
    while let Some((prefix, nested)) = open.pop() {
        for (key, value) in nested {
            let key = format!("{prefix}{key}");
            match value {
                toml::Value::Table(deeper) => open.push((format!("{key}."), deeper)),
                _ if flat.contains_key(&key) => return Err(key),
                value => drop(flat.insert(key, value)),
            }
        }
    }
    *table = flat;
    Ok(())
}
