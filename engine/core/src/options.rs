//! Settings as data: the options of a game or an agent, with defaults, ranges and meanings.
//!
//! Games and agents declare their options in one list. Experiments, sweeps, `--set`, the listings of `ergo games` and
//! `ergo agents`, and all error messages use that list.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::game::Game;
use crate::maps::map_of;
use crate::seat::SeatCount;

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A real number.
    Real(f64),
    /// A word or a one-line text.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
            Value::Text(value) => write!(f, "\"{value}\""),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<u32> for Value {
    fn from(value: u32) -> Self {
        Value::Int(value.into())
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::Text(value.to_owned())
    }
}

/// The values that an option accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// `true` or `false`.
    Bool,
    /// An integer between both bounds, inclusive.
    Int(i64, i64),
    /// A real number between both bounds, inclusive.
    Real(f64, f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any text of one line.
    Text,
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Bool => write!(f, "true or false"),
            Range::Int(least, most) => write!(f, "a whole number from {least} to {most}"),
            Range::Real(least, most) => write!(f, "a number from {least} to {most}"),
            Range::OneOf(words) => {
                for (i, word) in words.iter().enumerate() {
                    let gap = if i == 0 { "" } else { " or " };
                    write!(f, "{gap}\"{word}\"")?;
                }
                Ok(())
            }
            Range::Text => write!(f, "a text of one line"),
        }
    }
}

impl Range {
    fn holds(&self, value: &Value) -> bool {
        match (self, value) {
            (Range::Bool, Value::Bool(_)) => true,
            (Range::Int(least, most), Value::Int(value)) => (least..=most).contains(&value),
            (Range::Real(least, most), Value::Real(value)) => (least..=most).contains(&value),
            (Range::OneOf(words), Value::Text(value)) => words.contains(&value.as_str()),
            (Range::Text, Value::Text(value)) => !value.chars().any(char::is_control),
            _ => false,
        }
    }
}

/// The declaration of one option.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionSpec {
    /// The key in an experiment file. A dot separates table and key (`cards.not`).
    pub key: &'static str,
    /// The value if the key is absent.
    pub default: Value,
    /// The accepted values.
    pub range: Range,
    /// A one-line description.
    pub meaning: &'static str,
}

impl OptionSpec {
    /// Declares a Boolean option.
    pub const fn bool(key: &'static str, default: bool, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Bool(default), range: Range::Bool, meaning }
    }

    /// Declares an integer option with inclusive bounds.
    pub const fn int(key: &'static str, default: i64, least: i64, most: i64, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Int(default), range: Range::Int(least, most), meaning }
    }

    /// Declares a real-valued option with inclusive bounds.
    pub const fn real(key: &'static str, default: f64, least: f64, most: f64, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Real(default), range: Range::Real(least, most), meaning }
    }

    /// Declares an option that takes one of `words`. The first word is the default.
    ///
    /// # Panics
    ///
    /// If `words` is empty.
    pub fn one_of(key: &'static str, words: &'static [&'static str], meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Text(words[0].to_owned()), range: Range::OneOf(words), meaning }
    }

    /// Declares a one-line text option, empty by default.
    pub const fn text(key: &'static str, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Text(String::new()), range: Range::Text, meaning }
    }
}

/// Values by key. User input may hold only some keys; [`Settings::checked`] fills in the rest.
///
/// ```
/// use ergo_core::{OptionSpec, Settings};
///
/// let options = [OptionSpec::int("stones", 21, 1, 1000, "stones of the heap")];
/// assert_eq!(Settings::default().checked(&options).unwrap().int("stones"), 21);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Settings(pub BTreeMap<String, Value>);

impl<V: Into<Value>, const N: usize> From<[(&str, V); N]> for Settings {
    fn from(values: [(&str, V); N]) -> Self {
        values.into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect()
    }
}

impl FromIterator<(String, Value)> for Settings {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        Settings(map_of(values))
    }
}

