//! The `[[measures]]` tables: measures that an experiment adds to those of the game.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use super::problem::{Mistake, Repair};
use super::values::{read_label, read_value, some_text};
use crate::measure::{Denominator, Measure, RowFile, SubjectKind, Unit, Value};

/// One `[[measures]]` table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OwnMeasure {
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// The file of rows.
    #[serde(default)]
    pub of: RowFile,
    /// The column whose mean is measured; `None` if a share is measured.
    #[serde(default, deserialize_with = "some_text")]
    pub column: Option<String>,
    #[serde(default, deserialize_with = "some_text")]
    pub share_of: Option<String>,
    pub value: Option<CellValue>,
    /// Only rows with these values in these columns count.
    #[serde(default, rename = "where")]
    pub only: BTreeMap<String, CellValue>,
    /// The name in sentences, if given.
    #[serde(default, deserialize_with = "some_text")]
    pub said: Option<String>,
}

/// A value as it is written in a column.
#[derive(Clone)]
pub(super) struct CellValue(pub String);

impl<'d> Deserialize<'d> for CellValue {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        read_value(from, "a word or a number, as it stands in the column", |value| match value {
            toml::Value::String(text) => Some(CellValue(text.clone())),
            toml::Value::Integer(_) | toml::Value::Float(_) | toml::Value::Boolean(_) => {
                Some(CellValue(value.to_string()))
            }
            _ => None,
        })
    }
}

fn name<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    read_label(from, 40, |c| c.is_ascii_alphanumeric() || c == '_', "letters, digits or _")
}

impl OwnMeasure {
    /// Rejects a measure that is neither a mean nor a share. `number` is the index of the table.
    pub(super) fn check(&self, number: usize) -> Result<(), Mistake> {
        let (key, what) = match (&self.column, &self.share_of, &self.value) {
            (Some(_), None, None) | (None, Some(_), Some(_)) => return Ok(()),
            (Some(_), None, Some(_)) => ("value", "a mean has no value, expected share_of in the place of column"),
            (None, Some(_), None) => ("value", "missing, expected the value whose share is measured"),
            _ => ("column", "expected either column, for a mean, or share_of and value, for a share"),
        };
        let mistake = Mistake::new(format!("measures.{number}.{key}"), what);
        Err(Mistake { repair: Repair::RemoveTable, ..mistake })
    }

    /// Returns the name of its row file without extension.
    pub(super) fn word(&self) -> &'static str {
        match self.of {
            RowFile::Rounds => "rounds",
            RowFile::Seats => "seats",
        }
    }

    /// Returns every column that it needs, with the key that names it.
    pub(super) fn columns(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let named = [("column", self.column.as_ref()), ("share_of", self.share_of.as_ref())];
        let named = named.into_iter().filter_map(|(key, column)| Some((key, column?)));
        named.chain(self.only.keys().map(|column| ("where", column)))
    }

    /// Returns the declared measures: one of the table for `rounds`, one of entrants and one of seats for `seats`.
    pub(super) fn measures(&self) -> Vec<Measure> {
        let said = self.said.clone().unwrap_or_else(|| self.name.replace('_', " "));
        let column = self.column.clone().or_else(|| self.share_of.clone()).unwrap_or_default();
        let (unit, value) = match &self.value {
            Some(CellValue(value)) => (Unit::Share, Value::Is(self.of, column, value.clone())),
            None => (Unit::Amount(column.replace('_', " ")), Value::Column(self.of, column)),
        };
        let of = match self.of {
            RowFile::Rounds => vec![SubjectKind::All],
            RowFile::Seats => vec![SubjectKind::Entrants, SubjectKind::Seats],
        };
        let only: Vec<_> = self.only.iter().map(|(column, CellValue(value))| (column.clone(), value.clone())).collect();
        let measure = |of| Measure {
            only: only.clone(),
            ..Measure::new(&self.name, &said, unit.clone(), Denominator::Rounds, of, value.clone())
        };
        of.into_iter().map(measure).collect()
    }
}
