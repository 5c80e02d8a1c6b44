//! Deserializes experiments while tracking the path of every value, so that serde errors become mistakes with a path.

use std::fmt::Display;
use std::marker::PhantomData;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use toml::{Table, Value};

use super::problem::{Mistake, below};
use crate::storage::printable::check_printable;

/// Deserializes a whole file.
pub(super) fn read<T: DeserializeOwned>(root: &Value) -> Result<T, Mistake> {
    let read = ValueAt { path: String::new(), value: root }.read(PhantomData::<T>);
    read.map_err(|fault| fault.at("", root))
}

/// Creates the mistake of a missing value at `path`.
pub(super) fn missing(path: &str) -> Mistake {
    let mistake = Mistake::new(path, format!("missing, expected {}", meant(path).unwrap_or("a value")));
    let list = path.split('.').next().unwrap_or_default();
    match path.rsplit('.').next() {
        _ if ["sweep", "arm", "measures"].contains(&list) || path.starts_with("design.factors.") => {
            Mistake { repair: super::problem::Repair::RemoveTable, ..mistake }
        }
        Some("question") => mistake.put("?"),
        Some("seed" | "deals") => mistake.put(1),
        Some("points") => mistake.put(2),
        Some("kind") => mistake.put(if list == "design" { "sobol" } else { "random" }),
        Some("name") if list == "entrant" => mistake.put(path.replace('.', "-")),
        Some("agent") => mistake.put(Table::from_iter([("kind".to_owned(), Value::from("random"))])),
        _ => mistake.stop(),
    }
}

/// Formats a list of words: `"a", "b" or "c"`.
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// Returns the expected value of the key at the end of `path`, if its type does not say enough.
fn meant(path: &str) -> Option<&'static str> {
    Some(match path.rsplit('.').next()? {
        "question" => "the question to be answered, a text",
        "seed" => "a whole number, from which all chance is drawn",
        "game" => "[game] name = \"…\"",
        "name" => "a name",
        "agent" => "a table, agent = { kind = \"…\" }",
        "kind" if path.starts_with("design") => "\"factorial\" or \"sobol\"",
        "kind" => "the kind of agent",
        "schedule" => "[schedule] tables = [[…]], deals = …",
        "deals" => "a whole number, the number of deals each table plays",
        "tables" => "lists of entrants' names, one for each table",
        "focal" => "the name of the entrant that plays all others",
        "pool" => "the names of entrants",
        "pair" => "two names",
        "points" => "a whole number, 2 or more",
        "from" | "to" => "a whole number",
        "key" => "a key such as \"game.rules.target\"",
        "values" => "a list of values",
        "factors" => "tables such as { key = \"game.rules.cards.not\", from = 4, to = 12 }",
        "entrant" => "[[entrant]] tables",
        "sweep" => "[[sweep]] tables",
        "arm" => "[[arm]] tables",
        "measures" => "[[measures]] tables",
        _ => return None,
    })
}

const FORMULA: &str = "would be a formula where rows are opened as a table, expected none of = + - @ at its beginning";

/// Returns true if a spreadsheet would treat the text at `path` as a formula when a row file is opened.
fn is_formula(path: &str, text: &str) -> bool {
    let is_in_rows = ["game", "entrant", "sweep", "arm", "design"].iter().any(|key| path.starts_with(key));
    is_in_rows && text.starts_with(['=', '+', '-', '@'])
}

/// A value and its path.
struct ValueAt<'d> {
    path: String,
    value: &'d Value,
}

impl<'d> ValueAt<'d> {
    /// Deserializes the value with `seed`. An error gets this path unless it already has one.
    fn read<S: DeserializeSeed<'d>>(self, seed: S) -> Result<S::Value, Fault> {
        let (path, value) = (self.path.clone(), self.value);
        seed.deserialize(self).map_err(|fault| Fault::Placed(fault.at(&path, value)))
    }
}

/// Iterates over the entries of a table or a list.
struct Entries<'d, I> {
    entries: I,
    value: Option<ValueAt<'d>>,
}