/// Parses settings such as `draw=1 fallacy_bars=all`, separated by spaces or commas. `-` stands for no settings.
///
/// ```
/// use ergo_core::options::{Settings, Value};
///
/// let settings: Settings = "draw=1, wild_as_ergo=false".parse().unwrap();
/// assert_eq!(settings, Settings::from([("draw", Value::Int(1)), ("wild_as_ergo", Value::Bool(false))]));
/// ```
impl FromStr for Settings {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        let value = |text: &str| {
            let value = text.parse().map(Value::Int).or_else(|_| text.parse().map(Value::Bool));
            let number = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite()).map(Value::Real);
            value.ok().or_else(|| number(text)).unwrap_or_else(|| text.into())
        };
        let setting = |pair: &str| match pair.split_once('=') {
            Some((key, text)) => Ok((key.to_owned(), value(text))),
            None => Err(OptionError::Together(format!("\"{pair}\": expected key=value"))),
        };
        text.split([' ', ',']).filter(|pair| !pair.is_empty() && *pair != "-").map(setting).collect()
    }
}

impl Settings {
    /// Validates the values and returns them with all defaults of `specs` filled in. Integers are converted where
    /// `specs` expects a real number or a word of digits (`deck = 2015`).
    ///
    /// # Errors
    ///
    /// If a key is not in `specs` or a value is outside its range.
    pub fn checked(&self, specs: &[OptionSpec]) -> Result<Settings, OptionError> {
        let mut full = map_of(specs.iter().map(|spec| (spec.key.to_owned(), spec.default.clone())));
        for (key, value) in &self.0 {
            let Some(spec) = specs.iter().find(|spec| spec.key == key) else {
                return Err(OptionError::unknown_key(key, specs.iter().map(|spec| spec.key)));
            };
            let value = match (spec.range, value) {
                (Range::Real(..), Value::Int(whole)) => Value::Real(*whole as f64),
                (Range::OneOf(_), Value::Int(whole)) => Value::Text(whole.to_string()),
                _ => value.clone(),
            };
            if !spec.range.holds(&value) {
                return Err(OptionError::Range { key: key.clone(), value, expected: spec.range.to_string() });
            }
            full.insert(key.clone(), value);
        }
        Ok(Settings(full))
    }

    /// Returns the Boolean value of `key`.
    ///
    /// # Panics
    ///
    /// If the settings were not checked or the option is not Boolean.
    pub fn bool(&self, key: &str) -> bool {
        match self.0[key] {
            Value::Bool(value) => value,
            _ => unreachable!("{key} was checked to be a bool"),
        }
    }

    /// Returns the integer value of `key`.
    ///
    /// # Panics
    ///
    /// If the settings were not checked or the option is not an integer.
    pub fn int(&self, key: &str) -> i64 {
        match self.0[key] {
            Value::Int(value) => value,
            _ => unreachable!("{key} was checked to be a whole number"),
        }
    }

    /// Returns the real value of `key`.
    ///
    /// # Panics
    ///
    /// If the settings were not checked or the option is not a real number.
    pub fn real(&self, key: &str) -> f64 {
        match self.0[key] {
            Value::Real(value) => value,
            _ => unreachable!("{key} was checked to be a number"),
        }
    }

    /// Returns the word of `key`, parsed into an enum declared with [`words`](crate::words!).
    ///
    /// # Panics
    ///
    /// If the settings were not checked, or `T` has other words than the option.
    pub fn pick<T: FromStr>(&self, key: &str) -> T {
        self.text(key).parse().ok().unwrap_or_else(|| unreachable!("{key} was checked to be one of the words"))
    }

    /// Returns the word or text of `key`.
    ///
    /// # Panics
    ///
    /// If the settings were not checked or the option is not a text.
    pub fn text(&self, key: &str) -> &str {
        match &self.0[key] {
            Value::Text(value) => value,
            _ => unreachable!("{key} was checked to be a text"),
        }
    }
}

