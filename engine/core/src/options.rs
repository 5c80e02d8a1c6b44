//! Settings as data: what a game's rules or an agent can be told, with defaults, ranges and meanings.
//!
//! Games and agents declare their options in one list; experiments, sweeps, `--set`, the listings of `ergo games` and
//! `ergo agents`, and every error message read that list.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::game::Game;
use crate::maps::map_of;
use crate::seat::SeatCount;

/// One value of one option.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// A word or a text.
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

/// The values an option may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// `true` or `false`.
    Bool,
    /// A whole number from the first to the second.
    Int(i64, i64),
    /// A number from the first to the second.
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

/// One option: its key as written in an experiment, default, range and meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionSpec {
    /// As written; a dot leads into a table (`cards.not`).
    pub key: &'static str,
    /// Taken when the key is absent.
    pub default: Value,
    /// The allowed values.
    pub range: Range,
    /// One line for people.
    pub meaning: &'static str,
}

impl OptionSpec {
    /// A yes-or-no option.
    pub const fn bool(key: &'static str, default: bool, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Bool(default), range: Range::Bool, meaning }
    }

    /// A whole number from `least` to `most`.
    pub const fn int(key: &'static str, default: i64, least: i64, most: i64, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Int(default), range: Range::Int(least, most), meaning }
    }

    /// A number from `least` to `most`.
    pub const fn real(key: &'static str, default: f64, least: f64, most: f64, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Real(default), range: Range::Real(least, most), meaning }
    }

    /// One word of `words`, the first being the default.
    pub fn one_of(key: &'static str, words: &'static [&'static str], meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Text(words[0].to_owned()), range: Range::OneOf(words), meaning }
    }

    /// Any text of one line, empty by default.
    pub const fn text(key: &'static str, meaning: &'static str) -> Self {
        OptionSpec { key, default: Value::Text(String::new()), range: Range::Text, meaning }
    }
}

/// Values by key. As given by a person: some keys. After [`Settings::checked`]: every key of a list of options.
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

/// Reads settings such as `draw=1 fallacy_bars=all`, separated by spaces or commas. `-` stands for none.
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
    /// The same values with every default of `specs` filled in. A whole number is taken where a number is asked for,
    /// and where a word of digits is (`deck = 2015`).
    pub fn checked(&self, specs: &[OptionSpec]) -> Result<Settings, OptionError> {
        let mut full = map_of(specs.iter().map(|spec| (spec.key.to_owned(), spec.default.clone())));
        for (key, value) in &self.0 {
            let Some(spec) = specs.iter().find(|spec| spec.key == key) else {
                return Err(OptionError::unknown(key, specs.iter().map(|spec| spec.key)));
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

    /// A yes-or-no value of checked settings.
    pub fn bool(&self, key: &str) -> bool {
        match self.0[key] {
            Value::Bool(value) => value,
            _ => unreachable!("{key} was checked to be a bool"),
        }
    }

    /// A whole number of checked settings.
    pub fn int(&self, key: &str) -> i64 {
        match self.0[key] {
            Value::Int(value) => value,
            _ => unreachable!("{key} was checked to be a whole number"),
        }
    }

    /// A number of checked settings.
    pub fn real(&self, key: &str) -> f64 {
        match self.0[key] {
            Value::Real(value) => value,
            _ => unreachable!("{key} was checked to be a number"),
        }
    }

    /// The value of a word of checked settings, of an enum of [`words`](crate::words!).
    pub fn pick<T: FromStr>(&self, key: &str) -> T {
        self.text(key).parse().ok().unwrap_or_else(|| unreachable!("{key} was checked to be one of the words"))
    }

    /// A word or text of checked settings.
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
    /// No such key.
    #[error("unknown key \"{key}\" (did you mean \"{nearest}\"?)")]
    Unknown {
        /// As given.
        key: String,
        /// The known key most like it.
        nearest: String,
    },
    /// No such kind of agent.
    #[error("{message}")]
    UnknownKind {
        /// The whole message, which suggests the nearest kind or lists all.
        message: String,
        /// As given.
        kind: String,
        /// The known kind most like it.
        nearest: &'static str,
    },
    /// No such key, and none is known.
    #[error("unknown key \"{key}\", there are no options here")]
    NoOptions {
        /// As given.
        key: String,
    },
    /// A value of the wrong kind or size.
    #[error("{key} = {value}: expected {expected}")]
    Range {
        /// The option.
        key: String,
        /// As given.
        value: Value,
        /// The allowed values, in words.
        expected: String,
    },
    /// Values that do not go together.
    #[error("{0}")]
    Together(String),
}

impl OptionError {
    /// The error for `key` where only `known` keys are.
    pub fn unknown<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Self {
        match nearest(key, known) {
            Some(nearest) => OptionError::Unknown { key: key.to_owned(), nearest: nearest.to_owned() },
            None => OptionError::NoOptions { key: key.to_owned() },
        }
    }
}

/// Returns the word of `known` with the fewest edits to `word`, for its length.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let edits = |other: &&str| -strsim::normalized_damerau_levenshtein(word, other);
    known.min_by(|one, other| edits(one).total_cmp(&edits(other)))
}

/// Returns true if at most half of the letters of two words differ: then the one is probably a misspelling of the other.
pub fn is_near(word: &str, other: &str) -> bool {
    strsim::normalized_damerau_levenshtein(word, other) >= 0.5
}

/// Returns the message about a word that is not among `known`: it suggests the nearest one, or lists all if none is near.
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
    /// Another name by which it is known, where others share the short one.
    const FULL_NAME: &'static str = Self::NAME;
    /// One line for people.
    const ABOUT: &'static str;
    /// Fewest and most seats.
    const SEATS: (usize, usize);
    /// The option that ends a match after so many rounds, where these are dealt anew and each gives points of its own; nothing where a
    /// match is one whole.
    const ROUND_LIMIT: Option<&'static str> = None;

    /// Every option of the rules; none if a game does not say otherwise.
    fn options() -> Vec<OptionSpec> {
        Vec::new()
    }

    /// The rules with `given` options, the rest by default. `seats` lies within [`Configurable::SEATS`].
    fn configure(seats: SeatCount, given: &Settings) -> Result<Self, OptionError>;

    /// Returns the rules with the settings of a text such as `target=20 draw=3`.
    fn from_text(seats: usize, text: &str) -> Result<Self, OptionError> {
        Self::configure(SeatCount::new(seats), &text.parse()?)
    }

    /// All options as they are; none if a game does not say otherwise.
    fn settings(&self) -> Settings {
        Settings::default()
    }

    /// The values of other options in an experiment that varies these, where it gives none: so that the effect of these is not
    /// mixed with one that they only bring along.
    fn where_varied(options: &[&str]) -> Settings {
        let _ = options;
        Settings::default()
    }

    /// How far the score of a seat can lie above or below the mean of the others' at the end of a match, in points, at least
    /// 1. Ties that are played on may lead beyond it where no bound would hold.
    fn largest_margin(&self) -> u32;
}