impl<'d, I: Iterator<Item = (&'d str, ValueAt<'d>)>> MapAccess<'d> for Entries<'d, I> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'d>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        check_printable(key).map_err(|what| Fault::Placed(Mistake::new(&value.path, format!("the key {what}"))))?;
        self.value = Some(value);
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'d>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        self.value.take().expect("a value follows its key").read(seed)
    }
}

impl<'d, I: Iterator<Item = (&'d str, ValueAt<'d>)>> SeqAccess<'d> for Entries<'d, I> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'d>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.entries.next().map(|(_, item)| item.read(seed)).transpose()
    }
}

impl<'de> Deserializer<'de> for ValueAt<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let ValueAt { path, value } = &self;
        match value {
            Value::Table(table) => {
                let entries =
                    table.iter().map(|(key, value)| (key.as_str(), ValueAt { path: below(path, key), value }));
                visitor.visit_map(Entries { entries, value: None })
            }
            Value::Array(list) => {
                let entries = list.iter().enumerate().map(|(i, value)| ("", ValueAt { path: below(path, i), value }));
                visitor.visit_seq(Entries { entries, value: None })
            }
            Value::String(text) if is_formula(path, text) => Err(de::Error::custom(format!("{text:?} {FORMULA}"))),
            Value::String(text) => {
                check_printable(text).map_err(de::Error::custom)?;
                visitor.visit_borrowed_str(text)
            }
            Value::Integer(number) => visitor.visit_i64(*number),
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Boolean(flag) => visitor.visit_bool(*flag),
            // No key has a date, and some deserializers would accept one as text.
            Value::Datetime(_) => Err(Fault::Wrong("no date".to_owned())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.value.is_table() { self.deserialize_any(visitor) } else { Err(Fault::Wrong("a table".to_owned())) }
    }

    /// A struct is never read from a list, which serde would assign field by field.
    fn deserialize_struct<V: Visitor<'de>>(self, _: &str, _: Words, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &str, words: Words, visitor: V) -> Result<V::Value, Fault> {
        match self.value.as_str() {
            Some(word) => visitor.visit_enum(word.into_deserializer()),
            None => Err(Fault::Wrong(one_of(words))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct identifier ignored_any
    }
}

/// An error in a value, with its path once that is known.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("expected {0}")]
    Wrong(String),
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("unknown key \"{0}\"")]
    UnknownKey(String, Words),
    #[error("unknown value \"{0}\"")]
    UnknownWord(String, Words),
    #[error("{0}")]
    Said(String),
    #[error("{}", .0.what)]
    Placed(Mistake),
}

type Words = &'static [&'static str];

impl Fault {
    /// Converts the error to a mistake at `path`, unless it already has a path.
    fn at(self, path: &str, value: &Value) -> Mistake {
        match self {
            Fault::Placed(mistake) => mistake,
            Fault::Said(what) => Mistake::new(path, what),
            Fault::UnknownKey(key, known) => Mistake::unknown_key(path, &key, known.iter().copied()),
            Fault::UnknownWord(word, known) => Mistake::unknown_name(path, "value", &word, known.iter().copied()),
            Fault::Missing(key) => missing(&below(path, key)),
            Fault::Wrong(expected) => Mistake::value(path, value, meant(path).unwrap_or(&expected)),
        }
    }
}

impl de::Error for Fault {
    fn custom<T: Display>(what: T) -> Self {
        Fault::Said(what.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Wrong(match expected.to_string().as_str() {
            "a string" => "a text".to_owned(),
            "a sequence" => "a list".to_owned(),
            other => other.to_owned(),
        })
    }

    fn unknown_field(key: &str, known: Words) -> Self {
        Fault::UnknownKey(key.to_owned(), known)
    }

    fn unknown_variant(word: &str, known: Words) -> Self {
        Fault::UnknownWord(word.to_owned(), known)
    }

    fn missing_field(key: &'static str) -> Self {
        Fault::Missing(key)
    }
}