/// An error in a setting.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OptionError {
    /// The key does not exist.
    #[error("unknown key \"{key}\" (did you mean \"{nearest}\"?)")]
    Unknown {
        /// The key as given.
        key: String,
        /// The most similar known key.
        nearest: String,
    },
    /// The kind of agent does not exist.
    #[error("{message}")]
    UnknownKind {
        /// The whole message, which suggests the most similar kind or lists all kinds.
        message: String,
        /// The kind as given.
        kind: String,
        /// The most similar known kind.
        nearest: &'static str,
    },
    /// The key does not exist, and there are no options at all.
    #[error("unknown key \"{key}\", there are no options here")]
    NoOptions {
        /// The key as given.
        key: String,
    },
    /// The value has the wrong type or is out of range.
    #[error("{key} = {value}: expected {expected}")]
    Range {
        /// The key of the option.
        key: String,
        /// The value as given.
        value: Value,
        /// A description of the accepted values.
        expected: String,
    },
    /// Values that contradict each other.
    #[error("{0}")]
    Together(String),
}

impl OptionError {
    /// Returns the error for a `key` that is not among the `known` ones.
    pub fn unknown_key<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Self {
        match nearest(key, known) {
            Some(nearest) => OptionError::Unknown { key: key.to_owned(), nearest: nearest.to_owned() },
            None => OptionError::NoOptions { key: key.to_owned() },
        }
    }
}

/// Returns the word of `known` with the smallest edit distance to `word`, relative to its length.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let edits = |other: &&str| -strsim::normalized_damerau_levenshtein(word, other);
    known.min_by(|one, other| edits(one).total_cmp(&edits(other)))
}

/// Returns true if two words are so similar (normalised edit distance up to one half) that one is probably a
/// misspelling of the other.
pub fn is_near(word: &str, other: &str) -> bool {
    strsim::normalized_damerau_levenshtein(word, other) >= 0.5
}

/// Returns the error message for a word that is not among `known`. It suggests the most similar word, or lists all
/// words if none is similar.
pub fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) if is_near(word, near) => format!("unknown {what} \"{word}\" (did you mean \"{near}\"?)"),
        Some(_) => {
            let mut listed: Vec<&str> = Vec::new();
            known.for_each(|word| {
                if !listed.contains(&word) {
                    listed.push(word)
                }
            });
            format!("unknown {what} \"{word}\" (expected one of {})", listed.join(", "))
        }
        None => format!("unknown {what} \"{word}\" (there is none)"),
    }
}

/// A game that can be set up by name and options.
pub trait Configurable: Game {
    /// The name in experiments and transcripts.
    const NAME: &'static str;
    /// An unambiguous name, if other games share the short one.
    const FULL_NAME: &'static str = Self::NAME;
    /// A one-line description.
    const ABOUT: &'static str;
    /// The fewest and the most seats.
    const SEATS: (usize, usize);
    /// The option that limits the number of rounds of a match, if rounds are dealt independently and each scores
    /// points. `None` if a match is a single unit.
    const ROUND_LIMIT: Option<&'static str> = None;

    /// Returns all options of the rules. The default is none.
    fn options() -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Returns the rules with the `given` options and defaults for the others. `seats` must lie within
    /// [`Configurable::SEATS`].
    ///
    /// # Errors
    ///
    /// If an option is unknown, out of range or in conflict with another one.
    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError>;

    /// Returns the rules with the settings of a text such as `target=20 draw=3`.
    ///
    /// # Errors
    ///
    /// If the text cannot be parsed, or for the reasons of [`Configurable::configure`].
    ///
    /// # Panics
    ///
    /// If `seats` is not from 1 to [`MAX_SEATS`](crate::seat::MAX_SEATS).
    fn from_text(seats: usize, text: &str) -> Result<Self, OptionError> {
        Self::configure(SeatCount::new(seats), &text.parse()?)
    }

    /// Returns the current value of every option. The default is none.
    fn settings(&self) -> Settings {
        Settings::default()
    }

    /// Returns values for other options that an experiment should use by default when it varies `options`, so that it
    /// does not measure a side effect of a rule that the varied options trigger.
    fn settings_when_varied(options: &[&str]) -> Settings {
        let _ = options;
        Settings::default()
    }

    /// Returns a bound on the distance, in points, between the final score of a seat and the mean of the others; at
    /// least 1. Matches that continue after a tie may exceed it.
    fn largest_margin(&self) -> u32;
}
